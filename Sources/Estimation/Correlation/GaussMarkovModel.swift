import RealModule

/// A sum of first-order Gauss-Markov processes and white noise.
///
/// C(lag) = sum of v_i exp(-lag / T_i), plus w at lag 0: variances in square metres, time constants in seconds. Sources:
/// Gelb 1974, section 3.8; two time constants: D. L. Wilson's records of a Garmin 12XL, whose
/// autocorrelation bends near one minute (docs/sources.md, B2).
struct GaussMarkovModel: Sendable, Hashable {
  struct Process: Sendable, Hashable {
    var variance: Double
    var timeConstant: Double
  }

  /// One or two.
  var processes: [Process]
  var white: Double

  func covariance(_ lag: Double) -> Double {
    processes.reduce(lag == 0 ? white : 0) { $0 + $1.variance * Double.exp(-abs(lag) / $1.timeConstant) }
  }

  /// The exact Gaussian log-likelihood of values around 0 at irregular times, by Kalman's filter (1960): each process is
  /// one state with transition exp(-dt / T).
  ///
  /// - Parameter legs: ranges that start anew.
  func logLikelihood(times: [Double], values: [Double], legs: [Range<Int>]) -> Double {
    let first = processes[0]
    let second = processes.count > 1 ? processes[1] : Process(variance: 0, timeConstant: 1)
    let floor = 1e-12 * (first.variance + second.variance + white)
    var sum = 0.0
    // Of equal steps, and then of errors of prediction that have become equal.
    var (lastStep, a1, a2) = (Double.nan, 1.0, 1.0)
    var (variance, logTerm, k1, k2) = (0.0, 0.0, 0.0, 0.0)
    for leg in legs {
      var (x1, x2) = (0.0, 0.0)
      var (p11, p12, p22) = (first.variance, 0.0, second.variance)
      var isSettled = false
      for i in leg {
        if i > leg.lowerBound {
          let step = times[i] - times[i - 1]
          if step != lastStep {
            (lastStep, a1, a2) = (step, Double.exp(-step / first.timeConstant), Double.exp(-step / second.timeConstant))
            isSettled = false
          }
          x1 *= a1
          x2 *= a2
          if !isSettled {
            p11 = a1 * a1 * p11 + (1 - a1 * a1) * first.variance
            p22 = a2 * a2 * p22 + (1 - a2 * a2) * second.variance
            p12 *= a1 * a2
          }
        }
        if !isSettled {
          let last = i > leg.lowerBound ? variance : 0
          variance = max(floor, p11 + 2 * p12 + p22 + white)
          isSettled = abs(variance - last) < 1e-15 * variance
          logTerm = Double.log(2 * .pi * variance)
          (k1, k2) = ((p11 + p12) / variance, (p12 + p22) / variance)
          (p11, p12, p22) = (p11 - k1 * k1 * variance, p12 - k1 * k2 * variance, p22 - k2 * k2 * variance)
        }
        let innovation = values[i] - x1 - x2
        sum -= 0.5 * (logTerm + innovation * innovation / variance)
        x1 += k1 * innovation
        x2 += k2 * innovation
      }
    }
    return sum
  }
}
