import Documents
import Foundation
import Testing

@testable import DeviceModel

/// A phone whose every number is known, drawn from a base, and the logs that it would have kept of a weekend.
struct SyntheticPhone {
  /// What a user exports.
  enum Log: String, CaseIterable { case gauge, batteryManager, history, overland, monitor }

  struct Run {
    let name: String
    let strategy: String
    let hours: Double
    let travels: Bool
    let firstLevel: Double
  }

  let base: String
  let log: Log
  let seed: Int
  let profile: DeviceProfile
  /// What this phone draws more than its kind.
  private var own = 1.0
  private var noise: FitCommandTests.Noise

  /// Between phones of one kind, as a log-deviation: `iphone-6` 0.10, `nexus-6` 0.08 (reports/validation/fits.md).
  private static let betweenPhones = 0.09

  /// - Parameter unit: of phones with one seed, which are of one kind; `nil` for the kind itself.
  init(base: String, log: Log, seed: Int, unit: Int? = nil) throws {
    let device = try Catalog().device(base)
    var truth = device
    let numbers = DeviceProfile.numbers(
      device.values, device.correlations, mode: .drawn(seed: UInt64(40_009 + 7 * seed)))
    for (key, number) in numbers where !key.hasPrefix("discrepancy.") {
      truth.values[key]?.mean = number
      truth.values[key]?.deviation = 0
    }
    truth.correlations = []
    truth.name = "truth"
    (self.base, self.log, self.seed, profile) = (base, log, seed, truth)
    noise = FitCommandTests.Noise(state: UInt64(900_001 + 131 * seed + 7_000_003 * (unit ?? 0)))
    if unit != nil { own = exp(Self.betweenPhones * noise.normal()) }
  }

  /// A night with nothing, a stretch at rest with the strategy, and a ride with it.
  static func weekend(_ strategy: String) -> [Run] {
    [
      Run(name: "night", strategy: "none", hours: 9, travels: false, firstLevel: 100),
      Run(name: "rest", strategy: strategy, hours: 5, travels: false, firstLevel: 97),
      Run(name: "ride", strategy: strategy, hours: 2.5, travels: true, firstLevel: 93),
    ]
  }

  private static let rideStart = 900.0
  private static let rideEnd = 7_200.0
  private static let volts = 3.87
  /// Seconds between readings.
  private static let step = 300.0

  /// Simulates the runs with the truth and imports their logs: a folder for each run.
  mutating func measure(_ runs: [Run], in folder: String, repetition: Int = 0) throws {
    try write(ProfileWriter.text(of: profile), to: "\(folder)/truth.yml")
    try write(BentTrip.still(lasts: "20 h"), to: "\(folder)/still.yml")
    var clock = 1_770_000_000.0 + 700_000 * Double(repetition)
    let capacity = (profile.values["battery.energy"]?.mean ?? 0) * (profile.values["battery.health"]?.mean ?? 1) / 3600
    // A meter has a gain of its own: a phone's gauge reads too little (docs/sources.md, A9).
    let gain = log == .monitor ? exp(0.01 * noise.normal()) : 0.943 * exp(0.06 * noise.normal())
    for run in runs {
      let track = BentTrip.gpx(start: clock, at: stride(from: 0, through: run.hours * 3600, by: 10)) {
        ($0 - Self.rideStart) / (Self.rideEnd - Self.rideStart)
      }
      try write(track, to: "\(folder)/\(run.name).gpx")
      let day = run.travels ? ["--track", "\(run.name).gpx", "--track-noise", "0"] : ["--scenario", "still.yml"]
      let outcome = try BuiltTool.run(
        [
          "run", "--strategy", run.strategy, "--device", "truth.yml", "--seed", "\(1 + seed * 17 + repetition)",
          "--quiet",
        ] + day
          + ["--timeline", "timeline.csv"], in: folder)
      try #require(outcome.status == 0, "\(outcome.errors)")
      let times = Array(stride(from: 0, through: run.hours * 3600, by: Self.step))
      let factor = own * exp(0.1 * noise.normal() + 0.05 * noise.normal())
      let drawn = try BentTrip.drawn(String(contentsOfFile: "\(folder)/timeline.csv", encoding: .utf8), at: times).map {
        $0 * factor
      }
      let text = text(run, clock: clock, times: times, drawn: drawn, capacity: capacity, gain: gain)
      try write(text, to: "\(folder)/\(run.name).log")
      let system = log == .history ? [] : ["--system", profile.system.rawValue]
      let ride = run.travels && log != .overland ? ["\(run.name).gpx"] : []
      let imported = try BuiltTool.run(
        ["import", "\(run.name).log"] + ride + ["--output", "\(run.name)\(repetition)", "--strategy", run.strategy]
          + system, in: folder)
      try #require(imported.status == 0, "\(log) \(imported.errors)")
      clock += 100_000
    }
  }

  private mutating func text(
    _ run: Run, clock: Double, times: [Double], drawn: [Double], capacity: Double, gain: Double
  ) -> String {
    let offset = 0.2 * noise.normal()
    let levels = drawn.map { max(0, min(100, (run.firstLevel + offset - 100 * $0 / capacity).rounded())) }
    // Watts after each reading, as the phone's own meter has them.
    let watts = times.indices.map { i -> Double in
      guard i + 1 < times.count else { return 0 }
      return max(0, (drawn[i + 1] - drawn[i]) * 3600 / (times[i + 1] - times[i])) * gain
    }
    switch log {
    case .gauge:
      return "unix_s,level_percent,is_charging\n"
        + times.indices.map { "\(clock + times[$0]),\(levels[$0]),0\n" }.joined()
    case .batteryManager:
      return "unix_s,current_now,voltage_now,level\n"
        + times.indices.map {
          "\(clock + times[$0]),\(-(watts[$0] / Self.volts * 1e6).rounded()),\(Self.volts * 1e6),\(levels[$0])\n"
        }.joined()
    case .monitor:
      return "unix_s,power_mW\n"
        + times.indices.dropLast().map { "\(clock + times[$0]),\(1_000 * watts[$0])\n" }.joined()
    case .overland:
      let formatter = ISO8601DateFormatter()
      let features = times.indices.map { i -> String in
        let there =
          run.travels
          ? BentTrip.place(at: (times[i] - Self.rideStart) / (Self.rideEnd - Self.rideStart)) : BentTrip.way[0]
        let time = formatter.string(from: Date(timeIntervalSince1970: clock + times[i]))
        return
          "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(there.longitude),\(there.latitude)]},"
          + "\"properties\":{\"timestamp\":\"\(time)\",\"horizontal_accuracy\":5,\"battery_level\":\(levels[i] / 100)}}"
      }
      return "{\"locations\":[\(features.joined(separator: ",\n"))]}\n"
    case .history:
      let formatter = ISO8601DateFormatter()
      formatter.formatOptions = [.withYear, .withMonth, .withDay, .withTime, .withDashSeparatorInDate]
      let stamp = formatter.string(from: Date(timeIntervalSince1970: clock)).replacing("T", with: "-")
      let hyphens =
        "\(stamp.prefix(11))\(stamp.dropFirst(11).prefix(2))-\(stamp.dropFirst(13).prefix(2))-\(stamp.dropFirst(15).prefix(2))"
      var text = "Battery History (0% used, 1 used of 512KB, 1 strings using 1):\n"
      text += "                        0 (10) RESET:TIME: \(hyphens)\n"
      let full = capacity / Self.volts * 1_000 * gain
      for i in times.indices {
        let (h, m) = (Int(times[i]) / 3600, Int(times[i]) % 3600 / 60)
        let time = i == 0 ? "0" : "+\(h > 0 ? "\(h)h" : "")\(m < 10 && h > 0 ? "0" : "")\(m)m00s000ms"
        let level = String(1_000 + Int(levels[i])).dropFirst()
        let charge = Int(full * run.firstLevel / 100 - drawn[i] / Self.volts * 1_000 * gain)
        text +=
          "          \(time) (2) \(level) \(i == 0 ? "status=discharging plug=none " : "")volt=3870 charge=\(charge)\n"
      }
      return text + "\n"
    }
  }
}
