public import Core

/// The states of every component by name, for files and reports.
package enum ComponentStates {
  /// On a further access of a network the technology stands before the state, such as `umts_idle`.
  private static func cellularName(_ code: UInt8) -> String {
    guard let (state, access) = CellularRadio.State.decoded(code) else { return "state_\(code)" }
    return access.map { "\($0.rawValue)_\(state.name)" } ?? state.name
  }

  /// The direction's name; on a further access of the network with its technology, such as `umts_bytes_sent`.
  package static func name(of direction: EnergyLedger.Direction, on access: RadioTechnology?) -> String {
    (access.map { "\($0.rawValue)_" } ?? "") + direction.name
  }

  /// The names in the order of the raw values; the index is the ledger's state.
  package static func names(of component: Component) -> [String] {
    switch component {
    case .gnss: GNSSReceiver.State.allCases.map(\.name)
    case .wifi: WiFiRadio.State.allCases.map(\.name)
    case .cellular: CellularRadio.State.allCases.map(\.name)
    case .bluetooth: BluetoothRadio.State.allCases.map(\.name)
    case .processor: ApplicationProcessor.State.allCases.map(\.name)
    case .base: BaseLoad.State.allCases.map(\.name)
    }
  }

  /// The state's name, such as `long_drx`; `state_N` for a number the component does not have.
  package static func name(of component: Component, state: UInt8) -> String {
    switch component {
    case .gnss: GNSSReceiver.State(rawValue: state)?.name ?? "state_\(state)"
    case .wifi: WiFiRadio.State(rawValue: state)?.name ?? "state_\(state)"
    case .cellular: cellularName(state)
    case .bluetooth: BluetoothRadio.State(rawValue: state)?.name ?? "state_\(state)"
    case .processor: ApplicationProcessor.State(rawValue: state)?.name ?? "state_\(state)"
    case .base: BaseLoad.State(rawValue: state)?.name ?? "state_\(state)"
    }
  }
}

extension Component {
  /// The state in which the component is when it is on and nobody asks anything of it; `nil` where that is off.
  package var restingState: UInt8? {
    switch self {
    case .gnss: nil
    case .wifi: WiFiRadio.State.powerSave.rawValue
    case .cellular: CellularRadio.State.idle.rawValue
    case .bluetooth: BluetoothRadio.State.idle.rawValue
    case .processor: ApplicationProcessor.State.suspended.rawValue
    case .base: BaseLoad.State.on.rawValue
    }
  }
}

/// What the phone draws besides its other components: `base.drain` with, where a profile says it, `base.background_location`, and
/// `base.travelling` on top while it travels.
///
/// Measured phones lose more on trips than at rest even when nobody asks for positions (reports/validation/fits.md):
/// the modem changes cells, the motion processor works, the system looks where it is. Gauges cannot tell these apart.
@usableFromInline package struct BaseLoad: PowerStateMachine {
  @inlinable package static var component: Component { .base }

  @usableFromInline package enum State: UInt8, ComponentState {
    case on, travelling
  }

  package init() {}

  @inlinable package var state: State { .on }
  @inlinable package var cause: EnergyAttribution { .system }
  @inlinable package var signalStrength: SignalStrength { .strong }
  @inlinable package var deadline: Instant { .never }
}

/// A battery as a store of energy: percent and charge of what was drawn.
///
/// Percent = 100 E / (nominal energy * health); charge = E / nominal voltage (sources A7). Rate effects (Peukert) are
/// left out: location loads are 0.01 to 0.08 C, where they are below half a percent.
package struct Battery: Sendable, Equatable {
  package let parameters: BatteryParameters

  package init(parameters: BatteryParameters) { self.parameters = parameters }

  /// What a full battery of this age gives.
  package var usableEnergy: Energy { parameters.energy * parameters.health }

  /// Percent of a full battery; may pass 100.
  package func percent(of energy: Energy) -> Double { 100 * (energy / usableEnergy) }

  /// Charge at the battery's own voltage.
  package func charge(of energy: Energy) -> Charge { energy / parameters.voltage }
}

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
