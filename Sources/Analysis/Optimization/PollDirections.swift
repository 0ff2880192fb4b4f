import RealModule

/// Directions in which a pattern search tries to go: first along the axes, then along turned ones, which become dense on the
/// sphere, so that a search cannot get stuck at the edge of a constraint that runs across the axes.
///
/// The turned ones are the columns of I - 2 v v^T for a point v of Halton's sequence on the sphere, and their opposites: M. A.
/// Abramson, C. Audet, J. E. Dennis and S. Le Digabel, "OrthoMADS: a deterministic MADS instance with orthogonal directions",
/// SIAM Journal on Optimization 20 (2009) 948-966. Each is as long as its largest component is 1.
enum PollDirections {
  /// 2 n directions for n dimensions.
  static func directions(dimensions: Int, poll: Int) -> [[Double]] {
    guard dimensions > 0 else { return [] }
    var columns: [[Double]] = (0..<dimensions).map { i in (0..<dimensions).map { $0 == i ? 1 : 0 } }
    if poll > 0, dimensions > 1 {
      let point = HaltonSequence.point(poll, dimensions: dimensions).map { 2 * $0 - 1 }
      let length = point.reduce(0) { $0 + $1 * $1 }.squareRoot()
      if length > 0 {
        let v = point.map { $0 / length }
        columns = (0..<dimensions).map { i in
          let column = (0..<dimensions).map { ($0 == i ? 1 : 0) - 2 * v[i] * v[$0] }
          let longest = column.reduce(0) { max($0, abs($1)) }
          return column.map { $0 / longest }
        }
      }
    }
    return columns.flatMap { [$0, $0.map { -$0 }] }
  }
}
