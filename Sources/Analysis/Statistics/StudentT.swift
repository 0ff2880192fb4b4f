import RealModule

/// Student's t distribution.
///
/// The upper tail is P(T > t) = I_x(v/2, 1/2) / 2 with x = v / (v + t^2), I the regularized incomplete beta function
/// (Abramowitz and Stegun 1964, 26.7.1), evaluated by its continued fraction (ibid. 26.5.8) with the method of Lentz
/// (1976). Good to about 1e-13 relative for tail probabilities from 1e-12 to 1/2 and 1 to 10^7 degrees of freedom.
package enum StudentT {
  /// The value that a t-distributed variable stays below with probability `p`.
  ///
  /// - Parameters:
  ///   - p: above 0, below 1.
  ///   - degreesOfFreedom: above 0.
  package static func quantile(_ p: Double, degreesOfFreedom: Double) -> Double {
    precondition(p > 0 && p < 1 && degreesOfFreedom > 0, "a probability between 0 and 1, some degrees of freedom")
    if p == 0.5 { return 0 }
    let magnitude = upperQuantile(tail: min(p, 1 - p), degreesOfFreedom: degreesOfFreedom)
    return p > 0.5 ? magnitude : -magnitude
  }

  /// The probability of a value above `t`.
  package static func upperTail(_ t: Double, degreesOfFreedom v: Double) -> Double {
    if t < 0 { return 1 - upperTail(-t, degreesOfFreedom: v) }
    if t == 0 { return 0.5 }
    let x = v / (v + t * t)
    let rest = t * t / (v + t * t)
    // x^a (1-x)^b / B(a, b) with a = v/2, b = 1/2 and B(a, 1/2) = sqrt(pi) / R(a).
    let front =
      Double.exp(-v / 2 * Double.log(onePlus: t * t / v)) * rest.squareRoot() * gammaRatio(v / 2)
      / Double.pi.squareRoot()
    if x < (v / 2 + 1) / (v / 2 + 2.5) {
      return front / (v / 2) * continuedFraction(x, v / 2, 0.5) / 2
    }
    return (1 - front / 0.5 * continuedFraction(rest, 0.5, v / 2)) / 2
  }

  package static func density(_ t: Double, degreesOfFreedom v: Double) -> Double {
    gammaRatio(v / 2) / (v * .pi).squareRoot() * Double.exp(-(v + 1) / 2 * Double.log(onePlus: t * t / v))
  }

  /// Newton's method, kept inside a bracket by bisection.
  private static func upperQuantile(tail: Double, degreesOfFreedom v: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    while upperTail(high, degreesOfFreedom: v) > tail, high < 1e300 { (low, high) = (high, high * 2) }
    var t = (low + high) / 2
    for _ in 0..<200 {
      let excess = upperTail(t, degreesOfFreedom: v) - tail
      if excess > 0 { low = t } else { high = t }
      var next = t + excess / density(t, degreesOfFreedom: v)
      if !(next > low && next < high) { next = (low + high) / 2 }
      let step = abs(next - t)
      t = next
      if step <= 1e-15 * t { break }
    }
    return t
  }

  /// Gamma(a + 1/2) / Gamma(a): its asymptotic series above 20 (Graham, Knuth, Patashnik 1994, exercise 9.60), below
  /// by R(a) = R(a + 1) a / (a + 1/2).
  private static func gammaRatio(_ a: Double) -> Double {
    var (a, factor) = (a, 1.0)
    while a < 20 {
      factor *= a / (a + 0.5)
      a += 1
    }
    let u = 1 / a
    let series =
      1
      + u
      * (-1.0 / 8 + u
        * (1.0 / 128 + u
          * (5.0 / 1024 + u
            * (-21.0 / 32768 + u * (-399.0 / 262_144 + u * (869.0 / 4_194_304 + u * 39325.0 / 33_554_432))))))
    return factor * a.squareRoot() * series
  }

  private static func continuedFraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    let tiny = 1e-300
    var c = 1.0
    var d = 1 - (a + b) * x / (a + 1)
    d = 1 / (abs(d) < tiny ? tiny : d)
    var value = d
    for m in 1...10_000 {
      let m = Double(m)
      for numerator in [
        m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
        -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
      ] {
        d = 1 + numerator * d
        d = 1 / (abs(d) < tiny ? tiny : d)
        c = 1 + numerator / c
        if abs(c) < tiny { c = tiny }
        value *= d * c
      }
      if abs(d * c - 1) < 1e-16 { break }
    }
    return value
  }
}
