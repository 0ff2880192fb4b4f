import Foundation
import Testing

/// The README and the first page of the documentation show what the program prints and takes.
@Suite struct ReadmeTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a page between ``` lines.
  private func blocks(_ page: String) throws -> [String] {
    let lines = try String(contentsOf: Self.root.appendingPathComponent(page), encoding: .utf8).components(
      separatedBy: "\n")
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
      // A build of a checkout names its commit behind the command.
      let printed = outcome.text.trimmingCharacters(in: .newlines).replacing(#/  # geojoule [^\n]*/#, with: "")
      let shown = try #require(try blocks("README.md").first { $0.contains("Your own need:") })
      // Mathematical functions may differ in the last bit elsewhere; the table rounds that away.
      #expect(shown == printed)
    }
  }

  /// What the list below the table says of a strategy stands in its row.
  @Test func theTextsNumbersAreThoseOfTheTable() throws {
    let page = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
    let table = try #require(try blocks("README.md").first { $0.contains("Your own need:") }).split(separator: "\n")
    let number = /([0-9][0-9.,]*) [%m]/
    var compared = 0
    for line in page.split(separator: "\n") where line.hasPrefix("- `") {
      let name = line.dropFirst(3).prefix { $0 != "`" }
      guard let row = table.last(where: { $0.hasPrefix("\(name) ") }) else { continue }  // the first is the headline
      let cells = row.split(separator: " ")
      for match in line.matches(of: number) {
        let figure = match.1
        #expect(cells.contains(figure), "\(name): \(figure)")
        compared += 1
      }
    }
    #expect(compared >= 5)
  }

  /// The picture of README has the words that its command draws: levels, names, ticks.
  @Test func thePictureSaysWhatCompareDraws() throws {
    let command = try #require(try blocks("README.md").first { $0.contains("--svg battery.svg") })
    let words = command.split(separator: " ").map(String.init)
    try #require(words.first == "geojoule")
    func texts(_ svg: String) -> [Substring] { svg.matches(of: />([^<]*[0-9A-Za-z][^<]*)</).map(\.1) }
    try withTemporaryFolder { folder in
      #expect(try BuiltTool.run(Array(words.dropFirst()), in: folder).status == 0)
      let drawn = try String(contentsOfFile: "\(folder)/battery.svg", encoding: .utf8)
      let shown = try String(contentsOf: Self.root.appendingPathComponent("docs/images/battery.svg"), encoding: .utf8)
      #expect(texts(shown).count > 20)
      #expect(texts(drawn) == texts(shown), "write docs/images/battery.svg again, by the command of README")
    }
  }

  /// A screen, and what is linked is there.
  @Test func theReadmeIsShort() throws {
    let text = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 101)
    for part in text.components(separatedBy: "](").dropFirst() {
      let link = part.prefix { $0 != ")" && $0 != "#" }
      #expect(FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(String(link)).path), "\(link)")
    }
  }

  @Test func theSampleStrategyIsTheOneThatIsShipped() throws {
    let sample = try #require(try blocks("docs/choose-a-strategy.md").first { $0.contains("kind: standard") })
    let shipped = Self.root.appendingPathComponent("Examples/samples/recorder.yml")
    #expect(try String(contentsOf: shipped, encoding: .utf8) == sample + "\n")
  }

  /// Every command of the block, in its order, in a folder that has the examples and nothing else. One seed is enough here.
  @Test func theCommandsRunAsTheyStand() throws {
    let block = try #require(try blocks("docs/choose-a-strategy.md").first { $0.contains("geojoule validate-file") })
    try withTemporaryFolder { folder in
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/Examples",
        withDestinationPath: Self.root.appendingPathComponent("Examples").path)
      for line in block.split(separator: "\n") {
        var words = line.prefix { $0 != "#" }.split(separator: " ").map(String.init)
        try #require(words.removeFirst() == "geojoule")
        var output: String?
        if let arrow = words.firstIndex(of: ">") {
          output = words[arrow + 1]
          words.removeSubrange(arrow...)
        }
        if ["compare", "advise", "share", "import"].contains(words[0]) { words += ["--seeds", "1"] }
        let outcome = try BuiltTool.run(words, in: folder)
        #expect(outcome.status == 0, "\(line): \(outcome.errors)")
        if let output { try outcome.output.write(to: URL(fileURLWithPath: "\(folder)/\(output)")) }
      }
    }
  }
}
