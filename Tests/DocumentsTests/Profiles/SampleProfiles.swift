import DeviceModel
import FileFormats

/// Profiles whose every key has an odd value of its own, so that a mix-up shows.
enum SampleProfiles {
  static let device = DeviceProfile(
    name: "sample", summary: "All keys: \"quoted\", \\ and å", defaultNetwork: "lte-short-tail",
    values: values(DeviceSchema.all),
    correlations: [Correlation(between: "gnss.acquiring", "gnss.tracking_strong", value: 0.37, source: "a, b: c")])

  static func network(_ technology: RadioTechnology) -> NetworkProfile {
    var values = values(
      NetworkSchema.all.filter { $0.section != "access" && NetworkSchema.applies($0, to: technology) })
    // Coverage is weak before it ends.
    if let weak = values["coverage.weak_below"], let none = values["coverage.none_below"], none.mean > weak.mean {
      (values["coverage.weak_below"], values["coverage.none_below"]) = (none, weak)
    }
    return NetworkProfile(name: "sample", summary: "All keys", technology: technology, values: values)
  }

  static func values(_ schemas: [ParameterSchema]) -> [String: ProfileValue] {
    var values: [String: ProfileValue] = [:]
    for (index, schema) in schemas.enumerated() {
      let (low, high) = (schema.validRange.lowerBound, schema.validRange.upperBound)
      let share = Double(index * 37 % 101 + 13) / 127
      let mean = low + (high - low) * share * share
      let fixed = index % 3 == 0 || schema.key.hasSuffix("log_deviation")
      var value = ProfileValue(
        mean: mean, deviation: fixed ? 0 : abs(mean) / 7, range: fixed ? mean...mean : low...high,
        distribution: fixed ? .fixed : (mean > 0 ? .lognormal : .normal),
        trust: Trust.allCases[index % Trust.allCases.count], source: "source \(index)")
      if schema.key.hasSuffix(".median") { (value.distribution, value.range) = (.lognormal, low...high) }
      values[schema.key] = value
    }
    // The median form has one trust and one source for both parameters.
    for key in values.keys where key.hasSuffix("log_deviation") {
      guard let median = values[String(key.dropLast("log_deviation".count)) + "median"] else { continue }
      values[key]?.trust = median.trust
      values[key]?.source = median.source
    }
    return values
  }
}
