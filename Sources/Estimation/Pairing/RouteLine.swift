/// A line of straight pieces, searched by blocks of pieces with a sphere around each.
struct RouteLine {
  struct Foot {
    let squaredDistance: Double
    /// The place lies to the left of the line's direction.
    let isLeft: Bool
    /// The nearest point is the line's first or last, and the place lies beyond it.
    let isBeyondEnd: Bool
  }

  private struct Block {
    let range: Range<Int>
    let centre: SIMD3<Double>
    let radius: Double
  }

  private static let blockSize = 16
  let places: [SIMD3<Double>]
  private let blocks: [Block]

  init(_ places: [SIMD3<Double>]) {
    self.places = places
    var blocks: [Block] = []
    for start in stride(from: 0, to: places.count - 1, by: Self.blockSize) {
      let range = start..<min(start + Self.blockSize, places.count - 1)
      let centre = (places[range.lowerBound] + places[range.upperBound]) / 2
      let radius = (range.lowerBound...range.upperBound).reduce(0.0) {
        max($0, Vector.length(places[$1] - centre))
      }
      blocks.append(Block(range: range, centre: centre, radius: radius))
    }
    self.blocks = blocks
  }

  /// The nearest point of the line, if it is nearer than the limit (in squared metres).
  func foot(of place: SIMD3<Double>, within limit: Double) -> Foot? {
    var best = limit
    var found: (piece: Int, share: Double)?
    for block in blocks {
      let reach = Vector.length(place - block.centre) - block.radius
      if reach > 0, reach * reach >= best { continue }
      for piece in block.range {
        let along = places[piece + 1] - places[piece]
        let size = Vector.dot(along, along)
        let share = size > 0 ? Vector.dot(place - places[piece], along) / size : 0
        let difference = place - places[piece] - along * min(1, max(0, share))
        let distance = Vector.dot(difference, difference)
        if distance < best { (best, found) = (distance, (piece, share)) }
      }
    }
    guard let found else { return nil }
    let along = places[found.piece + 1] - places[found.piece]
    let side = Vector.dot(Vector.cross(along, place - places[found.piece]), place)
    let isBeyond =
      (found.piece == 0 && found.share < 0) || (found.piece == places.count - 2 && found.share > 1)
    return Foot(squaredDistance: best, isLeft: side >= 0, isBeyondEnd: isBeyond)
  }
}
