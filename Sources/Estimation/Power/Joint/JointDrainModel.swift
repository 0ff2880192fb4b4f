import RealModule

/// The joint posterior of all runs of one kind of phone, and its maximum for given deviations.
///
/// A run's gauge has fallen by y = P x exp(phone + occasion + run) + other use - hold at a reading, where P is the sum of
/// the terms' powers times their hours, in percent of the battery. It shows L whole percent with the probability that
/// y + noise lies within half a percent of 100 - L, and 100 with that of lying below 0.5. All unknowns are normal before
/// the data: logarithms of powers and of other uses, effects, holds. An energy that a meter counted is P x exp(...) with a
/// normal error.
///
/// A run's effect has the variance run^2 + s^2 rest^2, where s is the share of its drain that the phone takes at rest: a power
/// that varies alike in every setting. s is that of a first maximum, as in generalized least squares (Carroll and Ruppert 1988).
///
/// One phone alone has no effect: nothing tells it from a factor on all powers, and the powers sought are that phone's.
struct JointDrainModel {
  /// Standard deviations, all as logarithms, in this order.
  enum Spread: Int, CaseIterable {
    case phone, occasion, run, hold, readingAtRest, readingOnTrips, rest

    var name: String {
      switch self {
      case .phone: "phone_deviation"
      case .occasion: "occasion_deviation"
      case .run: "run_deviation"
      case .hold: "gauge.hold_deviation"
      case .readingAtRest: "reading_deviation.at_rest"
      case .readingOnTrips: "reading_deviation.on_trips"
      case .rest: "rest_deviation"
      }
    }
  }

  /// Where a run's own unknowns (effect, hold) meet the shared ones.
  private struct Row {
    /// In percent of the battery by watt.
    let exposure: [(term: Int, amount: Double)]
    let otherPercent: Double
    /// 100 minus the level.
    let shown: Double
    /// Half of the gauge's step, in percent.
    let half: Double
  }

  /// What a meter counted.
  private struct Count {
    /// In hours.
    let exposure: [(term: Int, amount: Double)]
    let wattHours: Double
    let deviation: Double
  }

  /// Where the unknowns stand among those that a run depends on; `nil` for those that it does not.
  private struct Slots {
    /// By term, of its quantities.
    let terms: [[Int]]
    let other: Int?
    let phone: Int?
    let occasion: Int?
    let divisor: Int?
    let hold: Int?
  }

  private struct Run {
    let rows: [Row]
    let counts: [Count]
    /// Shared unknowns; `nil` where the design has none of the kind.
    let other: Int?
    let phone: Int?
    let occasion: Int?
    /// Of the days simulated for it.
    let exposureDeviation: Double
    /// How much the gauge had fallen when it started; 0 for a full one, which holds.
    let fallen: Double
    let travels: Bool
    /// The share of its drain that the phone takes at rest.
    var restShare = 0.0
    /// Shared unknowns that its readings depend on.
    let shared: [Int]
    let slots: Slots
  }

  struct Mode {
    /// Shared unknowns: quantities, other uses, the hold's mean, phones, occasions.
    var shared: [Double]
    /// By run: effect and hold.
    var own: [(effect: Double, hold: Double)]
    /// Minus the logarithm of the posterior, its normal approximation integrated over all unknowns.
    var value: Double
    /// Of the shared unknowns: the information once the runs' own are integrated out.
    var information: [[Double]]
  }

  let design: JointDesign
  let names: [String]
  let phones: [String]
  let priorMean: [Double]
  private let priorDeviation: [Double]
  /// Of the quantities, before the data, in the order of their places; the inverse of their covariance.
  private let precision: [[Double]]
  private var runs: [Run]
  private let firstOther: Int
  private let hold: Int
  let firstPhone: Int
  private let firstOccasion: Int
  private let count: Int

  /// Of other uses: half of them under 10 mW, 5 % above 0.27 W.
  private static let otherUse = (median: 0.010, logDeviation: 2.0)

  /// - Throws: `badInput` where the covariances of the quantities contradict each other.
  init(_ design: JointDesign, _ data: [JointRun]) throws(EstimationError) {
    func ordered(_ texts: [String]) -> [String] { Array(Set(texts)).sorted() }
    let uses = design.hasOtherUse ? ordered(data.filter(\.mayHaveOtherUse).map { "\($0.timeline) \($0.phone)" }) : []
    let kinds = ordered(data.map(\.phone))
    phones = kinds.count > 1 ? kinds : []
    var covariance = design.quantities.indices.map { row in
      design.quantities.indices.map {
        $0 == row ? design.quantities[row].logDeviation * design.quantities[row].logDeviation : 0
      }
    }
    for pair in design.covariances where pair.first != pair.second {
      covariance[pair.first][pair.second] = pair.covariance
      covariance[pair.second][pair.first] = pair.covariance
    }
    guard let precision = Cholesky(covariance)?.inverse else {
      throw .badInput("the covariances of the priors contradict each other")
    }
    self.precision = precision
    let occasions = ordered(data.map(\.occasion)).filter { !$0.isEmpty }
    firstOther = design.quantities.count
    hold = firstOther + uses.count
    firstPhone = hold + 1
    firstOccasion = firstPhone + phones.count
    count = firstOccasion + occasions.count
    names = design.quantities.map(\.name) + uses.map { "other_use.\($0)" } + ["gauge.hold"]
    priorMean =
      design.quantities.map { .log($0.median) } + uses.map { _ in .log(Self.otherUse.median) } + [design.hold.mean]
      + [Double](repeating: 0, count: phones.count + occasions.count)
    priorDeviation =
      design.quantities.map(\.logDeviation) + uses.map { _ in Self.otherUse.logDeviation } + [design.hold.deviation]
      + [Double](repeating: 1, count: phones.count + occasions.count)
    self.design = design
    let places = (
      Dictionary(uniqueKeysWithValues: uses.enumerated().map { ($1, $0) }),
      Dictionary(uniqueKeysWithValues: phones.enumerated().map { ($1, $0) }),
      Dictionary(uniqueKeysWithValues: occasions.enumerated().map { ($1, $0) })
    )
    let first = (other: firstOther, phone: firstPhone, occasion: firstOccasion)
    var runs: [Run] = []
    for run in data {
      let start = Double(100 - (run.readings.first?.level ?? 100))
      let rows = run.readings.dropFirst().map { reading in
        Row(
          exposure: reading.exposure.enumerated().compactMap {
            $1 > 0 ? ($0, $1 * design.percentPerWattHour) : nil
          }, otherPercent: reading.hour * design.percentPerWattHour, shown: Double(100 - reading.level),
          half: reading.step / 2)
      }
      let counts = run.energies.map { energy in
        Count(
          exposure: energy.exposure.enumerated().compactMap { $1 > 0 ? ($0, $1) : nil }, wattHours: energy.wattHours,
          deviation: energy.deviation)
      }
      let other = run.mayHaveOtherUse ? places.0["\(run.timeline) \(run.phone)"].map { first.other + $0 } : nil
      let phone = places.1[run.phone].map { first.phone + $0 }
      let occasion = places.2[run.occasion].map { first.occasion + $0 }
      var shared = Set(rows.flatMap { $0.exposure.flatMap { design.terms[$0.term] } })
      shared.formUnion(counts.flatMap { $0.exposure.flatMap { design.terms[$0.term] } })
      shared.formUnion([other, phone, occasion, rows.isEmpty ? nil : design.divisor].compactMap(\.self))
      if start == 0, !rows.isEmpty { shared.insert(hold) }
      let list = shared.sorted()
      func slot(_ unknown: Int?) -> Int? { unknown.flatMap { list.firstIndex(of: $0) } }
      runs.append(
        Run(
          rows: rows, counts: counts, other: other, phone: phone, occasion: occasion,
          exposureDeviation: run.exposureDeviation, fallen: start, travels: run.travels, shared: list,
          slots: Slots(
            terms: design.terms.map { $0.compactMap(slot) }, other: slot(other), phone: slot(phone),
            occasion: slot(occasion), divisor: slot(design.divisor), hold: slot(hold))))
    }
    self.runs = runs
  }

  var start: Mode {
    Mode(
      shared: priorMean, own: runs.map { _ in (0, 0) }, value: .infinity,
      information: [[Double]](repeating: [Double](repeating: 0, count: count), count: count))
  }

  /// Those that the design has.
  var spreads: [Spread] {
    Spread.allCases.filter {
      ($0 != .phone || !phones.isEmpty) && ($0 != .occasion || firstOccasion < count)
        && ($0 != .rest || design.rest != nil)
    }
  }

  /// Takes the shares of rest from a maximum.
  mutating func setRestShares(_ mode: Mode) {
    let watts = watts(mode)
    for place in runs.indices {
      guard let exposure = runs[place].rows.last?.exposure ?? runs[place].counts.last?.exposure else { continue }
      func sum(_ wanted: (Int) -> Bool) -> Double {
        exposure.reduce(0) { wanted($1.term) ? $0 + $1.amount * watts[$1.term] : $0 }
      }
      let all = sum { _ in true }
      runs[place].restShare = all > 0 ? sum { design.rest?.terms.contains($0) ?? false } / all : 0
    }
  }

  /// Of the terms.
  private func watts(_ mode: Mode) -> [Double] {
    design.terms.map { Double.exp($0.reduce(0) { $0 + mode.shared[$1] }) }
  }

  func phoneEffects(_ mode: Mode) -> [Double] { phones.indices.map { mode.shared[firstPhone + $0] } }

  private func deviations(_ spreads: [Double]) -> [Double] {
    var result = priorDeviation
    for k in firstPhone..<firstOccasion { result[k] = .exp(spreads[Spread.phone.rawValue]) }
    for k in firstOccasion..<count { result[k] = .exp(spreads[Spread.occasion.rawValue]) }
    return result
  }

  private func holdDeviation(_ run: Run, _ spreads: [Double]) -> Double {
    let spread = Double.exp(spreads[Spread.hold.rawValue])
    // A gauge that had begun to fall is off by rounding only.
    return run.fallen > 0 ? min(0.4, spread) : spread
  }

  /// What a run's own effect spreads by: from run to run, and by what its days leave open.
  private func effectDeviation(_ run: Run, _ spreads: [Double]) -> Double {
    let spread = Double.exp(spreads[Spread.run.rawValue])
    let rest = design.rest == nil ? 0 : run.restShare * Double.exp(spreads[Spread.rest.rawValue])
    return (spread * spread + rest * rest + run.exposureDeviation * run.exposureDeviation).squareRoot()
  }

  /// The factor on a run's drain, and what its gauge hides or has shown before.
  private func frame(_ run: Run, _ own: (effect: Double, hold: Double), _ shared: [Double]) -> (
    factor: Double, percent: Double, other: Double, held: Double
  ) {
    (
      .exp([run.phone, run.occasion].compactMap(\.self).reduce(own.effect) { $0 + shared[$1] }),
      design.divisor.map { .exp(-shared[$0]) } ?? 1, run.other.map { .exp(shared[$0]) } ?? 0,
      run.fallen > 0 ? own.hold - run.fallen : shared[hold] + own.hold
    )
  }

  /// Minus the logarithm of the likelihood of one reading, its slope and curvature in y.
  ///
  /// - Parameters:
  ///   - half: of the gauge's step, in percent.
  ///   - isEven: whether rounding is part of a normal error (Sheppard 1898): of few readings a run, whose own unknowns could lie
  ///     anywhere inside the steps, the normal approximation does not hold.
  static func reading(
    fallen y: Double, shown: Double, half: Double = 0.5, deviation s: Double, isEven: Bool = false
  ) -> (value: Double, slope: Double, curvature: Double) {
    if isEven, shown > 0 {
      let (rest, variance) = (y - shown, s * s + half * half / 3)
      return (rest * rest / (2 * variance) + Double.log(variance) / 2, rest / variance, 1 / variance)
    }
    let (upper, lower) = ((shown + half - y) / s, (shown - half - y) / s)
    let shows = NormalTail.Interval(low: shown > 0 ? lower : -.infinity, high: upper)
    let slope = (shows.slopeAtHigh - shows.slopeAtLow) / s
    let bend = (upper * shows.slopeAtHigh - lower * shows.slopeAtLow) / (s * s)
    return (-shows.logProbability, slope, max(1e-12, bend + slope * slope))
  }

  /// Newton's method with the Gauss-Newton information; a run's own two unknowns are eliminated, so that a step costs
  /// what the shared ones do.
  func mode(_ spreads: [Double], from begin: Mode) throws(EstimationError) -> Mode {
    let deviations = deviations(spreads)
    var (mode, here) = (begin, system(begin, spreads, deviations))
    var damping = 1e-4
    for _ in 0..<100 {
      var gain = 0.0
      for _ in 0...40 {
        let step = try newton(here, mode, deviations, damping: damping)
        var next = mode
        func limited(_ x: Double) -> Double { min(1.5, max(-1.5, x)) }
        for k in 0..<count { next.shared[k] += limited(step.shared[k]) }
        for r in runs.indices {
          next.own[r].effect += limited(step.own[r].effect)
          next.own[r].hold += limited(step.own[r].hold)
        }
        let there = system(next, spreads, deviations)
        if there.value <= here.value + 1e-9 {
          gain = here.value - there.value
          (mode, here) = (next, there)
          damping = max(1e-9, damping / 5)
          break
        }
        damping = max(damping * 8, 1e-4)
      }
      if gain < 1e-7 { break }
    }
    let last = try newton(here, mode, deviations, damping: 0)
    mode.information = last.information
    // Each unknown's prior has its own log-deviation in the normal approximation; constants are left out.
    var laplace = here.value + last.logDeterminant / 2
    for k in 0..<count { laplace += .log(deviations[k]) }
    for run in runs { laplace += .log(effectDeviation(run, spreads) * holdDeviation(run, spreads)) }
    mode.value = laplace
    return mode
  }

  /// Minus the logarithm of the posterior at a place, and what the runs add to Newton's equations there.
  private struct System {
    var value = 0.0
    var blocks: [Block] = []
  }

  private func system(_ mode: Mode, _ spreads: [Double], _ deviations: [Double]) -> System {
    var system = System()
    for k in firstOther..<count {
      let z = (mode.shared[k] - priorMean[k]) / deviations[k]
      system.value += z * z / 2
    }
    let moved = (0..<firstOther).map { mode.shared[$0] - priorMean[$0] }
    system.value += quadraticForm(moved, precision, moved) / 2
    let watts = watts(mode)
    for (run, own) in zip(runs, mode.own) {
      system.blocks.append(block(run, own, mode.shared, watts, spreads))
      system.value += system.blocks[system.blocks.count - 1].value
    }
    return system
  }

  private struct Step {
    let shared: [Double]
    let own: [(effect: Double, hold: Double)]
    let information: [[Double]]
    let logDeterminant: Double
  }

  /// What one run adds to Newton's equations: its own two unknowns, the shared ones that it depends on, and how both meet.
  private struct Block {
    /// Of minus the logarithm of the posterior.
    var value = 0.0
    /// Of effect and hold: information and minus the slope.
    var (effect, mixed, hold) = (0.0, 0.0, 0.0)
    var right = (effect: 0.0, hold: 0.0)
    var border: [(effect: Double, hold: Double)]
    var shared: [[Double]]
    var sharedRight: [Double]

    init(shared count: Int) {
      border = [(effect: Double, hold: Double)](repeating: (0, 0), count: count)
      shared = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
      sharedRight = [Double](repeating: 0, count: count)
    }

    var determinant: Double { effect * hold - mixed * mixed }

    /// The run's own unknowns for these right sides.
    func solve(_ effectSide: Double, _ holdSide: Double) -> (effect: Double, hold: Double) {
      ((hold * effectSide - mixed * holdSide) / determinant, (effect * holdSide - mixed * effectSide) / determinant)
    }

    /// What a reading or a count says, by its slope and curvature in the sum of drain, other use and hold.
    ///
    /// - Parameter jacobian: of that sum, over the shared unknowns.
    mutating func add(slope: Double, curvature: Double, drain: Double, jacobian: [Double], holds: Bool) {
      let held = holds ? 1.0 : 0
      effect += curvature * drain * drain
      mixed -= curvature * drain * held
      hold += curvature * held
      right.effect -= slope * drain
      right.hold += slope * held
      for i in jacobian.indices where jacobian[i] != 0 {
        sharedRight[i] -= slope * jacobian[i]
        border[i].effect += curvature * drain * jacobian[i]
        border[i].hold -= curvature * jacobian[i] * held
        for j in 0...i { shared[i][j] += curvature * jacobian[i] * jacobian[j] }
      }
    }
  }

  private func block(
    _ run: Run, _ own: (effect: Double, hold: Double), _ shared: [Double], _ watts: [Double], _ spreads: [Double]
  ) -> Block {
    var block = Block(shared: run.shared.count)
    let noise = Double.exp(spreads[(run.travels ? Spread.readingOnTrips : .readingAtRest).rawValue])
    let frame = frame(run, own, shared)
    func drain(_ exposure: [(term: Int, amount: Double)], _ factor: Double) -> (sum: Double, jacobian: [Double]) {
      var (sum, jacobian) = (0.0, [Double](repeating: 0, count: run.shared.count))
      for (term, amount) in exposure {
        let part = amount * watts[term] * factor
        sum += part
        for slot in run.slots.terms[term] { jacobian[slot] += part }
      }
      for slot in [run.slots.phone, run.slots.occasion].compactMap(\.self) { jacobian[slot] += sum }
      return (sum, jacobian)
    }
    for row in run.rows {
      var (sum, jacobian) = drain(row.exposure, frame.factor * frame.percent)
      let use = row.otherPercent * frame.other * frame.percent
      if let slot = run.slots.other { jacobian[slot] += use }
      if let slot = run.slots.divisor { jacobian[slot] -= sum + use }
      if let slot = run.slots.hold { jacobian[slot] -= 1 }
      let reading = Self.reading(
        fallen: sum + use - frame.held, shown: row.shown, half: row.half, deviation: noise, isEven: design.roundsEvenly)
      block.value += reading.value
      block.add(slope: reading.slope, curvature: reading.curvature, drain: sum, jacobian: jacobian, holds: true)
    }
    for count in run.counts {
      let (sum, jacobian) = drain(count.exposure, frame.factor)
      let weight = 1 / (count.deviation * count.deviation)
      let rest = sum - count.wattHours
      block.value += rest * rest * weight / 2
      block.add(slope: rest * weight, curvature: weight, drain: sum, jacobian: jacobian, holds: false)
    }
    let (effect, hold) = (effectDeviation(run, spreads), holdDeviation(run, spreads))
    block.value += (own.effect * own.effect / (effect * effect) + own.hold * own.hold / (hold * hold)) / 2
    block.effect += 1 / (effect * effect)
    block.hold += 1 / (hold * hold)
    block.right.effect -= own.effect / (effect * effect)
    block.right.hold -= own.hold / (hold * hold)
    return block
  }

  private func newton(
    _ system: System, _ mode: Mode, _ deviations: [Double], damping: Double
  ) throws(EstimationError) -> Step {
    var matrix = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    var right = [Double](repeating: 0, count: count)
    for k in firstOther..<count {
      let weight = 1 / (deviations[k] * deviations[k])
      matrix[k][k] = weight * (1 + damping)
      right[k] = -weight * (mode.shared[k] - priorMean[k])
    }
    for i in 0..<firstOther {
      for j in 0..<firstOther {
        matrix[i][j] = precision[i][j] * (i == j ? 1 + damping : 1)
        right[i] -= precision[i][j] * (mode.shared[j] - priorMean[j])
      }
    }
    var (blocks, logDeterminant) = (system.blocks, 0.0)
    for (r, run) in runs.enumerated() {
      blocks[r].effect *= 1 + damping
      blocks[r].hold *= 1 + damping
      let block = blocks[r]
      guard block.determinant > 0 else { throw .didNotConverge(reason: "a run has no curvature") }
      logDeterminant += .log(block.determinant)
      for (i, k) in run.shared.enumerated() {
        let part = block.solve(block.border[i].effect, block.border[i].hold)
        right[k] += block.sharedRight[i] - part.effect * block.right.effect - part.hold * block.right.hold
        for (j, l) in run.shared[...i].enumerated() {
          let damped = block.shared[i][j] * (i == j ? 1 + damping : 1)
          matrix[k][l] += damped - part.effect * block.border[j].effect - part.hold * block.border[j].hold
          matrix[l][k] = matrix[k][l]
        }
      }
    }
    guard let root = Cholesky(matrix) else { throw .singularJacobian(parameters: names) }
    let step = root.solve(right)
    let own = zip(runs, blocks).map { run, block in
      var side = block.right
      for (i, k) in run.shared.enumerated() {
        side.effect -= block.border[i].effect * step[k]
        side.hold -= block.border[i].hold * step[k]
      }
      return block.solve(side.effect, side.hold)
    }
    return Step(
      shared: step, own: own, information: damping == 0 ? matrix : [],
      logDeterminant: logDeterminant + root.logDeterminant)
  }
}
