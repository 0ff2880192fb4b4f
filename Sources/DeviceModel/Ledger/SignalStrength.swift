/// Signal quality as the power model tells it apart. Components without a signal are always `strong`.
@usableFromInline package enum SignalStrength: UInt8, CaseIterable, Sendable, Hashable {
  case strong, weak

  package var name: String { self == .strong ? "strong" : "weak" }
}
