internal import CGSL
import RealModule

/// The equations of measured columns among noise that repeats itself, over all shapes of the noise.
///
/// Of the rows y = X theta + noise, D = X + U is known; rows of U are independent with covariances C. With Q the inverse of the
/// residuals' correlation (`NoiseShape`), r = y - D theta and tau^2 the variance of r, the corrected score D^T Q r + tr(Q) C theta has a
/// mean of 0, since a row of U and its residual have covariance -C theta. Along h it has the variance
/// tau^2 h^T D^T Q D h + (h^T C theta)^2 tr(Q^2), whatever X (Isserlis, Biometrika 12, 1918). Exact columns take their part of both
/// traces: they are derivatives of the restricted likelihood's determinants by white noise that is added.
///
/// For each value of a parameter the others are solved for, and the score over its deviation has Student's distribution but for a
/// shift and a skewness, which Edgeworth's series takes off (Hall, "The Bootstrap and Edgeworth Expansion", 1992, section 2.6). With
/// a = h^T C theta, the score's third cumulant is -2 a^3 tr(Q^3) - 6 a tau^2 h^T D^T Q^2 D h; its estimated variance has the covariance
/// -2 a tau^2 (h^T D^T Q D h tr(Q) / n + h^T D^T Q^2 D h) with it.
///
/// Where errors are not normal, or differ from row to row, products of U and r scatter more than that. What the rows' products of the
/// measured columns, whitened, scatter beyond it is added to the variance.
///
/// Shapes are weighed by their restricted likelihood, with the prior of `CorrelatedRegression`, at their own estimates and with the
/// squares that the score adds at that value. The residuals' squares there would favour slopes that are too small. A shape that
/// cannot solve for the others says nothing. An interval ends where the probability is 0.025 and 0.975, and is open where it is not
/// beyond them far out.
///
/// Range of validity: rows in even steps, with residuals of one process and white noise.
struct CorrelatedScores {
  /// A shape of the noise.
  private struct Node {
    let shape: NoiseShape
    /// Of the columns and, last, the residuals at the start, as Q sees them.
    let products: [[Double]]
    /// The columns as Q^2 sees them.
    let squares: [[Double]]
    let scatter: Scatter
    /// Of Q, Q^2 and Q^3, less the exact columns' part.
    let traces: (Double, Double, Double)
    /// ln of the restricted likelihood at its own estimates, or at the start where it has none.
    let height: Double
    /// Without what the errors add, and the right side: from the start.
    let matrix: [[Double]]
    let right: [Double]
    let values: [Double]
    let covariance: [[Double]]
    var weight: Double
  }

  /// How the products of whitened rows scatter: measured columns, less what exact ones explain, times columns and residuals.
  private struct Scatter {
    let measured: [Int]
    /// Of the measured columns themselves.
    let products: [[Double]]
    /// Of pairs of a measured column and any, with n - p degrees of freedom.
    private let pairs: [[Double]]

    init?(_ whitened: [[Double]], _ products: [[Double]], exact: [Int], count: Int) throws(EstimationError) {
      let measured = (0..<count).filter { !exact.contains($0) }
      var rests: [[Double]] = []
      for k in measured {
        guard
          let shares = try PositiveDefinite.solve(
            exact.map { a in exact.map { products[a][$0] } }, exact.map { products[$0][k] })
        else { return nil }
        var rest = whitened[k]
        for (share, a) in zip(shares, exact) { for i in rest.indices { rest[i] -= share * whitened[a][i] } }
        rests.append(rest)
      }
      let rows = Double(whitened[count].count)
      let vectors = rests.flatMap { rest in
        whitened.map { column -> [Double] in
          let vector = zip(rest, column).map { $0 * $1 }
          let mean = vector.reduce(0, +) / rows
          return vector.map { $0 - mean }
        }
      }
      self.measured = measured
      self.products = CorrelatedRegression.products(rests)
      pairs = CorrelatedRegression.products(vectors).map { $0.map { $0 * rows / (rows - Double(count)) } }
    }

    /// Along `h`, for combinations `a` and `b` of the columns and residuals.
    func covariance(_ h: [Double], _ a: [Double], _ b: [Double]) -> Double {
      CorrelatedScores.across(
        measured.flatMap { k in a.map { h[k] * $0 } }, pairs, measured.flatMap { k in b.map { h[k] * $0 } })
    }
  }

  /// A parameter's score for one shape: polynomials in its distance from the start, the others solved for.
  private struct Profile {
    let height: Double
    let traces: (Double, Double, Double)
    let squares: (Double, Double, Double)
    let score: (Double, Double)
    /// Of the direction, as Q and Q^2 see it.
    let spread: (Double, Double)
    /// h^T C theta.
    let bias: (Double, Double)
    /// Of the whitened rows' products, and of their measured part as Q sees it.
    let scatter: (Double, Double, Double)
    let measuredSpread: Double
    /// Whether the others could be solved for.
    let isKnown: Bool

    /// The height of the shape's likelihood, and the score as a variate of Student's distribution.
    func read(_ t: Double, rows: Double, freedom: Double) -> (height: Double, student: Double)? {
      let all = squares.0 + t * (squares.1 + t * squares.2)
      let score = score.0 + t * score.1
      let bias = bias.0 + t * bias.1
      let scatter = scatter.0 + t * (scatter.1 + t * scatter.2)
      guard all > 0, all.isFinite else { return nil }
      var variance = all / rows
      // The score's own part of the squares, which depends on the variance by little.
      for _ in 0..<4 {
        variance = (all - score * score / (spread.0 + traces.1 * bias * bias / variance)) / freedom
        guard variance > 0 else { return nil }
      }
      let beyond = max(0, scatter - variance * measuredSpread - bias * bias * traces.0 * traces.0 / rows)
      let deviation = (variance * spread.0 + traces.1 * bias * bias + beyond).squareRoot()
      let (first, second) = (spread.0 * traces.0 / rows, spread.1)
      let cube = deviation * deviation * deviation
      let shift = bias * variance * (first + second) / cube
      let skewness = (6 * bias * variance * first - 2 * bias * bias * bias * traces.2) / cube
      let student = score / deviation
      let square = min(student * student, LikelihoodFit.score * LikelihoodFit.score)
      return (
        height - freedom / 2 * Double.log(onePlus: score * score / (variance * spread.0) / freedom),
        student - shift - skewness * (square - 1) / 6
      )
    }
  }

  private let nodes: [Node]
  private let start: [Double]
  private let rows: Int
  /// Mean covariances of the errors of a row of slopes.
  private let errors: [[Double]]
  private var freedom: Double { Double(rows - start.count) }

  /// - Parameters:
  ///   - columns: slopes over the parameters, row by row, weighted.
  ///   - residuals: weighted, at `start`.
  ///   - errors: by two parameters, mean covariance of the slopes' errors, weighted.
  /// - Returns: `nil` where no shape leaves anything of some column.
  init?(columns: [[Double]], residuals: [Double], errors: [[Double]], start: [Double]) throws(EstimationError) {
    GSL.prepare()
    rows = residuals.count
    self.start = start
    self.errors = errors
    var axes = [
      CorrelatedRegression.Axis(low: Double.log(0.25), high: Double.log(max(2, Double(rows))), cells: 16),
      CorrelatedRegression.Axis(low: 0, high: 0.9, cells: 4),
    ]
    var found: [Node] = []
    for _ in 0..<5 {
      found = []
      for i in 0...axes[0].cells {
        for j in 0...axes[1].cells {
          let shape = NoiseShape(time: Double.exp(axes[0].place(i)), white: axes[1].place(j))
          if let node = try Self.node(shape, columns, residuals, errors, start, prior: -axes[0].place(i) / 2) {
            found.append(node)
          }
        }
      }
      let highest = found.reduce(-Double.infinity) { max($0, $1.weight) }
      for k in found.indices { found[k].weight = Double.exp(found[k].weight - highest) }
      let finer = axes.indices.map { a in
        axes[a].refine(found.map { (a == 0 ? Double.log($0.shape.time) : $0.shape.white, $0.weight) })
      }
      if !finer.contains(true) { break }
    }
    nodes = found
    if !nodes.contains(where: { $0.weight > 0 }) { return nil }
  }

  private static func node(
    _ shape: NoiseShape, _ columns: [[Double]], _ residuals: [Double], _ errors: [[Double]], _ start: [Double],
    prior: Double
  ) throws(EstimationError) -> Node? {
    let (rows, count) = (residuals.count, columns.count)
    let steps = [.infinity] + [Double](repeating: 1, count: rows - 1)
    let exact = columns.indices.filter { errors[$0][$0] == 0 }
    // White noise of so small a part of the least eigenvalue that differences are exact.
    let step = 0.02 * (shape.white + (1 - shape.white) * Double.tanh(0.5 / shape.time))
    /// With white noise added: whitened columns, their products, ln of the determinant, and with that of the exact columns.
    func look(
      _ added: Double, at columns: [[Double]]
    ) -> (whitened: [[Double]], products: [[Double]], determinant: Double, restricted: Double)? {
      var all = columns
      let moved = NoiseShape(time: shape.time, white: (shape.white + added) / (1 + added))
      let determinant = moved.whiten(&all, steps: steps) + Double(rows) * Double.log(onePlus: added)
      let found = CorrelatedRegression.products(all).map { $0.map { $0 / (1 + added) } }
      guard let inner = Cholesky(exact.map { a in exact.map { found[a][$0] } }) else { return nil }
      return (all, found, determinant, determinant + inner.logDeterminant)
    }
    guard let middle = look(0, at: columns + [residuals]), let below = look(-step, at: columns),
      let above = look(step, at: columns), let lowest = look(-2 * step, at: columns),
      let highest = look(2 * step, at: columns),
      let whole = Cholesky((0..<count).map { Array(middle.products[$0].prefix(count)) }),
      let scatter = try Scatter(middle.whitened, middle.products, exact: exact, count: count)
    else { return nil }
    let products = middle.products
    let slope = (above.restricted - below.restricted) / (2 * step)
    let bend = (above.restricted + below.restricted - 2 * middle.restricted) / (step * step)
    let third = (highest.restricted - lowest.restricted - 4 * step * slope) / (2 * step * step * step)
    let traces = (slope - third * step * step / 6, -bend, third / 2)
    let squares = zip(below.products, above.products).map { zip($0, $1).map { ($0 - $1) / (2 * step) } }
    let matrix = (0..<count).map { a in (0..<count).map { products[a][$0] - traces.0 * errors[a][$0] } }
    let right = (0..<count).map { products[$0][count] + traces.0 * CorrelatedRegression.dot(errors[$0], start) }
    let freedom = Double(rows - count)
    var (values, covariance, variance) = ([Double](), [[Double]](), products[count][count] / freedom)
    let inverse = try PositiveDefinite.inverse(matrix)
    if let inverse {
      values = inverse.map { CorrelatedRegression.dot($0, right) }
      let rest = values.map { -$0 } + [1]
      variance = Self.across(rest, products, rest) / freedom
      let bias = errors.map { CorrelatedRegression.dot($0, zip(start, values).map { $0 + $1 }) }
      let inside = (0..<count).map { a in
        (0..<count).map { variance * products[a][$0] + traces.1 * bias[a] * bias[$0] }
      }
      covariance = inverse.map { a in inverse.map { Self.across(a, inside, $0) } }
    }
    guard variance > 0, variance.isFinite else { return nil }
    let height = prior - (middle.determinant + whole.logDeterminant + freedom * Double.log(variance)) / 2
    return Node(
      shape: shape, products: products, squares: squares, scatter: scatter, traces: traces, height: height,
      matrix: matrix, right: right,
      values: values, covariance: covariance, weight: inverse == nil ? -.infinity : height)
  }

  private static func across(_ a: [Double], _ matrix: [[Double]], _ b: [Double]) -> Double {
    var sum = 0.0
    for i in a.indices where a[i] != 0 { sum += a[i] * CorrelatedRegression.dot(matrix[i], b) }
    return sum
  }

  // MARK: - What came out

  struct Estimate {
    /// The median.
    let value: Double
    /// Half of the central 68.3 %; `nil` where that is open.
    let standardError: Double?
    let interval95: ClosedRange<Double>?
  }

  func estimate(_ parameter: Int) throws(EstimationError) -> Estimate? {
    let profiles = try profiles(parameter)
    let total = nodes.reduce(0) { $0 + $1.weight }
    let middle = nodes.reduce(0) { $1.weight > 0 ? $0 + $1.weight * $1.values[parameter] : $0 } / total
    let size = (covariance[parameter][parameter]).squareRoot()
    guard size > 0, size.isFinite else { return nil }
    func below(_ t: Double) -> Double { probability(t, profiles) }
    func quantile(_ p: Double, from centre: Double) -> Double? {
      let sign = below(centre) < p ? 1.0 : -1
      // Open where no value is beyond.
      guard (below(centre + sign * 1e6 * size) - p) * sign > 0 else { return nil }
      var (near, step) = (centre, 0.5 * size)
      for _ in 0..<30 {
        let far = centre + sign * step
        if (below(far) - p) * sign > 0 {
          return try? BrentRoot.find(between: min(near, far), and: max(near, far), tolerance: 1e-9 * step) {
            (t) throws(EstimationError) in below(t) - p
          }
        }
        (near, step) = (far, 1.5 * step)
      }
      return nil
    }
    guard let median = quantile(0.5, from: middle) else { return nil }
    let ends = [0.025, 0.158_655, 0.841_345, 0.975].map { quantile($0, from: median) }
    var (error, interval) = (Double?.none, ClosedRange<Double>?.none)
    if let low = ends[1], let high = ends[2] { error = (high - low) / 2 }
    if let low = ends[0], let high = ends[3], low <= median, median <= high {
      interval = start[parameter] + low...start[parameter] + high
    }
    return Estimate(value: start[parameter] + median, standardError: error, interval95: interval)
  }

  private func profiles(_ k: Int) throws(EstimationError) -> [Profile] {
    let others = start.indices.filter { $0 != k }
    var profiles: [Profile] = []
    for node in nodes {
      func solved(
        _ matrix: [[Double]], _ right: [Double]
      ) throws(EstimationError) -> (turned: [Double], rest: [Double])? {
        let inner = others.map { a in others.map { matrix[a][$0] } }
        guard let turned = try PositiveDefinite.solve(inner, others.map { matrix[$0][k] }),
          let rest = try PositiveDefinite.solve(inner, others.map { right[$0] })
        else { return nil }
        return (turned, rest)
      }
      let corrected = try solved(node.matrix, node.right)
      var found = corrected
      if found == nil { found = try solved(node.products, node.products.map { $0[start.count] }) }
      guard let (turned, rest) = found else { continue }
      // The parameters are start + from + t along, and the score is taken along the same direction.
      var (from, along) = ([Double](repeating: 0, count: start.count), [Double](repeating: 0, count: start.count))
      along[k] = 1
      for (i, other) in others.enumerated() { (from[other], along[other]) = (rest[i], -turned[i]) }
      let (still, moving) = (from.map { -$0 } + [1], along.map { -$0 } + [0])
      let pull = Self.across(moving, node.products, still)
      let spread = Self.across(moving, node.products, moving)
      let begin = zip(start, from).map { $0 + $1 }
      let bias = (Self.across(along, errors, begin), Self.across(along, errors, along))
      profiles.append(
        Profile(
          height: node.height, traces: node.traces,
          squares: (Self.across(still, node.products, still), 2 * pull, spread),
          score: (node.traces.0 * bias.0 - pull, node.traces.0 * bias.1 - spread),
          spread: (spread, Self.across(along, node.squares, along)), bias: bias,
          scatter: (
            node.scatter.covariance(along, still, still), 2 * node.scatter.covariance(along, still, moving),
            node.scatter.covariance(along, moving, moving)
          ),
          measuredSpread: Self.across(
            node.scatter.measured.map { along[$0] }, node.scatter.products,
            node.scatter.measured.map { along[$0] }), isKnown: corrected != nil))
    }
    return profiles
  }

  /// That the parameter is less than `t` beyond the start.
  private func probability(_ t: Double, _ profiles: [Profile]) -> Double {
    let found = profiles.map { $0.read(t, rows: Double(rows), freedom: freedom) }
    let highest = found.reduce(-Double.infinity) { max($0, $1?.height ?? $0) }
    var (below, total) = (0.0, 0.0)
    for (profile, one) in zip(profiles, found) {
      guard let one, one.height > highest - 16 else { continue }
      let weight = Double.exp(one.height - highest)
      total += weight
      below += weight * (profile.isKnown ? gsl_cdf_tdist_Q(one.student, freedom) : 0.5)
    }
    return total > 0 ? below / total : 0.5
  }

  /// Of the parameters over all shapes, each at its own estimates.
  var covariance: [[Double]] {
    let kept = nodes.filter { $0.weight > 1e-9 }
    let total = kept.reduce(0) { $0 + $1.weight }
    let means = start.indices.map { k in kept.reduce(0) { $0 + $1.weight * $1.values[k] } / total }
    return start.indices.map { a in
      start.indices.map { b in
        kept.reduce(0) {
          $0 + $1.weight * ($1.covariance[a][b] + ($1.values[a] - means[a]) * ($1.values[b] - means[b]))
        } / total
      }
    }
  }

  /// How many independent samples the residuals are worth, as a mean sees them.
  var effectiveSamples: Double {
    let steps = [.infinity] + [Double](repeating: 1, count: rows - 1)
    let total = nodes.reduce(0) { $0 + $1.weight }
    return nodes.reduce(0) { $0 + $1.weight * Double(rows) / $1.shape.integratedTime(steps: steps) } / total
  }
}
