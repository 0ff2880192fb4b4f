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

  @inlinable package func power(_ component: Component, state: UInt8, bin: SignalStrength) -> Power {
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

/// A ledger priced with a power table: the joules of every line, and their sums.
///
/// Lines come in a fixed order (component, state, signal, cause; then charges; then bytes), and every total is summed
/// in that order, so that equal ledgers give equal bits.
package struct EnergyBreakdown: Sendable, Equatable {
  /// One non-empty line of the ledger.
  package struct Line: Sendable, Equatable {
    /// What the energy is the product of.
    package enum Kind: Sendable, Equatable {
      case state(UInt8, SignalStrength, TimeSpan)
      case charge(EventCharge, count: Int64)
      /// On a further access of the network, `nil` for its main one.
      case bytes(EnergyLedger.Direction, on: RadioTechnology?, count: Int64)
    }
    /// Which part of the phone drew it.
    package let component: Component
    /// What was counted.
    package let kind: Kind
    /// For whom and what.
    package let cause: EnergyAttribution
    /// Count times price.
    package let energy: Energy
  }

  /// One for each thing that happened at all.
  package let lines: [Line]

  /// Multiplies the ledger's integers by the prices, always in the same order.
  package init(ledger: EnergyLedger, prices: PowerTable) { self.init(LedgerLines(ledger), prices: prices) }

  /// The same, of a ledger whose lines are known already.
  package init(_ ledger: LedgerLines, prices: PowerTable) {
    lines = ledger.lines.map { line in
      let energy =
        switch line.kind {
        case .state(let state, let bin, let span): prices.power(line.component, state: state, bin: bin) * span
        case .charge(let charge, let count): prices.energy(of: charge) * Double(count)
        case .bytes(let direction, let access, let count):
          prices.energyPerBit(direction, on: access) * DataSize.bytes(Double(count))
        }
      return Line(component: line.component, kind: line.kind, cause: line.cause, energy: energy)
    }
  }

  /// All of it; the components add up to it to the last bit.
  package var total: Energy { Component.allCases.reduce(.zero) { $0 + energy(of: $1) } }

  /// What one component drew.
  package func energy(of component: Component) -> Energy {
    lines.reduce(.zero) { $1.component == component ? $0 + $1.energy : $0 }
  }

  /// What the matching lines add up to.
  package func energy(where matches: (Line) -> Bool) -> Energy {
    lines.reduce(.zero) { matches($1) ? $0 + $1.energy : $0 }
  }
}
