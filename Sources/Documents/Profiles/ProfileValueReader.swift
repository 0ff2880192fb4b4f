import DeviceModel
import FileFormats

/// Reads one value of a profile in the form
/// `{mean: 45 mW, deviation: 15 mW, range: [25 mW, 110 mW], distribution: lognormal, trust: estimate, source: "..."}`.
///
/// With `distribution: fixed` the deviation and the range may be left out. A number with its unit alone is a fixed value that the
/// file declares.
struct ProfileValueReader {
  /// Who says a value, and how sure that is.
  struct ProvenanceKeys: KeyTable {
    let trust = Key("trust", .choice(Trust.self))
    let source = Key("source", ProfileValueReader.source, "paper, data set or tool, with table or file")
  }

  struct ValueKeys: KeyTable {
    let mean: Key<YAMLValue>
    let deviation: Key<YAMLValue?>
    let range: Key<[YAMLValue]?>
    let distribution = Key("distribution", .choice(ProfileValue.Distribution.self))
    let provenance = ProvenanceKeys()
    /// A value that varies says how much, and between which ends.
    let rule = KeyRule.split(
      key: "distribution", word: ProfileValue.Distribution.fixed.rawValue, .any,
      otherwise: .keys([], rules: [.any([["deviation", "range"]])]))

    init(_ dimension: Dimension) {
      let number = Form.unread(.quantity(dimension))
      mean = Key("mean", number)
      deviation = Key("deviation", optional: number)
      range = Key("range", optional: .list(of: number, from: 2, to: 2))
    }
  }

  struct MedianKeys: KeyTable {
    let median: Key<YAMLValue>
    let logDeviation = Key("log_deviation", .unread(.number(-.infinity ... .infinity)))
    let deviation: Key<YAMLValue?>
    let range: Key<[YAMLValue]>
    let distribution = Key("distribution", .choice([ProfileValue.Distribution.lognormal.rawValue]))
    let provenance = ProvenanceKeys()

    init(_ dimension: Dimension) {
      let number = Form.unread(.quantity(dimension))
      median = Key("median", number)
      deviation = Key("deviation", optional: number)
      range = Key("range", .list(of: number, from: 2, to: 2))
    }
  }

  // The dimension is the schema's affair alone: numbers are read later, with the value's own.
  private static let valueKeys = Keys(ValueKeys(.power))
  private static let medianKeys = Keys(MedianKeys(.power))

  static func valueSchema(_ dimension: Dimension) -> ValueSchema { Keys(ValueKeys(dimension)).schema }
  static func medianSchema(_ dimension: Dimension) -> ValueSchema { Keys(MedianKeys(dimension)).schema }

  private static let source = Form(.text()) { yaml throws(InputError) in
    let text = try yaml.string()
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw yaml.error("the source is empty", remedy: "say where the value comes from")
    }
    return text
  }

  let schema: ParameterSchema

  func value(_ yaml: YAMLValue) throws(InputError) -> ProfileValue {
    if yaml.isScalar {
      let value = try number(yaml, in: schema.validRange)
      return ProfileValue(
        mean: value, deviation: 0, range: value...value, distribution: .fixed, trust: .declared,
        source: "declared by the profile")
    }
    let given = try Self.valueKeys.read(yaml)
    let distribution = try given.distribution
    let mean = try number(given.mean, in: schema.validRange)
    var deviation = 0.0
    var range = mean...mean
    if distribution == .fixed {
      if let fixed = try given.deviation { deviation = try number(fixed, in: 0...0) }
      if let ends = try given.range { range = try self.range(ends, given.given(\.range) ?? yaml) }
    } else {
      deviation = try self.deviation(
        given.needed(\.deviation), ofMean: mean, isLogNormal: distribution == .lognormal)
      range = try self.range(given.needed(\.range), given.given(\.range) ?? yaml)
    }
    return ProfileValue(
      mean: mean, deviation: deviation, range: range, distribution: distribution, trust: try given.provenance.trust,
      source: try given.provenance.source)
  }

  /// Reads a log-normal time in the form
  /// `{median: 1.5 s, log_deviation: 0.5, range: [0.5 s, 20 s], distribution: lognormal, trust: ..., source: "..."}`.
  ///
  /// It stands for two parameters: `<key>.median`, whose range is that of the times, and `<key>.log_deviation`, how much
  /// the logarithm varies from attempt to attempt. An optional `deviation` says how the median varies between devices.
  func median(
    _ yaml: YAMLValue, _ logDeviation: ParameterSchema
  ) throws(InputError) -> (median: ProfileValue, logDeviation: ProfileValue) {
    let given = try Self.medianKeys.read(yaml)
    _ = try given.distribution
    let middle = try number(given.median, in: schema.validRange)
    let spread = try given.logDeviation.number(in: logDeviation.validRange)
    let deviation = try given.deviation.map { yaml throws(InputError) in
      try self.deviation(yaml, ofMean: middle, isLogNormal: true)
    }
    let range = try self.range(given.range, given.given(\.range) ?? yaml)
    let (trust, source) = (try given.provenance.trust, try given.provenance.source)
    return (
      ProfileValue(
        mean: middle, deviation: deviation ?? 0, range: range, distribution: .lognormal, trust: trust, source: source),
      ProfileValue(
        mean: spread, deviation: 0, range: spread...spread, distribution: .fixed, trust: trust, source: source)
    )
  }

  /// `[low, high]`, both with their units.
  private func range(_ items: [YAMLValue], _ yaml: YAMLValue) throws(InputError) -> ClosedRange<Double> {
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
  private func deviation(_ yaml: YAMLValue, ofMean mean: Double, isLogNormal: Bool) throws(InputError) -> Double {
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
    try Form.quantity(schema.dimension, range).read(yaml)
  }
}
