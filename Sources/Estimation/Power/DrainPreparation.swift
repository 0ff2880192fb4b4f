/// Checked input of a drain fit in the form the solver needs.
struct DrainPreparation {
  let model: DrainModel
  /// Of the unknowns: fitted components, then the plateau where some run begins full.
  let names: [String]
  let units: [String]
  let informativeRuns: Int
  let warnings: [FitWarning]

  /// Where occasions differ, runs side by side count once.
  var independentRuns: Int {
    let occasions = model.factors.count(.occasion)
    return occasions > 0 ? min(informativeRuns, occasions) : informativeRuns
  }

  var solver: DrainSolver { DrainSolver(model: model, names: names) }

  init(
    runs: [GaugeRun], components: [DrainComponent], options: DrainFitOptions, totalsOnly: Bool = false
  ) throws(EstimationError) {
    try options.check()
    for component in components { try component.check() }
    guard Set(components.map(\.name)).count == components.count else { throw .badInput("a component is named twice") }
    for run in runs { try run.check(components: components.count) }
    let fitted = components.filter(\.isFitted)
    guard !fitted.isEmpty else { throw .badInput("no component is left to fit") }
    for (j, component) in components.enumerated() where component.isFitted && component.prior == nil {
      guard runs.contains(where: { ($0.readings.last?.exposure[j] ?? 0) > 0 }) else {
        throw .badInput("\(component.name) is on in no run: fix it or give it a prior")
      }
    }
    let data = runs.map {
      DrainData(
        $0, components: components, capacityWattHours: options.capacityWattHours, gauge: options.gauge,
        totalsOnly: totalsOnly)
    }
    let informative = data.filter(\.tellsSlope).count
    let need = max(3, fitted.filter { $0.prior == nil }.count + 2)
    guard informative >= need else { throw .tooFewSamples(have: informative, need: need) }
    let hasPlateau = data.contains(where: \.beginsFull)
    var devices: [String] = []
    for run in data where !devices.contains(run.device) { devices.append(run.device) }
    model = DrainModel(
      data: data, priors: fitted.map(\.prior) + (hasPlateau ? [options.plateauPrior] : []),
      fittedComponents: fitted.count, hasPlateau: hasPlateau, gauge: options.gauge,
      devicesDiffer: options.devicesDiffer, occasionsDiffer: options.occasionsDiffer)
    names = fitted.map(\.name) + (hasPlateau ? [options.gauge.name] : [])
    units = fitted.map(\.unit) + (hasPlateau ? ["%"] : [])
    informativeRuns = informative
    if options.devicesDiffer, devices.count < 3 {
      throw .badInput("a difference between devices needs runs of at least 3, not \(devices.count)")
    }
    let occasions = model.factors.count(.occasion)
    if options.occasionsDiffer, occasions < 3 {
      throw .badInput("a difference between occasions needs at least 3 of them, not \(occasions)")
    }
    if options.occasionsDiffer, occasions == data.count {
      throw .badInput("no runs lie side by side: occasions are not identifiable")
    }
    warnings = Self.warnings(data, options: options, devices: devices.count, occasions: occasions)
  }

  /// The same with other runs, for resampling; the runs passed the checks before.
  ///
  /// - Parameter clusters: runs drawn together; each draw is an occasion of its own.
  init(_ original: DrainPreparation, picking clusters: [[Int]]) {
    let data = clusters.enumerated().flatMap { place, cluster in
      cluster.map { index in
        var run = original.model.data[index]
        run.occasion = "draw \(place)"
        return run
      }
    }
    model = DrainModel(
      data: data, priors: original.model.priors,
      fittedComponents: original.model.fittedComponents, hasPlateau: original.model.hasPlateau,
      gauge: original.model.gauge, devicesDiffer: original.model.factors.count(.device) > 0,
      occasionsDiffer: original.model.factors.count(.occasion) > 0)
    names = original.names
    units = original.units
    informativeRuns = original.informativeRuns
    warnings = []
  }

  private static func warnings(
    _ data: [DrainData], options: DrainFitOptions, devices: Int, occasions: Int
  ) -> [FitWarning] {
    var warnings: [FitWarning] = []
    let leftOut = data.reduce(0) { $0 + $1.leftOut }
    if leftOut > 0 {
      warnings.append(
        .alteredSamples(count: leftOut, reason: "left out: under 3 %, or below 100 % before a return to it"))
    }
    let partial = data.filter { !$0.beginsFull }.count
    if partial > 0 {
      warnings.append(.note("\(partial) of \(data.count) runs begin below 100 %: only their slope is used"))
    }
    let flat = data.filter { !$0.tellsSlope && $0.beginsFull }.count
    if flat > 0 {
      warnings.append(.note("\(flat) of \(data.count) runs never leave 100 %: they only bound the drain from above"))
    }
    if options.devicesDiffer, devices < 6 {
      warnings.append(.note("the spread between devices rests on \(devices) of them"))
    }
    if options.occasionsDiffer, occasions < 6 {
      warnings.append(.note("the spread between occasions rests on \(occasions) of them"))
    }
    return warnings
  }
}

/// What multiplies the drain of several runs at once: a device, or an occasion on which runs lay side by side.
struct DrainFactors: Sendable {
  enum Kind: Sendable, Hashable { case device, occasion }

  struct Factor: Sendable, Hashable {
    let kind: Kind
    let name: String
  }

  /// In the order of their unknowns; devices first.
  let all: [Factor]
  /// Indices into `all`.
  let ofRun: [[Int]]

  init(_ data: [DrainData], devicesDiffer: Bool, occasionsDiffer: Bool) {
    var all: [Factor] = []
    var places: [Factor: Int] = [:]
    var ofRun = [[Int]](repeating: [], count: data.count)
    func add(_ factor: Factor, to run: Int) {
      if places[factor] == nil {
        places[factor] = all.count
        all.append(factor)
      }
      if let place = places[factor] { ofRun[run].append(place) }
    }
    if devicesDiffer { for (i, run) in data.enumerated() { add(Factor(kind: .device, name: run.device), to: i) } }
    if occasionsDiffer {
      for (i, run) in data.enumerated() {
        // A run on its own is an occasion of its own.
        let name = run.occasion.isEmpty ? "run \(i)" : run.occasion
        add(Factor(kind: .occasion, name: name), to: i)
      }
    }
    self.all = all
    self.ofRun = ofRun
  }

  func count(_ kind: Kind) -> Int { all.count { $0.kind == kind } }
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
  /// Resampled fits for intervals; 0 leaves Student's intervals.
  package var bootstrapResamples: Int
  package var seed: UInt64

  package init(
    capacityWattHours: Double, capacityRelativeDeviation: Double = 0, gauge: GaugeStart = .plateau,
    plateauPrior: DrainComponent.Prior? = nil,
    devicesDiffer: Bool = false, occasionsDiffer: Bool = false, bootstrapResamples: Int = 0, seed: UInt64 = 1
  ) {
    self.capacityWattHours = capacityWattHours
    self.capacityRelativeDeviation = capacityRelativeDeviation
    self.gauge = gauge
    self.plateauPrior = plateauPrior
    self.devicesDiffer = devicesDiffer
    self.occasionsDiffer = occasionsDiffer
    self.bootstrapResamples = bootstrapResamples
    self.seed = seed
  }

  func check() throws(EstimationError) {
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
    guard bootstrapResamples == 0 || bootstrapResamples >= 100 else {
      throw .badInput("\(bootstrapResamples) resamples give no interval: 0 for none, or at least 100")
    }
  }
}
