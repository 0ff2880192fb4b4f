/// What the user lets an app do with location (2015 session, authorization table).
public enum Authorization: String, CaseIterable, Sendable {
  case denied
  /// In the foreground, and in the background for a session that was started there.
  case whenInUse = "when_in_use"
  /// Also events that start the app in the background.
  case always
}
