import Foundation
import Testing

/// reports/validation/measured-phones.md shows what its commands print, and everything that quotes it agrees with it.
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

  private static func blocks() throws -> [Block] {
    let page = try String(
      contentsOf: root.appendingPathComponent("reports/validation/measured-phones.md"), encoding: .utf8)
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

  private static func median(_ block: Block) throws -> String {
    let row = try #require(block.text.split(separator: "\n").first { $0.hasPrefix("| relative error, median |") })
    return try #require(row.split(separator: "|").last { !$0.allSatisfy(\.isWhitespace) }).trimmingCharacters(
      in: .whitespaces)
  }

  @Test func whatQuotesThePageAgreesWithIt() throws {
    let blocks = try Self.blocks()
    let (rest, unseen) = (try Self.median(blocks[0]), try Self.median(blocks[2]))
    let outcome = try BuiltTool.run(
      ["compare", "--scenario", "city-run", "--strategy", "none", "--seeds", "1", "--quiet", "--format", "markdown"])
    #expect(outcome.text.contains("nearest validated device: iphone-6 (median error \(unseen), too low)"))
    let nexus = try BuiltTool.run(["compare", "--device", "nexus-6", "--strategy", "none", "--seeds", "1", "--quiet"])
    let check = nexus.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(check.contains("checked on days not fitted to: median error \(try Self.median(blocks[5])), too low"))
    let readme = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
    let flat = readme.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let nexusUnseen = try Self.median(blocks[5])
    #expect(
      flat.contains(
        "iPhone 6 off by \(rest) at rest (fitted), \(unseen) on unseen trips (one setting); Nexus 6 by \(nexusUnseen) there (medians)"
      ))
    #expect(flat.contains("always-on tracking \(unseen) too low"))
    for unseen in [blocks[2], blocks[5]] { #expect(unseen.text.contains("| 3 of 5 (60 %) |")) }
    #expect(flat.contains("3 of 5 settings come out"))
  }
}
