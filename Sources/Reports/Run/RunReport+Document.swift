import Analysis
import DeviceModel
import Quantities
import Simulation

extension RunReport {
  /// The run before it is written in a format: its figures, then its energy by component and state, and by cause.
  package var document: ReportDocument {
    var sections = [ReportDocument.Section(table: figureTable)]
    sections += energySections(EnergyBreakdown(ledger: record.ledger, prices: record.prices), of: "the phone")
    if let watch = record.watch {
      sections += energySections(EnergyBreakdown(ledger: watch.ledger, prices: watch.prices), of: "the watch")
    }
    return ReportDocument(
      title: context.title, headline: finding, subtitle: context.subtitle, sections: sections,
      closing: (prediction == nil ? [] : [ComparisonReport.predictionLegend]) + [context.provenance],
      remarks: metrics.notes + context.notes, background: context.background, version: context.version,
      command: context.command)
  }

  /// A row for each figure of the run.
  private var figureTable: ReportTable {
    let present = Metric.allCases.filter { metrics[$0] != nil }
    let predicted = present.map { $0.isWholePhone ? predictionRange(of: $0) : nil }
    let names = present.map { metric in
      let words = metric.descriptor.heading.joined(separator: " ")
      return words.isEmpty ? metric.column : "\(words) \(metric.descriptor.unit)"
    }
    return ReportTable(
      columns: [
        .init(name: "figure", heading: ["figure"], cells: .words(present.map(\.column))),
        .init(
          heading: ["value"], rank: 1,
          cells: .words(present.map { $0.descriptor.rounding.text(metrics[$0]) })),
        .init(name: "value", cells: .numbers(present.map { metrics[$0] }, .three)),
        .init(
          name: "prediction", heading: ["predicted"], rank: 2, note: "About 90 % of real runs lie in it.",
          cells: .ranges(predicted, .three, low: "p5", high: "p95")),
      ], nameWidth: 40, labels: Dictionary(uniqueKeysWithValues: zip(names.indices, names)))
  }

  /// `bytes sent` or `bytes received`; on a further access of the network with its name, such as `bytes sent on 3G`.
  static func name(of direction: EnergyLedger.Direction, on access: RadioTechnology?) -> String {
    (direction == .uplink ? "bytes sent" : "bytes received") + (access.map { " on \($0.title)" } ?? "")
  }

  private func energySections(_ breakdown: EnergyBreakdown, of name: String) -> [ReportDocument.Section] {
    var states: [(component: String, state: String, energy: Energy)] = []
    var causes: [(name: String, energy: Energy)] = []
    for line in breakdown.lines {
      let component = line.component.name
      let state =
        switch line.kind {
        case .state(let state, let bin, _):
          ComponentStates.name(of: line.component, state: state) + (bin == .weak ? ", weak signal" : "")
        case .charge(let charge, _): charge.name
        case .bytes(let direction, let access, _): Self.name(of: direction, on: access)
        }
      if let place = states.firstIndex(where: { $0.component == component && $0.state == state }) {
        states[place].energy += line.energy
      } else {
        states.append((component, state, line.energy))
      }
      let cause = CauseName.of(line.cause)
      if let place = causes.firstIndex(where: { $0.name == cause }) {
        causes[place].energy += line.energy
      } else {
        causes.append((cause, line.energy))
      }
    }
    func energies(_ values: [Energy]) -> [ReportTable.Column] {
      [
        .init(name: "energy_J", heading: ["energy"], unit: "J", rank: 2, cells: .numbers(values.map(\.joules), .three)),
        .init(
          name: "share", heading: ["share"], unit: "%", rank: 3,
          cells: .numbers(
            values.map { breakdown.total > .zero ? $0 / breakdown.total : nil }, .share)),
      ]
    }
    return [
      ReportDocument.Section(
        title: "Energy of \(name) by component and state",
        table: ReportTable(
          columns: [
            .init(name: "component", heading: ["component"], cells: .words(states.map(\.component))),
            .init(name: "state", heading: ["state"], rank: 1, cells: .words(states.map(\.state))),
          ] + energies(states.map(\.energy)))),
      ReportDocument.Section(
        title: "Energy of \(name) by cause",
        table: ReportTable(
          columns: [.init(name: "cause", heading: ["for"], cells: .words(causes.map(\.name)))]
            + energies(causes.map(\.energy)))),
    ]
  }
}
