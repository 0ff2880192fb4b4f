package import Core

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

/// What a ledger holds without its empty places, in the order in which it is priced. Made once, it is priced with many
/// phones in a fraction of the time.
package struct LedgerLines: Sendable, Equatable {
  /// One non-empty line.
  struct Line: Sendable, Equatable {
    let component: Component
    let kind: EnergyBreakdown.Line.Kind
    let cause: EnergyAttribution
  }

  let lines: [Line]

  /// Component, state, signal, cause; then charges; then bytes.
  package init(_ ledger: EnergyLedger) {
    let causes = (0..<UInt8(EnergyAttribution.count)).compactMap(EnergyAttribution.init(index:))
    var lines: [Line] = []
    for component in Component.allCases {
      for state in EnergyLedger.states(of: component) where ledger.dwell(component, state: state) != .zero {
        for bin in SignalStrength.allCases {
          for cause in causes {
            let span = ledger.dwell(component, state: state, bin: bin, cause: cause)
            guard span != .zero else { continue }
            lines.append(Line(component: component, kind: .state(state, bin, span), cause: cause))
          }
        }
      }
    }
    for charge in EventCharge.allCases {
      for cause in causes {
        let count = ledger.count(charge, cause: cause)
        guard count != 0 else { continue }
        lines.append(Line(component: charge.component, kind: .charge(charge, count: count), cause: cause))
      }
    }
    for access in [nil] + RadioTechnology.allCases {
      for direction in EnergyLedger.Direction.allCases {
        for cause in causes {
          let count = ledger.bytes(direction, on: access, cause: cause)
          guard count != 0 else { continue }
          lines.append(Line(component: .cellular, kind: .bytes(direction, on: access, count: count), cause: cause))
        }
      }
    }
    self.lines = lines
  }
}
