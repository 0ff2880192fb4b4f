import RealModule

/// The correlation of noise from one Gauss-Markov process and white noise, its variance taken as 1.
struct NoiseShape: Sendable, Hashable {
  /// Time constant of the process, in the unit of the steps.
  let time: Double
  /// The white noise's share of the variance.
  let white: Double

  /// Makes columns independent where their noise has this shape, by Kalman's filter (1960): each entry becomes its error of
  /// prediction over that error's deviation.
  ///
  /// - Parameter steps: from the entry before; infinite at the start of a leg.
  /// - Returns: ln of the determinant of the correlation matrix.
  func whiten(_ columns: inout [[Double]], steps: [Double]) -> Double {
    let count = steps.count
    guard count > 0 else { return 0 }
    var scales = [Double](repeating: 1, count: count)
    var gains = scales
    var memories = scales
    var (variance, logDeterminant) = (1 - white, 0.0)
    // Of equal steps the errors of prediction become equal soon.
    var (lastStep, memory) = (Double.nan, 0.0)
    var (lastTotal, logTotal) = (1.0, 0.0)
    for i in 0..<count {
      if steps[i] != lastStep {
        lastStep = steps[i]
        memory = steps[i].isFinite ? Double.exp(-steps[i] / time) : 0
      }
      variance = memory * memory * variance + (1 - memory * memory) * (1 - white)
      let total = max(1e-12, variance + white)
      if total != lastTotal { (lastTotal, logTotal) = (total, Double.log(total)) }
      logDeterminant += logTotal
      scales[i] = 1 / total.squareRoot()
      gains[i] = variance / total
      memories[i] = memory
      variance -= gains[i] * variance
    }
    for k in columns.indices {
      columns[k].withUnsafeMutableBufferPointer { column in
        var state = 0.0
        for i in 0..<count {
          state *= memories[i]
          let error = column[i] - state
          state += gains[i] * error
          column[i] = error * scales[i]
        }
      }
    }
    return logDeterminant
  }

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

extension TimeSeries {
  /// From the point before, in median intervals; infinite at the start of a leg.
  var steps: [Double] {
    let unit = medianInterval ?? 1
    var steps = [Double](repeating: .infinity, count: points.count)
    for leg in legs {
      for i in leg.dropFirst() { steps[i] = max(0, points[i].time - points[i - 1].time) / unit }
    }
    return steps
  }
}
