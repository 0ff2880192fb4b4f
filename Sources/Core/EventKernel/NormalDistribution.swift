import RealModule

/// The standard normal distribution: mean 0, variance 1.
package enum NormalDistribution {
  /// P(Z <= z), through the complementary error function.
  package static func cumulative(_ z: Double) -> Double { 0.5 * Double.erfc(-z / 2.0.squareRoot()) }

  /// The z with P(Z <= z) = p.
  ///
  /// Wichura, "Algorithm AS 241: The Percentage Points of the Normal Distribution", Applied Statistics 37, 1988
  /// (routine PPND16): relative error about 1e-16. Valid for 0 < p < 1; 0 and 1 give ∓infinity.
  package static func quantile(_ p: Double) -> Double {
    guard p > 0 else { return p == 0 ? -.infinity : .nan }
    guard p < 1 else { return p == 1 ? .infinity : .nan }
    let q = p - 0.5
    if abs(q) <= 0.425 {
      let r = 0.180625 - q * q
      return q * value(of: centreNumerator, at: r) / value(of: centreDenominator, at: r)
    }
    var r = (-Double.log(q < 0 ? p : 1 - p)).squareRoot()
    let z: Double
    if r <= 5 {
      r -= 1.6
      z = value(of: middleNumerator, at: r) / value(of: middleDenominator, at: r)
    } else {
      r -= 5
      z = value(of: tailNumerator, at: r) / value(of: tailDenominator, at: r)
    }
    return q < 0 ? -z : z
  }

  private typealias Polynomial = (Double, Double, Double, Double, Double, Double, Double, Double)

  // Tuples of constants: a list would be looked up and counted through.
  @inline(__always)
  private static func value(of c: Polynomial, at x: Double) -> Double {
    ((((((c.0 * x + c.1) * x + c.2) * x + c.3) * x + c.4) * x + c.5) * x + c.6) * x + c.7
  }

  // Highest power first.
  @inline(__always) private static var centreNumerator: Polynomial {
    (
      2.5090809287301226727e3, 3.3430575583588128105e4, 6.7265770927008700853e4, 4.5921953931549871457e4,
      1.3731693765509461125e4, 1.9715909503065514427e3, 1.3314166789178437745e2, 3.3871328727963666080e0
    )
  }
  @inline(__always) private static var centreDenominator: Polynomial {
    (
      5.2264952788528545610e3, 2.8729085735721942674e4, 3.9307895800092710610e4, 2.1213794301586595867e4,
      5.3941960214247511077e3, 6.8718700749205790830e2, 4.2313330701600911252e1, 1.0
    )
  }
  @inline(__always) private static var middleNumerator: Polynomial {
    (
      7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258e0,
      3.64784832476320460504e0, 5.76949722146069140550e0, 4.63033784615654529590e0, 1.42343711074968357734e0
    )
  }
  @inline(__always) private static var middleDenominator: Polynomial {
    (
      1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1,
      6.89767334985100004550e-1, 1.67638483018380384940e0, 2.05319162663775882187e0, 1.0
    )
  }
  @inline(__always) private static var tailNumerator: Polynomial {
    (
      2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2,
      2.96560571828504891230e-1, 1.78482653991729133580e0, 5.46378491116411436990e0, 6.65790464350110377720e0
    )
  }
  @inline(__always) private static var tailDenominator: Polynomial {
    (
      2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
      1.48753612908506148525e-2, 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1.0
    )
  }
}

/// Shares of equal probability, which a few cases stand for.
package enum EqualShares {
  /// From 0 to 1, rising.
  package static func middles(_ count: Int) -> [Double] { (0..<count).map { (Double($0) + 0.5) / Double(count) } }
}
