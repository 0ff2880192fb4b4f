import Foundation
import Testing

/// Our side of reports/validation/published.md is what the program gives.
@Suite struct PublishedResultsTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func thePageShowsWhatTheScriptPrints() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "bash", Self.root.appendingPathComponent("reports/validation/published.sh").path, BuiltTool.url.path,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let page = try String(
      contentsOf: Self.root.appendingPathComponent("reports/validation/published.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("|") }.map {
      $0.split(separator: "|").map(String.init)
    }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines.count == 16)
    // Which row of the page shows each line's number.
    let places = [
      "over LTE", "HTC Dream", "Nexus One", "over Wi-Fi", "over Wi-Fi", "updates, commute", "updates, hike",
      "updates, drive", "Exit of a region", "visits", "with GPS", "with GPS", "with GPS", "only when needed",
      "each 60 s",
      "each 300 s",
    ]
    for (line, place) in zip(lines, places) {
      let number = try #require(line.split(separator: " ").last { Double($0) != nil }, "\(line)")
      let row = try #require(rows.first { $0[0].contains(place) }, "\(place)")
      #expect(row[2].contains(number), "\(line): \(row[2])")
    }
  }
}
