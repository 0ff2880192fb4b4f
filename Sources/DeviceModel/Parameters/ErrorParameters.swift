package import Core
import RealModule

/// How a device's positions err, per technology; `nil` for a technology it lacks. Deviations are per horizontal axis.
///
/// From sources F, "Error model per axis".
package struct ErrorParameters: Sendable, Equatable {
  /// A share of fixes whose error is multiplied.
  package struct Outliers: Sendable, Equatable {
    /// 0 to 1.
    package var probability: Double
    /// 1 or more.
    package var multiplier: Double
  }

  /// Satellite fixes in one kind of surroundings.
  package struct Satellite: Sendable, Equatable {
    /// Deviation of the fast Gauss-Markov process.
    package var fast: Distance
    /// Deviation of the slow Gauss-Markov process.
    package var slow: Distance
    /// Share of fixes that are outliers, 0 to 1.
    package var outlierProbability: Double
    /// Multiplies an outlier's error.
    package var outlierMultiplier: Double
  }

  /// Log-normal, by its median.
  package struct Spread: Sendable, Equatable {
    package var median: Double
    /// Deviation of the logarithm.
    package var logDeviation: Double

    package init(median: Double, logDeviation: Double) {
      self.median = median
      self.logDeviation = logDeviation
    }

    /// The value for a standard normal score.
    package func value(score: Double) -> Double { median * Double.exp(logDeviation * score) }
  }

  /// How much more satellite fixes err after the receiver has acquired: few satellites, no smoothing, no filter settled.
  package struct Start: Sendable, Equatable {
    /// Of the first fix over a settled one, from start to start.
    package var errors: Spread
    /// The logarithm of it decays with this time constant.
    package var time: TimeSpan

    package init(errors: Spread, time: TimeSpan) {
      self.errors = errors
      self.time = time
    }
  }

  /// Satellite fixes.
  package struct GNSS: Sendable, Equatable {
    /// White noise per axis, under any sky.
    package var white: Distance
    /// Deviation of the logarithm of the error's size from leg to leg; the reported radius follows it.
    package var legLogDeviation = 0.0
    /// In a vehicle: share of fixes that are outliers, and what multiplies their error; `nil` where it is the sky's alone.
    package var vehicle: Outliers?
    /// `nil` where first fixes err as later ones do.
    package var start: Start?
    /// Correlated errors, by the view of the sky.
    package var sky: SkyTable<Satellite>
  }

  /// Wi-Fi fixes by how many access points a scan hears: 1 to 2, 3 to 9, 10 or more.
  package struct WiFi: Sendable, Equatable {
    /// Deviation per axis with few access points.
    package var few: Distance
    /// Deviation per axis with some access points.
    package var some: Distance
    /// Deviation per axis with many access points.
    package var many: Distance
    /// Share of fixes that are outliers, 0 to 1.
    package var outlierProbability: Double
    /// Error of an outlier over that of other fixes.
    package var outlierMultiplier: Double
    /// Deviation of the logarithm of an error's length; `nil`: that of two normal axes.
    package var logDeviation: Double?
    /// By the speed at which a scan is made; `nil` where speed does not matter.
    package var grades: WiFiGrades?
    /// Share of trips that begin without positions from scans.
    package var tripFailure = 0.0
    /// Mean time for which such a trip goes on without; `nil`: to its end.
    package var failureTime: TimeSpan?
  }

  /// What the phone believes its 68 % radius to be over what it is; `nil`: that of iPhones, `ReportedAccuracy`.
  package var report: Spread?
  /// `nil` without a satellite receiver.
  package var gnss: GNSS?
  /// `nil` without Wi-Fi.
  package var wifi: WiFi?
  /// Deviation of a tower's bias over the cell's radius.
  package var cellBiasRatio: Double?

  init(_ values: ParameterValues) throws(ProfileFault) {
    if values.has(section: "gnss") {
      let sky = try SkyTable<Satellite> { name throws(ProfileFault) in
        Satellite(
          fast: try values.distance("error.\(name).fast"), slow: try values.distance("error.\(name).slow"),
          outlierProbability: try values.number("error.\(name).outlier_probability"),
          outlierMultiplier: try values.number("error.\(name).outlier_multiplier"))
      }
      gnss = GNSS(white: try values.distance("error.white"), sky: sky)
      gnss?.legLogDeviation = values.optional("error.leg_log_deviation") ?? 0
      if let probability = values.optional("error.vehicle.outlier_probability") {
        gnss?.vehicle = Outliers(
          probability: probability, multiplier: values.optional("error.vehicle.outlier_multiplier") ?? 1)
      }
    }
    if let median = values.optional("error.start.multiplier.median") {
      gnss?.start = Start(
        errors: Spread(median: median, logDeviation: values.optional("error.start.multiplier.log_deviation") ?? 0),
        time: .seconds(values.optional("error.start.time") ?? 0))
    }
    if values.has(section: "wifi") {
      wifi = WiFi(
        few: try values.distance("error.wifi.few.sigma"), some: try values.distance("error.wifi.some.sigma"),
        many: try values.distance("error.wifi.many.sigma"),
        outlierProbability: try values.number("error.wifi.outlier_probability"),
        outlierMultiplier: try values.number("error.wifi.outlier_multiplier"))
      wifi?.logDeviation = values.optional("error.wifi.log_deviation")
      wifi?.grades = WiFiGrades(values)
      wifi?.tripFailure = values.optional("error.wifi.trip_failure") ?? 0
      wifi?.failureTime = values.optional("error.wifi.failure_time").map(TimeSpan.seconds)
    }
    if let median = values.optional("error.report.median") {
      report = Spread(median: median, logDeviation: values.optional("error.report.log_deviation") ?? 0)
    }
    if values.has(section: "cellular") { cellBiasRatio = try values.number("error.cell.bias_ratio") }
  }
}
