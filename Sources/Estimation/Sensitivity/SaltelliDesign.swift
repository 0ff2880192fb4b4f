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
    let pairs = try QuasiRandom.points(count: rows, dimensions: 2 * dimensions, seed: seed)
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
