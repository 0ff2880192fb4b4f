public import Quantities

/// Something the day does to the phone or to the app, at a known instant.
public struct ScriptEvent: Sendable, Hashable {
  public enum Kind: String, CaseIterable, Sendable {
    /// The user brings the app to the screen (launching it when needed).
    case foreground
    /// The user leaves the app.
    case background
    /// The system ends the app's process for want of memory.
    case terminate
    /// The user removes the app from the app switcher.
    case forceQuit = "force_quit"
    /// The phone restarts; until the first unlock no app is started.
    case reboot
    /// The first unlock after a restart.
    case unlock
    /// The system grants the app a background app refresh.
    case backgroundRefresh = "background_refresh"
    case screenOn = "screen_on"
    case screenOff = "screen_off"
    case chargerOn = "charger_on"
    case chargerOff = "charger_off"
    case airplaneOn = "airplane_on"
    case airplaneOff = "airplane_off"
    /// The user changes the app's rights in Settings.
    case allowAlways = "allow_always"
    case allowWhileUsing = "allow_while_using"
    case denyLocation = "deny_location"
    case preciseOn = "precise_on"
    case preciseOff = "precise_off"
  }

  public let instant: Instant
  public let kind: Kind

  public init(instant: Instant, kind: Kind) {
    self.instant = instant
    self.kind = kind
  }
}
