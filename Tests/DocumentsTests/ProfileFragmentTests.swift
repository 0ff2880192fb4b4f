import DeviceModel
import Foundation
import Testing

@testable import Documents

@Suite struct ProfileFragmentTests {
  static let fragment = ProfileFragment(
    comments: ["geojoule fit power trace.csv", "input trace.csv\nSHA-256 abc"],
    values: [
      .init(key: "gnss.tracking_strong", mean: 0.0431, deviation: 0.0021, interval: 0.039...0.0473, unit: "W"),
      .init(key: "gnss.acquiring", mean: 0.0712, deviation: 0.021, interval: nil, unit: "W"),
      .init(key: "gnss.ttff.hot", mean: 1.62, deviation: 0.11, interval: nil, unit: "s", logDeviation: 0.47),
      .init(key: "gnss.failure.urban", mean: 0, deviation: nil, interval: 0...0.03, unit: ""),
      .init(key: "base.drain", mean: 0.0123, deviation: 0.0004, interval: nil, unit: "W"),
      .init(key: "gamma.shape", mean: 1.21, deviation: 0.26, interval: 0.8...1.8, unit: ""),
      .init(key: "wifi.active", mean: 99, deviation: 1, interval: nil, unit: "W"),
    ],
    correlations: [("gnss.tracking_strong", "gnss.acquiring", -0.412), ("gnss.acquiring", "gamma.shape", 0.5)],
    source: "fit of \"trace.csv\"")

  @Test func standsInADeviceFileAsItIs() throws {
    let text = Self.fragment.text
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "fragment-\(UInt64.random(in: 0 ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("mine.yml")
    try Data("name: mine\nsummary: \"x\"\ninherits: modern-phone\n\(text)".utf8).write(to: file)
    let device = try Catalog().device(file.path)
    let tracking = try #require(device.values["gnss.tracking_strong"])
    #expect(
      abs(tracking.mean - 0.0431) < 1e-15 && abs(tracking.deviation - 0.0021) < 1e-15 && tracking.trust == .fitted)
    #expect(tracking.distribution == .normal && tracking.range.contains(0.039))
    #expect(tracking.source == "fit of \"trace.csv\"")
    #expect(device.values["gnss.acquiring"]?.distribution == .lognormal)
    #expect(device.values["gnss.ttff.hot.median"]?.mean == 1.62)
    #expect(device.values["gnss.ttff.hot.log_deviation"]?.mean == 0.47)
    #expect(device.values["gnss.failure.urban"]?.distribution == .fixed)
    #expect(abs((device.values["base.drain"]?.mean ?? 0) - 0.0123) < 1e-15)
    #expect(text.contains("{mean: 43.1 mW, deviation: 2.1 mW, range: [34.7 mW, 51.5 mW], distribution: normal"))
    #expect(
      device.correlations.contains {
        Set([$0.first, $0.second]) == ["gnss.tracking_strong", "gnss.acquiring"] && $0.value == -0.412
      })
    #expect(device.validate().isEmpty)
  }

  @Test func aValueThatIsMostlyItsPriorSaysSo() {
    var fragment = Self.fragment
    fragment.values[0].trust = .estimate
    fragment.values[0].note = "; mostly its prior"
    let lines = fragment.text.split(separator: "\n")
    #expect(lines.count { $0.contains("trust: estimate, source: \"fit of \\\"trace.csv\\\"; mostly its prior\"") } == 1)
    #expect(lines.count { $0.contains("trust: fitted") } == 4)
  }

  @Test func whatAProfileCannotHoldStandsInComments() {
    let lines = Self.fragment.text.split(separator: "\n")
    #expect(lines.contains("# gamma.shape: 1.21, standard error 0.26, 95 % 0.8 to 1.8"))
    #expect(lines.contains("# wifi.active: 99 W, standard error 1"), "99 W is impossible")
    #expect(lines.contains("# input trace.csv SHA-256 abc"))
    #expect(!Self.fragment.text.contains("gamma.shape]"))
  }
}
