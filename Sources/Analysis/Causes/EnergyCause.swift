package import DeviceModel
package import Core
package import Simulation

/// What a part of a run's energy was for: one component in one role for one cause.
package struct EnergyCause: Sendable, Equatable {
  package let component: Component
  package let role: StateRole
  package let cause: EnergyAttribution
  /// How long the component was in the role; events and bytes take no time of their own.
  package let span: TimeSpan
  package let energy: Energy
  /// Of the run's energy, 0 to 1.
  package let share: Double

  /// All causes of a run, the largest first. Their energies add up to the run's, events and bytes included, which count
  /// as work.
  package static func all(of record: RunRecord) -> [EnergyCause] {
    let breakdown = EnergyBreakdown(ledger: record.ledger, prices: record.prices)
    struct Key: Hashable {
      let component: Component
      let role: StateRole
      let cause: EnergyAttribution
    }
    var order: [Key] = []
    var sums: [Key: (span: TimeSpan, energy: Energy)] = [:]
    for line in breakdown.lines {
      let (role, span): (StateRole, TimeSpan)
      switch line.kind {
      case .state(let state, _, let dwell): (role, span) = (StateRole(line.component, state: state), dwell)
      case .charge, .bytes: (role, span) = (.work, .zero)
      }
      let key = Key(component: line.component, role: role, cause: line.cause)
      if sums[key] == nil { order.append(key) }
      let old = sums[key] ?? (.zero, .zero)
      sums[key] = (old.span + span, old.energy + line.energy)
    }
    let total = breakdown.total
    let causes = order.map { key in
      let (span, energy) = sums[key] ?? (.zero, .zero)
      return EnergyCause(
        component: key.component, role: key.role, cause: key.cause, span: span, energy: energy,
        share: total > .zero ? energy / total : 0)
    }
    // Stable for equal energies, so that equal runs give equal pages.
    return causes.enumerated().sorted { ($1.element.energy, $0.offset) < ($0.element.energy, $1.offset) }.map(\.element)
  }
}
