public import Quantities

/// Something the day does to the phone or to the app, at a known instant.
public struct ScriptEvent: Sendable, Hashable {
  public enum Kind: String, CaseIterable, Sendable {
    /// The user brings the app to the screen (launching it when needed).
    case foreground
    /// The user leaves the app.
    case background
    /// The app is killed: by the user, or by the system for want of memory.
    case terminate
    case screenOn = "screen_on"
    case screenOff = "screen_off"
    case chargerOn = "charger_on"
    case chargerOff = "charger_off"
    case airplaneOn = "airplane_on"
    case airplaneOff = "airplane_off"
  }

  public let instant: Instant
  public let kind: Kind

  public init(instant: Instant, kind: Kind) {
    self.instant = instant
    self.kind = kind
  }
}
