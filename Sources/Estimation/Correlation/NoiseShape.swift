internal import CGSL
import RealModule

/// The correlation of noise from one Gauss-Markov process and white noise, its variance taken as 1.
struct NoiseShape: Sendable, Hashable {
  /// Time constant of the process, in the unit of the steps.
  let time: Double
  /// The white noise's share of the variance.
  let white: Double

  /// How many samples an independent one takes, for a mean over many: variance of the mean over that of independent samples.
  ///
  /// A leg's end is taken as the samples' end, not the process's: what would come after it correlates as the average does. At most
  /// the samples of a leg, since legs are independent.
  ///
  /// - Parameter steps: from the entry before; infinite at the start of a leg.
  func integratedTime(steps: [Double]) -> Double {
    // Of correlations with all that come later, along a leg: those with its samples, and the share that goes on after its end.
    var (sum, shares, legs) = (0.0, 0.0, 0.0)
    var (within, beyond) = (0.0, 1.0)
    var (lastStep, memory) = (Double.nan, 0.0)
    for step in steps.reversed() {
      sum += within
      shares += beyond
      if step.isFinite {
        if step != lastStep { (lastStep, memory) = (step, Double.exp(-step / time)) }
        (within, beyond) = (memory * (1 + within), memory * beyond)
      } else {
        legs += 1
        (within, beyond) = (0, 1)
      }
    }
    let count = Double(steps.count)
    let later = sum / max(1e-12, count - shares)
    return min(count / max(1, legs), 1 + 2 * (1 - white) * later)
  }
}

/// Kalman's filter (1960) for one shape of noise: makes columns independent whose noise has this shape.
struct NoiseFilter {
  let shape: NoiseShape
  private var memories: [Double]
  private var gains: [Double]
  /// Inverse deviations of the errors of prediction.
  private var scales: [Double]
  /// Of the correlation matrix.
  let logDeterminant: Double

  /// - Parameter steps: from the entry before; infinite at the start of a leg.
  init(_ shape: NoiseShape, steps: [Double]) {
    self.shape = shape
    memories = [Double](repeating: 0, count: steps.count)
    (gains, scales) = (memories, memories)
    var (variance, determinant) = (1 - shape.white, LogProduct())
    var (lastStep, memory, isSettled) = (Double.nan, 0.0, false)
    var (total, gain, scale) = (1.0, 0.0, 1.0)
    for (i, step) in steps.enumerated() {
      if step != lastStep {
        (lastStep, memory, isSettled) = (step, step.isFinite ? Double.exp(-step / shape.time) : 0, false)
      }
      if !isSettled {
        let before = variance
        variance = memory * memory * variance + (1 - memory * memory) * (1 - shape.white)
        total = max(1e-12, variance + shape.white)
        (gain, scale) = (variance / total, 1 / total.squareRoot())
        variance -= gain * variance
        // The same step would change nothing more.
        isSettled = abs(variance - before) <= 1e-15 * variance
      }
      determinant.multiply(by: total)
      (memories[i], gains[i], scales[i]) = (memory, gain, scale)
    }
    logDeterminant = determinant.logarithm
  }

  /// Each entry becomes its error of prediction over that error's deviation.
  func whiten(_ column: inout [Double]) {
    column.withUnsafeMutableBufferPointer { column in
      var state = 0.0
      for i in column.indices {
        state *= memories[i]
        let error = column[i] - state
        state += gains[i] * error
        column[i] = error * scales[i]
      }
    }
  }

  /// ln of the normal density of unit variances, but for its constant.
  func logDensity(_ z: [Double]) -> Double {
    var white = z
    whiten(&white)
    return -(logDeterminant + dot(white, white)) / 2
  }
}

/// The logarithm of a product of many factors, which is taken as seldom as the numbers allow.
struct LogProduct {
  private var sum = 0.0
  private var product = 1.0

  mutating func multiply(by factor: Double) {
    product *= factor
    guard product < 1e-100 || product > 1e100 else { return }
    sum += Double.log(product)
    product = 1
  }

  var logarithm: Double { sum + Double.log(product) }
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
