import Core
import World

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

extension AuthorizationState {
  /// What a request leads to.
  enum RequestOutcome: Equatable {
    /// Nothing: it is decided already, or this program cannot ask.
    case ignored
    case ask(AuthorizationPrompt.Question)
    /// Granted without a word to the user.
    case changed
  }

  /// An app asks for authorization.
  ///
  /// iOS 13.0 turned when in use into a provisional always without a prompt; since 13.4 the user is asked at once (2020
  /// session). What was allowed once cannot be extended, and the change to always is asked for only once.
  mutating func request(_ request: AuthorizationRequest, role: AppRole, platform: Platform) -> RequestOutcome {
    guard role != .widget else { return .ignored }
    switch (grant, request) {
    case (.notDetermined, _): return .ask(.location(always: request == .always && role == .app))
    case (.whenInUse, .always):
      guard role == .app, !endsWithUse, !hasAskedForAlways else { return .ignored }
      hasAskedForAlways = true
      if !platform.isAndroid, platform.version >= SystemVersion(13), platform.version < SystemVersion(13, 4) {
        grant = .provisionalAlways
        return .changed
      }
      return .ask(.changeToAlways)
    default: return .ignored
    }
  }

  /// The user answers.
  ///
  /// Which buttons the first prompt has depends on the era: before iOS 8 allow or not, which meant always; with iOS 8 to
  /// 10 an app that asked for always got always or nothing; iOS 11 added when in use to that prompt; since iOS 13 it
  /// offers once and when in use, and the latter is a provisional always for an app that asked for always.
  mutating func answer(
    _ question: AuthorizationPrompt.Question, by user: UserDecisions, asksReduced: Bool, platform: Platform
  ) {
    switch question {
    case .location(let always):
      hasAskedForAlways = hasAskedForAlways || always
      grant =
        platform.isAndroid
        ? Self.androidGrant(user.access, asksAlways: always, version: platform.version)
        : Self.grant(user.access, asksAlways: always, version: platform.version)
      endsWithUse = user.access == .once && platform.offers(.allowOnce)
      if platform.offers(.reducedAccuracy) { accuracy = user.precise && !asksReduced ? .full : .reduced }
    case .changeToAlways, .confirmProvisional: grant = user.changeToAlways ? .always : .whenInUse
    case .fullAccuracy: hasTemporaryFullAccuracy = user.temporaryFullAccuracy
    }
  }

  private static func grant(_ access: UserDecisions.Access, asksAlways: Bool, version: SystemVersion) -> Grant {
    if access == .never { return .denied }
    if version < SystemVersion(8) { return .always }
    if version < SystemVersion(13) {
      guard asksAlways else { return .whenInUse }
      if access == .always { return .always }
      return version < SystemVersion(11) ? .denied : .whenInUse
    }
    return asksAlways && access != .once ? .provisionalAlways : .whenInUse
  }

  // Before Android 10 a yes means always; since then the user chooses (developer.android.com, "Request location permissions").
  private static func androidGrant(_ access: UserDecisions.Access, asksAlways: Bool, version: SystemVersion) -> Grant {
    if access == .never { return .denied }
    if version < SystemVersion(10) { return .always }
    return asksAlways && access == .always ? .always : .whenInUse
  }

  /// The app is no longer in use: what was granted for its use ends. Returns whether that changed anything.
  mutating func useEnded() -> Bool {
    guard endsWithUse || hasTemporaryFullAccuracy else { return false }
    hasTemporaryFullAccuracy = false
    if endsWithUse { grant = .notDetermined }
    endsWithUse = false
    return true
  }
}

/// A question that the system puts to the user on an app's behalf.
struct AuthorizationPrompt: Equatable {
  enum Question: Equatable {
    /// The first one; the app asked for always or for when in use.
    case location(always: Bool)
    /// The app has when in use and asks for always.
    case changeToAlways
    /// An event has come that needs always; the user had only agreed to when in use (WWDC 2019 session 705).
    case confirmProvisional
    /// Full accuracy while the app is in use; with the number of the request.
    case fullAccuracy(Int)
  }

  let question: Question
  /// The watch app asks; the user is told there to look at the phone, and goes on meanwhile (2015 session).
  var fromWatch = false
  /// When the user will have answered; `nil` until the prompt is on the screen.
  var answer: Instant?

  /// Whether only the app on the screen can raise it; the system raises the others on its own.
  var needsForeground: Bool { question != .confirmProvisional }
}
