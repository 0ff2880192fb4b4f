package import Analysis
package import Documents
package import FileFormats
package import Reports

/// Makes the whole result of items that come in order: the rows themselves, with the blocks of a cell added up.
///
/// Keeps the sums of one item's cells at most.
package struct SweepReducer {
  /// An item's rows in the form that is needed of them.
  package enum Rows: Sendable {
    /// To be added to those of other items.
    case sums([SweepRow])
    /// As they are written.
    case text([[UInt8]])

    package var count: Int {
      switch self {
      case .sums(let rows): rows.count
      case .text(let rows): rows.count
      }
    }
  }

  private let header: SweepHeader
  private let lines: SweepLines
  private var rows: [SweepRow] = []
  private var expected = 0

  package init(_ header: SweepHeader) {
    self.header = header
    lines = SweepLines(header)
  }

  private static func merges(_ header: SweepHeader) -> Bool { header.rows == .cells && header.layout.blocks > 1 }

  /// What `add` needs of an item that has just been simulated.
  package static func rows(_ rows: [SweepRow], _ lines: SweepLines, _ header: SweepHeader) -> Rows {
    merges(header) ? .sums(rows) : .text(rows.map { Array(lines.row($0).utf8) })
  }

  /// The lines that an item completes, with their line feeds.
  ///
  /// - Parameter item: the one after the last, as it was read.
  package mutating func add(_ item: SweepPartReader.Item) throws(InputError) -> [UInt8] {
    guard Self.merges(header) else { return try add(item.item, .text(item.rows)) }
    let sums = item.rows.compactMap { SweepPartReader.sums($0, header) }
    guard sums.count == item.rows.count else { throw Self.wrong(item.item) }
    return try add(item.item, .sums(sums))
  }

  /// The lines that an item completes, with their line feeds.
  ///
  /// - Parameter item: the one after the last.
  package mutating func add(_ item: Int, _ own: Rows) throws(InputError) -> [UInt8] {
    let layout = header.layout
    let expectedRows = header.rows == .cells ? layout.cells(of: item).count : layout.runs(of: item)
    guard item == expected, own.count == expectedRows else { throw Self.wrong(item) }
    expected += 1
    switch own {
    case .text(let own): return own.reduce(into: []) { $0 += $1 + [UInt8(ascii: "\n")] }
    case .sums(let own): try merge(own, of: item)
    }
    guard (item + 1) % layout.blocks == 0 else { return [] }
    defer { rows = [] }
    return rows.reduce(into: []) { $0 += Array((lines.row($1) + "\n").utf8) }
  }

  private mutating func merge(_ own: [SweepRow], of item: Int) throws(InputError) {
    guard !rows.isEmpty else {
      rows = own
      return
    }
    for (place, row) in own.enumerated() {
      guard rows[place].cell == row.cell, case .sums(var total) = rows[place].content,
        case .sums(let sums) = row.content
      else { throw Self.wrong(item) }
      do throws(ExactSum.Overflow) {
        try total.merge(sums)
      } catch {
        throw InputError(
          file: nil, message: "a sum of cell \(row.cell) has become too large", remedy: "write 'rows: runs' in the plan"
        )
      }
      rows[place].content = .sums(total)
    }
  }

  private static func wrong(_ item: Int) -> InputError {
    InputError(
      file: nil, message: "item \(item) does not hold the rows that it should",
      remedy: "run it again: 'echo \(item) | geojoule sweep PLAN --stdin'")
  }
}
