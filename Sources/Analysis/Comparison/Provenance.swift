package import DeviceModel

/// What a comparison rests on: how many of the profile's values have been measured, and how many are judgement.
package struct Provenance: Sendable, Hashable {
  /// A device whose simulated drain was checked against measurements.
  package struct Validation: Sendable, Hashable {
    /// On days of one kind.
    package struct Errors: Sendable, Hashable {
      /// The median over the settings of |simulated - measured| / measured.
      let medianPercent: Double
      let settings: Int

      package init(medianPercent: Double, settings: Int) {
        (self.medianPercent, self.settings) = (medianPercent, settings)
      }
    }

    package let device: String
    let trips: Errors
    let rest: Errors
    /// How many measured runs of all days lay in their predicted ranges, and how many there were.
    let held: Int
    let runs: Int

    package init(device: String, trips: Errors, rest: Errors, held: Int, of runs: Int) {
      (self.device, self.trips, self.rest, self.held, self.runs) = (device, trips, rest, held, runs)
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

  /// How many measured runs of the profile's own device lay in their predicted ranges; `nil` where none was measured.
  package var heldRuns: (held: Int, of: Int)? {
    guard let own = nearestValidation, own.device == profile else { return nil }
    return (own.held, own.runs)
  }

  /// The sentence that stands under every table.
  package var sentence: String {
    let total = counts.values.reduce(0, +)
    let estimates = counts[.estimate] ?? 0
    let validated = nearestValidation.map { validation in
      let parts = [Self.words(validation.trips, "on long trips"), Self.words(validation.rest, "at rest")]
      let error = "off by \(parts.joined(separator: " and "))"
      return validation.device == profile
        ? "checked on days of its fit: \(error)" : "nearest validated device: \(validation.device), \(error)"
    }
    return "\(profile): \(estimates) of \(total) values \(estimates == 1 ? "is an estimate" : "are estimates"); "
      + (hasMeasuredTotal ? "whole-phone total measured; " : "")
      + (validated ?? "nearest validated device: none yet")
  }

  /// `15 % on long trips (one setting)`
  private static func words(_ errors: Validation.Errors, _ place: String) -> String {
    let basis = errors.settings == 1 ? "one setting" : "median of \(errors.settings)"
    return "\(percent(errors.medianPercent)) % \(place) (\(basis))"
  }

  private static func percent(_ value: Double) -> String {
    value < 10 ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))"
  }
}
