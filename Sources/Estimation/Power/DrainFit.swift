package import Core
import RealModule

/// Powers of components from battery levels in whole percent of several runs under different strategies.
///
/// Model: the drained share of the capacity is sum_j exposure_j x coefficient_j / capacity, times a factor of the run's
/// own (mean 1) and, on request, of the device's and of the occasion's that runs side by side share; the gauge stays at 100 % for a plateau that varies from
/// run to run (normal) and readings in whole percent. Each run counts by its first and its last level below 100 % (`DrainData`), so that its
/// fall is measured and not its course. Coefficients are 0 or more; a prior is a normal distribution from
/// the profile. The run's factor is taken by its mean and variance alone, so it may as well be
/// lognormal, as spreads of drain usually are; intervals are tested with lognormal ones.
///
/// Estimates: weighted non-negative least squares with restricted maximum likelihood for the deviations (`DrainModel`, `DrainSolver`). Errors: inverse of the
/// information on the coefficients that are not on their bound, plus the capacity's own uncertainty. Intervals: Student's t (`DrainSolver`).
///
/// Range of validity: the exposures must be right. Only sums are measured: where two components are always on together,
/// no number of runs tells them apart, and a warning says so.
package struct DrainFit: Sendable, Hashable {
  /// Components by name, then `gauge.plateau` (or `gauge.first_drop`), `reading_deviation`, the plateau's `_deviation`, `run_deviation`
  /// and, where they differ, `device_deviation` and `occasion_deviation`. The covariance covers
  /// components and plateau.
  package let summary: FitSummary
  /// How each run that leaves 100 % compares with the fit.
  package let runs: [DrainRunResidual]
  /// Largest over smallest eigenvalue of the data's information on components and plateau, scaled to a unit diagonal,
  /// without priors. Above about 1e4 the data leave a direction open; infinite when it is entirely open.
  package let conditionNumber: Double
  /// What Student's t is used with at most.
  package let degreesOfFreedom: Double

  /// - Throws: `badInput` for runs or settings that cannot be used; `tooFewSamples` with fewer informative runs than
  ///   components without prior plus two; `singularJacobian` where the data, with the priors, leave components open;
  ///   `didNotConverge`.
  package init(
    runs: [GaugeRun], components: [DrainComponent], options: DrainFitOptions
  ) throws(EstimationError) {
    try Self.check(runs, components, options)
    let fitted = components.filter(\.isFitted)
    let data = runs.map {
      DrainData($0, components: components, capacityWattHours: options.capacityWattHours, gauge: options.gauge)
    }
    let informative = data.filter(\.tellsSlope).count
    let need = max(3, fitted.filter { $0.prior == nil }.count + 2)
    guard informative >= need else { throw .tooFewSamples(have: informative, need: need) }
    let model = DrainModel(data, fitted, options)
    var warnings = try Self.warnings(model, options)
    let solver = try DrainSolver(model)
    let errors = try solver.errors(
      informativeRuns: informative, capacityRelativeDeviation: options.capacityRelativeDeviation)
    let parameters = Self.coefficients(solver, errors) + Self.spreads(solver, errors)
    for parameter in parameters where parameter.bound != nil {
      warnings.append(.parameterOnBound(name: parameter.name, bound: 0))
    }
    for parameter in parameters.prefix(model.names.count) where parameter.interval95 == nil {
      warnings.append(.openInterval(name: parameter.name))
    }
    conditionNumber = try solver.condition()
    degreesOfFreedom = errors.degreesOfFreedom
    warnings += try solver.identifiability(condition: conditionNumber)
    let deviations = solver.deviations
    let residuals = data.compactMap { item -> DrainRunResidual? in
      guard let expected = model.prediction(item, solver.coefficients, deviations), let last = item.rows.last else {
        return nil
      }
      return DrainRunResidual(
        run: item.run.name, strategy: item.run.strategy, device: item.run.device, occasion: item.run.occasion,
        shownDrop: last.shown, expectedDrop: expected.drop, deviation: expected.deviation)
    }
    for residual in residuals where abs(residual.score) > 3 {
      warnings.append(
        .note("run \(residual.run) lies \(ShortNumber.short(abs(residual.score))) standard deviations off: look at it"))
    }
    let explained = try DrainChecks.explained(residuals, devicesDiffer: options.devicesDiffer)
    let lack = try DrainChecks.lackOfFit(residuals, coefficients: fitted.count)
    if lack == nil {
      warnings.append(
        .note("there are no more strategies than powers: nothing is left over to test whether the powers explain them"))
    }
    if !options.occasionsDiffer {
      warnings += try DrainChecks.sideBySide(residuals, devicesDiffer: options.devicesDiffer)
    }
    warnings += DrainChecks.oneSided(solver)
    if let p = lack?.pValue, p < 0.05 { warnings.append(.poorFit(test: "lack of fit between strategies", pValue: p)) }
    let (count, reported) = (parameters.count, model.names.count)
    let covariance = (0..<count).map { k in
      (0..<count).map { l in
        if k < reported, l < reported { return errors.covariance[k][l] }
        let error = parameters[k].standardError ?? 0
        return k == l ? error * error : 0
      }
    }
    let occasions = model.factors.count(.occasion)
    summary = FitSummary(
      model: "drain of components through a gauge in whole percent", formula: options.gauge.formula,
      parameters: parameters, covariance: covariance, logLikelihood: nil,
      samples: data.reduce(0) { $0 + $1.rows.count },
      // Where occasions differ, runs side by side count once.
      effectiveSamples: Double(occasions > 0 ? min(informative, occasions) : informative),
      goodnessOfFit: (lack.map { [$0] } ?? []) + (explained.map { [$0] } ?? []),
      residuals: residuals.count >= 3 ? try ResidualDiagnostics(residuals: residuals.map(\.score)) : nil,
      warnings: warnings, iterations: solver.iterations)
    self.runs = residuals
  }

  private static func check(
    _ runs: [GaugeRun], _ components: [DrainComponent], _ options: DrainFitOptions
  ) throws(EstimationError) {
    try options.check()
    for component in components { try component.check() }
    guard Set(components.map(\.name)).count == components.count else { throw .badInput("a component is named twice") }
    for run in runs { try run.check(components: components.count) }
    guard components.contains(where: \.isFitted) else { throw .badInput("no component is left to fit") }
    for (j, component) in components.enumerated() where component.isFitted && component.prior == nil {
      guard runs.contains(where: { ($0.readings.last?.exposure[j] ?? 0) > 0 }) else {
        throw .badInput("\(component.name) is on in no run: fix it or give it a prior")
      }
    }
  }

  private static func warnings(
    _ model: DrainModel, _ options: DrainFitOptions
  ) throws(EstimationError) -> [FitWarning] {
    let data = model.data
    var warnings: [FitWarning] = []
    let leftOut = data.reduce(0) { $0 + $1.leftOut }
    if leftOut > 0 {
      warnings.append(
        .alteredSamples(count: leftOut, reason: "left out: under 3 %, or below 100 % before a return to it"))
    }
    let partial = data.count { !$0.beginsFull }
    if partial > 0 {
      warnings.append(.note("\(partial) of \(data.count) runs begin below 100 %: only their slope is used"))
    }
    let flat = data.count { $0.fall != nil && $0.rows.isEmpty }
    if flat > 0 {
      warnings.append(.note("\(flat) of \(data.count) runs never leave 100 %: they only bound the drain from above"))
    }
    for (kind, differ, name) in [
      (DrainSpread.device, options.devicesDiffer, "devices"), (.occasion, options.occasionsDiffer, "occasions"),
    ] where differ {
      let count = model.factors.count(kind)
      if count < 3 { throw .badInput("a difference between \(name) needs at least 3 of them, not \(count)") }
      if count < 6 { warnings.append(.note("the spread between \(name) rests on \(count) of them")) }
      if kind == .occasion, count == data.count {
        throw .badInput("no runs lie side by side: occasions are not identifiable")
      }
    }
    return warnings
  }

  private static func coefficients(_ solver: DrainSolver, _ errors: DrainSolver.Errors) -> [FittedParameter] {
    solver.model.names.enumerated().map { k, name in
      let atBound = solver.isAtBound[k]
      return FittedParameter(
        name: name, value: solver.coefficients[k], standardError: atBound ? nil : errors.covariance[k][k].squareRoot(),
        interval95: errors.intervals[k], intervalMethod: .studentT, unit: solver.model.units[k],
        bound: atBound ? 0 : nil)
    }
  }

  private static func spreads(_ solver: DrainSolver, _ errors: DrainSolver.Errors) -> [FittedParameter] {
    solver.model.spreads.enumerated().map { place, spread in
      let (value, error) = (Double.exp(solver.logarithms[place]), errors.spreadErrors[place])
      let isOnBound = value <= 20 * spread.limits.least
      return FittedParameter(
        name: spread.name(solver.model.gauge), value: isOnBound ? 0 : value,
        standardError: error.map { $0 * value },
        interval95: error.map { value * .exp(-1.96 * $0)...value * .exp(1.96 * $0) }, intervalMethod: .logNormal,
        unit: spread.unit, bound: isOnBound ? 0 : nil)
    }
  }
}

/// Settings of `DrainFit`.
package struct DrainFitOptions: Sendable, Hashable {
  /// The battery's energy from shown 100 % to 0 %, in watt-hours.
  package var capacityWattHours: Double
  /// Its relative standard deviation, shared by all powers, such as 0.06 for an unknown state of health.
  package var capacityRelativeDeviation: Double
  /// What the gauge does after a full charge.
  package var gauge: GaugeStart
  /// The gauge's plateau or first drop in percent points, where earlier runs have told it.
  package var plateauPrior: DrainComponent.Prior?
  /// Whether devices differ by a factor of their own, whose spread is then fitted too; needs 3 devices.
  package var devicesDiffer: Bool
  /// Whether runs of one occasion share a factor, whose spread is then fitted too; needs 3 occasions.
  package var occasionsDiffer: Bool

  package init(
    capacityWattHours: Double, capacityRelativeDeviation: Double = 0, gauge: GaugeStart = .plateau,
    plateauPrior: DrainComponent.Prior? = nil, devicesDiffer: Bool = false, occasionsDiffer: Bool = false
  ) {
    self.capacityWattHours = capacityWattHours
    self.capacityRelativeDeviation = capacityRelativeDeviation
    self.gauge = gauge
    self.plateauPrior = plateauPrior
    self.devicesDiffer = devicesDiffer
    self.occasionsDiffer = occasionsDiffer
  }

  fileprivate func check() throws(EstimationError) {
    guard capacityWattHours.isFinite, capacityWattHours > 0 else { throw .badInput("the capacity must be above 0 Wh") }
    guard capacityRelativeDeviation.isFinite, (0..<1).contains(capacityRelativeDeviation) else {
      throw .badInput("the capacity's relative deviation must be from 0 to below 1")
    }
    if case .firstDrop(let hours) = gauge {
      guard hours.isFinite, (0...48).contains(hours) else {
        throw .badInput("a gauge settles within 0 to 48 hours, not \(hours)")
      }
    }
    if let prior = plateauPrior {
      guard prior.mean.isFinite, prior.mean >= 0, prior.deviation.isFinite, prior.deviation > 0 else {
        throw .badInput("the plateau's prior needs a mean of 0 or more and a deviation above 0")
      }
    }
  }
}
