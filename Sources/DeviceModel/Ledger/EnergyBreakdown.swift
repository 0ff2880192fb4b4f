public import Quantities

/// A ledger priced with a power table: the joules of every line, and their sums.
///
/// Lines come in a fixed order (component, state, signal, cause; then charges; then bytes), and every total is summed
/// in that order, so that equal ledgers give equal bits.
public struct EnergyBreakdown: Sendable, Equatable {
  /// One non-empty line of the ledger.
  public struct Line: Sendable, Equatable {
    /// What the energy is the product of.
    public enum Kind: Sendable, Equatable {
      case state(UInt8, SignalBin, TimeSpan)
      case charge(EventCharge, count: Int64)
      case bytes(EnergyLedger.Direction, count: Int64)
    }
    /// Which part of the phone drew it.
    public let component: Component
    /// What was counted.
    public let kind: Kind
    /// For whom and what.
    public let cause: Cause
    /// Count times price.
    public let energy: Energy
  }

  /// One for each thing that happened at all.
  public let lines: [Line]

  /// Multiplies the ledger's integers by the prices, always in the same order.
  public init(ledger: EnergyLedger, prices: PowerTable) {
    var lines: [Line] = []
    for component in Component.allCases {
      for state in 0..<UInt8(EnergyLedger.stateLimit) {
        for bin in SignalBin.allCases {
          for index in 0..<UInt8(Cause.count) {
            guard let cause = Cause(index: index) else { continue }
            let span = ledger.dwell(component, state: state, bin: bin, cause: cause)
            guard span != .zero else { continue }
            let energy = prices.power(component, state: state, bin: bin) * span
            lines.append(Line(component: component, kind: .state(state, bin, span), cause: cause, energy: energy))
          }
        }
      }
    }
    for charge in EventCharge.allCases {
      for index in 0..<UInt8(Cause.count) {
        guard let cause = Cause(index: index) else { continue }
        let count = ledger.count(charge, cause: cause)
        guard count != 0 else { continue }
        let energy = prices.energy(of: charge) * Double(count)
        lines.append(
          Line(component: charge.component, kind: .charge(charge, count: count), cause: cause, energy: energy))
      }
    }
    for direction in EnergyLedger.Direction.allCases {
      for index in 0..<UInt8(Cause.count) {
        guard let cause = Cause(index: index) else { continue }
        let count = ledger.bytes(direction, cause: cause)
        guard count != 0 else { continue }
        let energy = prices.energyPerBit(direction) * DataSize.bytes(Double(count))
        lines.append(
          Line(component: .cellular, kind: .bytes(direction, count: count), cause: cause, energy: energy))
      }
    }
    self.lines = lines
  }

  /// All of it; the components add up to it to the last bit.
  public var total: Energy { Component.allCases.reduce(.zero) { $0 + energy(of: $1) } }

  /// What one component drew.
  public func energy(of component: Component) -> Energy {
    lines.reduce(.zero) { $1.component == component ? $0 + $1.energy : $0 }
  }

  /// What the matching lines add up to.
  public func energy(where matches: (Line) -> Bool) -> Energy {
    lines.reduce(.zero) { matches($1) ? $0 + $1.energy : $0 }
  }
}
