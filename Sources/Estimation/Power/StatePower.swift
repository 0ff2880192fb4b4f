import RealModule

/// Mean power of one state, as measured.
package struct StatePower: Sendable, Hashable {
  package let state: String
  /// In watts, with what is known about its error.
  package let power: CorrelatedMean
  /// How long the state was measured, guard times left out, in seconds.
  package let seconds: Double
  package let outliers: Int
  /// In watts.
  package let median: Double
}

/// Energy of a change from one state to another, beyond what the two states take.
package struct TransitionEnergy: Sendable, Hashable {
  package let from: String
  package let to: String
  package let repetitions: Int
  /// In joules; negative where the change sets in later than its label says.
  package let mean: Double
  /// In joules, over repetitions; `nil` for a single one.
  package let standardError: Double?
}

/// Settings of `StatePowerFit`.
package struct StatePowerOptions: Sendable, Hashable {
  /// What is left out after and before each change of state, in seconds: clocks and labels are never exact, and a state
  /// needs time to settle. 0 or more.
  package var guardTime: Double
  /// A sample further from its state's median than this many robust deviations (1.4826 x median absolute deviation)
  /// counts as an outlier.
  package var outlierDeviations: Double
  /// Whether outliers are left out of the means. A spike is energy all the same, so the default is to keep them.
  package var excludesOutliers: Bool

  /// The state whose power is taken off all others; `nil` leaves each state's power whole.
  package var floor: String?

  package init(
    guardTime: Double = 1, outlierDeviations: Double = 8, excludesOutliers: Bool = false, floor: String? = nil
  ) {
    self.floor = floor
    self.guardTime = guardTime
    self.outlierDeviations = outlierDeviations
    self.excludesOutliers = excludesOutliers
  }

  func check() throws(EstimationError) {
    guard guardTime.isFinite, guardTime >= 0 else { throw .badInput("the guard time must be 0 s or more") }
    guard outlierDeviations.isFinite, outlierDeviations >= 3 else {
      throw .badInput("the outlier limit must be at least 3 deviations")
    }
  }
}

/// Powers above that of one state.
///
/// A monitor measures the whole phone: what a component draws is what its state adds to a state without it. The variance of
/// a difference is the sum of both; Student's t has the degrees of freedom of Welch and Satterthwaite (Biometrika 34, 1947).
/// All differences share the floor's error and so correlate. Range of validity: nothing else changes between the states.
struct StatePowerFloor {
  let state: String

  /// - Throws: `badInput` for a floor that is no state, or the only one.
  func apply(to summary: FitSummary, _ states: [StatePower]) throws(EstimationError) -> FitSummary {
    guard let floor = states.firstIndex(where: { $0.state == state }) else {
      throw .badInput(
        "there is no state '\(state)' to take off: the trace has \(states.map(\.state).joined(separator: ", "))")
    }
    guard states.count > 1 else { throw .badInput("'\(state)' is the only state: nothing is above it") }
    let base = states[floor].power
    // Rows of the new parameters over the old ones.
    var rows = summary.parameters.indices.map { i in summary.parameters.indices.map { $0 == i ? 1.0 : 0 } }
    for i in states.indices where i != floor { rows[i][floor] = -1 }
    let covariance = rows.map { a in
      rows.map { b in
        a.indices.reduce(0.0) { sum, i in
          a[i] == 0 ? sum : sum + a[i] * b.indices.reduce(0.0) { $0 + summary.covariance[i][$1] * b[$1] }
        }
      }
    }
    var warnings = summary.warnings
    var parameters: [FittedParameter] = []
    for (i, parameter) in summary.parameters.enumerated() {
      guard i < states.count, i != floor else {
        parameters.append(parameter)
        continue
      }
      let power = states[i].power
      let (own, shared) = (power.standardError * power.standardError, base.standardError * base.standardError)
      let value = power.mean - base.mean
      let error = (own + shared).squareRoot()
      let parts = own * own / power.degreesOfFreedom + shared * shared / base.degreesOfFreedom
      let degrees = parts > 0 ? (own + shared) * (own + shared) / parts : 1
      let t = try GSL.studentQuantile(max(1, degrees))
      parameters.append(
        FittedParameter(
          name: parameter.name, value: value, standardError: error, interval95: value - t * error...value + t * error,
          intervalMethod: .studentT, unit: "W"))
      if value < 0 { warnings.append(.note("\(parameter.name) draws less than '\(state)', which was taken off it")) }
    }
    return FitSummary(
      model: "mean power per state above '\(state)'",
      formula: "mean of the samples in a state, guard times left out, less that of '\(state)', which is whole",
      parameters: parameters, covariance: covariance, logLikelihood: nil, samples: summary.samples,
      effectiveSamples: summary.effectiveSamples, goodnessOfFit: summary.goodnessOfFit, residuals: summary.residuals,
      warnings: warnings, namesCloseCorrelations: false)
  }
}

/// How far the means of visits to one state lie apart, measured by the noise inside the visits.
///
/// Sum over visits of (visit's mean - common mean)^2 / variance of the visit's mean, the common mean weighted with the
/// inverse variances (Cochran, Biometrics 10, 1954). The variance of a visit's mean is the long-run variance of the noise,
/// pooled over visits, over the visit's effective length; the long-run variance is Newey and West's (1987) with Andrews's
/// bandwidth (1991). Over its degrees of freedom the sum follows an F distribution where visits differ by that noise only.
/// Range of validity: visits much longer than the correlation of the noise; else the noise looks smaller than it is.
package struct VisitSpread: Sendable, Hashable {
  /// The sum.
  package let statistic: Double
  /// Visits less one.
  package let degreesOfFreedom: Double
  /// Of the noise: samples over correlation length, less the visits.
  package let noiseDegreesOfFreedom: Double

  /// `nil` with fewer than 2 visits of 8 samples, or without noise.
  init?(_ visits: [[(value: Double, weight: Double)]]) {
    let visits = visits.filter { $0.count >= 8 }
    guard visits.count >= 2 else { return nil }
    var means: [Double] = []
    var lengths: [Double] = []
    var centred: [[Double]] = []
    for visit in visits {
      let weight = visit.reduce(0) { $0 + $1.weight }
      let mean = visit.reduce(0) { $0 + $1.weight * $1.value } / weight
      means.append(mean)
      lengths.append(weight * weight / visit.reduce(0) { $0 + $1.weight * $1.weight })
      centred.append(visit.map { $0.value - mean })
    }
    let count = Double(centred.reduce(0) { $0 + $1.count })
    let squares = centred.reduce(0) { $0 + CorrelatedMean.lagged($1, by: 0) }
    guard squares > 0 else { return nil }
    let r = min(0.999, max(-0.999, centred.reduce(0) { $0 + CorrelatedMean.lagged($1, by: 1) } / squares))
    let a = 4 * r * r / ((1 - r * r) * (1 - r * r))
    let longest = centred.map(\.count).max() ?? 1
    let bandwidth = max(0, min(longest - 1, Int((1.1447 * Double.root(a * count, 3)).rounded(.up))))
    var sum = squares
    if bandwidth > 0 {
      for lag in 1...bandwidth {
        let share = 1 - Double(lag) / Double(bandwidth + 1)
        sum += 2 * share * centred.reduce(0) { $0 + CorrelatedMean.lagged($1, by: lag) }
      }
    }
    // Anticorrelation is not credited beyond what a tenth of the plain variance allows.
    let pooled = max(sum, 0.1 * squares)
    let variance = pooled / (count - Double(visits.count))
    let total = lengths.reduce(0, +)
    let common = zip(means, lengths).reduce(0) { $0 + $1.0 * $1.1 } / total
    statistic = zip(means, lengths).reduce(0) { $0 + $1.1 * ($1.0 - common) * ($1.0 - common) } / variance
    degreesOfFreedom = Double(visits.count - 1)
    noiseDegreesOfFreedom = max(1, count * min(1, squares / pooled) - Double(visits.count))
  }
}
