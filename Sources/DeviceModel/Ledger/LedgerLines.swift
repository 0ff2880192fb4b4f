import Quantities

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
