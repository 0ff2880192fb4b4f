import RealModule

/// Fits the simulator's mapping from a phone's belief to the level it reports.
///
/// ReportedAccuracy: the belief is 1.51 times the true deviation per axis (the 68 % radius of a two-dimensional normal
/// error) times a factor uniform from factor_low to factor_low + factor_width (0.8 to 2.0 by default), rounded up to the
/// next level, the highest taking the rest. The shares of the levels are multinomial; 1 % of the reports are taken to
/// come from elsewhere, evenly over the levels, so that one stray report does not decide the factor's range. Valid for
/// one environment, with one deviation.
package struct BeliefFit: Sendable {
  /// True deviation per axis in metres, such as that of a `simulator` fit.
  package var deviation: Double

  static let stray = 0.01
  static let radiusOverDeviation = 1.51

  package init(deviation: Double) { self.deviation = deviation }

  /// - Parameter report: with at least 3 levels, or the two numbers could not be told apart.
  /// - Throws: `tooFewSamples`, `badInput`, and what the fit throws.
  package func fit(_ report: AccuracyReport) throws(EstimationError) -> FitSummary {
    GSL.prepare()
    guard deviation > 0, deviation.isFinite else { throw .badInput("the deviation must be above 0 m") }
    guard report.levels.count >= 3 else { throw .tooFewSamples(have: report.levels.count, need: 3) }
    let levels = report.levels.compactMap(\.reported)
    let counts = report.levels.map { Double($0.samples) }
    let specifications = [ParameterSpecification(name: "factor_low"), ParameterSpecification(name: "factor_width")]
    let unit = Self.radiusOverDeviation * deviation
    let weight = report.effectiveSamples / Double(report.samples)
    let fit = LikelihoodFit(
      specifications: specifications,
      logLikelihood: { p in
        zip(counts, Self.shares(low: p[0], width: p[1], levels: levels, unit: unit)).reduce(0) {
          $0 + $1.0 * Double.log($1.1)
        }
      }, weight: weight)
    let (lowest, highest) = (levels[0] / unit, levels[levels.count - 1] / unit)
    let starts = [
      [0.8, 1.2], [0.5 * lowest, highest], [0.9 * lowest, levels[1] / unit], [0.3 * lowest, 2 * levels[1] / unit],
    ]
    let estimate = try fit.estimate(at: try fit.maximum(starts: starts))
    let maximum = estimate.maximum
    let values = fit.values(maximum.free, maximum.pinned)
    let shares = Self.shares(low: values[0], width: values[1], levels: levels, unit: unit)
    let total = counts.reduce(0, +)
    let chiSquare = zip(counts, shares).reduce(0.0) { sum, level in
      let expected = level.1 * total
      return sum + weight * (level.0 - expected) * (level.0 - expected) / expected
    }
    var warnings = estimate.warnings
    warnings.append(.assumption("1 % of the reports come from elsewhere, evenly over the levels"))
    if let others = report.others, others.share > 0.05 {
      warnings.append(
        .note("\(ShortNumber.short(100 * others.share)) % of the reports are on no level and are left out"))
    }
    // Pearson's, in the order of the levels.
    let residuals = zip(counts, shares).map { count, share in
      (weight.squareRoot() * (count - share * total)) / (share * (1 - share) * total).squareRoot()
    }
    var diagnostics: ResidualDiagnostics?
    if levels.count > 3 {
      diagnostics = try ResidualDiagnostics(residuals: residuals)
    } else {
      warnings.append(.note("three levels leave nothing over to check these two numbers by"))
    }
    return FitSummary(
      model: "belief to level",
      formula: "report = first level of at least 1.51 deviation (factor_low + factor_width u), u uniform in 0 to 1",
      parameters: estimate.parameters, covariance: estimate.covariance, logLikelihood: maximum.logLikelihood,
      samples: report.samples, effectiveSamples: report.effectiveSamples,
      goodnessOfFit: [
        GoodnessOfFit(
          name: "chi square of the shares", statistic: chiSquare,
          pValue: levels.count > 3 ? ChiSquare.upperTail(chiSquare, degreesOfFreedom: Double(levels.count - 3)) : nil,
          method: "shares of the levels, counted by effective samples")
      ], residuals: diagnostics, warnings: warnings)
  }

  /// The share of reports at each level.
  static func shares(low: Double, width: Double, levels: [Double], unit: Double) -> [Double] {
    var below = 0.0
    return levels.enumerated().map { i, level in
      let cumulative =
        i == levels.count - 1 ? 1 : min(1, max(0, (level / unit - low) / width))
      defer { below = cumulative }
      return (1 - stray) * (cumulative - below) + stray / Double(levels.count)
    }
  }
}

/// The few values that reported accuracies come in (5, 10, 30, 50, 65 and 165 m in MobilityNet's iPhone fixes).
///
/// A level is a value, in steps of 1 cm, that at least 5 reports and 0.5 % of all have; values within 3 % of a more
/// frequent one belong to it, as do rarer reports that near.
struct ReportLevels: Sendable {
  static let tolerance = 0.03

  /// Ascending, metres.
  let levels: [Double]

  init(_ reports: [Double]) {
    let counts = Dictionary(reports.map { (Int(($0 * 100).rounded()), 1) }, uniquingKeysWith: +)
    let least = max(5, reports.count / 200)
    var levels: [Double] = []
    for (value, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) where count >= least {
      let metres = Double(value) / 100
      if !levels.contains(where: { abs(metres - $0) <= Self.tolerance * $0 }) { levels.append(metres) }
    }
    self.levels = levels.sorted()
  }

  /// The level a report belongs to, if any.
  func index(of report: Double) -> Int? {
    guard let nearest = levels.indices.min(by: { abs(levels[$0] - report) < abs(levels[$1] - report) }) else {
      return nil
    }
    return abs(levels[nearest] - report) <= Self.tolerance * levels[nearest] ? nearest : nil
  }
}
