import Foundation
import Testing

/// The reference day of the benchmark, as it is built with these tests.
@Suite struct ReferenceDayTests {
  private static let program = BuiltTool.url.deletingLastPathComponent().appendingPathComponent("PhoneDayBenchmark")

  /// Without noise it is worth what the programs in C++ (`Benchmarks/cpp`), on ns-3 and in SimPy find: a value that the
  /// workload does not give must not change a price.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: program.path), "PhoneDayBenchmark is not built"))
  func theDayIsWorthWhatItsTwinsFind() throws {
    let process = BuiltTool.process(Self.program, ["--no-noise"], in: NSTemporaryDirectory())
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let figures = Dictionary(
      uniqueKeysWithValues: text.split(whereSeparator: \.isWhitespace).compactMap { pair -> (String, Double)? in
        let parts = pair.split(separator: "=")
        return parts.count == 2 ? Double(parts[1]).map { (String(parts[0]), $0) } : nil
      })
    #expect(figures["events"] == 191_932)
    #expect(figures["deliveries"] == 5401)
    for (name, value) in [
      ("gnss_J", 3888.042), ("wifi_J", 730.08), ("cellular_J", 44760.144537670392), ("error_p95_m", 9.7999999999992724),
    ] {
      #expect(abs(try #require(figures[name]) / value - 1) < 1e-9, "\(name)")
    }
  }
}
