public import Quantities

/// A power-state machine: a pure struct that is told what happens and says which state it is in until when.
///
/// The driver calls one of the machine's inputs, then reads `state`, `signalStrength` and `cause` for the timeline and
/// arms the machine's slot at `deadline`. When the deadline comes, the driver calls the machine's `timerFired`.
/// A machine never reads a clock, a random number or another machine.
@usableFromInline package protocol PowerStateMachine: Sendable {
  associatedtype State: ComponentState
  static var component: Component { get }
  var state: State { get }
  /// The state as the ledger knows it.
  var stateCode: UInt8 { get }
  var signalStrength: SignalStrength { get }
  var cause: EnergyAttribution { get }
  /// When the machine wants `timerFired`, or `Instant.never`.
  var deadline: Instant { get }
}

extension PowerStateMachine {
  @inlinable package var stateCode: UInt8 { state.rawValue }
}

/// A state of one component; at most `EnergyLedger.stateLimit` of them. The raw value is the ledger's index.
@usableFromInline package protocol ComponentState: RawRepresentable, CaseIterable, Sendable, Hashable
where RawValue == UInt8 {
  /// The name used in files and tables, such as `long_drx`.
  var name: String { get }
}
