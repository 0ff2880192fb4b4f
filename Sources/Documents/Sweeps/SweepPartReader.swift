package import Analysis
import Core

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
    guard isHeader(line), let text = checked(line) else { return nil }
    do {
      let members = try JSONParts.members((text + [UInt8(ascii: "}")])[...])
      let plan = try JSONParts.members(try value("plan", members))
      let inputs = try JSONParts.elements(try value("inputs", members)).map { text throws(JSONParts.Fault) in
        let input = try JSONParts.members(text)
        return SweepHeader.Input(
          kind: try string("kind", input), name: try string("name", input), hash: try string("sha256", input))
      }
      let metrics = try JSONParts.elements(try value("metrics", members)).map { text throws(JSONParts.Fault) in
        let name = try JSONParts.string(text)
        guard let metric = Metric.allCases.first(where: { $0.column == name }) else { throw JSONParts.Fault() }
        return metric
      }
      // Results of before have none.
      let units = try members.first { $0.key == "units" }.map { member throws(JSONParts.Fault) in
        try JSONParts.members(member.value).map { unit throws(JSONParts.Fault) in
          (unit.key, try JSONParts.string(unit.value))
        }
      }
      guard try positive("geojoule_sweep", members) == 1,
        let rows = SweepHeader.Rows(rawValue: try string("rows", members)),
        let layout = SweepLayout(
          cells: try positive("cells", members), seeds: try positive("seeds", members),
          cellsPerItem: try positive("cells_per_item", members), seedsPerItem: try positive("seeds_per_item", members))
      else { return nil }
      let firstSeed: UInt64 = try JSONParts.integer(try value("first_seed", members))
      guard firstSeed <= SweepLayout.firstSeedLimit else { return nil }
      let header = SweepHeader(
        version: try string("version", members), planName: try string("name", plan),
        planHash: try string("sha256", plan), inputs: inputs, rows: rows, metrics: metrics,
        units: Dictionary(units ?? []) { $1 }, firstSeed: firstSeed, layout: layout)
      let identity = try string("id", members)
      guard identity == self.identity(text, members) else { return nil }
      return Header(header: header, form: try form(members), identity: identity)
    } catch {
      return nil
    }
  }

  /// The beginning of the SHA-256 of what stands before `id`.
  private static func identity(
    _ text: [UInt8], _ members: [(key: String, value: ArraySlice<UInt8>)]
  ) -> String? {
    guard let place = members.firstIndex(where: { $0.key == "id" }), place > 0 else { return nil }
    return String(
      SHA256.hexadecimal(of: Array(text[..<members[place - 1].value.endIndex]) + [UInt8(ascii: "}")]).prefix(16))
  }

  /// What stands before a line's check; `nil` where the check does not agree.
  private static func checked(_ line: [UInt8]) -> [UInt8]? {
    let mark = Array(",\"check\":\"".utf8)
    // The check has 16 digits, and `"}` ends the line.
    let end = line.count - mark.count - 18
    guard end > 0, line[end..<end + mark.count].elementsEqual(mark), line.suffix(2).elementsEqual(Array("\"}".utf8))
    else { return nil }
    let text = Array(line[..<end])
    guard SHA256.hexadecimal(of: text).utf8.prefix(16).elementsEqual(line[(end + mark.count)..<line.count - 2])
    else { return nil }
    return text
  }

  /// `nil` for a line that is no item, or that is damaged.
  package static func item(_ line: [UInt8]) -> Item? {
    guard let text = checked(line) else { return nil }
    do {
      let members = try JSONParts.members((text + [UInt8(ascii: "}")])[...])
      let number: Int = try JSONParts.integer(try value("item", members))
      return Item(
        item: number, sweep: try string("sweep", members),
        rows: try JSONParts.elements(try value("rows", members)).map(Array.init))
    } catch {
      return nil
    }
  }

  /// Whether a line is the row of a cell over its seeds, or of its run on `seed`. What the figures say is not looked at.
  package static func isRow(_ line: [UInt8], cell: Int, seed: UInt64?, _ header: SweepHeader) -> Bool {
    do {
      let members = try JSONParts.members(line[...])
      let columns = header.metrics.map(\.column)
      guard try JSONParts.integer(try value("cell", members)) == cell, members.last?.key == "notes",
        columns.elementsEqual(members.dropLast().suffix(columns.count).map(\.key))
      else { return false }
      guard let seed else { return true }
      return try JSONParts.integer(try value("seed", members)) == seed
    } catch {
      return false
    }
  }

  /// A row of sums as it was written; `nil` for anything else.
  package static func sums(_ row: [UInt8], _ header: SweepHeader) -> SweepRow? {
    do {
      let members = try JSONParts.members(row[...])
      let columns = header.metrics.map(\.column)
      let own = ["cell", "first_seed", "seeds", "notes"] + columns + SweepHeader.predictionColumns
      let labels = try members.filter { !own.contains($0.key) }.map { member throws(JSONParts.Fault) in
        SweepLabel(member.key, unit: header.units[member.key] ?? "", try label(member.value))
      }
      let figures = try columns.map { column throws(JSONParts.Fault) in try figure(try value(column, members)) }
      var prediction: CellSums.Prediction?
      if header.hasPrediction {
        let parts = try SweepHeader.predictionColumns.map { column throws(JSONParts.Fault) in
          try figure(try value(column, members))
        }
        prediction = CellSums.Prediction(remaining: parts[0], drawn: parts[1])
      }
      return SweepRow(
        cell: try JSONParts.integer(try value("cell", members)), labels: labels,
        content: .sums(
          CellSums(
            firstSeed: try JSONParts.integer(try value("first_seed", members)), seeds: try positive("seeds", members),
            figures: figures, prediction: prediction,
            notes: try JSONParts.elements(try value("notes", members)).map(JSONParts.string))))
    } catch {
      return nil
    }
  }

  private static func figure(_ text: ArraySlice<UInt8>) throws(JSONParts.Fault) -> CellSums.Figure {
    let members = try JSONParts.members(text)
    let count: Int = try JSONParts.integer(try value("n", members))
    guard count >= 0, let sum = Int128(try string("sum", members)), let squares = Int128(try string("squares", members))
    else { throw JSONParts.Fault() }
    var range: ClosedRange<Double>?
    if count > 0 {
      let (low, high) = (
        try JSONParts.number(try value("min", members)), try JSONParts.number(try value("max", members))
      )
      guard low <= high else { throw JSONParts.Fault() }
      range = low...high
    }
    return CellSums.Figure(sum: ExactSum(count: count, sum: sum, squares: squares), range: range)
  }

  private static func label(_ text: ArraySlice<UInt8>) throws(JSONParts.Fault) -> SweepLabel.Value {
    switch text.first {
    case UInt8(ascii: "\""): return .text(try JSONParts.string(text))
    case UInt8(ascii: "t"): return .flag(true)
    case UInt8(ascii: "f"): return .flag(false)
    case UInt8(ascii: "n"): return .none
    default: return .number(try JSONParts.number(text))
    }
  }

  private static func form(_ members: [(key: String, value: ArraySlice<UInt8>)]) throws(JSONParts.Fault) -> SweepForm {
    switch try string("form", members) {
    case "whole": return .whole
    case "part":
      guard members.contains(where: { $0.key == "shard" }) else { return .part(nil) }
      let numbers = try string("shard", members).split(separator: "/").compactMap { Int($0) }
      guard numbers.count == 2, let shard = SweepShard(number: numbers[0], count: numbers[1]) else {
        throw JSONParts.Fault()
      }
      return .part(shard)
    default: throw JSONParts.Fault()
    }
  }

  private static func value(
    _ key: String, _ members: [(key: String, value: ArraySlice<UInt8>)]
  ) throws(JSONParts.Fault) -> ArraySlice<UInt8> {
    guard let found = members.first(where: { $0.key == key }) else { throw JSONParts.Fault() }
    return found.value
  }

  private static func string(
    _ key: String, _ members: [(key: String, value: ArraySlice<UInt8>)]
  ) throws(JSONParts.Fault) -> String {
    try JSONParts.string(try value(key, members))
  }

  private static func positive(
    _ key: String, _ members: [(key: String, value: ArraySlice<UInt8>)]
  ) throws(JSONParts.Fault) -> Int {
    let number: Int = try JSONParts.integer(try value(key, members))
    guard number >= 1 else { throw JSONParts.Fault() }
    return number
  }
}
