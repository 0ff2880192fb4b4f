/// What kind of program it is, as far as authorization differs (WWDC 2020 session 10660).
public enum AppRole: Sendable, Hashable {
  case app
  /// Never gets always, and loses its authorization in the morning after it was granted.
  case appClip
  /// Cannot show a prompt; what it may do comes from its parent app.
  case widget
}
