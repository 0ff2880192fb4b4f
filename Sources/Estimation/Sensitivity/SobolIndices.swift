import Core

/// How much of the variance of an answer each parameter causes, parameters being independent (Sobol' 1993).
///
/// First order, the share a parameter causes alone: S_i = mean(f_B (f_ABi - f_A)) / V (Saltelli et al. 2010, table 2 b).
/// Total, what would remain if all others were known: T_i = mean((f_A - f_ABi)^2) / 2 V (Jansen 1999). V is the variance
/// over A and B together; f is centred first, over all answers as SALib does (Herman and Usher 2017), which lowers the noise of S. Intervals: percentiles over rows drawn anew.
/// An estimate of a small index may be slightly negative.
package struct SobolIndices: Sendable {
  package struct Index: Sendable, Hashable {
    package let value: Double
    /// 95 %.
    package let interval: ClosedRange<Double>
  }

  /// Of one parameter.
  package struct Indices: Sendable, Hashable {
    package let parameter: Int
    package let first: Index
    package let total: Index
  }

  /// In descending order of the total index.
  package let indices: [Indices]
  package let mean: Double
  /// Of the answer over the parameters' distributions.
  package let deviation: Double

  /// - Parameters:
  ///   - values: the model's answers at `design.points`, finite.
  ///   - resamples: for the intervals.
  /// - Throws: `badInput` for another number of answers, one that is not finite, or answers that are all equal.
  package init(
    _ design: SaltelliDesign, values: [Double], resamples: Int = 1_000, seed: UInt64 = 1
  ) throws(EstimationError) {
    let (k, n) = (design.dimensions, design.rows)
    guard values.count == n * (k + 2) else { throw .badInput("\(values.count) answers for \(n * (k + 2)) points") }
    guard values.allSatisfy(\.isFinite) else { throw .badInput("an answer is not a finite number") }
    var sum = 0.0
    for row in 0..<n { sum += values[row * (k + 2)] + values[row * (k + 2) + 1] }
    let mean = sum / Double(2 * n)
    // Per row: f_A + f_B, its squares, then for each parameter the products of the two estimators.
    let centre = values.mean
    let centred = values.map { $0 - centre }
    func estimate(_ rows: [Int]) -> (variance: Double, first: [Double], total: [Double]) {
      var (plain, squares) = (0.0, 0.0)
      var first = [Double](repeating: 0, count: k)
      var total = first
      for row in rows {
        let start = row * (k + 2)
        let (a, b) = (centred[start], centred[start + 1])
        plain += a + b
        squares += a * a + b * b
        for i in 0..<k {
          let mixed = centred[start + 2 + i]
          first[i] += b * (mixed - a)
          total[i] += (a - mixed) * (a - mixed)
        }
      }
      let m = Double(rows.count)
      let rest = plain / (2 * m)
      let variance = squares / (2 * m) - rest * rest
      return (variance, first.map { $0 / m / variance }, total.map { $0 / (2 * m) / variance })
    }
    let whole = estimate(Array(0..<n))
    guard whole.variance > 0 else { throw .badInput("the answer is the same everywhere: no parameter matters") }
    var random = Xoshiro256PlusPlus(seed: seed)
    var firsts = [[Double]](repeating: [], count: k)
    var totals = firsts
    for _ in 0..<max(1, resamples) {
      let drawn = estimate((0..<n).map { _ in Int.random(in: 0..<n, using: &random) })
      guard drawn.variance > 0 else { continue }
      for i in 0..<k {
        firsts[i].append(drawn.first[i])
        totals[i].append(drawn.total[i])
      }
    }
    self.mean = mean
    deviation = whole.variance.squareRoot()
    func index(_ value: Double, _ draws: [Double]) -> Index {
      Index(value: value, interval: draws.isEmpty ? value...value : MorrisScreening.middle95(draws.sorted()))
    }
    indices = (0..<k).map { i in
      Indices(parameter: i, first: index(whole.first[i], firsts[i]), total: index(whole.total[i], totals[i]))
    }.sorted { ($0.total.value, -Double($0.parameter)) > ($1.total.value, -Double($1.parameter)) }
  }
}

/// Where a model is to be evaluated for Sobol's indices: two sets of points A and B, and A with one column after the
/// other taken from B (Saltelli et al., Comput. Phys. Commun. 181, 2010).
package struct SaltelliDesign: Sendable {
  package let dimensions: Int
  package let rows: Int
  /// Row after row; in a row A, B, then A with column 0, 1, ... from B. Coordinates from 0 to below 1.
  package let points: [[Double]]

  /// - Parameters:
  ///   - dimensions: how many parameters; 2 x `dimensions` may not exceed 1,229.
  ///   - rows: `dimensions + 2` evaluations each; 64 or more give useful intervals.
  /// - Throws: `badInput` for too many dimensions and for too few rows (under 8, or under the prime of twice the
  ///   dimensions: 53 for 8 parameters, 173 for 20).
  package init(dimensions: Int, rows: Int, seed: UInt64) throws(EstimationError) {
    guard rows >= 8 else { throw .badInput("\(rows) rows; at least 8 are needed") }
    let pairs = try QuasiRandom.halton(count: rows, dimensions: 2 * dimensions, seed: seed)
    var points: [[Double]] = []
    points.reserveCapacity(rows * (dimensions + 2))
    for pair in pairs {
      let (a, b) = (Array(pair[..<dimensions]), Array(pair[dimensions...]))
      points.append(a)
      points.append(b)
      for column in 0..<dimensions {
        var mixed = a
        mixed[column] = b[column]
        points.append(mixed)
      }
    }
    self.dimensions = dimensions
    self.rows = rows
    self.points = points
  }
}
