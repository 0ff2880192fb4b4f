import DeviceModel
import FileFormats
import Core

/// Reads one value of a profile in the form
/// `{mean: 45 mW, deviation: 15 mW, range: [25 mW, 110 mW], distribution: lognormal, trust: estimate, source: "..."}`.
///
/// With `distribution: fixed` the deviation and the range may be left out. A number with its unit alone is a fixed value that the
/// file declares.
struct ProfileValueReader {
  let schema: ParameterSchema

  func value(_ yaml: YAMLValue) throws(InputError) -> ProfileValue {
    if yaml.isScalar {
      let value = try number(yaml, in: schema.validRange)
      return ProfileValue(
        mean: value, deviation: 0, range: value...value, distribution: .fixed, trust: .declared,
        source: "declared by the profile")
    }
    var mapping = try yaml.mapping(
      allowing: ["mean", "deviation", "range", "distribution", "trust", "source"])
    let distribution = try mapping.required("distribution").choice(ProfileValue.Distribution.self)
    let mean = try number(try mapping.required("mean"), in: schema.validRange)
    var deviation = 0.0
    var range = mean...mean
    if distribution == .fixed {
      if let given = mapping.optional("deviation") {
        deviation = try number(given, in: 0...0)
      }
      if let given = mapping.optional("range") { range = try self.range(given) }
    } else {
      deviation = try self.deviation(
        try mapping.required("deviation"), ofMean: mean, isLogNormal: distribution == .lognormal)
      range = try self.range(try mapping.required("range"))
    }
    let (trust, source) = try Self.provenance(&mapping)
    return ProfileValue(
      mean: mean, deviation: deviation, range: range, distribution: distribution, trust: trust, source: source)
  }

  /// `[low, high]`, both with their units.
  func range(_ yaml: YAMLValue) throws(InputError) -> ClosedRange<Double> {
    let items = try yaml.sequence()
    guard items.count == 2 else {
      throw yaml.error("a range has two ends, not \(items.count)", remedy: "write [lowest, highest]")
    }
    let low = try number(items[0], in: schema.validRange)
    let high = try number(items[1], in: schema.validRange)
    guard low <= high else {
      throw yaml.error("the range starts above its end", remedy: "write the lower value first")
    }
    return low...high
  }

  /// A deviation that the key's valid range and, for a log-normal value, the mean allow.
  func deviation(_ yaml: YAMLValue, ofMean mean: Double, isLogNormal: Bool) throws(InputError) -> Double {
    let deviation = try number(yaml, in: 0...schema.largestDeviation)
    let largest = ProfileValue.largestLogNormalSpread * mean
    // A mean that is not positive is refused with the whole profile.
    guard !isLogNormal || mean <= 0 || deviation <= largest else {
      throw yaml.error(
        "\(schema.dimension.describe(deviation)) is more than \(Int(ProfileValue.largestLogNormalSpread)) times the mean "
          + "of a lognormal value",
        remedy: "write at most \(schema.dimension.describe(largest)), or distribution: normal")
    }
    return deviation
  }

  /// A number in SI units, with the unit that the schema's dimension asks for.
  func number(_ yaml: YAMLValue, in range: ClosedRange<Double>) throws(InputError) -> Double {
    let dimension = schema.dimension
    guard !dimension.units.isEmpty else { return try yaml.number(in: range) }
    let value = try yaml.siNumber(quantity: dimension.quantityName, units: dimension.units)
    try yaml.check(value, range.lowerBound, range.upperBound, show: dimension.describe)
    return value
  }

  static func provenance(_ mapping: inout YAMLMapping) throws(InputError) -> (Trust, String) {
    let trust = try mapping.required("trust").choice(Trust.self)
    let source = try mapping.required("source")
    let text = try source.string()
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw source.error("the source is empty", remedy: "say where the value comes from")
    }
    return (trust, text)
  }
}
