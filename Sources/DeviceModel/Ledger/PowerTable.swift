public import Core

/// The price list of a ledger: watts of every (component, state, signal), joules of every event, joules per bit.
@usableFromInline package struct PowerTable: Sendable, Equatable {
  @usableFromInline var watts: [Double]
  var eventJoules: [Double]
  var joulesPerBit: [Double]

  /// A table in which everything is free; fill it with the setters.
  package init() {
    watts = Array(
      repeating: 0,
      count: (Component.allCases.count * EnergyLedger.stateLimit + EnergyLedger.accessRows)
        * SignalStrength.allCases.count)
    eventJoules = Array(repeating: 0, count: EventCharge.allCases.count)
    joulesPerBit = Array(
      repeating: 0, count: EnergyLedger.Direction.allCases.count * (1 + RadioTechnology.allCases.count))
  }

  @inlinable @inline(__always)
  static func cell(_ component: Component, _ state: UInt8, _ bin: SignalStrength) -> Int {
    EnergyLedger.row(component, state) * 2 + Int(bin.rawValue)
  }

  private static func place(_ direction: EnergyLedger.Direction, _ access: RadioTechnology?) -> Int {
    Int(access?.number ?? 0) * EnergyLedger.Direction.allCases.count + Int(direction.rawValue)
  }

  @inlinable @inline(__always) package func power(_ component: Component, state: UInt8, bin: SignalStrength) -> Power {
    .watts(watts[Self.cell(component, state, bin)])
  }
  /// What one event costs.
  package func energy(of charge: EventCharge) -> Energy { .joules(eventJoules[Int(charge.rawValue)]) }
  /// What a bit costs on top of the state's power, on the network's main access or on another.
  package func energyPerBit(_ direction: EnergyLedger.Direction, on access: RadioTechnology? = nil) -> EnergyPerBit {
    .joulesPerBit(joulesPerBit[Self.place(direction, access)])
  }

  /// Sets one state's power, in strong signal and `weak` (the same when left out).
  package mutating func set(_ component: Component, state: some ComponentState, _ strong: Power, weak: Power? = nil) {
    watts[Self.cell(component, state.rawValue, .strong)] = strong.watts
    watts[Self.cell(component, state.rawValue, .weak)] = (weak ?? strong).watts
  }
  /// Sets the power of a state of the cellular radio on an access, `nil` for the network's main one.
  mutating func set(_ state: CellularRadio.State, on access: RadioTechnology?, _ strong: Power, weak: Power) {
    let code = state.code(on: access)
    watts[Self.cell(.cellular, code, .strong)] = strong.watts
    watts[Self.cell(.cellular, code, .weak)] = weak.watts
  }
  package mutating func set(_ charge: EventCharge, _ energy: Energy) {
    eventJoules[Int(charge.rawValue)] = energy.joules
  }
  package mutating func set(
    _ direction: EnergyLedger.Direction, on access: RadioTechnology? = nil, _ cost: EnergyPerBit
  ) {
    joulesPerBit[Self.place(direction, access)] = cost.joulesPerBit
  }

  /// Every price times `factor`.
  package func scaled(by factor: Double) -> PowerTable {
    var result = self
    result.watts = watts.map { $0 * factor }
    result.eventJoules = eventJoules.map { $0 * factor }
    result.joulesPerBit = joulesPerBit.map { $0 * factor }
    return result
  }
}
