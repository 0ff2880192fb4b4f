import Analysis
import FileFormats
import Reports

/// Makes the whole result of items that come in order: the rows themselves, with the blocks of a cell added up.
///
/// Keeps the sums of one item's cells at most.
struct SweepFold {
  private let header: SweepHeader
  private let lines: SweepLines
  private var rows: [SweepRow] = []
  private var expected = 0

  init(_ header: SweepHeader) {
    self.header = header
    lines = SweepLines(header)
  }

  /// The lines that an item completes, with their line feeds.
  ///
  /// - Parameter item: the one after the last.
  /// - Throws: `InputError` for rows that are not what the item should have.
  mutating func add(_ item: SweepPartReader.Item) throws(InputError) -> [UInt8] {
    let layout = header.layout
    let expectedRows = header.rows == .cells ? layout.cells(of: item.item).count : layout.runs(of: item.item)
    guard item.item == expected, item.rows.count == expectedRows else { throw Self.wrong(item.item) }
    expected += 1
    if header.rows == .runs || layout.blocks == 1 {
      return item.rows.reduce(into: []) { $0 += $1 + [UInt8(ascii: "\n")] }
    }
    try merge(item)
    guard (item.item + 1) % layout.blocks == 0 else { return [] }
    defer { rows = [] }
    return rows.reduce(into: []) { $0 += Array((lines.row($1) + "\n").utf8) }
  }

  private mutating func merge(_ item: SweepPartReader.Item) throws(InputError) {
    let isFirst = rows.isEmpty
    for (place, text) in item.rows.enumerated() {
      guard let row = SweepPartReader.sums(text, header), case .sums(let sums) = row.content else {
        throw Self.wrong(item.item)
      }
      if isFirst {
        rows.append(row)
        continue
      }
      guard rows[place].cell == row.cell, case .sums(var total) = rows[place].content else {
        throw Self.wrong(item.item)
      }
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
