internal import CGSL
import RealModule

/// The correlation of noise from one Gauss-Markov process and white noise, its variance taken as 1.
struct NoiseShape: Sendable, Hashable {
  /// Time constant of the process, in the unit of the steps.
  let time: Double
  /// The white noise's share of the variance.
  let white: Double

  /// How many independent samples a long series of such rows is worth to a mean: the information 1^T V^-1 1. A leg's first row tells
  /// of the process's past too, so that those inside stand for all. A leg is worth a sample at least.
  ///
  /// - Parameter steps: from the entry before; infinite at the start of a leg.
  func effectiveSamples(steps: [Double]) -> Double {
    let (count, legs) = (Double(steps.count), Double(steps.count { !$0.isFinite }))
    var ones = [Double](repeating: 1, count: steps.count)
    NoiseFilter(self, steps: steps).whiten(&ones)
    let inside = zip(ones, steps).reduce(0) { $1.1.isFinite ? $0 + $1.0 * $1.0 : $0 }
    return min(count, max(legs, inside * count / max(1, count - legs)))
  }
}

/// Kalman's filter (1960) for a sum of Gauss-Markov processes and white noise: makes columns independent whose noise it is. Each
/// process is one state with transition exp(-step / T).
struct NoiseFilter {
  private var memories: [SIMD2<Double>]
  private var gains: [SIMD2<Double>]
  /// Inverse deviations of the errors of prediction.
  private var scales: [Double]
  /// Of the covariance matrix.
  let logDeterminant: Double

  init(_ shape: NoiseShape, steps: [Double]) {
    self.init(
      GaussMarkovModel(processes: [.init(variance: 1 - shape.white, timeConstant: shape.time)], white: shape.white),
      steps: steps)
  }

  /// - Parameter steps: from the entry before, in the unit of the time constants; infinite at the start of a leg.
  init(_ model: GaussMarkovModel, steps: [Double]) {
    memories = [SIMD2<Double>](repeating: .zero, count: steps.count)
    (gains, scales) = (memories, [Double](repeating: 0, count: steps.count))
    let (first, second) = (model.processes[0], model.processes.dropFirst().first)
    let stationary = SIMD2(first.variance, second?.variance ?? 0)
    let times = SIMD2(first.timeConstant, second?.timeConstant ?? 1)
    let least = 1e-12 * (stationary.sum() + model.white)
    // Variances and covariance of the states, and the variance of the error of prediction.
    var (own, cross, total, product, sum) = (stationary, 0.0, 0.0, 1.0, 0.0)
    var (lastStep, memory, gain, isSettled) = (Double.nan, SIMD2<Double>.zero, SIMD2<Double>.zero, false)
    for (i, step) in steps.enumerated() {
      if step != lastStep {
        (lastStep, total, isSettled) = (step, 0, false)
        memory = step.isFinite ? SIMD2(Double.exp(-step / times.x), Double.exp(-step / times.y)) : .zero
      }
      if !isSettled {
        let before = total
        own = memory * memory * own + (1 - memory * memory) * stationary
        cross *= memory.x * memory.y
        total = max(least, own.sum() + 2 * cross + model.white)
        gain = (own + cross) / total
        own -= gain * gain * total
        cross -= gain.x * gain.y * total
        // The same step would change nothing more.
        isSettled = abs(total - before) <= 1e-15 * total
      }
      product *= total
      if product < 1e-100 || product > 1e100 { (sum, product) = (sum + Double.log(product), 1) }
      (memories[i], gains[i], scales[i]) = (memory, gain, 1 / total.squareRoot())
    }
    logDeterminant = sum + Double.log(product)
  }

  /// Each entry becomes its error of prediction over that error's deviation.
  func whiten(_ column: inout [Double]) {
    column.withUnsafeMutableBufferPointer { column in
      var state = SIMD2<Double>.zero
      for i in column.indices {
        state *= memories[i]
        let error = column[i] - state.sum()
        state += gains[i] * error
        column[i] = error * scales[i]
      }
    }
  }

  /// ln of the normal density, but for its constant.
  func logDensity(_ z: [Double]) -> Double {
    var white = z
    whiten(&white)
    return -(logDeterminant + dot(white, white)) / 2
  }
}

extension TimeSeries {
  /// From the point before, in median intervals; infinite at the start of a leg.
  var steps: [Double] {
    let unit = medianInterval ?? 1
    var steps = [Double](repeating: .infinity, count: points.count)
    for leg in legs {
      for i in leg.dropFirst() {
        // Steps that differ by the rounding of their times only are one step.
        steps[i] = (max(0, points[i].time - points[i - 1].time) / unit * 1e9).rounded() / 1e9
      }
    }
    return steps
  }
}

/// A mixture of Student's distributions with the same degrees of freedom.
struct StudentMixture {
  struct Part {
    let weight: Double
    let centre: Double
    /// Above 0.
    let error: Double
  }

  private let parts: [Part]
  /// Infinite for a mixture of normal distributions.
  let degreesOfFreedom: Double

  /// - Parameter parts: at least one of a weight above 0; those under a ten-thousandth of the largest are left out.
  init(_ parts: [Part], degreesOfFreedom: Double) {
    let largest = parts.reduce(0) { max($0, $1.weight) }
    let kept = parts.filter { $0.weight > 1e-4 * largest }
    let total = kept.reduce(0) { $0 + $1.weight }
    self.parts = kept.map { Part(weight: $0.weight / total, centre: $0.centre, error: $0.error) }
    self.degreesOfFreedom = degreesOfFreedom
  }

  func cumulative(_ x: Double) -> Double {
    GSL.prepare()
    return parts.reduce(0) { sum, part in
      let z = (x - part.centre) / part.error
      let below = degreesOfFreedom.isFinite ? gsl_cdf_tdist_P(z, degreesOfFreedom) : gsl_cdf_ugaussian_P(z)
      return sum + part.weight * below
    }
  }

  /// The value that the share `p` (above 0, below 1) lies below; `nil` where the parts are no numbers.
  func quantile(_ p: Double) -> Double? {
    var (low, high) = (Double.infinity, -Double.infinity)
    for part in parts {
      low = min(low, part.centre - 3 * part.error)
      high = max(high, part.centre + 3 * part.error)
    }
    guard low.isFinite, high.isFinite, low < high else { return nil }
    for _ in 0..<60 where cumulative(low) > p { low -= high - low }
    for _ in 0..<60 where cumulative(high) < p { high += high - low }
    return try? bracketedRoot(between: low, and: high, tolerance: 1e-9 * (high - low)) {
      (x) throws(EstimationError) in cumulative(x) - p
    }
  }
}

/// The place on a grid that a share of its weights lies below, each spread evenly over its cell; `nil` without weights.
func gridQuantile(_ share: Double, _ weights: [Double], from low: Double, step: Double) -> Double? {
  let total = weights.reduce(0, +)
  var below = 0.0
  for (k, weight) in weights.enumerated() where weight > 0 {
    if below + weight >= share * total { return low + (Double(k) + (share * total - below) / weight) * step }
    below += weight
  }
  return nil
}
