import RealModule

/// The joint posterior of all runs of one kind of phone, and its maximum for given deviations.
///
/// A run's gauge has fallen by y = P x exp(phone + occasion + run) + other use - hold at a reading, where P is the sum of
/// the terms' powers times their hours, in percent of the battery. It shows L whole percent with the probability that
/// y + noise lies within half a percent of 100 - L, and 100 with that of lying below 0.5. All unknowns are normal before
/// the data: logarithms of powers and of other uses, effects, holds. An energy that a meter counted is P x exp(...) with a
/// normal error; a phone's own gauge counts its own multiple of that, alike in all runs.
///
/// A run's effect has the variance run^2 + s^2 rest^2 + (1 - s)^2 location^2, where s is the share of its drain that is not location's.
/// s is that of a first maximum, as in generalized least squares (Carroll and Ruppert 1988).
///
/// One phone alone has no effect: nothing tells it from a factor on all powers, and the powers sought are that phone's.
struct JointDrainModel {
  /// Standard deviations, all as logarithms, in this order.
  enum Spread: Int, CaseIterable {
    case phone, occasion, run, hold, readingAtRest, readingOnTrips, rest, location

    var name: String {
      switch self {
      case .hold: "gauge.hold_deviation"
      case .readingAtRest: "reading_deviation.at_rest"
      case .readingOnTrips: "reading_deviation.on_trips"
      case .phone, .occasion, .run, .rest, .location: "\(self)_deviation"
      }
    }
  }

  /// What a gauge showed, or what a meter counted.
  private struct Row {
    /// In percent of the battery by watt; of a meter in hours.
    let exposure: [(term: Int, amount: Double)]
    /// Of the other use, likewise.
    let otherPercent: Double
    /// 100 minus the level; of a meter watt-hours.
    let shown: Double
    /// Half of the gauge's step, in percent; 0 of a meter.
    let half: Double
    /// The standard error of a meter; `nil` of a level.
    let deviation: Double?
    var isByGauge = false
  }

  /// Where the unknowns stand among those of a run: its effect, its hold, then the shared ones.
  private struct Slots {
    /// By term, of its quantities.
    let terms: [[Int]]
    /// Of what multiplies all terms: effects.
    let factors: [Int]
    /// Of what a full gauge hides.
    let holds: [Int]
    let other: Int?
    let divisor: Int?
    let gauge: Int?
  }

  private struct Run {
    let rows: [Row]
    /// Shared unknowns; `nil` where the design has none of the kind.
    let other: Int?
    let effects: [Int]
    /// Of the days simulated for it.
    let exposureDeviation: Double
    /// How much the gauge had fallen when it started; 0 for a full one, which holds.
    let fallen: Double
    let travels: Bool
    /// The share of its drain that is not location's.
    var restShare = 0.0
    /// Shared unknowns that its readings depend on.
    let shared: [Int]
    let slots: Slots
  }

  struct Mode {
    /// Shared unknowns: quantities, other uses, the hold's mean, phones, occasions.
    var shared: [Double]
    /// By run: effect and hold.
    var own: [SIMD2<Double>]
    /// Minus the logarithm of the posterior, its normal approximation integrated over all unknowns.
    var value: Double
    /// Of the shared unknowns: the information once the runs' own are integrated out.
    var information: [[Double]]
  }

  let design: JointDesign
  let names: [String]
  let phones: [String]
  private let priorMean: [Double]
  /// Inverse of the covariance before the data; 0 for phones and occasions.
  private let precision: [[Double]]
  private var runs: [Run]
  private let hold: Int
  private let firstPhone: Int
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
    guard let inverse = Cholesky(covariance)?.inverse else {
      throw .badInput("the covariances of the priors contradict each other")
    }
    let occasions = ordered(data.map(\.occasion)).filter { !$0.isEmpty }
    let firstOther = design.quantities.count
    hold = firstOther + uses.count
    firstPhone = hold + 1
    firstOccasion = firstPhone + phones.count
    count = firstOccasion + occasions.count
    names = design.quantities.map(\.name) + uses.map { "other_use.\($0)" } + ["gauge.hold"]
    priorMean =
      design.quantities.map { .log($0.median) } + uses.map { _ in .log(Self.otherUse.median) } + [design.hold.mean]
      + [Double](repeating: 0, count: phones.count + occasions.count)
    var precision = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    for (k, row) in inverse.enumerated() { precision[k].replaceSubrange(row.indices, with: row) }
    for k in firstOther..<hold { precision[k][k] = 1 / (Self.otherUse.logDeviation * Self.otherUse.logDeviation) }
    precision[hold][hold] = 1 / (design.hold.deviation * design.hold.deviation)
    self.precision = precision
    self.design = design
    func places(_ names: [String], from first: Int) -> [String: Int] {
      Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, first + $0) })
    }
    let (ofUses, ofPhones) = (places(uses, from: firstOther), places(phones, from: firstPhone))
    let ofOccasions = places(occasions, from: firstOccasion)
    runs = []
    for run in data {
      let other = run.mayHaveOtherUse ? ofUses["\(run.timeline) \(run.phone)"] : nil
      runs.append(
        Self.run(run, design, other: other, effects: [ofPhones[run.phone], ofOccasions[run.occasion]], hold: hold))
    }
  }

  private static func run(_ run: JointRun, _ design: JointDesign, other: Int?, effects: [Int?], hold: Int) -> Run {
    let start = Double(100 - (run.readings.first?.level ?? 100))
    let readings = run.readings.dropFirst().map { reading in
      Row(
        exposure: reading.exposure.enumerated().compactMap { $1 > 0 ? ($0, $1 * design.percentPerWattHour) : nil },
        otherPercent: reading.hour * design.percentPerWattHour, shown: Double(100 - reading.level),
        half: reading.step / 2, deviation: nil)
    }
    let rows =
      readings
      + run.energies.map { energy in
        Row(
          exposure: energy.exposure.enumerated().compactMap { $1 > 0 ? ($0, $1) : nil }, otherPercent: 0,
          shown: energy.wattHours, half: 0, deviation: energy.deviation, isByGauge: energy.isByGauge)
      }
    let effects = effects.compactMap(\.self)
    var shared = Set(rows.flatMap { $0.exposure.flatMap { design.terms[$0.term] } } + effects)
    let gauge = run.energies.contains(where: \.isByGauge) ? design.gauge : nil
    shared.formUnion([other, readings.isEmpty ? nil : design.divisor, gauge].compactMap(\.self))
    if start == 0, !readings.isEmpty { shared.insert(hold) }
    let list = shared.sorted()
    func slot(_ unknown: Int?) -> Int? { unknown.flatMap { list.firstIndex(of: $0) }.map { $0 + 2 } }
    return Run(
      rows: rows, other: other, effects: effects, exposureDeviation: run.exposureDeviation, fallen: start,
      travels: run.travels, shared: list,
      slots: Slots(
        terms: design.terms.map { $0.compactMap(slot) }, factors: [0] + effects.compactMap(slot),
        holds: [1, slot(hold)].compactMap(\.self), other: slot(other), divisor: slot(design.divisor), gauge: slot(gauge)
      ))
  }

  var start: Mode {
    Mode(
      shared: priorMean, own: runs.map { _ in .zero }, value: .infinity,
      information: [[Double]](repeating: [Double](repeating: 0, count: count), count: count))
  }

  /// Those that the design has.
  var spreads: [Spread] {
    Spread.allCases.filter {
      ($0 != .phone || !phones.isEmpty) && ($0 != .occasion || firstOccasion < count)
        && (($0 != .rest && $0 != .location) || design.parts != nil)
    }
  }

  /// Takes the shares of what is not location's from a maximum.
  mutating func setRestShares(_ mode: Mode) {
    let watts = watts(mode)
    for place in runs.indices {
      let rows = runs[place].rows
      guard let exposure = (rows.last { $0.deviation == nil } ?? rows.last)?.exposure else { continue }
      func sum(_ wanted: (Int) -> Bool) -> Double {
        exposure.reduce(0) { wanted($1.term) ? $0 + $1.amount * watts[$1.term] : $0 }
      }
      let all = sum { _ in true }
      runs[place].restShare = all > 0 ? sum { design.parts?.resting.contains($0) ?? false } / all : 0
    }
  }

  /// Of the terms.
  private func watts(_ mode: Mode) -> [Double] {
    design.terms.map { Double.exp($0.reduce(0) { $0 + mode.shared[$1] }) }
  }

  func phoneEffects(_ mode: Mode) -> [Double] { phones.indices.map { mode.shared[firstPhone + $0] } }

  /// The inverse of the covariance of the shared unknowns before the data.
  private func prior(_ spreads: [Double]) -> [[Double]] {
    var result = precision
    for k in firstPhone..<firstOccasion { result[k][k] = .exp(-2 * spreads[Spread.phone.rawValue]) }
    for k in firstOccasion..<count { result[k][k] = .exp(-2 * spreads[Spread.occasion.rawValue]) }
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
    var variance = spread * spread + run.exposureDeviation * run.exposureDeviation
    if design.parts != nil {
      for (share, part) in [(run.restShare, Spread.rest), (1 - run.restShare, .location)] {
        variance += share * share * Double.exp(2 * spreads[part.rawValue])
      }
    }
    return variance.squareRoot()
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
    let prior = prior(spreads)
    var (mode, here) = (begin, system(begin, spreads, prior))
    var damping = 1e-4
    for _ in 0..<100 {
      var gain = 0.0
      for _ in 0...40 {
        let step = try newton(here, mode, prior, damping: damping)
        var next = mode
        for k in 0..<count { next.shared[k] += min(1.5, max(-1.5, step.shared[k])) }
        for r in runs.indices {
          next.own[r] += step.own[r].clamped(lowerBound: [-1.5, -1.5], upperBound: [1.5, 1.5])
        }
        let there = system(next, spreads, prior)
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
    let last = try newton(here, mode, prior, damping: 0)
    mode.information = last.information
    // Each unknown's prior has its own log-deviation in the normal approximation; constants are left out.
    mode.value =
      here.value + last.logDeterminant / 2 + Double(phones.count) * spreads[Spread.phone.rawValue]
      + Double(count - firstOccasion) * spreads[Spread.occasion.rawValue]
    for run in runs { mode.value += .log(effectDeviation(run, spreads) * holdDeviation(run, spreads)) }
    return mode
  }

  /// Minus the logarithm of the posterior at a place, and what the runs add to Newton's equations there.
  private typealias System = (value: Double, blocks: [Block])

  private func system(_ mode: Mode, _ spreads: [Double], _ prior: [[Double]]) -> System {
    let moved = zip(mode.shared, priorMean).map { $0 - $1 }
    var system: System = (quadraticForm(moved, prior, moved) / 2, [])
    let watts = watts(mode)
    for (run, own) in zip(runs, mode.own) {
      let block = block(run, own, mode.shared, watts, spreads)
      system.value += block.value
      system.blocks.append(block)
    }
    return system
  }

  private struct Step {
    let shared: [Double]
    let own: [SIMD2<Double>]
    let information: [[Double]]
    let logDeterminant: Double
  }

  /// What one run adds to Newton's equations, over its effect, its hold and the shared unknowns that it depends on.
  private struct Block {
    /// Of minus the logarithm of the posterior.
    var value = 0.0
    /// On and below the diagonal.
    var information: [[Double]]
    /// Minus the slope.
    var right: [Double]

    init(size: Int) {
      information = [[Double]](repeating: [Double](repeating: 0, count: size), count: size)
      right = [Double](repeating: 0, count: size)
    }

    /// What a reading says, by minus its log-likelihood, the slope and the curvature of that in a sum of the unknowns.
    mutating func add(_ what: (value: Double, slope: Double, curvature: Double), _ jacobian: [Double]) {
      value += what.value
      for i in jacobian.indices where jacobian[i] != 0 {
        right[i] -= what.slope * jacobian[i]
        for j in 0...i { information[i][j] += what.curvature * jacobian[i] * jacobian[j] }
      }
    }

    /// A normal error of a sum of the unknowns.
    mutating func add(normal rest: Double, deviation: Double, _ jacobian: [Double]) {
      let weight = 1 / (deviation * deviation)
      add((rest * rest * weight / 2, rest * weight, weight), jacobian)
    }

    /// Takes the run's own unknowns out of the equations of the others.
    ///
    /// - Returns: the logarithm of their determinant; `nil` where they have no curvature.
    mutating func eliminate() -> Double? {
      var logDeterminant = 0.0
      for p in 0..<2 {
        let pivot = information[p][p]
        guard pivot > 0 else { return nil }
        logDeterminant += .log(pivot)
        for i in (p + 1)..<right.count {
          let factor = information[i][p] / pivot
          right[i] -= factor * right[p]
          for j in (p + 1)...i { information[i][j] -= factor * information[j][p] }
        }
      }
      return logDeterminant
    }

    /// The run's own unknowns once the others are known.
    func own(beside shared: [Double]) -> SIMD2<Double> {
      var x = [0, 0] + shared
      for p in [1, 0] {
        x[p] = ((p + 1)..<x.count).reduce(right[p]) { $0 - information[$1][p] * x[$1] } / information[p][p]
      }
      return [x[0], x[1]]
    }
  }

  private func block(
    _ run: Run, _ own: SIMD2<Double>, _ shared: [Double], _ watts: [Double], _ spreads: [Double]
  ) -> Block {
    let (size, slots) = (run.shared.count + 2, run.slots)
    var block = Block(size: size)
    let noise = Double.exp(spreads[(run.travels ? Spread.readingOnTrips : .readingAtRest).rawValue])
    let factor = Double.exp(run.effects.reduce(own.x) { $0 + shared[$1] })
    let percent = design.divisor.map { Double.exp(-shared[$0]) } ?? 1
    let gauge = design.gauge.map { Double.exp(shared[$0]) } ?? 1
    let other = run.other.map { Double.exp(shared[$0]) } ?? 0
    // What its gauge hides, or has shown before.
    let held = run.fallen > 0 ? own.y - run.fallen : shared[hold] + own.y
    for row in run.rows {
      var (sum, jacobian) = (0.0, [Double](repeating: 0, count: size))
      for (term, amount) in row.exposure {
        let part = amount * watts[term] * factor * (row.deviation == nil ? percent : row.isByGauge ? gauge : 1)
        sum += part
        for slot in slots.terms[term] { jacobian[slot] += part }
      }
      for slot in slots.factors { jacobian[slot] += sum }
      if let deviation = row.deviation {
        if row.isByGauge, let slot = slots.gauge { jacobian[slot] += sum }
        block.add(normal: sum - row.shown, deviation: deviation, jacobian)
        continue
      }
      let use = row.otherPercent * other * percent
      if let slot = slots.other { jacobian[slot] += use }
      if let slot = slots.divisor { jacobian[slot] -= sum + use }
      for slot in slots.holds { jacobian[slot] -= 1 }
      let reading = Self.reading(
        fallen: sum + use - held, shown: row.shown, half: row.half, deviation: noise, isEven: design.roundsEvenly)
      block.add(reading, jacobian)
    }
    for (k, deviation) in [effectDeviation(run, spreads), holdDeviation(run, spreads)].enumerated() {
      block.add(normal: own[k], deviation: deviation, (0..<size).map { $0 == k ? 1 : 0 })
    }
    return block
  }

  private func newton(
    _ system: System, _ mode: Mode, _ prior: [[Double]], damping: Double
  ) throws(EstimationError) -> Step {
    var matrix = prior
    let moved = zip(mode.shared, priorMean).map { $0 - $1 }
    var right = prior.map { -dot($0, moved) }
    for k in 0..<count { matrix[k][k] *= 1 + damping }
    var (blocks, logDeterminant) = (system.blocks, 0.0)
    for (r, run) in runs.enumerated() {
      for k in blocks[r].right.indices { blocks[r].information[k][k] *= 1 + damping }
      guard let own = blocks[r].eliminate() else { throw .didNotConverge(reason: "a run has no curvature") }
      logDeterminant += own
      for (i, k) in run.shared.enumerated() {
        right[k] += blocks[r].right[i + 2]
        for (j, l) in run.shared[...i].enumerated() {
          matrix[k][l] += blocks[r].information[i + 2][j + 2]
          matrix[l][k] = matrix[k][l]
        }
      }
    }
    guard let root = Cholesky(matrix) else { throw .singularJacobian(parameters: names) }
    let step = root.solve(right)
    let own = zip(runs, blocks).map { run, block in block.own(beside: run.shared.map { step[$0] }) }
    return Step(
      shared: step, own: own, information: damping == 0 ? matrix : [],
      logDeterminant: logDeterminant + root.logDeterminant)
  }
}
