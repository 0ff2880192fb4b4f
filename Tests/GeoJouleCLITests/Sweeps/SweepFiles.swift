import Analysis
import Core
import Foundation
import GeoJoule
import Testing

/// A sweep that takes a moment only: a walk of twelve minutes.
enum SweepFiles {
  static let day = """
    name: walk
    summary: "To the shop"
    source: "made up"
    starts: "08:00"
    lasts: 12 min
    surroundings:
      flat: {sky: indoor, access_points: many, cells: urban, coverage: good, on_wifi: true}
      street: {sky: suburban, access_points: some, cells: urban, coverage: good, on_wifi: false}
    places:
      home: {position: [52.5, 13.25], surroundings: flat}
      shop: {position: [52.503, 13.252], surroundings: flat}
    legs:
      - {leg: shoes, kind: dwell, place: home, for: 2 min}
      - {leg: to the shop, kind: walk, from: home, to: shop, speed: 1.3 m/s, surroundings: street}
      - {leg: shopping, kind: dwell, place: shop}
    script: [{at: "08:00", event: foreground}]

    """

  /// 16 cells on five seeds: ten items, of the eight cells that share a timeline.
  static let plan = """
    scenarios: [walk.yml]
    devices: [modern-phone]
    strategies: [none, hundred-meters]
    axes:
      - {device_value: base.drain, from: 3 mW, to: 17 mW, points: 8}
    metrics: [energy_J, error_p95_m]
    seeds: 5

    """

  /// Two cells on five seeds: ten items.
  static let smallPlan = """
    name: small
    scenarios: [walk.yml]
    devices: [modern-phone]
    strategies: [distance-filter]
    axes:
      - {parameter: distance_filter, values: [20 m, none]}
    metrics: [energy_J, locations_per_hour, first_fix_s]
    seeds: 5

    """

  /// A folder with the day, and a plan as `plan.yml`.
  static func with(_ plan: String = plan, _ body: (String) throws -> Void) throws {
    try withTemporaryFolder { folder in
      try write(day, to: "\(folder)/walk.yml")
      try write(plan, to: "\(folder)/plan.yml")
      try body(folder)
    }
  }

  /// A network of one's own as `my/networks/mine.yml`.
  static func addNetwork(_ folder: String) throws {
    try FileManager.default.createDirectory(atPath: "\(folder)/my/networks", withIntermediateDirectories: true)
    try write(
      "summary: m\ninherits: lte\ntail_time: {mean: 7.3 s, distribution: fixed, trust: measured, source: \"m\"}\n",
      to: "\(folder)/my/networks/mine.yml")
  }

  static func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  /// What one process makes of the plan.
  static func result(_ folder: String, _ arguments: [String] = []) throws -> Data {
    let outcome = try BuiltTool.run(["sweep", "plan.yml", "--quiet"] + arguments, in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.isEmpty)
    return outcome.output
  }

  /// A header with its identity and its check made anew, as if the program had written it.
  static func signed(_ header: String) throws -> String {
    let id = try #require(header.firstRange(of: /,"id":"[0-9a-f]{16}"/))
    let check = try #require(header.firstRange(of: /,"check":"[0-9a-f]{16}"}/))
    func digits(_ text: String) -> Substring { SHA256.hexadecimal(of: text).prefix(16) }
    let core = header[..<id.lowerBound]
    let text = "\(core),\"id\":\"\(digits(core + "}"))\"\(header[id.upperBound..<check.lowerBound])"
    return "\(text),\"check\":\"\(digits(text))\"}\(header[check.upperBound...])"
  }

  /// Another version, and another commit of this one.
  static let otherBuilds = ["9.8.7", "\(GeoJouleVersion.text) (0a1b2c3d4e5f)"]

  /// Writes a part as another build would have.
  static func made(by build: String, _ part: Data, to path: String) throws {
    let text = String(decoding: part, as: UTF8.self)
    let version = try #require(text.firstRange(of: /"version":"[^"]+"/))
    try write(try signed(text.replacingCharacters(in: version, with: "\"version\":\"\(build)\"")), to: path)
  }

  /// The parts of so many shards, as files.
  static func shards(_ count: Int, _ folder: String, plan: String = "plan.yml") throws -> [String] {
    try (1...count).map { number in
      let outcome = try BuiltTool.run(
        ["sweep", plan, "--quiet", "--shard", "\(number)/\(count)", "--output", "part-\(number).jsonl"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      return "part-\(number).jsonl"
    }
  }
}
