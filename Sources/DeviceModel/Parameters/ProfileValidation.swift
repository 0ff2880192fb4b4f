/// The checks that device and network profiles share.
enum ProfileValidation {
  /// Faults of single values against their schema, and of the correlations.
  static func faults(
    in values: [String: ProfileValue], correlations: [Correlation], schema: (String) -> ParameterSchema?
  ) -> [ProfileFault] {
    var faults: [ProfileFault] = []
    for key in values.keys.sorted() {
      guard let value = values[key] else { continue }
      guard let schema = schema(key) else {
        faults.append(ProfileFault(key: key, message: "unknown key '\(key)'", remedy: "remove it or correct its name"))
        continue
      }
      faults += self.faults(in: value, schema: schema)
    }
    for correlation in correlations {
      for key in [correlation.first, correlation.second] where values[key] == nil {
        faults.append(
          ProfileFault(
            key: "correlations", message: "'\(key)' is correlated but not in the profile",
            remedy: "add \(key) or remove the correlation"))
      }
      if !(correlation.value > -1 && correlation.value < 1) || correlation.first == correlation.second {
        faults.append(
          ProfileFault(
            key: "correlations",
            message: "the correlation of \(correlation.first) and \(correlation.second) is \(correlation.value)",
            remedy: "name two keys and a value between -1 and 1"))
      }
    }
    if CorrelationMatrix(correlations).factor == nil {
      faults.append(
        ProfileFault(
          key: "correlations", message: "the correlations contradict each other: their matrix is not positive definite",
          remedy: "make some of them smaller"))
    }
    return faults
  }

  private static func faults(in value: ProfileValue, schema: ParameterSchema) -> [ProfileFault] {
    let (dimension, valid, key) = (schema.dimension, schema.validRange, schema.key)
    var faults: [ProfileFault] = []
    func fault(_ message: String, _ remedy: String) {
      faults.append(ProfileFault(key: key, message: message, remedy: remedy))
    }
    for number in [value.mean, value.range.lowerBound, value.range.upperBound] where !valid.contains(number) {
      fault(
        "\(dimension.describe(number)) is not possible for \(key)",
        "use a value between \(dimension.describe(valid.lowerBound)) and \(dimension.describe(valid.upperBound))")
      return faults
    }
    if !value.range.contains(value.mean) {
      fault(
        "the mean \(dimension.describe(value.mean)) is outside the range",
        "widen the range [\(dimension.describe(value.range.lowerBound)), "
          + "\(dimension.describe(value.range.upperBound))] or correct the mean")
    }
    if !(0...schema.largestDeviation).contains(value.deviation) {
      fault(
        "the deviation \(dimension.describe(value.deviation)) is not possible for \(key)",
        "use a deviation between \(dimension.describe(0)) and \(dimension.describe(schema.largestDeviation))")
      return faults
    }
    if value.distribution == .lognormal, value.mean <= 0 {
      fault("a lognormal value has a positive mean", "use distribution normal or fixed")
    } else if value.distribution == .lognormal, value.deviation > ProfileValue.largestLogNormalSpread * value.mean {
      let largest = ProfileValue.largestLogNormalSpread * value.mean
      fault(
        "the deviation \(dimension.describe(value.deviation)) is more than "
          + "\(Int(ProfileValue.largestLogNormalSpread)) times the mean of a lognormal value",
        "use at most \(dimension.describe(largest)), or distribution normal")
    }
    if value.distribution != .fixed, value.deviation > 0, value.range.lowerBound == value.range.upperBound {
      fault("the range has no width although the deviation is positive", "widen the range or use distribution fixed")
    }
    if value.source.isEmpty { fault("the source is empty", "say where the value comes from") }
    return faults
  }

  /// Required keys that are missing, given which sections (or technologies) there are.
  static func missing(
    from values: [String: ProfileValue], schemas: [ParameterSchema], present: Set<String>
  ) -> [ProfileFault] {
    schemas.compactMap { schema in
      guard values[schema.key] == nil else { return nil }
      let reason: String
      switch schema.requirement {
      case .optional: return nil
      case .always: reason = "every profile has it"
      case .withAny(let sections):
        guard let section = sections.first(where: present.contains) else { return nil }
        reason = "a profile with \(section) has it"
      }
      return ProfileFault(
        key: schema.key, message: "\(schema.key) is missing", remedy: "add it (\(schema.documentation)); \(reason)")
    }
  }
}

/// Something wrong in a profile, at a key path.
package struct ProfileFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The key path at fault; for a missing key, the one that should be there; `correlations` for the matrix as a whole.
  package let key: String
  /// What is wrong.
  package let message: String
  /// What to do about it.
  package let remedy: String

  /// Both in plain words, without a full stop.
  package init(key: String, message: String, remedy: String) {
    self.key = key
    self.message = message
    self.remedy = remedy
  }

  /// Key, message and remedy in one line.
  package var description: String { "\(key): \(message); \(remedy)" }
}
