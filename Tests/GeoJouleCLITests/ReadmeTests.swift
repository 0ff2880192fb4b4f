import Foundation
import Testing

/// The README shows what the program prints.
@Suite struct ReadmeTests {
  private static let readme = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("README.md")

  /// Its text between ``` lines.
  private func blocks() throws -> [String] {
    let lines = try String(contentsOf: Self.readme, encoding: .utf8).components(separatedBy: "\n")
    var blocks: [String] = []
    var open: [String]?
    for line in lines {
      if line.hasPrefix("```") {
        if let block = open { blocks.append(block.joined(separator: "\n")) }
        open = open == nil ? [] : nil
      } else {
        open?.append(line)
      }
    }
    return blocks
  }

  @Test func theTableIsTheOneThatComparePrints() throws {
    try withTemporaryFolder { folder in
      let outcome = try BuiltTool.run(["compare", "--quiet"], in: folder, environment: ["COLUMNS": "100"])
      #expect(outcome.status == 0)
      let printed = outcome.text.trimmingCharacters(in: .newlines)
      let shown = try #require(try blocks().first { $0.contains("err p95") })
      // Mathematical functions may differ in the last bit elsewhere; the table rounds that away.
      #expect(shown == printed)
    }
  }

  @Test func theSampleStrategyIsValid() throws {
    try withTemporaryFolder { folder in
      let sample = try #require(try blocks().first { $0.contains("kind: standard") })
      try sample.write(toFile: "\(folder)/mine.yml", atomically: true, encoding: .utf8)
      #expect(try BuiltTool.run(["validate-file", "mine.yml"], in: folder).status == 0)
    }
  }
}
