import Core
import RealModule

/// The posterior of one deviation's logarithm, along the line on which the others follow it.
///
/// A deviation of few phones has a long tail on one side, which a normal form at the maximum cuts off.
struct SpreadPosterior: Sendable, Hashable {
  /// In standard errors at the maximum.
  static let step = 0.5
  /// Beyond it the density is less than 1 in 3,000 of the largest.
  private static let depth = 8.0
  private static let mostSteps = 60

  /// Ends of the cells of a fine grid, and the share of the posterior up to each.
  private let points: [Double]
  private let shares: [Double]

  /// - Parameters:
  ///   - deviation: the standard error at the maximum, above 0.
  ///   - fall: minus the logarithm of the density so many standard errors beside the maximum, over that at the maximum, `nil`
  ///     where it is not found; called for one side after the other, from the inside out.
  init(mode: Double, deviation: Double, _ fall: (_ move: Double) -> Double?) {
    var falls: [(move: Double, fall: Double)] = [(0, 0)]
    for side in [-1.0, 1.0] {
      for number in 1...Self.mostSteps {
        let move = side * Double(number) * Self.step
        guard let found = fall(move), found.isFinite else { break }
        falls.append((move, found))
        if found > Self.depth { break }
      }
    }
    // Where a side was not found, the normal form stands for it.
    for side in [-1.0, 1.0] where !falls.contains(where: { $0.move * side > 0 }) {
      falls += (1...8).map { (side * Double($0) * Self.step, (Double($0) * Self.step) * (Double($0) * Self.step) / 2) }
    }
    falls.sort { $0.move < $1.move }
    // Between the looks the logarithm is a parabola through three of them.
    let fine = 20
    var (points, densities) = ([Double](), [Double]())
    for place in 0..<falls.count - 1 {
      let first = min(max(place == 0 ? 0 : place - 1, 0), falls.count - 3)
      for part in 0..<fine {
        let move = falls[place].move + (falls[place + 1].move - falls[place].move) * Double(part) / Double(fine)
        points.append(mode + deviation * move)
        densities.append(Double.exp(-Self.parabola(falls[first...first + 2].map { $0 }, at: move)))
      }
    }
    if let last = falls.last {
      points.append(mode + deviation * last.move)
      densities.append(Double.exp(-last.fall))
    }
    var sum = 0.0
    var shares = [0.0]
    for place in 1..<points.count {
      sum += (points[place] - points[place - 1]) * (densities[place] + densities[place - 1]) / 2
      shares.append(sum)
    }
    self.points = points
    self.shares = shares.map { $0 / sum }
  }

  private static func parabola(_ looks: [(move: Double, fall: Double)], at x: Double) -> Double {
    looks.indices.reduce(0) { sum, i in
      sum
        + looks.indices.filter { $0 != i }.reduce(looks[i].fall) {
          $0 * (x - looks[$1].move) / (looks[i].move - looks[$1].move)
        }
    }
  }

  /// The logarithm that such a share of the posterior lies below.
  func quantile(_ share: Double) -> Double {
    let place = min(max(shares.partitioningIndex { $0 >= share }, 1), points.count - 1)
    let width = shares[place] - shares[place - 1]
    let part = width > 0 ? min(max((share - shares[place - 1]) / width, 0), 1) : 0
    return points[place - 1] + part * (points[place] - points[place - 1])
  }
}
