package import DeviceModel
package import Estimation
import Core
import RealModule

/// A phone's powers from its own measured runs: the base's values, moved as far as the runs say.
package struct PhoneFit: Sendable {
  /// A value of the profile, before and after.
  package struct Learned: Sendable {
    package let key: String
    package let before: ProfileValue
    package let after: ProfileValue
    /// The share of the prior's variance that is gone.
    package let share: Double
  }

  /// What real runs of this phone differ by from its predicted mean.
  package struct Spread: Sendable, Hashable {
    package let discrepancy: Discrepancy
    /// The share of the variance of location's part that the days removed; 0 where no setting with location was measured.
    package let location: Double
  }

  package let fit: JointDrainFit
  /// In the design's order; values that no run used and that moved little are the base's and not here.
  package let learned: [Learned]
  package let spread: Spread
  /// The new profile.
  package let device: DeviceProfile

  /// Below this, a value that no run used stays the base's.
  private static let leastLearned = 0.01

  /// - Parameters:
  ///   - runs: of one phone, with exposures in the terms of `phone`.
  ///   - source: what the new values are said to come from.
  package init(
    _ runs: [PhoneDesign.Run], design phone: PhoneDesign, base: DeviceProfile, name: String, source: String
  ) throws(EstimationError) {
    fit = try JointDrainFit(runs: runs.map(\.joint), design: phone.design)
    learned = Self.learned(fit, phone, base, source)
    spread = Self.spread(fit, runs, phone.design, base, learned)
    device = Self.device(base, name: name, fit, learned, spread, source)
  }

  private static func rounded(_ value: Double) -> Double { Double(DecimalText.significant(value, digits: 5)) ?? value }

  private static func value(
    mean: Double, deviation: Double, within valid: ClosedRange<Double>, trust: Trust = .fitted, source: String
  ) -> ProfileValue {
    let mean = rounded(min(max(mean, valid.lowerBound), valid.upperBound))
    // Four deviations of the logarithm either way, so that draws are hardly cut.
    let factor = Double.exp(4 * Double.log(onePlus: (deviation / mean) * (deviation / mean)).squareRoot())
    return ProfileValue(
      mean: mean, deviation: rounded(deviation),
      range: rounded(max(valid.lowerBound, mean / factor))...rounded(min(valid.upperBound, mean * factor)),
      distribution: .lognormal, trust: trust, source: source)
  }

  private static func learned(
    _ fit: JointDrainFit, _ phone: PhoneDesign, _ base: DeviceProfile, _ source: String
  ) -> [Learned] {
    phone.keys.enumerated().compactMap { place, key -> Learned? in
      guard let before = base.values[key], let schema = DeviceSchema.schema(of: key),
        let share = fit.learned[place]
      else { return nil }
      if place >= phone.measured, share < leastLearned { return nil }
      let (median, deviation) = fit.product([key])
      let mean = median * Double.exp(deviation * deviation / 2)
      let spread = mean * (Double.exp(deviation * deviation) - 1).squareRoot()
      let percent = DecimalText.significant(max(0, 100 * share), digits: 2)
      return Learned(
        key: key, before: before,
        after: value(
          mean: mean, deviation: spread, within: schema.validRange,
          trust: share < JointDrainFit.leastFitted ? before.trust : .fitted,
          source: "\(source), \(percent) % of the variance of \(base.name)'s value removed"), share: share)
    }
  }

  /// What tracking is off by after a phone was measured: `iphone-6` 0.08, `nexus-6` 0.16.
  private static let measuredTracking = 0.12

  /// The phone's term is what the fit leaves open of the settings that were measured; days and runs are the fit's; what holds
  /// for location's share goes from the base's to that of measured phones as location is learned.
  private static func spread(
    _ fit: JointDrainFit, _ runs: [PhoneDesign.Run], _ design: JointDesign, _ base: DeviceProfile, _ learned: [Learned]
  ) -> Spread {
    let variances = runs.map { run -> Double in
      let deviation = fit.logDeviation(ofDrain: run.exposure, design: design)
      return deviation * deviation
    }
    let phone = (variances.reduce(0, +) / Double(max(1, variances.count))).squareRoot()
    let asked = ["processor.location_session", "processor.wifi_session", "gnss.tracking_strong", "gnss.acquiring"]
    let location = learned.filter { asked.contains($0.key) }.map { max(0, $0.share) }.max() ?? 0
    let before = base.discrepancy.tracking
    let after = min(before, measuredTracking)
    func deviation(_ name: String) -> Double { fit.summary[name]?.value ?? 0 }
    return Spread(
      discrepancy: Discrepancy(
        phone: phone, occasion: deviation("occasion_deviation"), run: deviation("run_deviation"),
        tracking: ((1 - location) * before * before + location * after * after).squareRoot(),
        rest: deviation("rest_deviation"), location: deviation("location_deviation")), location: location)
  }

  /// - Returns: whether the profile has a battery with a health.
  private static func setBattery(of device: inout DeviceProfile, _ fit: JointDrainFit, _ source: String) -> Bool {
    guard let energy = device.values["battery.energy"], let health = device.values["battery.health"],
      let schema = DeviceSchema.schema(of: "battery.energy")
    else { return false }
    let (median, deviation) = fit.product([PhoneDesign.battery])
    let mean = energy.mean * median * Double.exp(deviation * deviation / 2)
    let place = fit.summary.parameters.firstIndex { $0.name == PhoneDesign.battery }
    let share = place.flatMap { fit.learned[$0] } ?? 0
    device.values["battery.energy"] = value(
      mean: mean, deviation: mean * (Double.exp(deviation * deviation) - 1).squareRoot(), within: schema.validRange,
      trust: share < JointDrainFit.leastFitted ? energy.trust : .fitted,
      source: "\(source): powers hold for this size, which only a power beside the gauge tells; health is part of it")
    device.values["battery.health"] = ProfileValue(
      mean: health.mean, deviation: 0, range: health.mean...health.mean, distribution: .fixed, trust: health.trust,
      source: health.source)
    return true
  }

  private static func device(
    _ base: DeviceProfile, name: String, _ fit: JointDrainFit, _ learned: [Learned], _ spread: Spread, _ source: String
  ) -> DeviceProfile {
    var device = base
    device.name = name
    device.summary = "\(base.name), with what measured days say of this phone"
    for value in learned { device.values[value.key] = value.after }
    let keys = learned.map(\.key) + (setBattery(of: &device, fit, source) ? ["battery.energy"] : [])
    let quantity = { (key: String) in key == "battery.energy" ? PhoneDesign.battery : key }
    var correlations = DriveCorrelations()
    for i in keys.indices {
      for j in 0..<i { correlations.add(keys[j], keys[i], fit.correlation([quantity(keys[j])], [quantity(keys[i])])) }
    }
    let kept = base.correlations.filter { !(keys.contains($0.first) && keys.contains($0.second)) }
    var draft = device
    _ = correlations.put(
      into: &device.correlations, kept: kept, values: device.values, source: source, digits: 5
    ) { all in
      draft.correlations = all
      return !draft.validate().contains { $0.key == "correlations" }
    }
    let amongRuns = "between runs, with \(base.name)'s as prior"
    for (key, number, why) in [
      ("phone", spread.discrepancy.phone, "what the fit leaves open of the settings that were measured"),
      ("occasion", spread.discrepancy.occasion, "between days, with \(base.name)'s as prior"),
      ("run", spread.discrepancy.run, amongRuns), ("rest", spread.discrepancy.rest, amongRuns),
      ("location", spread.discrepancy.location, amongRuns),
      (
        "tracking", spread.discrepancy.tracking,
        "between \(base.name)'s and the 0.08 and 0.16 of measured phones, as location was learned"
      ),
    ] where number > 0 || (key != "rest" && key != "location") {
      guard let schema = DeviceSchema.schema(of: "\(Discrepancy.section).\(key)") else { continue }
      let mean = max(0.005, number)
      device.values[schema.key] = value(
        mean: mean, deviation: 0.3 * mean, within: schema.validRange, source: "\(source): \(why)")
    }
    return device
  }
}
