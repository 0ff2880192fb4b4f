import CGSL
import RealModule

/// The mixed model behind `DrainFit`, for given deviations: its normal equations and its likelihood.
///
/// Run i, reading k: shown drop t = -(p + v_i) + D_ik (1 + u_i + g_device + h_occasion) + e_ik, with D the expected drain in percent,
/// linear in the coefficients; v_i, u_i, g, h and e normal with the deviations of `DrainDeviations`, and 1/12 added to the
/// variance of e for rounding to whole percents (Sheppard 1898). The covariance of a run is the noise plus two rank-one
/// terms (a gauge that drops first has +p in place of -p), so Woodbury's identity does it with 2 x 2 matrices on sums over readings. That the level
/// leaves 100 % between two readings enters as the probability of that, given the readings below it: a difference of
/// normal distribution functions in closed form. A bound from one side alone would make every run fall too early. Where devices
/// or occasions differ, each g and h is an unknown of its own with a normal prior (Henderson's mixed-model equations,
/// 1950), so that runs stay independent given the unknowns.
struct DrainModel {
  let data: [DrainData]
  /// Of the coefficients in the order of the unknowns: fitted components, then the plateau if it has a say.
  let priors: [DrainComponent.Prior?]
  let fittedComponents: Int
  /// Whether some run begins full, so that what the gauge does then has a say.
  let hasPlateau: Bool
  let gauge: GaugeStart
  /// What several runs share; empty where all are taken as equal.
  let factors: DrainFactors

  init(
    data: [DrainData], priors: [DrainComponent.Prior?], fittedComponents: Int, hasPlateau: Bool,
    gauge: GaugeStart = .plateau, devicesDiffer: Bool = false, occasionsDiffer: Bool = false
  ) {
    self.data = data
    self.priors = priors
    self.fittedComponents = fittedComponents
    self.hasPlateau = hasPlateau
    self.gauge = gauge
    factors = DrainFactors(data, devicesDiffer: devicesDiffer, occasionsDiffer: occasionsDiffer)
  }

  /// Between the scores of two readings, at least.
  private static let leastGap = 1e-3

  /// Coefficients that are reported: fitted components, then the plateau.
  var reported: Int { fittedComponents + (hasPlateau ? 1 : 0) }
  /// With the shared factors, which come last and may be negative.
  var unknowns: Int { reported + factors.all.count }
  var freeUnknowns: Set<Int> { Set(reported..<unknowns) }

  /// The data's share of the normal equations, without priors, and the log-likelihood at the coefficients.
  struct Equations {
    var information: [[Double]]
    var right: [Double]
    var logLikelihood = 0.0
  }

  /// What a run is expected to show and by how much it may differ.
  struct Prediction {
    let drop: Double
    let deviation: Double
  }

  /// The score of a reading at 100 % and its slopes over the unknowns.
  private struct End {
    let score: Double
    let slopes: [Double]
  }

  /// - Parameters:
  ///   - coefficients: where the likelihood and the 100 % readings are evaluated.
  ///   - shape: the coefficients whose drain scales the variance from run to run.
  func equations(
    coefficients: [Double], shape: [Double], deviations: DrainDeviations
  ) -> Equations {
    let count = unknowns
    var result = Equations(
      information: [[Double]](repeating: [Double](repeating: 0, count: count), count: count),
      right: [Double](repeating: 0, count: count))
    let drain = drainColumn(shape)
    let run2 = deviations.run * deviations.run
    for (index, run) in data.enumerated() {
      let noise = run.rounding + deviations.reading * deviations.reading
      let plateau2 = plateauVariance(run, deviations)
      let shared = factors.ofRun[index].map { reported + $0 }
      let map = columnMap(run)
      let residual = residualColumn(run, coefficients, shape: drain, shared: shared)
      let weighted = WeightedProducts(run, drain, noise: noise, plateau2: plateau2, run2: run2)
      add(weighted, map, to: &result)
      if !shared.isEmpty { add(weighted.times(drain), map, drain: drain, shared: shared, to: &result) }
      result.logLikelihood -= 0.5 * (weighted.logDeterminant + weighted.form(residual, residual))
      guard let full = run.lastFull else { continue }
      func end(_ columns: [Double]) -> End {
        let reading = FullReading(
          columns, weighted, drain: drain, residual: residual, reading2: deviations.reading * deviations.reading,
          plateau2: plateau2, run2: run2)
        var slopes = [Double](repeating: 0, count: count)
        for (k, place) in map.enumerated() {
          slopes[k] = place.sign * (columns[place.column] - reading.weights[place.column])
        }
        for factor in shared {
          for j in columns.indices { slopes[factor] += drain[j] * (columns[j] - reading.weights[j]) }
        }
        return End(score: reading.score, slopes: slopes.map { -$0 / reading.deviation })
      }
      let high = end(full)
      var low = run.firstBelow.map(end) ?? End(score: -.infinity, slopes: high.slopes)
      // Readings with hardly any drain between them, as at coefficients of 0, leave the fall to the gauge's own noise.
      if low.score > high.score - Self.leastGap {
        low = End(score: high.score - Self.leastGap, slopes: high.slopes)
      }
      let fall = NormalTail.Interval(low: low.score, high: high.score)
      result.logLikelihood += fall.logProbability
      let slope = (0..<count).map { fall.slopeAtHigh * high.slopes[$0] - fall.slopeAtLow * low.slopes[$0] }
      let highBend = fall.slopeAtHigh * high.score
      let lowBend = run.firstBelow == nil ? 0 : fall.slopeAtLow * low.score
      for k in 0..<count {
        for l in 0..<count {
          var bend = slope[k] * slope[l]
          bend += highBend * high.slopes[k] * high.slopes[l] - lowBend * low.slopes[k] * low.slopes[l]
          result.information[k][l] += bend
          result.right[k] += bend * coefficients[l]
        }
        result.right[k] += slope[k]
      }
    }
    return result
  }

  /// Expected drop at the last reading below 100 %, and its standard deviation from all causes.
  func prediction(_ run: DrainData, coefficients: [Double], deviations: DrainDeviations) -> Prediction? {
    guard let row = run.lastRow, run.beginsFull else { return nil }
    let drain = drainColumn(coefficients)
    var expected = 0.0
    for j in 0..<(fittedComponents + 2) { expected += drain[j] * row[j] }
    let relative2 =
      deviations.run * deviations.run + (deviations.device.map { $0 * $0 } ?? 0)
      + (deviations.occasion.map { $0 * $0 } ?? 0)
    let variance =
      run.rounding + deviations.reading * deviations.reading + plateauVariance(run, deviations)
      + relative2 * expected * expected
    return Prediction(
      drop: expected + gauge.sign * (hasPlateau ? coefficients[fittedComponents] : 0), deviation: variance.squareRoot())
  }

  /// The expected drain as a combination of a run's columns.
  private func drainColumn(_ coefficients: [Double]) -> [Double] {
    var column = [Double](repeating: 0, count: fittedComponents + 3)
    for j in 0..<fittedComponents { column[j + 1] = coefficients[j] }
    column[fittedComponents + 1] = 1
    return column
  }

  /// Shown drop minus expected drop as a combination of a run's columns.
  private func residualColumn(
    _ run: DrainData, _ coefficients: [Double], shape: [Double], shared: [Int]
  ) -> [Double] {
    var column = drainColumn(coefficients).map { -$0 }
    column[fittedComponents + 2] = 1
    if hasPlateau, run.beginsFull { column[0] = -gauge.sign * coefficients[fittedComponents] }
    for factor in shared { for j in column.indices { column[j] -= coefficients[factor] * shape[j] } }
    return column
  }

  private func columnMap(_ run: DrainData) -> [(column: Int, sign: Double)] {
    var map = (0..<fittedComponents).map { (column: $0 + 1, sign: 1.0) }
    if hasPlateau { map.append((0, run.beginsFull ? gauge.sign : 0)) }
    return map
  }

  private func plateauVariance(_ run: DrainData, _ deviations: DrainDeviations) -> Double {
    run.beginsFull ? deviations.plateau * deviations.plateau : DrainData.freeOffset * DrainData.freeOffset
  }

  private func add(_ weighted: WeightedProducts, _ map: [(column: Int, sign: Double)], to result: inout Equations) {
    let (offset, drop) = (fittedComponents + 1, fittedComponents + 2)
    for (k, first) in map.enumerated() {
      for (l, second) in map.enumerated() {
        result.information[k][l] += first.sign * second.sign * weighted[first.column, second.column]
      }
      result.right[k] += first.sign * (weighted[first.column, drop] - weighted[first.column, offset])
    }
  }

  /// The share of the run's factors, whose column is the expected drain.
  private func add(
    _ along: [Double], _ map: [(column: Int, sign: Double)], drain: [Double], shared: [Int],
    to result: inout Equations
  ) {
    let own = dot(along, drain)
    for factor in shared {
      for (k, place) in map.enumerated() {
        result.information[k][factor] += place.sign * along[place.column]
        result.information[factor][k] += place.sign * along[place.column]
      }
      for other in shared { result.information[factor][other] += own }
      result.right[factor] += along[fittedComponents + 2] - along[fittedComponents + 1]
    }
  }

  private func dot(_ a: [Double], _ b: [Double]) -> Double {
    var sum = 0.0
    for i in a.indices { sum += a[i] * b[i] }
    return sum
  }
}

/// Logarithm and slope of the normal distribution function, good far into the tail where the function itself is 0 (GSL).
package enum NormalTail {
  /// ln P(Z <= z).
  package static func logCumulative(_ z: Double) -> Double {
    GSL.prepare()
    return z == -.infinity ? z : gsl_sf_log_erfc(-z / 2.0.squareRoot()) - Double.log(2)
  }

  /// The slope of ln P(Z <= z): density over distribution function.
  static func slope(_ z: Double) -> Double {
    GSL.prepare()
    return gsl_sf_hazard(-z)
  }

  /// ln P(low < Z <= high), and the density at either end over that probability.
  struct Interval {
    let logProbability: Double
    let slopeAtHigh: Double
    let slopeAtLow: Double

    init(low: Double, high: Double) {
      // In the lower tail, where differences of the distribution function keep their digits.
      let isTurned = low > 0
      let far = logCumulative(isTurned ? -low : high)
      let near = logCumulative(isTurned ? -high : low)
      let logProbability = far + Double.log(-Double.expMinusOne(near - far))
      func slope(_ z: Double) -> Double { .exp(-z * z / 2 - 0.5 * Double.log(2 * .pi) - logProbability) }
      self.logProbability = logProbability
      (slopeAtHigh, slopeAtLow) = (slope(high), slope(low))
    }
  }
}
