package import DeviceModel

/// What a comparison rests on: how many of the profile's values have been measured, and how many are judgement.
package struct Provenance: Sendable, Hashable {
  /// How a device's predicted drain compares with measured days that its fit did not have.
  package struct Validation: Sendable, Hashable {
    /// On days of one kind: errors of the settings' mean drained charge, and runs in their 90 % ranges.
    package struct Errors: Sendable, Hashable {
      let medianPercent: Double
      let worstPercent: Double
      let held: Int
      let runs: Int
    }

    package let device: String
    let trips: Errors
    let rest: Errors
  }

  package let profile: String
  /// How many of the profile's values have each degree of trust.
  package let counts: [Trust: Int]
  /// Of the profile's own device; `nil` where no such days exist.
  package let validation: Validation?

  package init(profile: String, trusts: some Sequence<Trust>, validation: Validation? = nil) {
    self.profile = profile
    counts = trusts.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    self.validation = validation
  }

  /// How far predictions of the profile's own device were off on measured days, else that it was fitted to some; `nil` for neither.
  package var validated: String? {
    if let (trips, rest) = validation.map({ (Self.words($0.trips), Self.words($0.rest)) }) {
      return "on days not used for the fit: long trips \(trips); rest \(rest)"
    }
    let fitted = counts[.fitted] ?? 0
    return fitted > 0 ? "\(fitted) value\(fitted == 1 ? "" : "s") fitted to measured days, untested on others" : nil
  }

  /// The sentence that stands under every table.
  package var sentence: String {
    let total = counts.values.reduce(0, +)
    let estimates = counts[.estimate] ?? 0
    return "\(profile): \(estimates) of \(total) values \(estimates == 1 ? "is an estimate" : "are estimates"); "
      + (validated ?? "untested")
  }

  /// `off by 15 % (median), 22 % (worst), ranges held 96 %`
  private static func words(_ errors: Validation.Errors) -> String {
    let held = errors.runs > 0 ? ", ranges held \(percent(100 * Double(errors.held) / Double(errors.runs))) %" : ""
    return "off by \(percent(errors.medianPercent)) % (median), \(percent(errors.worstPercent)) % (worst)\(held)"
  }

  private static func percent(_ value: Double) -> String { "\(Int(value.rounded()))" }
}

/// The devices with measured days that were left out of their fits, with what came out.
///
/// This is the one place where the figures are stored; a test compares them with reports/validation/measured-phones.md, which
/// reports/validation/leave-one-out.py makes.
package enum ValidatedDevices {
  /// Each day left out of the fit once; days of other use do not count.
  static let all = [
    Provenance.Validation(
      device: "iphone-6", trips: .init(medianPercent: 11, worstPercent: 27, held: 27, runs: 28),
      rest: .init(medianPercent: 4, worstPercent: 9, held: 54, runs: 57)),
    Provenance.Validation(
      device: "nexus-6", trips: .init(medianPercent: 4, worstPercent: 26, held: 24, runs: 28),
      rest: .init(medianPercent: 3, worstPercent: 9, held: 55, runs: 57)),
  ]

  /// `nil` for a device without such days.
  package static func figures(of device: DeviceProfile) -> Provenance.Validation? {
    all.first { $0.device == device.name }
  }
}
