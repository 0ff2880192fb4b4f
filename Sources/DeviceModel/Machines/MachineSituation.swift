public import Quantities

/// What every machine keeps: its state, for whom, and when its timer is due.
@usableFromInline struct MachineSituation<State: ComponentState>: Sendable {
  @usableFromInline var state: State
  @usableFromInline var cause: EnergyAttribution
  @usableFromInline var deadline: Instant

  init(_ state: State, cause: EnergyAttribution = .system, deadline: Instant = .never) {
    self.state = state
    self.cause = cause
    self.deadline = deadline
  }

  @inlinable @inline(__always)
  mutating func enter(_ state: State, cause: EnergyAttribution, until deadline: Instant) {
    self.state = state
    self.cause = cause
    self.deadline = deadline
  }
}
