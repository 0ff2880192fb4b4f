import DeviceModel
import Foundation
import Testing

@testable import FileFormats

/// A macrobenchmark's result, made up here.
@Suite struct MacrobenchmarkTests {
  /// Five and four seconds long: 1.9 J at 380 mW, 1.6 J at 400 mW; then a benchmark at rest. Powers are milliwatts, called Uw.
  static let sample = """
    {
      "context": {"build": {"brand": "google", "model": "Pixel 7", "version": {"sdk": 34}}},
      "benchmarks": [
        {"name": "track[gps]", "params": {}, "className": "a.B", "totalRunTimeNs": 60000000000, "metrics": {
          "energyCategoryGpsUws": {"minimum": 400000.0, "maximum": 500000.0, "median": 450000.0, "runs": [500000.0, 400000.0]},
          "energyTotalUws": {"minimum": 1600000.0, "maximum": 1900000.0, "median": 1750000.0, "runs": [1900000.0, 1600000.0]},
          "powerCategoryGpsUw": {"minimum": 100.0, "maximum": 100.0, "median": 100.0, "runs": [100.0, 100.0]},
          "powerTotalUw": {"minimum": 380.0, "maximum": 400.0, "median": 390.0, "runs": [380.0, 400.0]},
          "batteryDiffMah": {"minimum": -1.0, "maximum": 2.0, "median": 0.5, "runs": [2.0, -1.0]},
          "timeToInitialDisplayMs": {"minimum": 1.0, "maximum": 1.0, "median": 1.0, "runs": [1.0]}},
         "sampledMetrics": {}, "warmupIterations": 0, "repeatIterations": 2},
        {"name": "rest", "metrics": {
          "energyTotalUws": {"minimum": 600000.0, "maximum": 600000.0, "median": 600000.0, "runs": [600000.0]},
          "powerTotalUw": {"minimum": 100.0, "maximum": 100.0, "median": 100.0, "runs": [100.0]}}}
      ]
    }

    """

  static func read(_ text: String) throws(InputError) -> ImportedRecording {
    try RecordingImport.read(bytes: Array(text.utf8), file: "f")
  }

  @Test func figuresHaveTheirRunsAndUnits() throws {
    let recording = try Self.read(Self.sample)
    #expect(recording.format == "macrobenchmark" && recording.system == .android)
    let total = try #require(recording.series.first { $0.name == "power, Total" })
    #expect(total.benchmark == "track_gps_" && total.unit == "mW" && total.runs.map { $0.rounded() } == [380, 400])
    let deviation = try #require(total.deviation)
    #expect(abs(total.median - 390) < 1e-9 && abs(deviation - (200.0).squareRoot()) < 1e-9)
    let receiver = try #require(recording.series.first { $0.name == "power, Gps (category)" })
    #expect(receiver.key == "gnss.tracking_strong")
    let energy = try #require(recording.series.first { $0.name == "energy, Gps (category)" })
    #expect(energy.unit == "mJ" && energy.minimum == 400 && energy.maximum == 500)
    let charge = try #require(recording.series.first { $0.name == "battery, Diff" })
    #expect(charge.unit == "mAh" && charge.runs == [2, -1])
    #expect(recording.notes.contains { $0.hasPrefix("powers are in mW") })
    #expect(recording.notes.contains("the phone is a google Pixel_7"))
    #expect(recording.notes.contains("1 metrics are not of power, energy or battery"))
  }

  @Test func energyOverPowerIsTheLengthOfARun() throws {
    let recording = try Self.read(Self.sample)
    #expect(recording.states.map(\.state) == ["track_gps_", "track_gps_", "rest"])
    for (span, end) in zip(recording.states, [5.0, 9, 15]) { #expect(abs(span.end - end) < 1e-9) }
    let total = try #require(recording.rails.first { $0.name == "Total" })
    #expect(total.isSum && total.spans.map { ($0.watts * 1_000).rounded() } == [380, 400, 100])
    // The receiver was measured in the first benchmark only: 0.5 and 0.4 J.
    let receiver = try #require(recording.rails.first { $0.name == "Gps_category" })
    #expect(receiver.spans.map { ($0.watts * 1_000).rounded() } == [100, 100])
    let parts = try #require(recording.railPower)
    #expect(recording.power.isEmpty && abs(parts - 0.1) < 1e-9)
  }

  /// A library that writes what its names say: runs in microwatts fit into the benchmark's time.
  @Test func microwattsAreRecognised() throws {
    var text = Self.sample
    for (old, new) in [("380.0", "380000.0"), ("400.0,", "400000.0,"), ("400.0]", "400000.0]"), ("100.0", "100000.0")] {
      text = text.replacingOccurrences(of: old, with: new)
    }
    let recording = try Self.read(text)
    let total = try #require(recording.series.first { $0.name == "power, Total" })
    #expect(total.runs.map { $0.rounded() } == [380, 400])
    #expect(!recording.notes.contains { $0.hasPrefix("powers are in mW") })
    let powers = """
      {"benchmarks": [{"name": "a", "metrics": {"powerTotalUw": {"runs": [POWER]}}}]}
      """
    for (written, milliwatts) in [("395.2", 395.2), ("395200", 395.2)] {
      let found = try Self.read(powers.replacingOccurrences(of: "POWER", with: written))
      #expect(abs(found.series[0].median - milliwatts) < 1e-9 && found.rails.isEmpty && found.span == nil)
    }
  }

  @Test(arguments: [
    ("{\"benchmarks\": [], \"metrics\": 1}", "f:1:1: error: no benchmark has a metric of power, energy or battery"),
    ("{\"benchmarks\": 7, \"metrics\": 1}", "f:1:1: error: there is no list of benchmarks"),
    ("{\"benchmarks\": [{\"metrics\": {}}", "f:1:31: error: this is not valid JSON"),
    (
      "{\"benchmarks\": [{\"metrics\": {\"powerTotalUw\": {\"runs\": []}}}]}",
      "f:1:46: error: 'powerTotalUw' has no runs, or one that is no number of its kind; give the benchmarkData.json"
    ),
    (
      "{\"benchmarks\": [{\"metrics\": {\"powerTotalUw\": {\"runs\": [1, -2]}}}]}",
      "f:1:46: error: 'powerTotalUw' has no runs, or one that is no number"
    ),
    (
      "{\"benchmarks\": [{\"metrics\": {\"powerTotalUw\": {\"runs\": [1, \"x\"]}}}]}",
      "f:1:46: error: 'powerTotalUw' has no runs, or one that is no number"
    ),
    (
      "{\"benchmarks\": [{\"metrics\": {\"powerTotalUw\": {\"minimum\": 3, \"runs\": [1, 2]}}}]}",
      "f:1:46: error: the minimum of 'powerTotalUw' is not that of its runs"
    ),
  ])
  func whatIsNoResultIsRefused(text: String, message: String) {
    let failure = RecordingImportTests.failure(Array(text.utf8))
    #expect(failure.hasPrefix(message), "\(failure)")
  }

  @Test func cutTextsAreRefused() {
    let bytes = Array(Self.sample.utf8)
    for length in stride(from: 1, to: bytes.count - 3, by: 13) {
      #expect(RecordingImportTests.failure(Array(bytes[..<length])).hasPrefix("f:"), "\(length)")
    }
  }
}
