import Analysis
import DeviceModel
import Estimation
import FileFormats
import GeoJoule
import Reports
import Synchronization

/// The items of a sweep: what each is, and how it is worked off. Workers share it.
final class SweepWork: Sendable {
  let plan: SweepPlan
  let header: SweepHeader
  let lines: SweepLines
  private let shares: Bool
  private let recent = Mutex<[Cells]>([])

  /// Some cells, ready to run on any seed.
  private struct Cells: Sendable {
    let range: Range<Int>
    let cells: [SweepCell]
    let labels: [[SweepLabel]]
  }

  /// - Parameter shares: `false` simulates each run for itself.
  init(_ plan: SweepPlan, shares: Bool = true) {
    self.plan = plan
    self.shares = shares
    header = SweepHeader(
      version: GeoJouleVersion.text, planName: plan.name, planHash: plan.hash, inputs: plan.inputs, rows: plan.rows,
      metrics: plan.metrics, firstSeed: plan.firstSeed, layout: plan.layout)
    lines = SweepLines(header)
  }

  var layout: SweepLayout { header.layout }

  /// Simulates an item and writes its line, line feed included.
  ///
  /// - Throws: `InputError` for a phone that cannot be used, and for a figure that cannot be added up.
  func line(_ item: Int) throws -> [UInt8] {
    let cells = try cells(layout.cells(of: item))
    var block = SweepBlock(cells.cells, metrics: plan.metrics, shares: shares)
    var runs = [[RunMetrics]](repeating: [], count: cells.cells.count)
    for seed in layout.seeds(of: item) {
      for (place, run) in try block.run(seed: plan.firstSeed + UInt64(seed)).enumerated() { runs[place].append(run) }
    }
    var rows: [SweepRow] = []
    for (place, runs) in runs.enumerated() {
      let (cell, labels) = (cells.range.lowerBound + place, cells.labels[place])
      switch plan.rows {
      case .runs: rows += runs.map { SweepRow(cell: cell, labels: labels, content: .run($0)) }
      case .cells:
        do throws(ExactSum.Overflow) {
          rows.append(
            SweepRow(cell: cell, labels: labels, content: .sums(try CellSums(runs, metrics: plan.metrics))))
        } catch {
          throw InputError(
            file: nil, message: "a figure of cell \(cell) is too large to be added up",
            remedy: "write 'rows: runs', which adds nothing up")
        }
      }
    }
    return Array((lines.itemLine(item, rows) + "\n").utf8)
  }

  private func cells(_ range: Range<Int>) throws -> Cells {
    if let found = recent.withLock({ $0.first { $0.range == range } }) { return found }
    let made = try make(range)
    recent.withLock { recent in
      if !recent.contains(where: { $0.range == range }) { recent.append(made) }
      // Workers are at the end of some cells and at the beginning of the next.
      if recent.count > 2 { recent.removeFirst() }
    }
    return made
  }

  private func make(_ range: Range<Int>) throws -> Cells {
    let needed = plan.points(of: range)
    let points =
      needed.isEmpty ? [] : try SobolSequence(dimensions: plan.designDimensions).points(needed)
    var cells: [SweepCell] = []
    var labels: [[SweepLabel]] = []
    for index in range {
      let cell = plan.cell(index, point: points.isEmpty ? [] : points[plan.point(of: index) - needed.lowerBound])
      do throws(ProfileFault) {
        cells.append(
          SweepCell(
            phone: try PreparedPhone(device: cell.device, network: cell.network),
            scenario: plan.scenarios[cell.scenario], scenarioNumber: cell.scenario, strategy: cell.strategy,
            watch: plan.watch.map { WatchChoice(device: $0.device, network: $0.network) },
            parameters: plan.parameters == .fixed ? .fixed : .drawn, untilEmpty: plan.untilEmpty))
      } catch {
        throw InputError(
          file: nil,
          message: "the device '\(cell.device.name)' on the network '\(cell.network.name)' cannot be used in cell "
            + "\(index): \(error.key): \(error.message)",
          remedy: error.remedy)
      }
      labels.append(cell.labels)
    }
    return Cells(range: range, cells: cells, labels: labels)
  }
}
