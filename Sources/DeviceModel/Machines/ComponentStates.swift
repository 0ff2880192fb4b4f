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
