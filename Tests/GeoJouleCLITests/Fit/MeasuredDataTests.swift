import Foundation
import TestSupport
import Testing

/// Fits of real measurements, where the data are there.
@Suite struct MeasuredDataTests {
  static let folder = RepositoryPath.data("mobilitynet")
  static let isThere = FileManager.default.fileExists(atPath: folder + "/travel/runs.csv")

  static func files(_ kind: String, _ prefix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(kind)/fixes").filter { $0.hasPrefix(prefix) }
      .sorted()
      .map { "\(kind)/fixes/\($0)" }
  }

  static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
  static let isLong = ProcessInfo.processInfo.environment["GEOJOULE_LONG_TESTS"] == "1"

  /// Minutes: every row of a table that the script prints stands on the pages.
  @Test(
    .enabled(if: isThere, "needs mobilitynet of GEOJOULE_DATA"),
    .enabled(if: isLong, "long: set GEOJOULE_LONG_TESTS=1"),
    arguments: ["stationary", "travel", "held-out", "power", "details"])
  func thePagesShowWhatTheCommandsPrint(kind: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["reports/validation/fits.sh", BuiltTool.url.path, Self.folder, kind]
    process.currentDirectoryURL = URL(fileURLWithPath: Self.repository)
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": NSTemporaryDirectory(), "COLUMNS": "100"]
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let page = try String(
      contentsOfFile: Self.repository + "/reports/validation/\(kind == "held-out" ? "fits-held-out" : "fits").md",
      encoding: .utf8)
    let rows = text.split(separator: "\n").map(String.init).filter { $0.hasPrefix("| ") }
    #expect(rows.count >= 8, "\(text)")
    for row in rows { #expect(page.contains(row), "\(row)") }
    guard kind == "power" else { return }
    // Every fit of the page was made.
    let labels = page.split(separator: "\n").filter { $0.hasPrefix("**") && $0.hasSuffix("**") }
    #expect(labels.count == 4)
    for label in labels { #expect(text.contains("\(label.dropFirst(2).dropLast(2)):\n"), "\(label)") }
  }

  /// Headline figures of the joint fits, and of the same model written a second time (Reference/joint_drain.py), in mW.
  @Test(
    .enabled(if: isThere, "needs mobilitynet of GEOJOULE_DATA"),
    arguments: [
      ("iphone-6", ["processor.location_session": 75.7, "gnss.tracking_strong": 258.3, "base.travelling": 15.1]),
      ("nexus-6", ["processor.location_session": 67.4, "gnss.tracking_strong": 317.3, "base.travelling": 43.8]),
    ])
  func theJointFitAgreesWithItsReference(device: String, milliwatts: [String: Double]) throws {
    let outcome = try BuiltTool.run(
      [
        "fit", "power", "--joint", "stationary", "--joint", "travel", "--device",
        "\(Self.repository)/reports/validation/mobilitynet/\(device)-before.yml",
      ], in: Self.folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    for (name, value) in milliwatts {
      let row = try #require(outcome.text.split(separator: "\n").first { $0.hasPrefix(name) })
      let cells = row.split(separator: " ")
      let found = try #require(Double(cells[1]))
      #expect(abs(1000 * found / value - 1) < 0.06, "\(row)")
    }
    // Values that are mostly their priors say so, as those of the profiles do.
    for (key, isFitted) in [
      ("weak_multiplier", false), ("tracking_strong", true), ("location_session", device == "iphone-6"),
    ] {
      let row = try #require(outcome.text.split(separator: "\n").first { $0.hasPrefix("  \(key): {mean") })
      #expect(row.contains("trust: fitted") == isFitted && row.contains("mostly its prior") != isFitted, "\(row)")
      let profile = try String(
        contentsOfFile: "\(Self.repository)/profiles/devices/\(device).yml", encoding: .utf8)
      let own = try #require(profile.split(separator: "\n").first { $0.hasPrefix("  \(key): {mean") })
      #expect(own.contains("trust: fitted") == isFitted, "\(own)")
    }
  }

  @Test(.enabled(if: isThere, "needs mobilitynet of GEOJOULE_DATA"))
  func anIPhoneOnABicycleStaysNearItsRoute() throws {
    let fixes = try Self.files("travel", "unimodal_trip_car_bike_mtv_la.ios-1.")
    #expect(!fixes.isEmpty)
    let timeline = "unimodal_trip_car_bike_mtv_la"
    let outcome = try BuiltTool.run(
      ["fit", "error"] + fixes + [
        "--route", "travel/routes/\(timeline)/suburb_bicycling.geojson", "--legs", "travel/legs.csv", "--leg",
        "suburb_bicycling", "--trim", "100m", "--as", "suburban",
      ], in: Self.folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.contains("cross-track errors, a lower bound: below 2.9"), "\(outcome.text.prefix(400))")
  }

  @Test(.enabled(if: isThere, "needs mobilitynet of GEOJOULE_DATA"))
  func aLyingPhoneScatters() throws {
    let fixes = try Self.files("stationary", "sfba_hf_calibration_stationary_only.ios-")
    #expect(fixes.count > 20)
    let outcome = try BuiltTool.run(
      ["fit", "error"] + fixes + ["--place", "37.39095,-122.08635", "--max-accuracy", "30"],
      in: Self.folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.contains("Measured errors: below"))
  }
}
