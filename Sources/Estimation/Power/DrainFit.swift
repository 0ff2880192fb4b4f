import RealModule

/// Powers of components from battery levels in whole percent of several runs of one phone under different strategies.
///
/// The joint model of a kind of phone (`JointDrainModel`) with one phone, which has no effect of its own: the powers are that
/// phone's. Each run counts by its first and its last level below 100 % and the reading before the first (`DrainData`), so that its
/// fall is measured and not its course. On request devices, or occasions that runs side by side share, have factors of their own.
/// A component without a prior has one that decides nothing: lognormal around the power that would explain a third of the
/// drain, known to a factor of 20.
///
/// Intervals: Student's t, in the logarithm where the prior says something, else in the power itself, above 0. Its degrees
/// of freedom are the runs less what they had to decide of components and plateau.
///
/// Range of validity: the exposures must be right. Only sums are measured: where two components are always on together,
/// no number of runs tells them apart, and a warning says so.
package struct DrainFit: Sendable, Hashable {
  /// Components by name, then `gauge.plateau` (or `gauge.first_drop`), `run_deviation`, `gauge.hold_deviation`,
  /// `reading_deviation.at_rest` and, where they differ, `phone_deviation` and `occasion_deviation`. The covariance covers
  /// components and plateau.
  package let summary: FitSummary
  /// How each run that leaves 100 % compares with the fit.
  package let runs: [DrainRunResidual]

  /// - Throws: `badInput` for runs or settings that cannot be used; `tooFewSamples` with fewer informative runs than
  ///   components without prior plus two; `singularJacobian` where the data leave components without a prior open;
  ///   `didNotConverge`.
  package init(
    runs: [JointRun], components: [DrainComponent], options: DrainFitOptions
  ) throws(EstimationError) {
    try Self.check(runs, components, options)
    let fitted = components.filter { $0.fixed == nil }
    let data = runs.map { DrainData($0, gauge: options.gauge) }
    let informative = data.filter(\.tellsSlope).count
    let need = max(3, fitted.filter { $0.prior == nil }.count + 2)
    guard informative >= need else { throw .tooFewSamples(have: informative, need: need) }
    try Self.checkTellsApart(data, components)
    var warnings = try Self.warnings(data, options)
    let design = Self.design(data, components, options)
    let taken = data.map { $0.run(of: components, options) }
    let joint = try JointDrainFit(runs: taken, design: design)
    // What the data decided of components and plateau.
    let decided = zip(joint.summary.parameters, joint.learned).reduce(0) { $0 + max(0, $1.1 ?? 0) }
    // Where occasions differ, runs side by side count once.
    let occasions = Set(runs.map { $0.occasion.isEmpty ? $0.name : $0.occasion }).count
    let worth = Double(options.occasionsDiffer ? min(informative, occasions) : informative)
    let freedom = max(1, worth - decided)
    let t = try GSL.studentQuantile(freedom)
    var (parameters, places) = ([FittedParameter](), [Int?]())
    for component in fitted {
      guard let place = joint.summary.parameters.firstIndex(where: { $0.name == component.name }) else { continue }
      let found = joint.summary.parameters[place]
      // All powers are off together by what the capacity is.
      let error = Double.hypot(joint.summary.covariance[place][place].squareRoot(), options.capacityRelativeDeviation)
      var range = found.value * .exp(-t * error)...found.value * .exp(t * error)
      if design.quantities[place].logDeviation > 1 {
        let likely = try Self.profile(place, around: found.value, error: error, joint, taken, design, t)
        let capacity = t * options.capacityRelativeDeviation * found.value
        let low = likely.low.map { max(0, found.value - Double.hypot(found.value - $0, capacity)) } ?? 0
        range = low...(likely.high.map { found.value + Double.hypot($0 - found.value, capacity) } ?? range.upperBound)
      }
      if range.lowerBound == 0 { warnings.append(.intervalEndsAtBound(name: found.name, bound: 0)) }
      if component.prior != nil, let learned = joint.learned[place], learned < JointDrainFit.leastFitted {
        warnings.append(.note("the data say little of \(found.name): it is mostly its prior"))
      }
      parameters.append(
        FittedParameter(
          name: found.name, value: found.value, standardError: error * found.value, interval95: range,
          intervalMethod: .studentT, unit: component.unit))
      places.append(place)
    }
    let hold = joint.summary.parameters.firstIndex { $0.name == "gauge.hold" }
    if let hold, data.contains(where: \.beginsFull) {
      parameters.append(
        try .student(
          options.gauge.name, -options.gauge.sign * joint.summary.parameters[hold].value,
          error: joint.summary.covariance[hold][hold].squareRoot(), freedom: freedom, unit: "%"))
      places.append(hold)
    }
    let reported = parameters.count
    for found in joint.summary.parameters where found.name.contains("_deviation") && !found.name.hasSuffix("on_trips") {
      parameters.append(found)
      places.append(nil)
    }
    func slope(_ k: Int) -> Double { places[k] == hold ? -options.gauge.sign : parameters[k].value }
    let covariance = parameters.indices.map { k in
      parameters.indices.map { l in
        guard k < reported, l < reported, let i = places[k], let j = places[l] else {
          let error = parameters[k].standardError ?? 0
          return k == l ? error * error : 0
        }
        let capacity = i == hold || j == hold ? 0 : options.capacityRelativeDeviation
        return (joint.summary.covariance[i][j] + capacity * capacity) * slope(k) * slope(l)
      }
    }
    let residuals = data.compactMap { $0.residual(joint, design, components, options) }
    for residual in residuals where abs(residual.score) > 3 {
      warnings.append(
        .note("run \(residual.run) lies \(ShortNumber.short(abs(residual.score))) standard deviations off: look at it"))
    }
    let explained = try DrainChecks.explained(residuals, devicesDiffer: options.devicesDiffer)
    if let share = explained?.statistic, share < -0.5 {
      warnings.append(.note("the mean of the drops explains them better (R squared \(ShortNumber.short(share)))"))
    }
    let lack = try DrainChecks.lackOfFit(residuals, coefficients: fitted.count)
    if lack == nil {
      warnings.append(
        .note("there are no more strategies than powers: nothing is left over to test whether the powers explain them"))
    }
    if !options.occasionsDiffer {
      warnings += try DrainChecks.sideBySide(residuals, devicesDiffer: options.devicesDiffer)
    }
    warnings += DrainChecks.oneSided(joint.phones.map(\.effect))
    if let p = lack?.pValue, p < 0.05 { warnings.append(.poorFit(test: "lack of fit between strategies", pValue: p)) }
    summary = FitSummary(
      model: "drain of components through a gauge in whole percent", formula: options.gauge.formula,
      parameters: parameters, covariance: covariance, logLikelihood: nil,
      samples: data.reduce(0) { $0 + $1.readings.count - 1 },
      effectiveSamples: worth,
      goodnessOfFit: (lack.map { [$0] } ?? []) + (explained.map { [$0] } ?? []),
      residuals: residuals.count >= 3 ? try ResidualDiagnostics(residuals: residuals.map(\.score)) : nil,
      warnings: warnings)
    self.runs = residuals
  }

  /// The deviation of a power's logarithm of which nothing is known.
  private static let vague = 3.0

  /// Where the likelihood of a power that may be 0 has fallen by t^2 / 2 from its top, the others following at the deviations
  /// found; `nil` where it does not fall.
  private static func profile(
    _ place: Int, around start: Double, error: Double, _ fit: JointDrainFit, _ runs: [JointRun], _ design: JointDesign,
    _ t: Double
  ) throws(EstimationError) -> (low: Double?, high: Double?) {
    let spreads = JointDrainModel.Spread.allCases.map { Double.log(fit.summary[$0.name]?.value ?? 0.1) }
    func loss(_ power: Double) throws(EstimationError) -> Double {
      var held = design
      held.quantities[place] = JointQuantity(name: "held", median: power, logDeviation: 1e-3)
      let model = try JointDrainModel(held, runs)
      return try model.mode(spreads, from: model.start).value
    }
    let zero = start / 1_000
    let least = min(try loss(zero), try loss(start))
    func end(_ step: Double, limit: Double) -> Double? {
      let end = profileEnd(from: start, step: step * start, limit: limit) { power in
        (try? loss(power)).map { (2 * max(0, $0 - least)).squareRoot() - t }
      }
      if case .at(let power) = end { return power }
      return nil
    }
    return (end(-min(0.5, t * error), limit: zero), end(min(1, t * error), limit: start * 4_000))
  }

  private static func design(
    _ data: [DrainData], _ components: [DrainComponent], _ options: DrainFitOptions
  ) -> JointDesign {
    let drop = data.reduce(0.0) { $0 + Double($1.run.drop) } / 100 * options.capacityWattHours
    var quantities: [JointQuantity] = []
    for (j, component) in components.enumerated() {
      let hours = data.reduce(0.0) { $0 + ($1.run.readings.last?.exposure[j] ?? 0) } * component.hoursPerUnit
      var (median, logDeviation) = (max(drop, 0.01) / max(hours, 1e-9) / 3, vague)
      if let value = component.fixed {
        (median, logDeviation) = (max(value, 1e-12), 1e-4)
      } else if let prior = component.prior, prior.mean > 0 {
        let relative = prior.deviation / prior.mean
        (median, logDeviation) = (prior.mean, Double.log(onePlus: relative * relative).squareRoot())
      }
      quantities.append(JointQuantity(name: component.name, median: median, logDeviation: logDeviation))
    }
    var design = JointDesign(
      quantities: quantities, terms: quantities.indices.map { [$0] },
      percentPerWattHour: 100 / options.capacityWattHours,
      hold: (mean: 0, deviation: 30), holdSpread: 0.7, hasOtherUse: false,
      spreads: (occasion: (median: 0.1, logDeviation: 0.9), run: (median: 0.1, logDeviation: 0.8)))
    design.roundsEvenly = true
    return design
  }

  /// Components without a prior must differ in the runs.
  private static func checkTellsApart(_ data: [DrainData], _ components: [DrainComponent]) throws(EstimationError) {
    let open = components.indices.filter { components[$0].fixed == nil && components[$0].prior == nil }
    let exposures = open.map { j in data.map { $0.readings.last?.exposure[j] ?? 0 } }
    guard !open.isEmpty else { return }
    func condition(_ columns: [[Double]]) -> Double {
      ScaledQR(columns.flatMap { $0 }, rows: data.count, columns: Array(columns.indices))?.reciprocalCondition ?? 0
    }
    guard condition(exposures) < 1e-9 else { return }
    // Without one of those that depend on each other the others are told apart.
    let dependent = open.indices.filter { k in condition(open.indices.filter { $0 != k }.map { exposures[$0] }) > 1e-9 }
    let named = dependent.isEmpty ? Array(open.indices) : dependent
    throw .singularJacobian(parameters: named.map { components[open[$0]].name })
  }

  private static func check(
    _ runs: [JointRun], _ components: [DrainComponent], _ options: DrainFitOptions
  ) throws(EstimationError) {
    try options.check()
    for component in components { try component.check() }
    guard Set(components.map(\.name)).count == components.count else { throw .badInput("a component is named twice") }
    for run in runs { try run.check(components: components.count) }
    guard components.contains(where: { $0.fixed == nil }) else { throw .badInput("no component is left to fit") }
    for (j, component) in components.enumerated() where component.fixed == nil && component.prior == nil {
      guard runs.contains(where: { ($0.readings.last?.exposure[j] ?? 0) > 0 }) else {
        throw .badInput("\(component.name) is on in no run: fix it or give it a prior")
      }
    }
  }

  private static func warnings(
    _ data: [DrainData], _ options: DrainFitOptions
  ) throws(EstimationError) -> [FitWarning] {
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
    let flat = data.count { $0.run.drop == 0 }
    if flat > 0 {
      warnings.append(.note("\(flat) of \(data.count) runs never leave 100 %: they only bound the drain from above"))
    }
    if options.devicesDiffer { try Self.check(Set(data.map(\.run.phone)).count, "devices", &warnings) }
    if options.occasionsDiffer {
      let occasions = Set(data.map { $0.run.occasion.isEmpty ? $0.run.name : $0.run.occasion }).count
      try Self.check(occasions, "occasions", &warnings)
      if occasions == data.count { throw .badInput("no runs lie side by side: occasions are not identifiable") }
    }
    return warnings
  }

  private static func check(_ count: Int, _ name: String, _ warnings: inout [FitWarning]) throws(EstimationError) {
    if count < 3 { throw .badInput("a difference between \(name) needs at least 3 of them, not \(count)") }
    if count < 6 { warnings.append(.note("the spread between \(name) rests on \(count) of them")) }
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
  /// Whether devices differ by a factor of their own, whose spread is then fitted too; needs 3 devices.
  package var devicesDiffer: Bool
  /// Whether runs of one occasion share a factor, whose spread is then fitted too; needs 3 occasions.
  package var occasionsDiffer: Bool

  package init(
    capacityWattHours: Double, capacityRelativeDeviation: Double = 0, gauge: GaugeStart = .plateau,
    devicesDiffer: Bool = false, occasionsDiffer: Bool = false
  ) {
    self.capacityWattHours = capacityWattHours
    self.capacityRelativeDeviation = capacityRelativeDeviation
    self.gauge = gauge
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
  }
}
