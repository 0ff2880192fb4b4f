/// Nonlinear least squares by Levenberg and Marquardt's method with steps from QR, between bounds by projection.
///
/// The damping follows Nielsen (report IMM-REP-1999-05): the gain of a step over its prediction moves it smoothly. Columns are scaled
/// by their length, or by the largest so far (Moré 1978). The search ends by Bates and Watts's relative offset ("A relative
/// offset orthogonality convergence criterion for nonlinear least squares", Technometrics 23, 1981): what is left of the
/// residuals along the curve's slopes, per parameter, over what is left across them, per degree of freedom. It has no unit.
struct BoundedLeastSquares {
  /// Values, residuals and slopes; `nil` where the curve is no number.
  typealias Curve = ([Double]) -> LeastSquaresPoint?

  struct Outcome {
    let point: LeastSquaresPoint
    /// Infinite where the slopes do not tell the parameters apart.
    let offset: Double
    /// Parameters on a bound that the data pull them against.
    let onBound: [Int]
    /// Whether no shorter step helped either.
    let isStuck: Bool

    /// Whether it is a minimum: another step would move no parameter by a millionth of its error, or by more than rounding.
    var hasConverged: Bool { offset < 1e-6 }
  }

  let bounds: [ClosedRange<Double>]
  /// Moré's scaling, slow but careful far from a minimum; without, each step has its own.
  var keepsLargestScale = false
  /// Size of the data, against which rounding is seen.
  var dataSize = 0.0
  /// Of many rows, a step of a ten-millionth of the errors is none: then nothing is left to polish either.
  private static let manyRows = 10_000
  private static let iterationLimit = 1_000

  /// - Returns: `nil` where the curve is no number at the start.
  func search(from start: [Double], _ curve: Curve) -> Outcome? {
    let origin = zip(start, bounds).map { min(max($0, $1.lowerBound), $1.upperBound) }
    guard var point = curve(origin) else { return nil }
    let target = point.rows > Self.manyRows ? 1e-7 : 1e-10
    var (damping, growth) = (point.rows > Self.manyRows ? 1e-7 : 1e-3, 2.0)
    var largest = [Double](repeating: 0, count: start.count)
    var state = State(point, bounds, dataSize)
    var iteration = 0
    var isStuck = false
    while iteration < Self.iterationLimit, state.offset > target, !state.free.isEmpty {
      iteration += 1
      guard let qr = state.qr else { break }
      var scales = [Double](repeating: 1, count: state.free.count)
      for (k, i) in state.free.enumerated() {
        largest[i] = max(largest[i], qr.scale[k])
        if keepsLargestScale { scales[k] = largest[i] / qr.scale[k] }
      }
      guard let step = Self.step(qr, state.head, scales, damping) else {
        (damping, growth) = (damping * growth, growth * 2)
        isStuck = damping > 1e30
        if isStuck { break }
        continue
      }
      let values = moved(point.values, state.free, by: step)
      let predicted = point.sum - Self.predicted(point, state.free, values)
      // Rounding of the sum would decide on such a step, and on shorter ones; the offset shows how far it leads.
      isStuck = damping < 1 && predicted < 1e-14 * point.sum
      if isStuck { break }
      let next = values == point.values ? nil : curve(values)
      if let next, predicted > 0, (point.sum - next.sum) / predicted > 1e-4 {
        let gain = (point.sum - next.sum) / predicted
        point = next
        state = State(point, bounds, dataSize)
        let factor = 2 * gain - 1
        (damping, growth) = (max(1e-20, damping * max(1.0 / 3, 1 - factor * factor * factor)), 2)
      } else {
        (damping, growth) = (damping * growth, growth * 2)
        if values == point.values || damping > 1e30 {
          isStuck = true
          break
        }
      }
    }
    (point, state) = polished(point, state, curve)
    return Outcome(point: point, offset: state.offset, onBound: state.onBound, isStuck: isStuck)
  }

  /// Whole Gauss-Newton steps while they bring the offset down: the sum no longer tells them apart by then.
  private func polished(
    _ point: LeastSquaresPoint, _ state: State, _ curve: Curve
  ) -> (LeastSquaresPoint, State) {
    var (point, state) = (point, state)
    for _ in 0..<10 where state.offset > (point.rows > Self.manyRows ? 1e-7 : 1e-13) {
      guard let qr = state.qr, qr.reciprocalCondition > 1e-15 else { break }
      let values = moved(point.values, state.free, by: qr.solve(state.head))
      guard let next = curve(values), next.sum <= point.sum * (1 + 1e-9) + 1e-30 * dataSize * dataSize else { break }
      let after = State(next, bounds, dataSize)
      guard after.offset < state.offset, after.onBound == state.onBound else { break }
      (point, state) = (next, after)
    }
    return (point, state)
  }

  /// Within the bounds.
  private func moved(_ values: [Double], _ free: [Int], by step: [Double]) -> [Double] {
    var values = values
    for (k, i) in free.enumerated() {
      values[i] = min(max(values[i] + step[k], bounds[i].lowerBound), bounds[i].upperBound)
    }
    return values
  }

  /// The sum that the slopes promise after a step.
  private static func predicted(_ point: LeastSquaresPoint, _ free: [Int], _ values: [Double]) -> Double {
    let rows = point.residuals.count
    var rest = point.residuals
    for i in free {
      let step = values[i] - point.values[i]
      if step == 0 { continue }
      rest.withUnsafeMutableBufferPointer { rest in
        for r in 0..<rows { rest[r] -= step * point.slopes[i * rows + r] }
      }
    }
    return dot(rest, rest)
  }

  /// Least squares with a penalty `damping` on the squared lengths in units of the scales.
  private static func step(_ qr: ScaledQR, _ head: [Double], _ scales: [Double], _ damping: Double) -> [Double]? {
    var columns = qr.triangle
    let root = damping.squareRoot()
    for k in columns.indices {
      var penalty = [Double](repeating: 0, count: columns.count)
      penalty[k] = root * scales[k]
      columns[k] += penalty
    }
    let target = head + [Double](repeating: 0, count: columns.count)
    guard let scaled = ScaledQR.leastSquares(columns: columns, target: target) else { return nil }
    return zip(scaled, qr.scale).map { $0 / $1 }
  }

  /// What the slopes at a point say.
  private struct State {
    let free: [Int]
    let onBound: [Int]
    /// `nil` where a free column is 0.
    let qr: ScaledQR?
    /// Residuals along the slopes.
    let head: [Double]
    let offset: Double

    init(_ point: LeastSquaresPoint, _ bounds: [ClosedRange<Double>], _ dataSize: Double) {
      let rows = point.residuals.count
      var (free, onBound) = ([Int](), [Int]())
      for i in point.values.indices {
        let isLow = point.values[i] <= bounds[i].lowerBound
        let isHigh = point.values[i] >= bounds[i].upperBound
        guard isLow || isHigh else {
          free.append(i)
          continue
        }
        var pull = 0.0
        for r in 0..<rows { pull += point.slopes[i * rows + r] * point.residuals[r] }
        // A wish to leave the range keeps a parameter on its end.
        if isLow && pull <= 0 || isHigh && pull >= 0 { onBound.append(i) } else { free.append(i) }
      }
      (self.free, self.onBound) = (free, onBound)
      qr = ScaledQR(point.slopes, rows: rows, columns: free)
      guard let qr else {
        (head, offset) = ([], .infinity)
        return
      }
      let turned = qr.turned(point.residuals)
      head = Array(turned.prefix(free.count))
      let along = dot(head, head)
      let across = turned[free.count...].withUnsafeBufferPointer { dot($0, $0) }
      let ratio = Self.ratio(along, across, point.rows, free.count)
      // Nothing but rounding may be left along the slopes.
      offset = along.squareRoot() <= 1e-14 * dataSize ? min(1e-7, ratio) : ratio
    }

    private static func ratio(_ along: Double, _ across: Double, _ rows: Int, _ count: Int) -> Double {
      guard count > 0, along > 0 else { return 0 }
      guard across > 0 else { return .infinity }
      return (along / Double(count)).squareRoot() / (across / Double(max(1, rows - count))).squareRoot()
    }
  }
}

/// Residuals and slopes of a curve for some parameters, or fewer numbers with the same products.
struct LeastSquaresPoint {
  var values: [Double]
  /// Data minus curve, times the root of the weight.
  let residuals: [Double]
  /// Of the curve over the parameters, times the root of the weight, column by column.
  let slopes: [Double]
  /// Of the table.
  let rows: Int
  /// Of the squared residuals.
  let sum: Double

  /// `nil` where the curve is no number.
  init?(values: [Double], residuals: [Double], slopes: [Double], rows: Int? = nil) {
    let sum = dot(residuals, residuals)
    guard sum.isFinite, slopes.allSatisfy(\.isFinite) else { return nil }
    (self.values, self.residuals, self.slopes, self.sum) = (values, residuals, slopes, sum)
    self.rows = rows ?? residuals.count
  }
}
