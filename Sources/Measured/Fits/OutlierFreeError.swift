package import Documents
package import Estimation

/// The simulator's error parameters where the data show no outliers: their share and size cannot be told then, and a
/// number that the data leave open must not reach a profile.
///
/// Deviation per axis: sqrt(s^2 - w^2) with s of the Rayleigh fit (or its form across a track) and w the white noise;
/// split into fast and slow as the correlation in time splits the variance; without such a fit all of it is taken as fast.
package enum OutlierFreeError {
  /// Why the outliers of a fit of the simulator's model cannot be used; `nil` where they can.
  ///
  /// - Parameter missing: why there is no such fit.
  package static func reason(_ summary: FitSummary?, missing: String?) -> String? {
    guard let summary else { return missing ?? "the simulator's own model could not be fitted" }
    let names = ["deviation", "outlier_multiplier", "outlier_probability"]
    guard names.allSatisfy({ summary[$0] != nil }) else { return nil }
    if let share = summary["outlier_probability"], share.value > 0.5 {
      return "what the fit calls outliers is the rule"
    }
    let reachesNone = summary.warnings.contains {
      if case .intervalEndsAtBound(let name, _) = $0 { name == "outlier_multiplier" } else { false }
    }
    if reachesNone || names.contains(where: { summary[$0]?.interval95 == nil }) {
      return "the data leave the outliers open"
    }
    if summary["outlier_probability"]?.bound != nil { return "the data show no outliers" }
    return nil
  }

  /// - Parameters:
  ///   - rayleigh: of the fit without outliers.
  ///   - correlation: of the fit in time.
  package static func values(
    _ rayleigh: FitSummary?, _ correlation: FitSummary?, sky: String, white: Double
  ) -> [ProfileFragment.Value]? {
    guard let plain = rayleigh?["deviation"], plain.value > white else { return nil }
    let total = (plain.value * plain.value - white * white).squareRoot()
    let error = plain.standardError.map { $0 * plain.value / total }
    var (fast, slow) = (1.0, 0.0)
    if let a = correlation?["fast_deviation"]?.value, let b = correlation?["slow_deviation"]?.value {
      let both = (a * a + b * b).squareRoot()
      (fast, slow) = (a / both, b / both)
    }
    func value(_ key: String, _ mean: Double, _ deviation: Double?) -> ProfileFragment.Value {
      ProfileFragment.Value(key: "error.\(sky).\(key)", mean: mean, deviation: deviation, interval: nil, unit: "m")
    }
    return [
      value("fast", total * fast, error.map { $0 * fast }),
      value("slow", total * slow, slow > 0 ? error.map { $0 * slow } : nil), value("outlier_probability", 0, nil),
      value("outlier_multiplier", 1, nil),
    ]
  }
}
