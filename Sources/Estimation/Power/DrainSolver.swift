import RealModule

/// Coefficients and deviations of a drain model, their errors and intervals.
///
/// Coefficients, for given deviations: non-negative least squares (Lawson and Hanson 1974). Deviations: restricted
/// likelihood (Patterson and Thompson, Biometrika 58, 1971), which does not shrink when few runs feed many coefficients, by GSL's simplex. The
/// point at which the covariance is taken follows the coefficients until it stays.
///
/// Intervals: Student's t with 2 v^2 / (g^T C g) degrees of freedom, v the coefficient's variance, g its slopes over the
/// logarithms of the deviations and C their covariance (Giesbrecht and Burns, Biometrics 41, 1985), and no more than runs less the
/// coefficients that they had to decide. They end where the log-likelihood, the covariance held and the other coefficients following, has
/// fallen by t^2 / 2, or at 0: that is value +- t v^1/2, but for what readings of 100 % alone tell and for coefficients on their bound.
struct DrainSolver {
  let model: DrainModel
  private(set) var coefficients: [Double]
  private(set) var isAtBound: [Bool]
  /// Of the model's spreads.
  private(set) var logarithms: [Double]
  private(set) var iterations = 0

  var deviations: [Double] { model.deviations(logarithms) }
  var equations: DrainModel.Equations { model.equations(at: coefficients, deviations) }
  private var free: [Int] { coefficients.indices.filter { !isAtBound[$0] } }
  private static let mostRounds = 60

  init(_ model: DrainModel) throws(EstimationError) {
    self.model = model
    logarithms = model.spreads.map { .log($0.limits.start) }
    coefficients = (0..<model.unknowns).map { $0 < model.names.count ? max(0, model.priors[$0]?.mean ?? 0) : 0 }
    isAtBound = coefficients.map { _ in false }
    try follow()
    var step = 0.7
    while iterations < Self.mostRounds {
      iterations += 1
      let (now, point, before) = (self, coefficients, logarithms)
      let found = try SimplexMinimizer.minimize(from: before, steps: before.map { _ in step }, tolerance: 3e-4) {
        now.loss($0, at: point)
      }
      // What goes to and fro settles between by ever smaller steps.
      let share = 1 / Double(max(1, iterations - 20))
      let next = zip(model.spreads, zip(before, found.point)).map { spread, ends in
        let inside = min(.log(spread.limits.most), max(.log(spread.limits.least), ends.1))
        return ends.0 + share * (inside - ends.0)
      }
      logarithms = next
      try follow()
      let moved = zip(before, next).reduce(0) { max($0, abs($1.0 - $1.1)) }
      step = max(0.02, min(step, 2 * moved))
      if moved < 1e-3 || (iterations > 20 && moved < 0.02) { return }
    }
    throw .didNotConverge(iterations: iterations, reason: "coefficients and deviations keep moving each other")
  }

  /// The coefficients at the deviations, the covariance at the coefficients themselves.
  private mutating func follow() throws(EstimationError) {
    for round in 0..<200 {
      let next = try best(deviations, at: coefficients)
      let size = next.coefficients.reduce(1e-12) { max($0, abs($1)) }
      let change = zip(coefficients, next.coefficients).reduce(0) { max($0, abs($1.0 - $1.1)) }
      isAtBound = next.isAtBound
      // Steps that go to and fro are halved.
      coefficients = zip(coefficients, next.coefficients).map { round < 15 ? $1 : ($0 + $1) / 2 }
      if change <= 1e-8 * size { return }
    }
    throw .didNotConverge(iterations: 200, reason: "the reweighted coefficients do not settle")
  }

  private func best(_ s: [Double], at point: [Double]) throws(EstimationError) -> NonNegativeLeastSquares {
    let sums = model.withPriors(model.equations(at: point, s), s)
    guard let root = Cholesky(sums.information) else {
      throw .singularJacobian(parameters: try dependent(sums.information))
    }
    return try NonNegativeLeastSquares(
      columns: root.columns, target: root.halfSolve(sums.right), free: Set(model.names.count..<model.unknowns))
  }

  /// Minus the restricted log-likelihood, coefficients at their best, the covariance held at a point.
  private func loss(_ logarithms: [Double], at point: [Double]) -> Double {
    let s = model.deviations(logarithms)
    let sums = model.withPriors(model.equations(at: point, s), s)
    guard let found = try? best(s, at: point) else { return .infinity }
    let b = found.coefficients
    let kept = b.indices.filter { !found.isAtBound[$0] }
    guard let root = Cholesky(kept.map { k in kept.map { sums.information[k][$0] } }) else { return .infinity }
    // Where a deviation has met its limit the likelihood is flat; a slight slope lets the simplex contract.
    let outside = zip(model.spreads, logarithms).reduce(0.0) {
      let distance = $1.1 - .log(s[$1.0.rawValue])
      return $0 + distance * distance
    }
    return sums.constant + zip(b, sums.information).reduce(0) { $0 + $1.0 * dot($1.1, b) } / 2 - dot(b, sums.right)
      + root.logDeterminant / 2 + outside
  }

  /// Of a coefficient, the others free that are so: its value and variance without its own bound, by deviations.
  private func alone(_ k: Int, _ sums: DrainModel.Equations) -> (value: Double, variance: Double)? {
    let kept = (free + (isAtBound[k] ? [k] : [])).sorted()
    guard let inverse = Cholesky(kept.map { i in kept.map { sums.information[i][$0] } })?.inverse,
      let place = kept.firstIndex(of: k)
    else { return nil }
    return (dot(inverse[place], kept.map { sums.right[$0] }), inverse[place][place])
  }

  private func sums(_ shift: Int? = nil, by step: Double = 0, tangent: [Double]? = nil) -> DrainModel.Equations {
    var moved = logarithms
    if let shift { moved[shift] += step }
    let s = model.deviations(moved)
    return model.withPriors(model.equations(at: coefficients, tangent: tangent, s), s)
  }

  /// Minus the log-likelihood where a coefficient is held at its value and the others follow, from their bounds too.
  private func loss(_ k: Int, at point: inout [Double]) -> Double? {
    let others = coefficients.indices.filter { $0 != k }
    let unbounded = Set(others.indices.filter { others[$0] >= model.names.count })
    for _ in 0..<20 where !others.isEmpty {
      let sums = sums(tangent: point)
      guard let root = Cholesky(others.map { i in others.map { sums.information[i][$0] } }) else { return nil }
      let right = others.map { sums.right[$0] - sums.information[$0][k] * point[k] }
      guard
        let next = try? NonNegativeLeastSquares(
          columns: root.columns, target: root.halfSolve(right), free: unbounded
        ).coefficients
      else { return nil }
      let moved = zip(others, next).reduce(0) { max($0, abs(point[$1.0] - $1.1)) }
      for (i, x) in zip(others, next) { point[i] = x }
      if moved < 1e-6 * next.reduce(1e-12, { max($0, abs($1)) }) { break }
    }
    let sums = sums(tangent: point)
    return sums.constant + zip(point, sums.information).reduce(0) { $0 + $1.0 * dot($1.1, point) } / 2
      - dot(point, sums.right)
  }

  /// How far from a coefficient the log-likelihood has fallen by t^2 / 2; `nil` where it does not.
  ///
  /// - Parameter whole: where it would be on the tangent parabola, below 0 for the lower end.
  private func distance(_ k: Int, t: Double, near whole: Double) -> Double? {
    var point = coefficients
    guard let least = loss(k, at: &point) else { return nil }
    func missing(_ distance: Double) throws(EstimationError) -> Double {
      point[k] = coefficients[k] + distance
      guard let height = loss(k, at: &point) else { throw .singularJacobian(parameters: [model.names[k]]) }
      return t - (2 * max(0, height - least)).squareRoot()
    }
    var (inside, outside) = (0.0, whole / 8)
    for _ in 0..<12 {
      guard let left = try? missing(outside) else { return nil }
      if left < 0 {
        return try? BrentRoot.find(between: inside, and: outside, tolerance: 1e-4 * abs(outside), missing)
      }
      (inside, outside) = (outside, 2 * outside)
    }
    return nil
  }

  /// Standard errors and intervals.
  struct Errors {
    /// Of the reported coefficients; 0 in the rows of those on their bound.
    var covariance: [[Double]]
    /// `nil` where no upper end was found.
    var intervals: [ClosedRange<Double>?] = []
    let degreesOfFreedom: Double
    /// Of the logarithms of the spreads; `nil` where the likelihood has no top, and for those on their bound.
    let spreadErrors: [Double?]
  }

  /// - Parameter informativeRuns: those that tell how fast the level falls.
  func errors(informativeRuns: Int, capacityRelativeDeviation: Double) throws(EstimationError) -> Errors {
    let (count, parts) = (model.names.count, model.components)
    let (centre, data) = (sums(), equations.information)
    guard let inverse = Cholesky(free.map { k in free.map { centre.information[k][$0] } })?.inverse else {
      throw .singularJacobian(parameters: try dependent(centre.information))
    }
    var covariance = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    // The trace of inverse x data's information: how many coefficients the runs had to decide.
    var decided = 0.0
    for (i, k) in free.enumerated() where k < count {
      for (j, l) in free.enumerated() where l < count {
        covariance[k][l] = inverse[i][j]
        if k < parts, l < parts {
          covariance[k][l] +=
            capacityRelativeDeviation * capacityRelativeDeviation * coefficients[k] * coefficients[l]
        }
      }
      decided += free.indices.reduce(0) { $0 + inverse[i][$1] * data[free[$1]][k] }
    }
    let most = max(1, Double(informativeRuns) - decided)
    let spread = spreadCovariance
    var errors = Errors(
      covariance: covariance, degreesOfFreedom: most,
      spreadErrors: model.spreads.indices.map { place in
        spread.open.firstIndex(of: place).flatMap { i in spread.covariance.map { $0[i][i].squareRoot() } }
      })
    let shifted = spread.open.map { (sums($0, by: Self.step), sums($0, by: -Self.step)) }
    for k in 0..<count {
      guard let (value, variance) = alone(k, centre) else {
        errors.intervals.append(nil)
        continue
      }
      var freedom = most
      if let covariance = spread.covariance {
        let slopes = shifted.map { up, down in
          ((alone(k, up)?.variance ?? variance) - (alone(k, down)?.variance ?? variance)) / (2 * Self.step)
        }
        let sum = dot(slopes, covariance.map { dot($0, slopes) })
        if sum > 0 { freedom = max(1, min(most, 2 * variance * variance / sum)) }
      }
      let t = try GSL.studentQuantile(freedom)
      let reach = t * variance.squareRoot()
      let first = value < 0 ? value + (value * value + reach * reach).squareRoot() : reach
      guard let above = distance(k, t: t, near: first) else {
        errors.intervals.append(nil)
        continue
      }
      // The bound may be met first.
      let below =
        isAtBound[k] ? 0 : distance(k, t: t, near: -reach).map { min(coefficients[k], -$0) } ?? coefficients[k]
      let capacity = k < parts ? t * capacityRelativeDeviation * coefficients[k] : 0
      func far(_ distance: Double) -> Double { (distance * distance + capacity * capacity).squareRoot() }
      errors.intervals.append(max(0, coefficients[k] - far(below))...(coefficients[k] + far(above)))
    }
    return errors
  }

  private static let step = 0.05

  /// The deviations that are away from their bound, and the inverse of the restricted likelihood's curvature in their logarithms.
  private var spreadCovariance: (open: [Int], covariance: [[Double]]?) {
    // A deviation whose doubling from almost nothing changes nothing is on its bound.
    let open = model.spreads.indices.filter { .exp(logarithms[$0]) > 20 * model.spreads[$0].limits.least }
    func loss(_ shifts: [(Int, Double)]) -> Double {
      var moved = logarithms
      for (i, shift) in shifts { moved[i] += shift }
      return self.loss(moved, at: coefficients)
    }
    let (step, middle) = (Self.step, loss([]))
    let hessian = open.map { i in
      open.map { j -> Double in
        if i == j { return (loss([(i, step)]) - 2 * middle + loss([(i, -step)])) / (step * step) }
        return
          (loss([(i, step), (j, step)]) - loss([(i, step), (j, -step)]) - loss([(i, -step), (j, step)])
          + loss([(i, -step), (j, -step)])) / (4 * step * step)
      }
    }
    return (open, open.isEmpty ? nil : Cholesky(hessian)?.inverse)
  }

  /// Largest over smallest eigenvalue of the data's information on the reported coefficients, scaled to a unit diagonal.
  func condition() throws(EstimationError) -> Double {
    let values = try SymmetricEigen.decompose(Self.unitDiagonal(reported(equations.information))).values
    guard let low = values.first, let high = values.last else { return 1 }
    return low > 0 ? high / low : .infinity
  }

  /// The coefficients that share the weakest direction of an information matrix.
  private func dependent(_ information: [[Double]]) throws(EstimationError) -> [String] {
    let names = model.names
    let empty = names.indices.filter { !(information[$0][$0] > 0) }
    if !empty.isEmpty { return empty.map { names[$0] } }
    let scaled = Self.unitDiagonal(reported(information))
    guard let weakest = try SymmetricEigen.decompose(scaled).vectors.first else { return names }
    return names.indices.filter { abs(weakest[$0]) > 0.2 }.map { names[$0] }
  }

  /// Without the shared factors.
  private func reported(_ information: [[Double]]) -> [[Double]] {
    information.prefix(model.names.count).map { Array($0.prefix(model.names.count)) }
  }

  private static func unitDiagonal(_ matrix: [[Double]]) -> [[Double]] {
    let scale = matrix.indices.map { matrix[$0][$0] > 0 ? 1 / matrix[$0][$0].squareRoot() : 0 }
    return matrix.indices.map { i in matrix.indices.map { j in matrix[i][j] * scale[i] * scale[j] } }
  }

  /// What the data alone cannot tell, however good the priors make the result look.
  func identifiability(condition: Double) throws(EstimationError) -> [FitWarning] {
    let information = equations.information
    guard let inverse = Cholesky(reported(information))?.inverse else {
      let names = try dependent(information).joined(separator: ", ")
      return [.note("the data say nothing about the split between \(names): it comes from the priors")]
    }
    var warnings: [FitWarning] = []
    let hasPriors = model.priors.contains { $0 != nil }
    for k in inverse.indices {
      for l in 0..<k {
        let correlation = inverse[k][l] / (inverse[k][k] * inverse[l][l]).squareRoot()
        // Without priors and bounds the summary says the same of the estimates themselves.
        guard abs(correlation) > 0.95, hasPriors || isAtBound[k] || isAtBound[l] else { continue }
        warnings.append(
          .note(
            "\(model.names[l]) and \(model.names[k]) are hardly identifiable separately by the data alone "
              + "(correlation \(ShortNumber.short(correlation)))"))
      }
    }
    if condition > 1e4 {
      let names = try dependent(information).joined(separator: ", ")
      warnings.append(
        .note("the data leave a combination of \(names) nearly open (condition number \(ShortNumber.short(condition)))")
      )
    }
    return warnings
  }
}
