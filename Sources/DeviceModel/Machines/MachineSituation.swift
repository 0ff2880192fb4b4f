import Quantities

/// What every machine keeps: its state, for whom, and when its timer is due.
struct MachineSituation<State: ComponentState>: Sendable {
  var state: State
  var cause: EnergyAttribution
  var deadline: Instant

  init(_ state: State, cause: EnergyAttribution = .system, deadline: Instant = .never) {
    self.state = state
    self.cause = cause
    self.deadline = deadline
  }

  @inline(__always)
  mutating func enter(_ state: State, cause: EnergyAttribution, until deadline: Instant) {
    self.state = state
    self.cause = cause
    self.deadline = deadline
  }
}
