/// The correlations of a profile as a matrix over the keys that occur in them, and its Cholesky factor.
struct CorrelationMatrix: Sendable {
  /// The correlated keys, in alphabetical order.
  let keys: [String]
  /// Lower triangle L with L L^T = R, row by row; `nil` when R is not positive definite.
  let factor: [[Double]]?

  init(_ correlations: [Correlation]) {
    let keys = Set(correlations.flatMap { [$0.first, $0.second] }).sorted()
    let position = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
    var matrix = keys.indices.map { row in keys.indices.map { $0 == row ? 1.0 : 0.0 } }
    for correlation in correlations {
      guard let a = position[correlation.first], let b = position[correlation.second], a != b else { continue }
      matrix[a][b] = correlation.value
      matrix[b][a] = correlation.value
    }
    self.keys = keys
    factor = Self.cholesky(matrix)
  }

  /// Cholesky and Banachiewicz: row by row, without pivoting.
  private static func cholesky(_ matrix: [[Double]]) -> [[Double]]? {
    let size = matrix.count
    var factor = Array(repeating: Array(repeating: 0.0, count: size), count: size)
    for row in 0..<size {
      for column in 0...row {
        var sum = matrix[row][column]
        for index in 0..<column { sum -= factor[row][index] * factor[column][index] }
        if row == column {
          guard sum > 1e-12 else { return nil }
          factor[row][row] = sum.squareRoot()
        } else {
          factor[row][column] = sum / factor[column][column]
        }
      }
    }
    return factor
  }
}

/// How two parameters vary together from phone to phone: the correlation of their normal scores.
package struct Correlation: Sendable, Hashable {
  /// The key of one parameter.
  package let first: String
  /// The key of the other one.
  package let second: String
  /// In (-1, 1).
  package let value: Double
  /// Where the number comes from.
  package let source: String

  /// Two keys, and a value between -1 and 1.
  package init(between first: String, _ second: String, value: Double, source: String) {
    self.first = first
    self.second = second
    self.value = value
    self.source = source
  }
}

extension [Correlation] {
  /// These, and the parent's of other pairs.
  ///
  /// Two fits may contradict each other where they share a value, so that no matrix has the correlations of both. Then those of the
  /// parent go that concern a value of these.
  package func inheriting(from parent: [Correlation]) -> [Correlation] {
    let pairs = Set(map { Set([$0.first, $0.second]) })
    let all = self + parent.filter { !pairs.contains(Set([$0.first, $0.second])) }
    if CorrelationMatrix(all).factor != nil { return all }
    let keys = Set(flatMap { [$0.first, $0.second] })
    return self + parent.filter { !keys.contains($0.first) && !keys.contains($0.second) }
  }
}
