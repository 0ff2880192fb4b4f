import Foundation
import Testing

@Suite struct RecordingExtentTests {
  /// The same recording through every command that takes it.
  @Test(arguments: [
    ["compare", "--track", "w.csv", "--strategy", "none", "--seeds", "1"], ["run", "w.csv", "none"],
    ["validate-file", "w.csv"], ["import", "w.csv"], ["fit", "error", "w.csv", "--scatter"],
  ])
  func everyCommandStatesIt(command: [String]) throws {
    try withTemporaryFolder { folder in
      // 59 times 0.0001 degrees, and a metre to each side.
      let rows = (0..<60).map { second in
        "\(1_714_896_000 + second),\(47 + Double(second) * 1e-4),\(8 + Double(second % 2) * 1e-5),\(3 + second % 4)\n"
      }
      try write("unix_s,latitude_deg,longitude_deg,horizontal_accuracy_m\n" + rows.joined(), to: "\(folder)/w.csv")
      let outcome = try BuiltTool.run(command, in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let text = outcome.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(text.contains("59 s from 2024-05-05T08:00Z, "), "\(text)")
      #expect(text.contains(/60 (points|positions) over 0\.65\d km/), "\(text)")
    }
  }
}
