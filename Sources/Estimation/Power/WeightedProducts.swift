import RealModule

/// Products of a run's columns weighted with the inverse of its covariance, s^2 I + p^2 1 1' + r^2 d d'.
///
/// Woodbury's identity with the two columns 1 (the plateau's deviation) and d (the drain, for the run's relative
/// deviation).
struct WeightedProducts {
  private let size: Int
  private let values: [Double]
  /// Of the covariance.
  let logDeterminant: Double

  /// - Parameters:
  ///   - drain: d as a combination of the run's columns.
  ///   - noise: s^2, above 0.
  init(_ run: DrainData, _ drain: [Double], noise: Double, plateau2: Double, run2: Double) {
    let size = drain.count
    self.size = size
    let ones = run.products[0]
    var along = [Double](repeating: 0, count: size)
    for i in 0..<size {
      var sum = 0.0
      for j in 0..<size where drain[j] != 0 { sum += run.products[i][j] * drain[j] }
      along[i] = sum
    }
    var squared = 0.0
    for i in 0..<size { squared += drain[i] * along[i] }
    let mixed = (plateau2 * run2).squareRoot()
    let b11 = noise + plateau2 * Double(run.rows)
    let b12 = mixed * along[0]
    let b22 = noise + run2 * squared
    let determinant = b11 * b22 - b12 * b12
    let m11 = plateau2 * b22 / determinant
    let m12 = -mixed * b12 / determinant
    let m22 = run2 * b11 / determinant
    var values = [Double](repeating: 0, count: size * size)
    for i in 0..<size {
      for j in 0..<size {
        let removed =
          m11 * ones[i] * ones[j] + m12 * (ones[i] * along[j] + along[i] * ones[j]) + m22 * along[i] * along[j]
        values[i * size + j] = (run.products[i][j] - removed) / noise
      }
    }
    self.values = values
    logDeterminant = Double(run.rows - 2) * Double.log(noise) + Double.log(determinant)
  }

  subscript(i: Int, j: Int) -> Double { values[i * size + j] }

  func times(_ combination: [Double]) -> [Double] {
    var result = [Double](repeating: 0, count: size)
    for i in 0..<size {
      var sum = 0.0
      for j in 0..<size { sum += values[i * size + j] * combination[j] }
      result[i] = sum
    }
    return result
  }

  func form(_ a: [Double], _ b: [Double]) -> Double {
    let right = times(b)
    var sum = 0.0
    for i in 0..<size { sum += a[i] * right[i] }
    return sum
  }
}
