import Foundation
import TestSupport
import Testing

/// reports/validation/measured-phones-tables.md shows what its commands print, and all that quotes it agrees with it.
@Suite struct MeasuredPhonesPageTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let data = RepositoryPath.data("mobilitynet")
  static let isThere = FileManager.default.fileExists(atPath: data + "/travel/runs.csv")
  static let isLong = ProcessInfo.processInfo.environment["GEOJOULE_LONG_TESTS"] == "1"

  private struct Block {
    let arguments: [String]
    let text: String
  }

  private static func page(_ name: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent("reports/validation/\(name).md"), encoding: .utf8)
  }

  private static func blocks() throws -> [Block] {
    let page = try page("measured-phones-tables")
    var blocks: [Block] = []
    var open: (arguments: [String], lines: [String])?
    for line in page.components(separatedBy: "\n") {
      if line.hasPrefix("<!-- geojoule ") {
        open = (line.dropFirst(14).dropLast(4).split(separator: " ").map(String.init), [])
      } else if line == "<!-- end -->" {
        if let block = open {
          blocks.append(Block(arguments: block.arguments, text: block.lines.map { $0 + "\n" }.joined()))
        }
        open = nil
      } else {
        open?.lines.append(line)
      }
    }
    return blocks
  }

  private static func check(_ block: Block) throws {
    let outcome = try BuiltTool.run(block.arguments + ["--quiet"], in: data)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text == block.text, "\(block.arguments.joined(separator: " "))")
  }

  @Test(.enabled(if: isThere, "needs mobilitynet of GEOJOULE_DATA"))
  func theDaysOfTheFitAreThoseOfThePage() throws {
    let blocks = try Self.blocks()
    #expect(blocks.map { $0.arguments[1] } == ["stationary", "travel", "travel", "stationary", "travel", "travel"])
    #expect(
      blocks.map { $0.arguments[3] } == [String](repeating: "iphone-6", count: 3)
        + [String](repeating: "nexus-6", count: 3))
    try Self.check(try #require(blocks.first { $0.arguments.contains("unimodal") }))
  }

  @Test(
    .enabled(if: isThere, "needs mobilitynet of GEOJOULE_DATA"),
    .enabled(if: isLong, "takes minutes without optimization: GEOJOULE_LONG_TESTS=1"))
  func allTablesAreThoseOfThePage() throws {
    for block in try Self.blocks() { try Self.check(block) }
  }

  /// The value that stands beside a name in the block's summary.
  private static func figure(_ name: String, _ block: Block) throws -> String {
    let row = try #require(block.text.split(separator: "\n").first { $0.hasPrefix("| \(name) |") }, "\(name)")
    return row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }[1]
  }

  @Test func thePageQuotesTheTables() throws {
    let page = try Self.page("measured-phones")
    #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count < 150)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| at rest |") || $0.hasPrefix("| `") }
    let blocks = try Self.blocks()
    #expect(rows.count == blocks.count)
    for (row, block) in zip(rows, blocks) {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      #expect(cells.count == 11, "\(row)")
      for (place, name) in [
        (1, "relative error, median"), (3, "drained, plateau included: error, median"),
        (5, "on trips: error of the rate, median"), (6, "at rest: error of the rate, median"),
      ] {
        #expect(cells[place] == (try Self.figure(name, block)), "\(name): \(row)")
      }
      for (place, name) in [
        (2, "relative error, worst"), (4, "drained, plateau included: error, worst"),
        (9, "within the error of the measurement"),
      ] {
        let figure = try Self.figure(name, block)
        #expect(figure.hasPrefix(cells[place]), "\(name): \(row)")
      }
      #expect(try Self.figure("90 % ranges, plateau included: either way", block) == "a factor of \(cells[8])")
      let words = cells[7].split(separator: " ")
      #expect(block.text.contains("| all | \(words[2]) | \(words[0]) |"), "\(row)")
    }
    // The aims that the tables say are not met, by the words that the page explains.
    let aims = [
      "every configuration": "near", "median error": "median", "worst error": "worst", "90 % prediction": "share",
      "at no more": "width", "the measured order": "order",
    ]
    var missed = 0
    for (row, block) in zip(rows, blocks) {
      let names = block.text.split(separator: "\n").filter { $0.hasSuffix("| not met |") }.map { line in
        aims.first { line.hasPrefix("| \($0.key)") }?.value ?? "unknown"
      }
      missed += names.count
      let cell = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.last
      #expect(cell == (names.isEmpty ? "none" : names.joined(separator: ", ")), "\(row)")
    }
    #expect(missed == 10)
    // Coverage with and without the days of other use, for each phone.
    let sums = page.split(separator: "\n").filter { $0.hasPrefix("| all") }
    #expect(sums.count == 4)
    for (place, sum) in sums.enumerated() {
      let isWhole = sum.hasPrefix("| all |")
      #expect(isWhole == (place % 2 == 1))
      let own = blocks[(place / 2 * 3)..<(place / 2 * 3 + 3)].filter { isWhole || !$0.arguments.contains("unimodal") }
      let counts = try own.map { block in
        try #require(block.text.split(separator: "\n").first { $0.hasPrefix("| all |") }).split(separator: "|")
          .compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
      }
      let (runs, held) = (counts.reduce(0) { $0 + $1[0] }, counts.reduce(0) { $0 + $1[1] })
      #expect(sum.contains("| \(held) of \(runs) ("), "\(sum)")
    }
  }

  /// What no script printed and no profile holds is in no sentence.
  @Test func numbersInSentencesWereComputed() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-I", Self.root.appendingPathComponent("reports/validation/sentences.py").path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && text.isEmpty, "\(text)")
  }

  /// Each 95 % error that position-errors.md quotes is that of the tables, and none is left out.
  @Test func thePageOfPositionErrorsQuotesTheTables() throws {
    func cells(_ line: some StringProtocol) -> [String] {
      String(line).replacing("\\", with: "").split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter {
          !$0.isEmpty
        }
    }
    func number(_ text: String) -> String { Double(text.replacing(",", with: "")).map { "\($0)" } ?? "-" }
    var expected: [[String]] = []
    for block in try Self.blocks() {
      var timeline: String?
      for line in block.text.split(separator: "\n") {
        if line.hasPrefix("#### ") {
          timeline = line.hasSuffix("errors across the route") ? String(line.dropFirst(5).prefix { $0 != "\\" }) : nil
        }
        let row = cells(line)
        guard let timeline, row.count == 8, number(row[4]) != "-", number(row[5]) != "-" else { continue }
        expected.append([block.arguments[3], timeline, row[0], row[1], number(row[4]), number(row[5])])
      }
    }
    let rows = try Self.page("position-errors").split(separator: "\n").filter {
      $0.hasPrefix("| iphone-6 |") || $0.hasPrefix("| nexus-6 |")
    }.map(cells).filter { $0.count == 8 }.map { row in
      Array(row.prefix(4)) + [number(row[4]), number(row[5])]
    }
    #expect(rows.count == 40 && rows == expected)
  }

  /// So are its 95 % errors of satellites alone, pooled ones among them.
  @Test func thePageOfPositionErrorsQuotesSatellites() throws {
    func cells(_ line: some StringProtocol) -> [String] {
      String(line).replacing("\\", with: "").split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let page = try Self.page("position-errors").split(separator: "\n").map(cells).filter { $0.count == 19 }
    var found = 0
    for block in try Self.blocks() {
      var isSatellites = false
      for line in block.text.split(separator: "\n") {
        if line.hasPrefix("#### ") { isSatellites = line.hasPrefix("#### Satellites") }
        let row = cells(line)
        // Modes are pooled over both timelines on the page.
        guard isSatellites, row.count == 8, row[2] != "all", let measured = Double(row[3]),
          let predicted = Double(row[4])
        else { continue }
        let names = [
          String(row[2].prefix { $0 != "_" }), block.arguments[3], row[0] == "all settings" ? "all" : row[0], row[1],
        ]
        let own = try #require(page.first { Array($0.prefix(4)) == names }, "\(names)")
        for (stated, value) in [(own[6], measured), (own[8], predicted)] {
          #expect(abs((Double(stated) ?? 0) - value) <= max(0.1, 0.005 * value), "\(names): \(stated) \(value)")
        }
        found += 1
      }
    }
    // And both phones on both timelines, by each of five modes and altogether.
    #expect(found == 31 && page.count { $0[0] == "both" } == 12)
  }

  /// Headline figures in percent, each held to 4 points, of drops to 8: a change of the model that moves them is seen.
  @Test func theHeadlineFiguresStay() throws {
    let pins: [(median: Double, worst: Double, drained: Double, most: Double, held: Double, factor: Double)] = [
      (5.0, 10, 3.8, 7.7, 95, 1.40), (36, 36, 37, 47, 50, 1.49), (4.0, 4.0, 10, 27, 96, 1.52),
      (3.1, 3.1, 3.0, 8.5, 98, 1.32), (34, 39, 47, 110, 38, 1.55), (12, 22, 5.9, 24, 93, 1.45),
    ]
    let blocks = try Self.blocks()
    #expect(blocks.count == pins.count)
    func number(_ text: String) throws -> Double {
      try #require(Double(text.split(separator: " ").first { Double($0) != nil } ?? ""), "\(text)")
    }
    for (block, pin) in zip(blocks, pins) {
      for (name, value) in [
        ("relative error, median", pin.median), ("relative error, worst", pin.worst),
        ("drained, plateau included: error, median", pin.drained),
        ("drained, plateau included: error, worst", pin.most),
      ] {
        let figure = try number(try Self.figure(name, block))
        #expect(abs(figure - value) <= 4, "\(block.arguments): \(name) \(figure), was \(value)")
      }
      let factor = try number(try Self.figure("90 % ranges, plateau included: either way", block))
      #expect(abs(factor - pin.factor) <= 0.08, "\(block.arguments): \(factor), was \(pin.factor)")
      let all = try #require(block.text.split(separator: "\n").first { $0.hasPrefix("| all |") })
      let held = try number(String(all.split(separator: "|")[3]))
      #expect(abs(held - pin.held) <= 8, "\(block.arguments): \(held) % held, was \(pin.held)")
    }
  }

  /// What the program says of days left out of the fit is what leave-one-out.py put into the page.
  @Test func whatQuotesThePageAgreesWithIt() throws {
    let rows = try Self.page("measured-phones").split(separator: "\n").map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
    /// `off by 16 % (median), 36 % (worst), ranges held 93 %`
    func errors(_ name: String) throws -> String {
      let cells = try #require(rows.first { $0.first == name }, "\(name)")
      let held = try #require(cells[6].firstMatch(of: /^\d+ of \d+ \((\d+) %\)/))
      return "off by \(cells[2]) % (median), \(cells[3]) % (worst), ranges held \(held.1) %"
    }
    /// The comparison of a device, as a person reads it and as a program does.
    func comparison(_ arguments: [String], _ format: String) throws -> String {
      let outcome = try BuiltTool.run(
        ["compare"] + arguments + ["--strategy", "none", "--seeds", "1", "--quiet", "--format", format])
      return outcome.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    for device in ["iphone-6", "nexus-6"] {
      let (trips, rest) = (try errors("\(device), long trips"), try errors("\(device), at rest"))
      let sentence = "on days not used for the fit: long trips \(trips); rest \(rest)\""
      #expect(try comparison(["--device", device], "json").contains(sentence), "\(sentence)")
      let text = try comparison(["--device", device], "table")
      let line = "Phone, on days not used for the fit: long trips \(trips); rest \(rest); screen off."
      #expect(text.contains(line), "\(line)")
    }
    // A file of the name with a value of its own has no such figures.
    try withTemporaryFolder { folder in
      let shown = try BuiltTool.run(["show", "iphone-6"]).text
      let own = shown.replacing("tracking_strong: {mean: 261", with: "tracking_strong: {mean: 150")
      #expect(own != shown)
      try own.write(toFile: "\(folder)/iphone-6.yml", atomically: true, encoding: .utf8)
      let text = try comparison(["--device", "\(folder)/iphone-6.yml"], "json")
      #expect(text.contains("fitted to measured days, untested on others\"") && !text.contains("not used for the fit"))
    }
    let modern = ["--scenario", "city-run"]
    #expect(try comparison(modern, "json").contains("; untested\""))
    #expect(try comparison(modern, "markdown").contains("Phone: estimates, untested;"))
  }
}
