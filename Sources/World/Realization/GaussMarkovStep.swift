import RealModule

/// One second of a first-order Gauss-Markov process of unit variance: e[k+1] = a e[k] + sqrt(1 - a²) n.
///
/// With a = exp(-1 s / tau). The variance stays 1 whatever tau does from second to second, so a change of surroundings
/// makes no jump.
struct GaussMarkovStep {
  let keep: Double
  let renew: Double

  init(correlationTime: Double) {
    keep = Double.exp(-1 / correlationTime)
    renew = (1 - keep * keep).squareRoot()
  }

  @inline(__always)
  func advance(_ state: inout Double, _ normal: Double) { state = keep * state + renew * normal }
}
