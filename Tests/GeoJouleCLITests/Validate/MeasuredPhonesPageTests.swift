import Foundation
import Testing

/// reports/validation/measured-phones-tables.md shows what its commands print, and all that quotes it agrees with it.
@Suite struct MeasuredPhonesPageTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let data = root.appendingPathComponent("../shared/data/mobilitynet").standardizedFileURL.path
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

  @Test(.enabled(if: isThere, "../shared/data/mobilitynet is not there"))
  func theDaysOfTheFitAreThoseOfThePage() throws {
    let blocks = try Self.blocks()
    #expect(blocks.map { $0.arguments[1] } == ["stationary", "travel", "travel", "stationary", "travel", "travel"])
    #expect(
      blocks.map { $0.arguments[3] } == [String](repeating: "iphone-6", count: 3)
        + [String](repeating: "nexus-6", count: 3))
    try Self.check(try #require(blocks.first { $0.arguments.contains("unimodal") }))
  }

  @Test(
    .enabled(if: isThere, "../shared/data/mobilitynet is not there"),
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
      #expect(cells.count == 10, "\(row)")
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
      #expect(try Self.figure("90 % prediction ranges, either way", block) == "a factor of \(cells[8])")
      let words = cells[7].split(separator: " ")
      #expect(block.text.contains("| all | \(words[2]) | \(words[0]) |"), "\(row)")
    }
  }

  @Test func whatQuotesThePageAgreesWithIt() throws {
    let blocks = try Self.blocks()
    func median(_ block: Block) throws -> String { try Self.figure("relative error, median", block) }
    let outcome = try BuiltTool.run(
      ["compare", "--scenario", "city-run", "--strategy", "none", "--seeds", "1", "--quiet", "--format", "markdown"])
    #expect(outcome.text.contains("nearest validated device: iphone-6 (median error \(try median(blocks[2]))"))
    let nexus = try BuiltTool.run(["compare", "--device", "nexus-6", "--strategy", "none", "--seeds", "1", "--quiet"])
    let check = nexus.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(check.contains("checked on trips of its fit: median error \(try median(blocks[5]))"))
  }
}
