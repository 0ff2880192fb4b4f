package import Analysis
import DeviceModel
package import Documents
import Estimation
import FileFormats
import GeoJoule
package import Reports
import Synchronization

/// The items of a sweep: what each is, and how it is worked off. Workers share it.
///
/// An item is large, so that its overhead is small on a cluster. Within one program workers take pieces of it, so that none
/// waits long for the others at the end; whoever does the last piece of an item puts it together.
package final class SweepWork: Sendable {
  /// Runs of a piece, where one seed has not more.
  package static let runsPerPiece = 4

  package let plan: SweepPlan
  package let header: SweepHeader
  package let lines: SweepLines
  private let shares: Bool
  private let recent = Mutex<[CellMaker]>([])

  /// Some seeds of an item.
  package struct Piece: Sendable {
    package let item: Int
    /// Counted from 0.
    package let seeds: Range<Int>
    fileprivate let runs: ItemRuns
  }

  /// The runs of an item, as its pieces are done.
  fileprivate final class ItemRuns: Sendable {
    private struct State {
      var left: Int
      /// By seed of the item, then by cell.
      var seeds: [[RunMetrics]]
    }

    private let state: Mutex<State>

    init(seeds: Int) { state = Mutex(State(left: seeds, seeds: Array(repeating: [], count: seeds))) }

    /// All runs of the item when these were the last to come.
    func add(_ runs: [[RunMetrics]], at place: Int) -> [[RunMetrics]]? {
      state.withLock { state in
        state.seeds.replaceSubrange(place..<place + runs.count, with: runs)
        state.left -= runs.count
        return state.left == 0 ? state.seeds : nil
      }
    }
  }

  /// Some cells, ready to run on any seed.
  private struct Cells: Sendable {
    let range: Range<Int>
    let cells: [SweepCell]
    let labels: [[SweepLabel]]
    /// Of each cell; empty where the result has no prediction ranges.
    let models: [PredictionModel]
  }

  /// Makes cells once, whoever asks first.
  private final class CellMaker: Sendable {
    let range: Range<Int>
    private let made = Mutex<Cells?>(nil)

    init(_ range: Range<Int>) { self.range = range }

    func cells(_ make: (Range<Int>) throws -> Cells) throws -> Cells {
      try made.withLock { made in
        if let made { return made }
        let cells = try make(range)
        made = cells
        return cells
      }
    }
  }

  /// - Parameters:
  ///   - shares: `false` simulates each run for itself.
  ///   - build: of the program; parts of another one are refused.
  package init(_ plan: SweepPlan, shares: Bool = true, build: String = GeoJouleVersion.text) {
    self.plan = plan
    self.shares = shares
    header = SweepHeader(
      version: build, planName: plan.name, planHash: plan.hash, inputs: plan.inputs, rows: plan.rows,
      metrics: plan.metrics, units: plan.units, firstSeed: plan.firstSeed, layout: plan.layout)
    lines = SweepLines(header)
  }

  package var layout: SweepLayout { header.layout }

  package func pieces(of items: some Sequence<Int>) -> some IteratorProtocol<Piece> {
    items.lazy.flatMap { [layout] item in
      let (all, cells) = (layout.seeds(of: item), layout.cells(of: item).count)
      let length = max(1, Self.runsPerPiece / cells)
      let runs = ItemRuns(seeds: all.count)
      return stride(from: all.lowerBound, to: all.upperBound, by: length).lazy.map { first in
        Piece(item: item, seeds: first..<min(first + length, all.upperBound), runs: runs)
      }
    }.makeIterator()
  }

  package func runs(of piece: Piece) -> Int { layout.cells(of: piece.item).count * piece.seeds.count }

  /// Simulates a piece.
  ///
  /// - Returns: the rows of the item, when this was the last of its pieces to be done.
  /// - Throws: `InputError` for a phone that cannot be used, and for a figure that cannot be added up.
  package func rows(_ piece: Piece) throws -> [SweepRow]? {
    let cells = try cells(layout.cells(of: piece.item))
    let own = try run(cells, piece.seeds)
    let seeds = piece.runs.add(own, at: piece.seeds.lowerBound - layout.seeds(of: piece.item).lowerBound)
    return try seeds.map { try rows(cells, $0) }
  }

  /// An item's line, line feed included.
  package func line(_ item: Int, _ rows: [SweepRow]) -> [UInt8] { Array((lines.itemLine(item, rows) + "\n").utf8) }

  /// Simulates an item and writes its line, line feed included.
  package func line(_ item: Int) throws -> [UInt8] {
    let cells = try cells(layout.cells(of: item))
    return line(item, try rows(cells, try run(cells, layout.seeds(of: item))))
  }

  /// By seed, then by cell.
  private func run(_ cells: Cells, _ seeds: Range<Int>) throws -> [[RunMetrics]] {
    let block = SweepBlock(cells.cells, metrics: plan.metrics, shares: shares)
    return try seeds.map { try block.run(seed: plan.firstSeed + UInt64($0)) }
  }

  private func rows(_ cells: Cells, _ seeds: [[RunMetrics]]) throws -> [SweepRow] {
    var rows: [SweepRow] = []
    for (place, labels) in cells.labels.enumerated() {
      let cell = cells.range.lowerBound + place
      let runs = seeds.map { $0[place] }
      switch plan.rows {
      case .runs: rows += runs.map { SweepRow(cell: cell, labels: labels, content: .run($0)) }
      case .cells:
        do throws(ExactSum.Overflow) {
          rows.append(
            SweepRow(
              cell: cell, labels: labels,
              content: .sums(
                try CellSums(
                  runs, metrics: plan.metrics, model: cells.models.isEmpty ? nil : cells.models[place]))))
        } catch {
          throw InputError(
            file: nil, message: "a figure of cell \(cell) is too large to be added up",
            remedy: "write 'rows: runs', which adds nothing up")
        }
      }
    }
    return rows
  }

  private func cells(_ range: Range<Int>) throws -> Cells {
    let maker = recent.withLock { recent in
      if let found = recent.first(where: { $0.range == range }) { return found }
      let maker = CellMaker(range)
      recent.append(maker)
      // Workers are at the end of some cells and at the beginning of the next.
      if recent.count > 2 { recent.removeFirst() }
      return maker
    }
    return try maker.cells(make)
  }

  private func make(_ range: Range<Int>) throws -> Cells {
    let needed = plan.points(of: range)
    let points =
      needed.isEmpty ? [] : try QuasiRandom.sobol(dimensions: plan.designDimensions, needed)
    var cells: [SweepCell] = []
    var labels: [[SweepLabel]] = []
    var models: [PredictionModel] = []
    for index in range {
      let cell = plan.cell(index, point: points.isEmpty ? [] : points[plan.point(of: index) - needed.lowerBound])
      cells.append(
        SweepCell(
          phone: try PreparedPhone(cell.device, on: cell.network, place: " in cell \(index)"),
          scenario: plan.scenarios[cell.scenario], scenarioNumber: cell.scenario, strategy: cell.strategy,
          watch: plan.watch.map { WatchChoice(device: $0.device, network: $0.network) },
          parameters: plan.parameters, untilEmpty: plan.untilEmpty))
      labels.append(cell.labels)
      // Of the device as its file says it: an axis moves a value, and leaves what is known of phones as it is.
      if header.hasPrediction,
        let phone = plan.phones.first(where: {
          $0.device.name == cell.device.name && $0.network.name == cell.network.name
        })
      {
        models.append(
          try PredictionModel(
            device: phone.device, network: phone.network, isDrawn: plan.parameters != .fixed))
      }
    }
    return Cells(range: range, cells: cells, labels: labels, models: models)
  }
}
