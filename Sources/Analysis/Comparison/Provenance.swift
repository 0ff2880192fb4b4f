package import DeviceModel

/// What a comparison rests on: how many of the profile's values have been measured, and how many are judgement.
package struct Provenance: Sendable, Hashable {
  /// A device whose simulated drain was checked against measurements.
  package struct Validation: Sendable, Hashable {
    package let device: String
    /// The median over the checks of |simulated - measured| / measured, in percent.
    package let medianErrorPercent: Double
    /// On which side the predictions were; `nil` where on both.
    package let side: Side?

    package enum Side: String, Sendable {
      case tooLow = "too low"
      case tooHigh = "too high"
    }

    package init(device: String, medianErrorPercent: Double, side: Side? = nil) {
      self.device = device
      self.medianErrorPercent = medianErrorPercent
      self.side = side
    }
  }

  package let profile: String
  /// How many of the profile's values have each degree of trust.
  package let counts: [Trust: Int]
  /// The whole phone's draw has been measured, not only added up from parts.
  package let hasMeasuredTotal: Bool
  package let nearestValidation: Validation?

  package init(
    profile: String, trusts: some Sequence<Trust>, hasMeasuredTotal: Bool, nearestValidation: Validation? = nil
  ) {
    self.profile = profile
    counts = trusts.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    self.hasMeasuredTotal = hasMeasuredTotal
    self.nearestValidation = nearestValidation
  }

  /// The sentence that stands under every table.
  package var sentence: String {
    let total = counts.values.reduce(0, +)
    let estimates = counts[.estimate] ?? 0
    let validated = nearestValidation.map { validation in
      let size = "\(Self.percent(validation.medianErrorPercent)) %"
      let error =
        validation.side.map { "its predictions are \(size) \($0.rawValue) in the median" } ?? "median error \(size)"
      return validation.device == profile
        ? "checked on trips of its fit: \(error)"
        : "nearest validated device: \(validation.device) (\(error))"
    }
    return "\(profile): \(estimates) of \(total) values \(estimates == 1 ? "is an estimate" : "are estimates"); "
      + (hasMeasuredTotal ? "whole-phone total measured; " : "")
      + (validated ?? "nearest validated device: none yet")
  }

  private static func percent(_ value: Double) -> String {
    value < 10 ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))"
  }
}
