import RealModule

/// How far a sample's distribution function is from a model's.
enum EmpiricalDistance {
  /// Kolmogorov 1933, Smirnov 1948: the largest vertical distance.
  /// - Parameter probabilities: the model's cumulative function at the values in ascending order.
  static func kolmogorovSmirnov(_ probabilities: [Double]) -> Double {
    let n = Double(probabilities.count)
    var largest = 0.0
    for (i, p) in probabilities.enumerated() {
      largest = max(largest, Double(i + 1) / n - p, p - Double(i) / n)
    }
    return largest
  }

  /// Anderson and Darling 1954: A^2, which weighs the tails.
  /// - Parameter probabilities: as above; kept 1e-15 away from 0 and 1.
  static func andersonDarling(_ probabilities: [Double]) -> Double {
    let n = probabilities.count
    let kept = probabilities.map { min(1 - 1e-15, max(1e-15, $0)) }
    var sum = 0.0
    for i in 0..<n {
      sum += Double(2 * i + 1) * (Double.log(kept[i]) + Double.log(onePlus: -kept[n - 1 - i]))
    }
    return -Double(n) - sum / Double(n)
  }
}
