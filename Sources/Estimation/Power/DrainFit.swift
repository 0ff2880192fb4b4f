import RealModule

/// Powers of components from battery levels in whole percent of several runs under different strategies.
///
/// Model: the drained share of the capacity is sum_j exposure_j x coefficient_j / capacity, times a factor of the run's
/// own (mean 1) and, on request, of the device's and of the occasion's that runs side by side share; the gauge is `BatteryGauge` with a plateau that varies from
/// run to run (normal) and readings in whole percent. Coefficients are 0 or more; a prior is a normal distribution from
/// the profile. The run's factor is taken by its mean and variance alone (quasi-likelihood), so it may as well be
/// lognormal, as spreads of drain usually are; intervals are tested with lognormal ones. Estimates: reweighted non-negative least squares (Lawson and Hanson 1974) with restricted maximum
/// likelihood for the deviations (see `DrainModel`, `DrainSolver`).
///
/// Errors: inverse of the observed information of the coefficients that are not on their bound, plus the capacity's own
/// uncertainty. Intervals: where the profile likelihood has fallen by t^2 / 2, t Student's quantile with (runs -
/// coefficients the data had to decide) degrees of freedom, by Satterthwaite's rule (1946) where devices differ, and Giesbrecht and Burns's (1985) where occasions do; from 0
/// where the bound is met first. With resampling: quantiles over runs drawn anew within each strategy, widened for few runs (expanded
/// percentile interval, Hesterberg 2015).
///
/// Range of validity: the exposures must be right. Only sums are measured: where two components are always on together,
/// no number of runs tells them apart, and a warning says so.
package struct DrainFit: Sendable, Hashable {
  /// Components by name, then `gauge.plateau` (or `gauge.first_drop`), its `_deviation`, `run_deviation`,
  /// `reading_deviation` and, where they differ, `device_deviation` and `occasion_deviation`. The covariance covers
  /// components and plateau.
  package let summary: FitSummary
  /// How each run that leaves 100 % compares with the fit.
  package let runs: [DrainRunResidual]
  /// Largest over smallest eigenvalue of the data's information on components and plateau, scaled to a unit diagonal,
  /// without priors. Above about 1e4 the data leave a direction open; infinite when it is entirely open.
  package let conditionNumber: Double
  /// What Student's t was used with for the coefficients without a device's share.
  package let degreesOfFreedom: Double

  /// More percent points off the expected fall show that a run did things in another order than its simulation.
  private static let mostReading = 0.75

  /// The gauge with the fitted plateau.
  package var gauge: BatteryGauge { BatteryGauge(plateau: summary["gauge.plateau"]?.value ?? 0) }

  /// - Throws: `badInput` for runs or settings that cannot be used; `tooFewSamples` with fewer informative runs than
  ///   components without prior plus two; `singularJacobian` where the data, with the priors, leave components open;
  ///   `didNotConverge`.
  package init(
    runs: [GaugeRun], components: [DrainComponent], options: DrainFitOptions
  ) throws(EstimationError) {
    var preparation = try DrainPreparation(runs: runs, components: components, options: options)
    var solver = preparation.solver
    var solution = try solver.solve(
      devicesDiffer: options.devicesDiffer, occasionsDiffer: options.occasionsDiffer)
    let offset = solution.deviations.reading
    let isUnsteady = offset > Self.mostReading
    if isUnsteady {
      preparation = try DrainPreparation(runs: runs, components: components, options: options, totalsOnly: true)
      solver = preparation.solver
      solution = try solver.solve(devicesDiffer: options.devicesDiffer, occasionsDiffer: options.occasionsDiffer)
    }
    let errors = try DrainErrors(solution, solver: solver, preparation: preparation, options: options)
    var intervals = errors.intervals
    var method = IntervalMethod.profileLikelihood
    var warnings = preparation.warnings
    if options.bootstrapResamples > 0 {
      let resampled = try DrainBootstrap(preparation, solution, errors: errors, options: options)
      intervals = resampled.intervals
      warnings += resampled.warnings
      method = .bootstrap
    }
    let names = preparation.names
    var parameters: [FittedParameter] = []
    for (k, name) in names.enumerated() {
      let atBound = solution.isAtBound[k]
      parameters.append(
        FittedParameter(
          name: name, value: solution.coefficients[k],
          standardError: atBound ? nil : errors.covariance[k][k].squareRoot(), interval95: intervals[k],
          intervalMethod: method, unit: preparation.units[k],
          bound: atBound ? 0 : nil))
      if atBound { warnings.append(.parameterOnBound(name: name, bound: 0)) }
      if intervals[k] == nil { warnings.append(.openInterval(name: name)) }
    }
    parameters += errors.deviationParameters
    for parameter in errors.deviationParameters where parameter.bound != nil {
      warnings.append(.parameterOnBound(name: parameter.name, bound: 0))
    }
    let condition = try solver.condition(solution.information)
    warnings += try Self.identifiability(condition, solution, solver, preparation)
    let residuals = preparation.model.data.compactMap { run -> DrainRunResidual? in
      guard
        let expected = preparation.model.prediction(
          run, coefficients: solution.coefficients, deviations: solution.deviations),
        let shown = run.lastDrop
      else { return nil }
      return DrainRunResidual(
        run: run.name, strategy: run.strategy, device: run.device, occasion: run.occasion,
        shownDrop: shown, expectedDrop: expected.drop,
        deviation: expected.deviation)
    }
    if isUnsteady {
      warnings.append(
        .note(
          "readings lie \(ShortNumber.short(offset)) points off the expected fall within runs: only the first and last level "
            + "of each run count"))
    }
    for residual in residuals where abs(residual.score) > 3 {
      warnings.append(
        .note("run \(residual.run) lies \(ShortNumber.short(abs(residual.score))) standard deviations off: look at it"))
    }
    let count = names.count + errors.deviationParameters.count
    var covariance = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    for k in names.indices { for l in names.indices { covariance[k][l] = errors.covariance[k][l] } }
    for (i, parameter) in errors.deviationParameters.enumerated() {
      covariance[names.count + i][names.count + i] = parameter.standardError.map { $0 * $0 } ?? 0
    }
    let explained = DrainChecks.explained(residuals)
    let off = residuals.reduce(0) { $0 + ($1.shownDrop - $1.expectedDrop) * ($1.shownDrop - $1.expectedDrop) }
    if let share = explained?.statistic, share < -0.5, !options.devicesDiffer, off > 25 * Double(residuals.count) {
      throw .badInput(
        "the simulated strategies do not describe these runs: the fit explains their drops worse than their mean does (R "
          + "squared \(ShortNumber.short(share))); give the day that they had, or other powers to fit")
    }
    let scores = residuals.map(\.score)
    var diagnostics: ResidualDiagnostics?
    if scores.count >= 3 { diagnostics = try ResidualDiagnostics(residuals: scores) }
    let rows = preparation.model.data.reduce(0) { $0 + $1.rows }
    let lack = try DrainChecks.lackOfFit(residuals, coefficients: preparation.model.fittedComponents)
    if lack == nil {
      warnings.append(
        .note("there are no more strategies than powers: nothing is left over to test whether the powers explain them"))
    }
    if !options.occasionsDiffer {
      warnings += try DrainChecks.sideBySide(residuals, devicesDiffer: options.devicesDiffer)
    }
    warnings += DrainChecks.oneSided(solution, preparation.model)
    if let p = lack?.pValue, p < 0.05 { warnings.append(.poorFit(test: "lack of fit between strategies", pValue: p)) }
    summary = FitSummary(
      model: "drain of components through a gauge in whole percent",
      formula: options.gauge.formula,
      parameters: parameters, covariance: covariance,
      logLikelihood: solution.logLikelihood - 0.5 * Double(rows) * Double.log(2 * .pi),
      samples: rows,
      effectiveSamples: Double(preparation.independentRuns),
      goodnessOfFit: (lack.map { [$0] } ?? []) + (explained.map { [$0] } ?? []),
      residuals: diagnostics,
      warnings: warnings, iterations: solution.iterations)
    self.runs = residuals
    conditionNumber = condition
    degreesOfFreedom = errors.degreesOfFreedom
  }

  /// What the data alone cannot tell, however good the priors make the result look.
  private static func identifiability(
    _ condition: Double, _ solution: DrainSolver.Solution, _ solver: DrainSolver, _ preparation: DrainPreparation
  ) throws(EstimationError) -> [FitWarning] {
    guard let inverse = Cholesky(solver.reported(solution.information))?.inverse else {
      let names = try solver.dependent(solution.information).joined(separator: ", ")
      return [.note("the data say nothing about the split between \(names): it comes from the priors")]
    }
    var warnings: [FitWarning] = []
    let hasPriors = preparation.model.priors.contains { $0 != nil }
    for k in inverse.indices {
      for l in 0..<k {
        let correlation = inverse[k][l] / (inverse[k][k] * inverse[l][l]).squareRoot()
        // Without priors and bounds the summary says the same of the estimates themselves.
        guard abs(correlation) > 0.95, hasPriors || solution.isAtBound[k] || solution.isAtBound[l] else { continue }
        warnings.append(
          .note(
            "\(preparation.names[l]) and \(preparation.names[k]) are hardly identifiable separately by the data alone "
              + "(correlation \(ShortNumber.short(correlation)))"))
      }
    }
    if condition > 1e4 {
      let names = try solver.dependent(solution.information).joined(separator: ", ")
      warnings.append(
        .note("the data leave a combination of \(names) nearly open (condition number \(ShortNumber.short(condition)))")
      )
    }
    return warnings
  }
}
