package import Analysis
import Core

/// A table whose cells keep their type, so that each format writes them its own way.
package struct ReportTable: Sendable {
  /// What the cells of a column are, one for each row.
  enum Cells: Sendable {
    case words([String])
    case numbers([Double?], FigureRounding)
    /// Numbers that people read in words of their own, such as a time of day.
    case labelled([(text: String, value: Double?)])
    /// Both ends of a range; files have a column for each, with these endings.
    case ranges([ClosedRange<Double>?], FigureRounding, low: String, high: String)
    /// What only files have.
    case values([JSONValue])

    var count: Int {
      switch self {
      case .words(let words): words.count
      case .numbers(let numbers, _): numbers.count
      case .labelled(let cells): cells.count
      case .ranges(let ranges, _, _, _): ranges.count
      case .values(let values): values.count
      }
    }
  }

  package struct Column: Sendable {
    /// In files, unit included; empty for a column that files do not have.
    var name = ""
    /// What people read above it, in lines; empty for a column that only files have.
    var heading: [String] = []
    var unit = ""
    /// The place among the columns that people read.
    var rank = 0
    /// Its meaning in a sentence.
    var note = ""
    /// Whether a terminal that is too narrow does without it first.
    var isSpare = false
    /// Whether its numbers count something: they are whole.
    var isCount = false
    /// Whether its heading is a name, which is written as it is.
    var isName = false
    /// Whether its words stand for figures, such as `open` among intervals: they are aligned as numbers are.
    var isFigures = false
    var cells: Cells

    /// Whether it is aligned as text is.
    var isText: Bool { if case .words = cells { !isFigures } else { false } }

    /// The heading in one line, without its unit.
    var title: String { heading.joined(separator: " ") }

    /// The same with a capital, unless it is the name of a parameter or a profile.
    var label: String {
      let isName = isName || (!title.contains(" ") && title.contains { "._-".contains($0) })
      return isName ? title : PlainText.capitalized(title)
    }

    /// The cell as people read it.
    func text(_ row: Int) -> String {
      if isCount, case .numbers(let numbers, _) = cells {
        return numbers[row].flatMap { Int(exactly: $0) }.map { DecimalText.grouped($0) } ?? Figure.missing
      }
      return switch cells {
      case .words(let words): words[row]
      case .numbers(let numbers, let rounding): rounding.text(numbers[row])
      case .labelled(let cells): cells[row].text
      case .ranges(let ranges, let rounding, _, _):
        ranges[row].map(rounding.ends) ?? Figure.missing
      case .values: ""
      }
    }

    /// The number that a page sorts the cell by.
    func value(_ row: Int) -> Double? {
      switch cells {
      case .words, .values: nil
      case .numbers(let numbers, _): numbers[row]
      case .labelled(let cells): cells[row].value
      case .ranges(let ranges, _, _, _): ranges[row]?.lowerBound
      }
    }

    /// The names of its columns in a file.
    var names: [String] {
      if case .ranges(_, _, let low, let high) = cells { return ["\(name)_\(low)", "\(name)_\(high)"] }
      return [name]
    }

    /// Its cells in a file, one for each of `names`.
    func values(_ row: Int) -> [JSONValue] {
      switch cells {
      case .words(let words): [.string(words[row])]
      case .numbers, .labelled: [value(row).json]
      case .ranges(let ranges, _, _, _): [(ranges[row]?.lowerBound).json, (ranges[row]?.upperBound).json]
      case .values(let values): [values[row]]
      }
    }

    /// Whether zeros alone are something to show: of what was asked for.
    var showsZeros = false

    var hasContent: Bool {
      switch cells {
      case .words(let words): words.contains { !$0.isEmpty }
      case .numbers(let numbers, _): numbers.contains { $0 != nil && (showsZeros || $0 != 0) }
      case .labelled(let cells): cells.contains { !$0.text.isEmpty }
      case .ranges(let ranges, _, _, _): ranges.contains { $0 != nil }
      case .values: false
      }
    }
  }

  /// Rows are named by the first column that people read.
  var columns: [Column]
  /// Rows that stand out, with a star behind their names.
  var starred: Set<Int> = []
  /// Rows that pages show in the colour of faults.
  var alarming: Set<Int> = []
  /// How many columns a short table has, and how wide it is on a terminal: at most, unless fewer columns than the least would
  /// be left.
  var leastColumns = 2
  var mostColumns = 8
  var mostWidth = 80
  /// How wide the names may be on a terminal.
  var nameWidth = 28
  /// On a terminal, longer names stand below the table instead of being cut.
  var listsLongNames = false
  /// What people read in place of the names of some rows.
  var labels: [Int: String] = [:]
  /// What rows have in common with their neighbours, for each row; empty for a table without groups.
  var groups: [String] = []

  /// From which row on comments fold them away, and what the line says that opens them.
  var folded: (from: Int, summary: String)?

  /// The group that begins with a row.
  func group(before row: Int) -> String? {
    guard groups.indices.contains(row), row == 0 || groups[row] != groups[row - 1] else { return nil }
    return groups[row]
  }

  var rowCount: Int { columns.first?.cells.count ?? 0 }

  /// The columns that people read, by rank; those without content are left out.
  ///
  /// - Parameter most: at most so many; the rest is for those who ask.
  func shown(most: Int = .max) -> [Column] {
    let naming = naming
    let ranked = columns.enumerated().filter {
      $0.offset == naming || (!$0.element.heading.isEmpty && $0.element.hasContent)
    }
    let sorted = ranked.sorted {
      ($0.offset == naming ? 0 : 1, $0.element.rank, $0.offset) < (
        $1.offset == naming ? 0 : 1, $1.element.rank, $1.offset
      )
    }
    return Array(sorted.map(\.element).prefix(most))
  }

  private var naming: Int { columns.firstIndex { !$0.heading.isEmpty } ?? 0 }

  /// The name of a row as people read it, without its star.
  func name(_ row: Int) -> String { PlainText.line(labels[row] ?? columns[naming].text(row)) }

  /// What files have of a row, by name.
  func members(_ row: Int) -> [(String, JSONValue)] {
    columns.filter { !$0.name.isEmpty }.flatMap { Array(zip($0.names, $0.values(row))) }
  }

  /// What its columns mean, a line each.
  var meanings: [String] { shown().filter { !$0.note.isEmpty }.map { "\($0.title): \($0.note)" } }
}

extension ReportTable {
  /// A row for each value, in columns by rank, of equal rank in their order.
  package static func of<Row>(
    _ rows: [Row], nameWidth: Int = 28, @ColumnList _ columns: (ReportColumns<Row>) -> [Column]
  ) -> ReportTable {
    ReportTable(columns: columns(ReportColumns(rows)), nameWidth: nameWidth)
  }

  init(nameWidth: Int = 28, @ColumnList _ columns: () -> [Column]) {
    self.init(columns: columns(), nameWidth: nameWidth)
  }

  /// A file's rows from objects with members for cells; what is missing is empty.
  init(objects: [JSONValue], names: [String]) {
    let rows = objects.map { object -> [String: JSONValue] in
      guard case .object(let members) = object else { return [:] }
      return Dictionary(members) { $1 }
    }
    self.init(columns: names.map { name in .init(name: name, cells: .values(rows.map { $0[name] ?? .null })) })
  }

  /// Columns one under the other, also under conditions and in loops.
  @resultBuilder package enum ColumnList {
    package static func buildExpression(_ column: Column) -> [Column] { [column] }
    package static func buildExpression(_ columns: [Column]) -> [Column] { columns }
    package static func buildBlock(_ parts: [Column]...) -> [Column] { parts.flatMap(\.self) }
    package static func buildOptional(_ part: [Column]?) -> [Column] { part ?? [] }
    package static func buildArray(_ parts: [[Column]]) -> [Column] { parts.flatMap(\.self) }
  }
}

/// Makes the columns of a table that has a row for each of some values.
package struct ReportColumns<Row> {
  package typealias Column = ReportTable.Column

  let rows: [Row]

  init(_ rows: [Row]) { self.rows = rows }

  package func words(
    _ heading: [String] = [], name: String = "", unit: String = "", rank: Int = 0, note: String = "",
    cell: (Row) -> String
  ) -> Column {
    Column(name: name, heading: heading, unit: unit, rank: rank, note: note, cells: .words(rows.map(cell)))
  }

  /// Words that stand for figures, and are aligned as numbers are.
  package func figures(
    _ heading: [String] = [], name: String = "", unit: String = "", rank: Int = 0, note: String = "",
    cell: (Row) -> String
  ) -> Column {
    Column(
      name: name, heading: heading, unit: unit, rank: rank, note: note, isFigures: true, cells: .words(rows.map(cell)))
  }

  /// A column that only files have.
  func file(_ name: String, cell: (Row) -> any JSONWritable) -> Column {
    Column(name: name, cells: .values(rows.map { cell($0).json }))
  }

  package func numbers(
    _ heading: [String] = [], name: String = "", unit: String = "", rounding: FigureRounding = .three, rank: Int = 0,
    note: String = "", cell: (Row) -> Double?
  ) -> Column {
    Column(
      name: name, heading: heading, unit: unit, rank: rank, note: note, cells: .numbers(rows.map(cell), rounding))
  }

  func labelled(
    _ heading: [String] = [], name: String = "", unit: String = "", rank: Int = 0,
    cell: (Row) -> (text: String, value: Double?)
  ) -> Column {
    Column(name: name, heading: heading, unit: unit, rank: rank, cells: .labelled(rows.map(cell)))
  }

  package func counts(_ heading: [String] = [], name: String = "", rank: Int = 0, cell: (Row) -> Int?) -> Column {
    Column(
      name: name, heading: heading, rank: rank, isCount: true,
      cells: .numbers(rows.map { cell($0).map(Double.init) }, .three))
  }

  /// - Parameter ends: what files add to the name for the lower and for the upper end.
  func ranges(
    _ heading: [String] = [], name: String = "", ends: (low: String, high: String) = ("", ""), unit: String = "",
    rounding: FigureRounding = .three, rank: Int = 0, note: String = "", cell: (Row) -> ClosedRange<Double>?
  ) -> Column {
    Column(
      name: name, heading: heading, unit: unit, rank: rank, note: note,
      cells: .ranges(rows.map(cell), rounding, low: ends.low, high: ends.high))
  }
}

extension FigureRounding {
  func ends(_ range: ClosedRange<Double>) -> String {
    let scale: Double? =
      switch self {
      case .share: 100
      case .three, .drain, .plain: 1
      case .battery: range.lowerBound > 100 ? nil : 1
      case .change, .changeOfShare, .span, .changeOfSpan: nil
      }
    return Figure.ends(range, scale: scale) { text($0) }
  }

  /// The figure as people read it.
  package func text(_ value: Double?) -> String {
    switch self {
    case .three: Figure.text(value)
    case .drain: Figure.drain(value)
    case .plain: Figure.plain(value)
    case .share: Figure.percent(value)
    case .battery: (value ?? 0) > 100 ? "> 100" : Figure.percent(value.map { $0 / 100 })
    case .change: value.map(Figure.change) ?? Figure.missing
    case .changeOfShare: value.map(Figure.changeOfShare) ?? Figure.missing
    case .span: Figure.span(value)
    case .changeOfSpan: value.map(Figure.changeOfSpan) ?? Figure.missing
    }
  }
}
