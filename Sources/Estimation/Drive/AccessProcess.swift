import RealModule

/// How the estimates of an alternating process vary together, to the first order (delta method).
///
/// Stays on an access are exponential, and what follows depends on the access alone: a Markov process along the way, or in time. Its
/// estimates, the logarithms of the mean stays with variance 1 / n and the multinomial shares of the followers, are independent;
/// shares of the way and changes per metre are functions of them. Each piece of the log is closed by a change from its last access
/// to its first, so that accesses are entered as often as left.
package struct AccessProcess: Sendable {
  package enum Quantity: Sendable, Hashable {
    /// Of the way or the time.
    case share(Int)
    /// Mean metres or seconds at a time.
    case stay(Int)
    /// Share of the exits of the first access that lead to the second.
    case next(Int, Int)
    /// Changes per metre or second.
    case changes
  }

  private let states: [Int]
  private let counts: [Double]
  private let chances: [[Double]]
  private let visits: [Double]
  private let shares: [Double]
  private let stays: [Double]
  /// Inverse of I - P + 1 v.
  private let fundamental: [[Double]]

  /// `nil` where the accesses fall into groups without a change between them, or none changes.
  ///
  /// - Parameters:
  ///   - amounts: metres or seconds, by access.
  ///   - flows: changes from one access to another, closed.
  init?(amounts: [Int: Double], flows: [SIMD2<Int>: Int]) {
    let states = Set(flows.keys.flatMap { [$0.x, $0.y] }).sorted()
    guard states.count > 1, states.allSatisfy({ amounts[$0] ?? 0 > 0 }) else { return nil }
    let counts = states.map { state in Double(flows.reduce(0) { $1.key.x == state ? $0 + $1.value : $0 }) }
    guard counts.allSatisfy({ $0 > 0 }) else { return nil }
    let chances = states.indices.map { i in
      states.indices.map { j in Double(flows[SIMD2(states[i], states[j])] ?? 0) / counts[i] }
    }
    let all = counts.reduce(0, +)
    let visits = counts.map { $0 / all }
    let columns = states.indices.map { j in
      states.indices.map { i in (i == j ? 1 : 0) - chances[i][j] + visits[j] }
    }
    var inverse: [[Double]] = []
    for j in states.indices {
      let unit = states.indices.map { $0 == j ? 1.0 : 0 }
      guard let column = ScaledQR.leastSquares(columns: columns, target: unit) else { return nil }
      inverse.append(column)
    }
    let way = states.reduce(0) { $0 + (amounts[$1] ?? 0) }
    self.states = states
    self.counts = counts
    self.chances = chances
    self.visits = visits
    shares = states.map { (amounts[$0] ?? 0) / way }
    stays = zip(states, counts).map { (amounts[$0] ?? 0) / $1 }
    // Columns of the inverse, turned into rows.
    fundamental = states.indices.map { i in states.indices.map { inverse[$0][i] } }
  }

  /// Slopes of a quantity over the logarithms of the mean stays and over the followers' shares; `nil` for an unknown one.
  private func slopes(_ quantity: Quantity) -> (stays: [Double], chances: [[Double]])? {
    let all = states.indices
    var (ofStays, ofChances) = (all.map { _ in 0.0 }, all.map { _ in all.map { _ in 0.0 } })
    /// Of the logarithm of an access's visits over the share of one follower.
    func visit(_ k: Int, _ i: Int, _ j: Int) -> Double { visits[i] * fundamental[j][k] / visits[k] }
    switch quantity {
    case .stay(let access):
      guard let k = states.firstIndex(of: access) else { return nil }
      ofStays[k] = stays[k]
    case .next(let from, let to):
      guard let i = states.firstIndex(of: from), let j = states.firstIndex(of: to) else { return nil }
      ofChances[i][j] = 1
    case .share(let access):
      guard let k = states.firstIndex(of: access) else { return nil }
      for i in all {
        ofStays[i] = shares[k] * ((i == k ? 1 : 0) - shares[i])
        for j in all {
          ofChances[i][j] = shares[k] * (visit(k, i, j) - all.reduce(0) { $0 + shares[$1] * visit($1, i, j) })
        }
      }
    case .changes:
      let rate = 1 / all.reduce(0) { $0 + visits[$1] * stays[$1] }
      for i in all {
        ofStays[i] = -rate * shares[i]
        for j in all { ofChances[i][j] = -rate * all.reduce(0) { $0 + shares[$1] * visit($1, i, j) } }
      }
    }
    return (ofStays, ofChances)
  }

  /// In the product of the quantities' units; `nil` where one is unknown.
  func covariance(_ first: Quantity, _ second: Quantity) -> Double? {
    guard let a = slopes(first), let b = slopes(second) else { return nil }
    var sum = 0.0
    for i in states.indices {
      sum += a.stays[i] * b.stays[i] / counts[i]
      let (meanA, meanB) = states.indices.reduce((0.0, 0.0)) {
        ($0.0 + chances[i][$1] * a.chances[i][$1], $0.1 + chances[i][$1] * b.chances[i][$1])
      }
      for j in states.indices {
        sum += chances[i][j] * (a.chances[i][j] - meanA) * (b.chances[i][j] - meanB) / counts[i]
      }
    }
    return sum
  }

  func error(_ quantity: Quantity) -> Double? { covariance(quantity, quantity).map { max(0, $0).squareRoot() } }

  /// -1 to 1; 0 where one does not vary or is unknown.
  func correlation(_ first: Quantity, _ second: Quantity) -> Double {
    guard let a = error(first), let b = error(second), let both = covariance(first, second), a * b > 0 else { return 0 }
    return max(-1, min(1, both / (a * b)))
  }
}
