/// What the user lets an app do with location at the start of the run: the word of a strategy file.
///
/// From: WWDC 2011 (not determined, denied, restricted), 2015 session 714 (when in use, always), 2019 session 705 (allow
/// once, provisional always), 2020 session 10660 (App Clips).
public enum Authorization: String, CaseIterable, Sendable {
  /// The user has not been asked yet.
  case notDetermined = "not_determined"
  /// The user cannot allow it, for example under parental controls.
  case restricted
  case denied
  /// In the foreground, and in the background for a session that was started there.
  case whenInUse = "when_in_use"
  /// As when in use, until the app is no longer in use; then it has to ask again.
  case allowOnce = "allow_once"
  /// The app was told always, but the user has only agreed to when in use: asked again at the first event that needs
  /// more.
  case provisionalAlways = "provisional"
  /// Also events that start the app in the background.
  case always
  /// The app is an App Clip, allowed while in use until the next morning.
  case appClip = "app_clip"

  /// What the system must have for this to be possible.
  package var requires: SystemService? {
    switch self {
    case .notDetermined, .restricted, .denied, .always: nil
    case .whenInUse: .whenInUseAuthorization
    case .allowOnce: .allowOnce
    case .provisionalAlways: .provisionalAlways
    case .appClip: .appClips
    }
  }
}

/// What an app asks the user for.
public enum AuthorizationRequest: Sendable, Hashable {
  case whenInUse, always
}

/// What an app is told about its right to location: `CLAuthorizationStatus` with Apple's raw values.
public enum AuthorizationStatus: Int, Sendable {
  case notDetermined, restricted, denied, authorizedAlways, authorizedWhenInUse
}

/// How precisely an app may know where the user is: `CLAccuracyAuthorization`, since iOS 14.
public enum AccuracyAuthorization: String, CaseIterable, Sendable {
  case full, reduced
}

/// What kind of program it is, as far as authorization differs (WWDC 2020 session 10660).
public enum AppRole: Sendable, Hashable {
  case app
  /// Never gets always, and loses its authorization in the morning after it was granted.
  case appClip
  /// Cannot show a prompt; what it may do comes from its parent app.
  case widget
}
