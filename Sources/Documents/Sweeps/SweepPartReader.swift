package import Analysis
import Core
import FileFormats

/// Reads the lines of a sweep's results.
package enum SweepPartReader {
  /// A header with its form.
  package struct Header: Sendable, Hashable {
    package let header: SweepHeader
    package let form: SweepForm
    /// What items of it name.
    package let identity: String
  }

  /// An item whose check agrees.
  package struct Item: Sendable {
    package let item: Int
    /// The identity of its header.
    package let sweep: String
    /// The rows as they are written.
    package let rows: [[UInt8]]
  }

  /// Whether a line is a header, right or wrong.
  package static func isHeader(_ line: [UInt8]) -> Bool { line.starts(with: Array("{\"geojoule_sweep\":".utf8)) }

  /// `nil` for a line that is no header of this version, or that is damaged.
  ///
  /// Nothing in it is believed before its check agrees, and its identity is worked out anew: items that name another
  /// one are not its own.
  package static func header(_ line: [UInt8]) -> Header? {
    guard isHeader(line), let text = Line(checking: line), let plan = text["plan"], let given = text["inputs"]?.array,
      let columns = text["metrics"]?.array, text.whole("geojoule_sweep") == 1,
      let rows = text.string("rows").flatMap(SweepHeader.Rows.init), let cells = text.positive("cells"),
      let seeds = text.positive("seeds"), let cellsPerItem = text.positive("cells_per_item"),
      let seedsPerItem = text.positive("seeds_per_item"),
      let layout = SweepLayout(cells: cells, seeds: seeds, cellsPerItem: cellsPerItem, seedsPerItem: seedsPerItem),
      let firstSeed: UInt64 = text.whole("first_seed"), firstSeed <= SweepLayout.firstSeedLimit,
      let version = text.string("version"), let name = plan["name"]?.string, let hash = plan["sha256"]?.string,
      let identity = text.string("id"), identity == text.identity, let form = form(text)
    else { return nil }
    let inputs = given.compactMap { input -> SweepHeader.Input? in
      guard let kind = input["kind"]?.string, let name = input["name"]?.string, let hash = input["sha256"]?.string
      else { return nil }
      return SweepHeader.Input(kind: kind, name: name, hash: hash)
    }
    let metrics = columns.compactMap { name in Metric.allCases.first { $0.column == name.string } }
    guard inputs.count == given.count, metrics.count == columns.count else { return nil }
    // Results of before have none.
    let units = (text["units"]?.object ?? []).map { ($0.key, $0.node.string ?? "") }
    let header = SweepHeader(
      version: version, planName: name, planHash: hash, inputs: inputs, rows: rows, metrics: metrics,
      units: Dictionary(units) { $1 }, firstSeed: firstSeed, layout: layout)
    return Header(header: header, form: form, identity: identity)
  }

  /// `nil` for a line that is no item, or that is damaged.
  package static func item(_ line: [UInt8]) -> Item? {
    guard let text = Line(checking: line), let number: Int = text.whole("item"), let sweep = text.string("sweep"),
      let rows = text["rows"]?.array
    else { return nil }
    return Item(item: number, sweep: sweep, rows: rows.map { Array(text.bytes[$0.offset..<$0.end]) })
  }

  /// Whether a line is the row of a cell over its seeds, or of its run on `seed`. What the figures say is not looked at.
  package static func isRow(_ line: [UInt8], cell: Int, seed: UInt64?, _ header: SweepHeader) -> Bool {
    let columns = header.metrics.map(\.column)
    guard let text = Line(line), text.whole("cell") == cell, text.members.last?.key == "notes",
      columns.elementsEqual(text.members.dropLast().suffix(columns.count).map(\.key))
    else { return false }
    return seed == nil || text.whole("seed") == seed
  }

  /// A row of sums as it was written; `nil` for anything else.
  package static func sums(_ row: [UInt8], _ header: SweepHeader) -> SweepRow? {
    let columns = header.metrics.map(\.column)
    let own = ["cell", "first_seed", "seeds", "notes"] + columns + SweepHeader.predictionColumns
    guard let text = Line(row), let cell: Int = text.whole("cell"), let firstSeed: UInt64 = text.whole("first_seed"),
      let seeds = text.positive("seeds"), let notes = text["notes"]?.array
    else { return nil }
    let figures = columns.compactMap { text[$0].flatMap { figure($0, text) } }
    let parts = SweepHeader.predictionColumns.compactMap { text[$0].flatMap { figure($0, text) } }
    let labels = text.members.filter { !own.contains($0.key) }.map {
      SweepLabel($0.key, unit: header.units[$0.key] ?? "", label($0.node))
    }
    let words = notes.compactMap(\.string)
    guard figures.count == columns.count, words.count == notes.count, parts.count == 2 || !header.hasPrediction
    else { return nil }
    return SweepRow(
      cell: cell, labels: labels,
      content: .sums(
        CellSums(
          firstSeed: firstSeed, seeds: seeds, figures: figures,
          prediction: header.hasPrediction ? CellSums.Prediction(remaining: parts[0], drawn: parts[1]) : nil,
          notes: words)))
  }

  private static func figure(_ node: JSONDocument.Node, _ text: Line) -> CellSums.Figure? {
    guard let count: Int = text.whole(node["n"]), count >= 0, let sum = node["sum"]?.string.flatMap({ Int128($0) }),
      let squares = node["squares"]?.string.flatMap({ Int128($0) })
    else { return nil }
    let exact = ExactSum(count: count, sum: sum, squares: squares)
    guard count > 0 else { return CellSums.Figure(sum: exact, range: nil) }
    guard let low = node["min"]?.number, let high = node["max"]?.number, low <= high else { return nil }
    return CellSums.Figure(sum: exact, range: low...high)
  }

  private static func label(_ node: JSONDocument.Node) -> SweepLabel.Value {
    switch node.content {
    case .string(let text): .text(text)
    case .bool(let flag): .flag(flag)
    case .number(let number): .number(number)
    default: .none
    }
  }

  private static func form(_ text: Line) -> SweepForm? {
    switch text.string("form") {
    case "whole": return .whole
    case "part":
      guard let shard = text["shard"] else { return .part(nil) }
      let numbers = (shard.string ?? "").split(separator: "/").compactMap { Int($0) }
      return numbers.count == 2 ? SweepShard(number: numbers[0], count: numbers[1]).map { .part($0) } : nil
    default: return nil
    }
  }

  /// An object on a line of its own.
  private struct Line {
    let bytes: [UInt8]
    private let root: JSONDocument.Node
    let members: [JSONDocument.Member]

    init?(_ bytes: [UInt8]) {
      guard let root = JSONDocument.own(bytes), let members = root.object else { return nil }
      (self.bytes, self.root, self.members) = (bytes, root, members)
    }

    /// What stands before a line's check; `nil` where the check does not agree.
    init?(checking line: [UInt8]) {
      let mark = Array(",\"check\":\"".utf8)
      // The check has 16 digits, and `"}` ends the line.
      let end = line.count - mark.count - 18
      guard end > 0, line[end..<end + mark.count].elementsEqual(mark), line.suffix(2).elementsEqual(Array("\"}".utf8)),
        SHA256.hexadecimal(of: Array(line[..<end])).utf8.prefix(16).elementsEqual(
          line[(end + mark.count)..<line.count - 2])
      else { return nil }
      self.init(Array(line[..<end]) + [UInt8(ascii: "}")])
    }

    subscript(key: String) -> JSONDocument.Node? { root[key] }

    func string(_ key: String) -> String? { self[key]?.string }

    func whole<Integer: FixedWidthInteger>(_ key: String) -> Integer? { whole(self[key]) }

    /// From the text: a `Double` does not hold all of them.
    func whole<Integer: FixedWidthInteger>(_ node: JSONDocument.Node?) -> Integer? {
      node.flatMap { Integer(String(decoding: bytes[$0.offset..<$0.end], as: UTF8.self)) }
    }

    func positive(_ key: String) -> Int? { whole(key).flatMap { $0 >= 1 ? $0 : nil } }

    /// The beginning of the SHA-256 of what stands before `id`.
    var identity: String? {
      guard let place = members.firstIndex(where: { $0.key == "id" }), place > 0 else { return nil }
      return String(
        SHA256.hexadecimal(of: Array(bytes[..<members[place - 1].node.end]) + [UInt8(ascii: "}")]).prefix(16))
    }
  }
}
