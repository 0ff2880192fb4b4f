/// The system's record of what one app may do with location.
package struct AuthorizationState: Sendable, Hashable {
  package enum Grant: Sendable, Hashable {
    case notDetermined, restricted, denied, whenInUse, provisionalAlways, always
  }

  package var grant: Grant
  /// The user's lasting choice of accuracy.
  package var accuracy: AccuracyAuthorization
  /// The user has agreed to full accuracy until the app is no longer in use.
  package var hasTemporaryFullAccuracy = false
  /// The grant ends when the app is no longer in use.
  package var endsWithUse: Bool
  /// The app has asked for always; the change from when in use to always is put to the user only once.
  var hasAskedForAlways = false

  package init(_ authorization: Authorization, accuracy: AccuracyAuthorization = .full) {
    self.accuracy = accuracy
    endsWithUse = authorization == .allowOnce
    switch authorization {
    case .notDetermined: grant = .notDetermined
    case .restricted: grant = .restricted
    case .denied: grant = .denied
    case .whenInUse, .allowOnce, .appClip: grant = .whenInUse
    case .provisionalAlways: grant = .provisionalAlways
    case .always: grant = .always
    }
  }

  /// Whether the app may have positions at all, at least while it is in use.
  package var isAllowed: Bool {
    switch grant {
    case .notDetermined, .restricted, .denied: false
    case .whenInUse, .provisionalAlways, .always: true
    }
  }

  /// What the app is told. A provisional grant looks like always to it (WWDC 2019 session 705).
  package var status: AuthorizationStatus {
    switch grant {
    case .notDetermined: .notDetermined
    case .restricted: .restricted
    case .denied: .denied
    case .whenInUse: .authorizedWhenInUse
    case .provisionalAlways, .always: .authorizedAlways
    }
  }

  /// The accuracy in force.
  package var accuracyAuthorization: AccuracyAuthorization { hasTemporaryFullAccuracy ? .full : accuracy }
}
