import Analysis
import Foundation
import Testing

@testable import Reports

/// The formats of one document hold the same cells in the same order.
@Suite struct DocumentFormatTests {
  static let documents = [
    SampleReports.report().document, SampleReports.report(seeds: 1).document, ReportSafetyTests.report().document,
  ]

  /// What people read: the name of each row, then its cells.
  private func shown(_ table: ReportTable, most: Int) -> [[String]] {
    let columns = table.shown(most: min(most, most == 8 ? table.mostColumns : most))
    return (0..<table.rowCount).map { row in [table.name(row)] + columns.dropFirst().map { $0.text(row) } }
  }

  @Test(arguments: documents.indices, [8, Int.max])
  func markdownHasTheCells(_ index: Int, _ most: Int) throws {
    let table = try #require(Self.documents[index].sections.first?.table)
    let text = DocumentMarkdown(isWide: most > 8).render(Self.documents[index])
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
    let cells = shown(table, most: most)
    #expect(rows.count == cells.count)
    for (line, cells) in zip(rows, cells) {
      let expected = cells.map(PlainText.markdown).joined(separator: " | ")
      #expect(line.replacing(" ★", with: "") == "| \(expected) |")
    }
  }

  @Test(arguments: documents.indices, [8, Int.max])
  func theTerminalHasTheCells(_ index: Int, _ most: Int) throws {
    let table = try #require(Self.documents[index].sections.first?.table)
    let text = DocumentText(width: 200, isWide: most > 8).render(Self.documents[index])
    let lines = text.split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex { $0.hasPrefix("----") })
    var left = lines[(start + 1)...]
    for cells in shown(table, most: most) {
      let line = try #require(left.first)
      left.removeFirst()
      // A long name goes on in the next lines.
      let name = DisplayWidth.of(cells[0]) > 28 ? TextWrap.nameLines(cells[0], width: 28) : [cells[0]]
      for more in name.dropFirst() { #expect(left.popFirst() == more) }
      var rest = line[...]
      for (place, cell) in ([name[0]] + cells.dropFirst()).enumerated() where !cell.isEmpty {
        // A short table is 80 wide at most: its last columns may be missing.
        if most == 8, place > 5, rest.allSatisfy({ $0 == " " }) { break }
        let found = try #require(rest.range(of: cell), "\(cell) in \(line)")
        #expect(rest[..<found.lowerBound].allSatisfy { " *".contains($0) }, "\(line)")
        rest = rest[found.upperBound...]
      }
      #expect(rest.allSatisfy { " *".contains($0) }, "\(line)")
    }
  }

  /// Two rows differ in the last letters of a long word, a third in words far behind.
  @Test func theEndOfALongNameIsSeen() {
    let rows = [
      "gnss.tracking.high_accuracy.power_when_indoors_p50", "gnss.tracking.high_accuracy.power_when_indoors_p95",
      "one two three four five six seven eight nine ten eleven twelve thirteen fourteen",
    ]
    let table = ReportTable.of(rows) { columns in
      columns.words(["parameter"], name: "parameter") { $0 }
      columns.numbers(["effect"], name: "effect") { Double($0.count) }
    }
    let document = ReportDocument(
      title: "t", headline: "h", subtitle: "s", sections: [.init(table: table)], version: "1", command: "c")
    let text = DocumentText(width: 80).render(document)
    #expect(
      text.contains(
        """
        gnss.tracking.high_            50.0
          accuracy.power_when_
          indoors_p50
        gnss.tracking.high_            50.0
          accuracy.power_when_
          indoors_p95
        one two three four five six    80.0
          seven eight nine ten
          eleven twelve thirteen
          fourteen
        """), "\(text)")
  }

  @Test(arguments: documents.indices)
  func thePageHasTheCells(_ index: Int) throws {
    let document = Self.documents[index]
    let table = try #require(document.sections.first?.table)
    let page = DocumentHTML().render(document)
    let body = try #require(page.split(separator: "<tbody>").dropFirst().first?.split(separator: "</tbody>").first)
    let rows = body.split(separator: "<tr").filter { $0.contains("</tr>") }
    let cells = shown(table, most: .max)
    #expect(rows.count == cells.count)
    for (row, cells) in zip(rows, cells) {
      let found = row.components(separatedBy: "</t").dropLast().compactMap { part -> String? in
        part.range(of: ">", options: .backwards).map { String(part[$0.upperBound...]) }
      }.filter { !$0.hasPrefix("body") }
      let names = found.prefix(cells.count).map { $0.replacing(" ★", with: "") }
      #expect(names == cells.map(PlainText.markup))
    }
  }

  /// Files have the same columns in the same order, each figure to its last digit.
  @Test(arguments: documents.indices)
  func theFileHasTheColumns(_ index: Int) throws {
    let document = Self.documents[index]
    let table = try #require(document.sections.first?.table)
    let names = document.csvColumns
    let places = table.shown().filter { !$0.name.isEmpty }.map { names.firstIndex(of: $0.names[0]) }
    #expect(!places.contains(nil))
    let ranked = places.compactMap(\.self).dropFirst()
    // Words about a row, such as its system, stand in front of the figures in files.
    let figures = ranked.filter { $0 > 8 && names[$0] != "marginal_drain_percent_per_hour" }
    // Shares are shown at the thresholds that the rows' needs have, whatever their place in files.
    let others = figures.filter {
      !names[$0].contains("_in_") && names[$0] != "false_events" && names[$0] != "distance_error"
    }
    #expect(others == others.sorted())
  }

  /// One of each report whose tables are more than one.
  static let reports: [(name: String, document: ReportDocument)] = [
    ("population", PopulationReportTests.report().document), ("fit", FitReportTests.sample.document),
    ("activity", activity.document), ("sweep", sweep.document), ("comparison", SampleReports.report().document),
    ("advice", AdviceReportTests.report().document), ("run", RunGoldenTests.report.document),
    ("check", SampleChecks.report().document), ("plan", plan.document), ("sensitivity", sensitivity.document),
  ]

  static let plan = MeasurementPlanReport(
    question: "a", answer: 0.4, deviation: 0.2, device: "phone", hours: 16,
    runs: [(strategy: "a", place: "at rest", hours: 8, drop: 5, deviation: 0.1)],
    weekends: [[(run: 0, day: 0, deviation: 0.1)]], seeds: 4, version: "1", command: "geojoule plan-measurement")

  static let sensitivity = SensitivityReport(
    rows: ["cpu.active", "gnss.tracking"].map {
      (name: $0, total: (0.4, 0.3...0.5), alone: nil, size: (1.2, 1.1...1.3), effect: -1.2, spread: 0.1)
    }, title: "Sensitivity", metric: BudgetMetric(.energy), findings: ["One"], method: ["Two"], version: "1",
    command: "geojoule sensitivity")

  static let activity = {
    var estimate = ActivityEstimate(
      whole: .init(seconds: 86_400, energy: statistics(300, 320), prediction: 210...440),
      drain: statistics(0.03, 0.05), drainPrediction: 0.025...0.06)
    estimate.parts = [
      ("best", .init(seconds: 1830, energy: statistics(300, 320), prediction: 210...440), statistics(0.1, 0.2))
    ]
    return ActivityReport(
      estimate, basis: "walk; phone", version: "1", command: "geojoule import metrickit p.json")
  }()

  private static func statistics(_ values: Double...) -> SampleStatistics { SampleStatistics(values)! }

  static let sweep = SweepReport(
    header: SweepHeader(
      version: "1", planName: "plan", planHash: "", inputs: [], rows: .cells, metrics: [.energy, .errorP95],
      units: ["distance_filter_m": "m"],
      firstSeed: 1, layout: SweepLayout(cells: 3, seeds: 4, cellsPerItem: 1, seedsPerItem: 4)!),
    rows: (0..<3).map { cell in
      var energy = ExactSum()
      for value in [1.0, 2, 3, 6] { try? energy.add(value * Double(cell + 1)) }
      let sums = CellSums(
        firstSeed: 1, seeds: 4,
        figures: [.init(sum: energy, range: Double(cell + 1)...6 * Double(cell + 1)), .init()],
        notes: cell == 1 ? ["odd"] : [])
      let filter: SweepLabel.Value = cell == 2 ? .none : .number(Double(cell * 10 + 10))
      return SweepRow(
        cell: cell, labels: [SweepLabel("strategy", .text("a")), SweepLabel("distance_filter_m", unit: "m", filter)],
        content: .sums(sums))
    }, command: "geojoule sweep plan.yml")

  /// Each cell of each table stands in its row of each format.
  @Test(arguments: reports.indices)
  func everyTableIsInEveryFormat(_ index: Int) throws { try expectEveryTable(of: Self.reports[index].document) }

  /// Of an optimization, which comes from a search.
  @Test func everyTableOfAnOptimizationIsInEveryFormat() async throws {
    let report = try await OptimizationReportTests().report { x, seed in
      (Double(10 + x), x == 2 ? 9 : Double(4 + seed % 2))
    }
    try expectEveryTable(of: report.document)
    try expectFiles(of: report.document)
  }

  private func expectEveryTable(of document: ReportDocument) throws {
    let text = DocumentText(width: 400, isWide: true).render(document).split(separator: "\n")
    let markdown = DocumentMarkdown(isWide: true).render(document).split(separator: "\n")
    let page = DocumentHTML().render(document).replacing(" ★", with: "").split(separator: "\n")
    let tables = document.sections.filter { !$0.isOnPagesOnly }.compactMap(\.table)
    #expect(!tables.isEmpty)
    for table in tables {
      let columns = table.shown()
      for row in 0..<table.rowCount {
        let cells = columns.dropFirst().map { $0.text(row) }
        let marked = ([table.name(row)] + cells).map(PlainText.markdown)
        #expect(
          markdown.contains { $0.replacing(" ★", with: "") == "| \(marked.joined(separator: " | ")) |" }, "\(marked)")
        let whole = table.name(row)
        let name =
          DisplayWidth.of(whole) > table.nameWidth ? TextWrap.nameLines(whole, width: table.nameWidth)[0] : whole
        let words = ([name] + cells).joined(separator: " ").split(separator: " ").filter { $0 != "*" }
        #expect(text.contains { $0.split(separator: " ").filter { $0 != "*" } == words }, "\(words)")
        let tagged = cells.map { ">\(PlainText.markup(PlainText.line($0)))</td>" }
        #expect(
          page.contains { line in
            line.contains(">\(PlainText.markup(table.name(row)))</th>") && tagged.allSatisfy { line.contains($0) }
          },
          "\(tagged)")
      }
    }
  }

  /// However wide the terminal is; a check keeps five columns.
  @Test(arguments: reports.indices)
  func shortTablesAre80CharactersWide(_ index: Int) {
    let (name, document) = Self.reports[index]
    let lines = DocumentText(width: 200).render(document).split(separator: "\n", omittingEmptySubsequences: false)
    for rule in lines.indices where lines[rule].hasPrefix("-----") && name != "check" {
      for row in lines[(rule + 1)...].prefix(while: { !$0.isEmpty && !$0.hasPrefix("--wide") }) {
        #expect(DisplayWidth.of(String(row)) <= 80, "\(row)")
      }
    }
  }

  /// The cells of a file as RFC 4180 says: a quoted one may hold commas, quotes and line feeds.
  private static func records(_ text: String) -> [[String]] {
    var (records, record, cell, isQuoted): ([[String]], [String], String, Bool) = ([], [], "", false)
    for piece in text.replacing("\"\"", with: "\u{1}") {
      switch piece {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: (record, cell) = (record + [cell], "")
      case _ where piece.isNewline && !isQuoted: (records, record, cell) = (records + [record + [cell]], [], "")
      default: cell.append(piece == "\u{1}" ? "\"" : piece)
      }
    }
    return records
  }

  /// Files have a value for each cell: a column of each name, in the table's order, and a member of it in JSON.
  @Test(arguments: reports.indices)
  func filesHaveTheCells(_ index: Int) throws { try expectFiles(of: Self.reports[index].document) }

  private func expectFiles(of document: ReportDocument) throws {
    let tables = document.files.isEmpty ? Array(document.sections.compactMap(\.table).prefix(1)) : document.files
    let records = Self.records(DocumentCSV().render(document))
    let names = try #require(records.first)
    #expect(Set(names).count == names.count && records.count == 1 + tables.reduce(0) { $0 + $1.rowCount })
    var row = 0
    for table in tables {
      let named = table.columns.filter { !$0.name.isEmpty }
      #expect(!named.isEmpty)
      for place in 0..<table.rowCount {
        row += 1
        for column in named {
          for (name, value) in zip(column.names, column.values(place)) {
            let cell = records[row][try #require(names.firstIndex(of: name), "\(name)")]
            switch value {
            case .string(let text): #expect(cell == text, "\(name)")
            case .number(let number): #expect(Double(cell) == number, "\(name)")
            case .integer(let number): #expect(cell == "\(number)", "\(name)")
            case .bool(let flag): #expect(cell == "\(flag)", "\(name)")
            case .null, .array, .object: #expect(cell.isEmpty, "\(name)")
            }
          }
        }
      }
    }
  }

  @Test func intervalsOfSharesOfTheVarianceEndAtAllAndNothing() {
    #expect(SensitivityReport.share(0.7, 0.26...1.33).interval == 0.26...1)
    #expect(SensitivityReport.share(0.02, -0.1...0.3).interval == 0...0.3)
    #expect(SensitivityReport.share(-0.02, -0.1...0.3).interval == -0.02...0.3)
  }

  /// JSON that is made of the tables has a member for each column, in each row.
  @Test(arguments: ["activity", "sweep", "plan", "sensitivity"])
  func jsonHasTheCells(_ name: String) throws {
    let document = try #require(Self.reports.first { $0.name == name }).document
    let json = try JSONSerialization.jsonObject(with: Data(DocumentJSON(schema: "s").render(document).utf8))
    let parts = try #require((json as? [String: Any])?["tables"] as? [[String: Any]])
    let tables = document.sections.compactMap(\.table)
    #expect(parts.count == tables.count)
    for (part, table) in zip(parts, tables) {
      let rows = try #require(part["rows"] as? [[String: Any]])
      #expect(rows.count == table.rowCount)
      for (place, row) in rows.enumerated() {
        for column in table.columns where !column.name.isEmpty {
          for (name, value) in zip(column.names, column.values(place)) {
            switch value {
            case .string(let text): #expect(row[name] as? String == text)
            // The reader of JSON may miss the last digits.
            case .number(let number): #expect(try abs(#require(row[name] as? Double) - number) <= 1e-14 * abs(number))
            default: #expect(row.keys.contains(name))
            }
          }
        }
      }
    }
  }

  /// 2, 4 and 6 J with their intervals; the filter is a number where it is one.
  @Test func aSweepsRowsAreItsCells() {
    let lines = DocumentCSV().render(Self.sweep.document).split(separator: "\n")
    #expect(
      lines.first
        == "cell,distance_filter_m,strategy,first_seed,seeds,energy_J,energy_J_p5,energy_J_p95,energy_J_ci95_low,energy_J_ci95_high,error_p95_m,error_p95_m_ci95_low,error_p95_m_ci95_high,note"
    )
    #expect(lines[1].hasPrefix("0,10,a,1,4,3,,,0,6.4374"), "\(lines[1])")
    #expect(lines[3].hasPrefix("2,none,a,1,4,9,,,0,19.3123"), "\(lines[3])")
    #expect(lines[2].hasSuffix(",,,,odd") && lines[1].hasSuffix(",,,,"))
    let headline = Self.sweep.document.headline
    #expect(
      headline.hasPrefix(
        "Energy goes from 3.0 (95 % 0 to 6.4) to 9.0 J over 3 cells; least in cell 0, distance filter 10 m."),
      "\(headline)")
  }
  /// Of means of 3, 6 and 9 J the bars have lengths of 1 to 2 to 3.
  @Test func aSweepsPageHasABarForEachCell() throws {
    let page = DocumentHTML().render(Self.sweep.document)
    #expect(page.contains("Energy of each cell") && page.contains(">Energy, J, 95 % interval<"))
    let widths = page.matches(of: /<rect (?=[^>]*class="density")[^>]*width="([0-9.]+)"/).compactMap { Double($0.1) }
    let first = try #require(widths.first)
    #expect(widths.count == 3 && abs(widths[1] / first - 2) < 0.1 && abs(widths[2] / first - 3) < 0.1, "\(widths)")
  }
}
