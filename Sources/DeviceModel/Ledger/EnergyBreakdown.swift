package import Quantities

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
