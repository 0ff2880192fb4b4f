import CGSL

/// A root of a continuous function between two points of opposite sign (Ridders, IEEE Transactions on Circuits and Systems 26, 1979):
/// the middle and the regula falsi of the function freed of its exponential bend.
///
/// - Throws: `didNotConverge` when the signs are equal, and whatever `function` throws.
func bracketedRoot(
  between low: Double, and high: Double, tolerance: Double, _ function: (Double) throws(EstimationError) -> Double
) throws(EstimationError) -> Double {
  var (a, b) = (low, high)
  var (atA, atB) = (try function(a), try function(b))
  if atA == 0 { return a }
  guard atA * atB <= 0 else { throw .didNotConverge(reason: "no change of sign between two points") }
  var last = Double.infinity
  for _ in 1...100 {
    let middle = (a + b) / 2
    let height = try function(middle)
    let scale = (height * height - atA * atB).squareRoot()
    let next = scale > 0 ? middle + (middle - a) * (atA > atB ? 1 : -1) * height / scale : middle
    let there = try function(next)
    if there == 0 || abs(next - last) < tolerance || abs(b - a) < tolerance { return next }
    last = next
    if (height < 0) != (there < 0) {
      (a, atA) = (middle, height)
    } else if (atA < 0) == (there < 0) {
      (a, atA) = (b, atB)
    }
    (b, atB) = (next, there)
  }
  throw .didNotConverge(reason: "no root within tolerance")
}

/// An end of a profile interval.
enum ProfileEnd: Equatable {
  case at(Double)
  /// All values up to the end of the range are inside.
  case limit
  /// It could not be found.
  case open
}

/// Outward from a place inside an interval to where a score passes 0.
///
/// - Parameters:
///   - step: the first one; its sign is the direction.
///   - limit: the end of the range in that direction.
///   - tolerance: of the end, over its distance.
///   - between: a quicker score that is good between two places; by default the score itself.
///   - score: below 0 inside; `nil` where there is none, which may be far outside.
func profileEnd(
  from start: Double, step: Double, limit: Double, tolerance: Double = 1e-7, between: ((Double) -> Double?)? = nil,
  _ score: (Double) -> Double?
) -> ProfileEnd {
  guard var insideScore = score(start) else { return .open }
  var (inside, step, failures) = (start, step, 0)
  for _ in 0..<60 {
    let outside = step > 0 ? min(limit, inside + step) : max(limit, inside + step)
    if outside == inside { return .limit }
    guard let outsideScore = score(outside) else {
      failures += 1
      if failures > 15 { return .open }
      step /= 2
      continue
    }
    if outsideScore <= 0 {
      (inside, insideScore) = (outside, outsideScore)
      step *= 1.5
      continue
    }
    let near = tolerance * max(1e-3, abs(outside - start))
    let root = try? bracketedRoot(between: inside, and: outside, tolerance: near) {
      (place) throws(EstimationError) in
      if place == inside { return insideScore }
      if place == outside { return outsideScore }
      guard let here = between?(place) ?? score(place) else { throw .didNotConverge(reason: "no profile") }
      return here
    }
    return root.map { .at($0) } ?? .open
  }
  return .open
}

/// Where a condition that holds from some place on begins, by halving: to 2^-80 of the interval, or to neighbouring numbers.
func bisection(_ low: Double, _ high: Double, _ holds: (Double) -> Bool) -> Double {
  var (low, high) = (low, high)
  for _ in 0..<80 {
    let middle = (low + high) / 2
    guard low < middle, middle < high else { break }
    if holds(middle) { high = middle } else { low = middle }
  }
  return (low + high) / 2
}

/// Second derivatives by central differences; mixed ones from four places, since fewer lose digits where a likelihood bends unevenly.
///
/// - Parameters:
///   - h: by how much coordinates are moved.
///   - centre: the value where none is.
///   - value: where some coordinates are moved by so much.
func secondDerivatives<Failure: Error>(
  of count: Int, step h: Double, at centre: Double, _ value: ([(Int, Double)]) throws(Failure) -> Double
) throws(Failure) -> [[Double]] {
  var matrix = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
  for i in 0..<count {
    matrix[i][i] = (try value([(i, h)]) - 2 * centre + value([(i, -h)])) / (h * h)
    for j in 0..<i {
      let alike = try value([(i, h), (j, h)]) + value([(i, -h), (j, -h)])
      matrix[i][j] = (alike - (try value([(i, h), (j, -h)])) - (try value([(i, -h), (j, h)]))) / (4 * h * h)
      matrix[j][i] = matrix[i][j]
    }
  }
  return matrix
}

/// Nelder and Mead's simplex in GSL's form `nmsimplex2`: finds the neighbourhood of a minimum without derivatives.
enum SimplexMinimizer {
  struct Outcome {
    let point: [Double]
    let value: Double
    /// Whether the simplex shrank to the tolerance before the last permitted step.
    let contracted: Bool
  }

  /// - Parameters:
  ///   - steps: initial size of the simplex along each axis.
  ///   - tolerance: the simplex's mean size at which to stop.
  ///   - function: a value that is not finite counts as very bad.
  /// - Throws: `gsl`. A simplex that did not contract is returned and says so.
  static func minimize(
    from start: [Double], steps: [Double], tolerance: Double = 1e-4, iterations limit: Int = 2_000,
    _ function: @escaping ([Double]) -> Double
  ) throws(EstimationError) -> Outcome {
    GSL.prepare()
    let n = start.count
    let box = Box(function)
    return try withExtendedLifetime(box) { () throws(EstimationError) -> Outcome in
      let minimizer = try GSL.allocated(
        gsl_multimin_fminimizer_alloc(cgsl_minimizer_nmsimplex2(), n), "simplex of \(n) dimensions")
      defer { gsl_multimin_fminimizer_free(minimizer) }
      var description = gsl_multimin_function(
        f: { point, box in
          guard let box else { return .nan }
          let value = Unmanaged<Box>.fromOpaque(box).takeUnretainedValue().function(Self.values(point))
          return value.isFinite ? value : 1e300
        }, n: n, params: Unmanaged.passUnretained(box).toOpaque())
      var (origin, size) = (start, steps)
      return try withUnsafeMutablePointer(to: &description) { (f) throws(EstimationError) -> Outcome in
        let status = origin.withUnsafeMutableBufferPointer { origin in
          size.withUnsafeMutableBufferPointer { size in
            var (x, step) = (gsl_vector_view_array(origin.baseAddress, n), gsl_vector_view_array(size.baseAddress, n))
            return gsl_multimin_fminimizer_set(minimizer, f, &x.vector, &step.vector)
          }
        }
        try GSL.check(status, "simplex start")
        var (steps, contracted) = (0, false)
        while !contracted, steps < limit {
          let status = gsl_multimin_fminimizer_iterate(minimizer)
          contracted = gsl_multimin_fminimizer_size(minimizer) < tolerance || status == Int32(GSL_ENOPROG)
          if !contracted { try GSL.check(status, "simplex step") }
          steps += 1
        }
        return Outcome(
          point: Self.values(gsl_multimin_fminimizer_x(minimizer)),
          value: gsl_multimin_fminimizer_minimum(minimizer), contracted: contracted)
      }
    }
  }

  private static func values(_ vector: UnsafePointer<gsl_vector>?) -> [Double] {
    guard let v = vector?.pointee else { return [] }
    return (0..<v.size).map { v.data[$0 * v.stride] }
  }

  private final class Box {
    let function: ([Double]) -> Double
    init(_ function: @escaping ([Double]) -> Double) { self.function = function }
  }
}
