/// Signal quality as the power model tells it apart. Components without a signal are always `strong`.
public enum SignalStrength: UInt8, CaseIterable, Sendable, Hashable {
  case strong, weak

  public var name: String { self == .strong ? "strong" : "weak" }
}
