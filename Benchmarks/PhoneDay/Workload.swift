import DeviceModel
import Core

/// The reference phone-day. `cpp/phone_day.hpp` and `simpy/phone_day.py` repeat these numbers; `run.sh` checks that all
/// arrive at the same joules.
enum Workload {
  static var horizon: Instant { .seconds(86_400) }
  /// Half an hour of walking, half an hour still, and so on.
  static let legNanoseconds: Int64 = 1_800_000_000_000
  static let walkingSpeed = 1.4
  /// A fix each second, from half a second on; the receiver acquires from the start.
  static var firstFix: Instant { .seconds(0.5) }
  static var fixInterval: TimeSpan { .seconds(1) }
  static var timeToFirstFix: TimeSpan { .seconds(0.4) }
  /// Gauss-Markov error per axis.
  static let errorDeviation = 2.5
  static let errorTime = 20.0
  static let distanceFilter = 10.0
  static let uploadBytes: Int64 = 600
  static var firstScan: Instant { .seconds(30) }
  static var scanInterval: TimeSpan { .seconds(60) }

  private static let deviceNumbers: [String: Double] = [
    "gnss.acquiring": 0.150, "gnss.tracking_strong": 0.045, "gnss.give_up": 30,
    "wifi.power_save": 0.006, "wifi.scan_full": 0.150, "wifi.scan_full_time": 0.5,
    "cellular.idle": 0.020,
    "lte.promotion": 1.2107, "lte.transferring": 1.288_04, "lte.connected": 1.060, "lte.short_drx": 1.031,
    "lte.long_drx": 1.013, "lte.uplink": 438.39e-9,
  ]

  /// LTE as Huang et al. measured it (sources A4), with distinct powers for its three stages after the last byte, so
  /// that a mistake in one of them shows in the joules.
  private static let networkNumbers: [String: Double] = [
    "paging_cycle": 1.28, "promotion_time": 0.2601, "inactivity_timer": 0.1, "short_drx_time": 0.02,
    "tail_time": 11.576, "uplink_rate": 5e6,
  ]

  static func device() throws -> DeviceParameters {
    let sections: Set = ["battery", "base", "processor", "gnss", "wifi", "cellular", "lte", "error"]
    let schemas = DeviceSchema.all.filter { sections.contains($0.section) }
    let profile = DeviceProfile(
      name: "reference", summary: "the reference phone-day", defaultNetwork: "reference",
      values: values(schemas, deviceNumbers))
    return try profile.parameters(mode: .fixed)
  }

  static func network() throws -> NetworkParameters {
    let schemas = NetworkSchema.all.filter { $0.requirement != .optional && NetworkSchema.applies($0, to: .lte) }
    let profile = NetworkProfile(
      name: "reference", summary: "the reference phone-day", technology: .lte, values: values(schemas, networkNumbers))
    return try profile.parameters(mode: .fixed)
  }

  /// What the workload does not use gets the smallest value that is possible.
  private static func values(_ schemas: [ParameterSchema], _ numbers: [String: Double]) -> [String: ProfileValue] {
    let entries = schemas.map { schema in
      let number = numbers[schema.key] ?? schema.validRange.lowerBound
      let value = ProfileValue(
        mean: number, deviation: 0, range: number...number, distribution: .fixed, trust: .estimate,
        source: "reference workload")
      return (schema.key, value)
    }
    return Dictionary(uniqueKeysWithValues: entries)
  }
}
