/// Measures fixes against a route without times: the distance to its nearest point.
///
/// That is the cross-track error: it says nothing about where along the route the phone was, so it is a lower bound of
/// the distance to the true position. Fixes whose nearest point is the route's very beginning or end, from beyond it,
/// are left out: their distance is not across the track.
package struct RoutePairing: Sendable {
  package var trim: ErrorTrim

  package init(trim: ErrorTrim = .none) { self.trim = trim }

  /// - Parameters:
  ///   - fixes: in any order.
  ///   - routes: each at least two places, Earth-centred metres; the nearest one counts.
  /// - Throws: `badInput` without a usable route, or when no fix is left.
  package func pair(fixes: [TimedPlace], routes: [[SIMD3<Double>]]) throws(EstimationError) -> PairedErrors {
    let lines = routes.filter { $0.count >= 2 }
    guard !lines.isEmpty else { throw .badInput("the route has fewer than two places") }
    var errors: [PairedError] = []
    for (index, fix) in fixes.enumerated() {
      var best: Foot?
      for line in lines {
        if let foot = Self.foot(of: fix.place, on: line, within: best?.squaredDistance ?? .infinity) { best = foot }
      }
      guard let best, !best.isBeyondEnd else { continue }
      let distance = best.squaredDistance.squareRoot()
      errors.append(
        PairedError(index: index, time: fix.time, magnitude: distance, axes: [best.isLeft ? distance : -distance]))
    }
    guard !errors.isEmpty else {
      throw .badInput(
        "none of \(fixes.count) fixes lies beside the route: the nearest place to each is one of its ends")
    }
    let (kept, warnings) = try trim.apply(errors)
    return PairedErrors(
      errors: kept, geometry: .crossTrack, clock: nil, unpaired: fixes.count - errors.count,
      trimmed: errors.count - kept.count, warnings: warnings)
  }

  struct Foot {
    let squaredDistance: Double
    /// The place lies to the left of the line's direction.
    let isLeft: Bool
    /// The nearest point is the line's first or last, and the place lies beyond it.
    let isBeyondEnd: Bool
  }

  /// The nearest point of a line of straight pieces, if it is nearer than the limit (in squared metres).
  static func foot(of place: SIMD3<Double>, on places: [SIMD3<Double>], within limit: Double) -> Foot? {
    var best = limit
    var found: (piece: Int, share: Double)?
    for piece in 0..<places.count - 1 {
      let along = places[piece + 1] - places[piece]
      let size = Vector.dot(along, along)
      let share = size > 0 ? Vector.dot(place - places[piece], along) / size : 0
      let difference = place - places[piece] - along * min(1, max(0, share))
      let distance = Vector.dot(difference, difference)
      if distance < best { (best, found) = (distance, (piece, share)) }
    }
    guard let found else { return nil }
    let along = places[found.piece + 1] - places[found.piece]
    let side = Vector.dot(Vector.cross(along, place - places[found.piece]), place)
    let isBeyond =
      (found.piece == 0 && found.share < 0) || (found.piece == places.count - 2 && found.share > 1)
    return Foot(squaredDistance: best, isLeft: side >= 0, isBeyondEnd: isBeyond)
  }
}

/// Measures fixes against one place.
package struct PointPairing: Sendable {
  /// What the place is.
  package enum Reference: Sendable, Hashable {
    /// Where the phone was, known from elsewhere; Earth-centred metres.
    case known(SIMD3<Double>)
    /// The fixes' own centre (geometric median, Weiszfeld 1937): what is measured is scatter. A constant bias of all
    /// fixes, as indoors, stays hidden, so it is a lower bound of the error.
    case centre
  }

  package var reference: Reference
  package var trim: ErrorTrim

  package init(reference: Reference, trim: ErrorTrim = .none) {
    self.reference = reference
    self.trim = trim
  }

  /// - Throws: `badInput` without any fix.
  package func pair(fixes: [TimedPlace]) throws(EstimationError) -> PairedErrors {
    guard !fixes.isEmpty else { throw .badInput("there is no fix") }
    var warnings: [FitWarning] = []
    let place: SIMD3<Double>
    switch reference {
    case .known(let given): place = given
    case .centre:
      place = Self.centre(fixes.map(\.place))
      warnings.append(.note("measured against the fixes' own centre: this is scatter, a lower bound of the error"))
    }
    let errors = fixes.enumerated().map { PairedError($0, $1, from: place) }
    let (kept, altered) = try trim.apply(errors)
    return PairedErrors(
      errors: kept, geometry: .distance, clock: nil, unpaired: 0, trimmed: errors.count - kept.count,
      warnings: warnings + altered)
  }

  /// The place with the smallest sum of distances, to a millimetre.
  static func centre(_ places: [SIMD3<Double>]) -> SIMD3<Double> {
    var centre = places.reduce(SIMD3<Double>.zero, +) / Double(places.count)
    for _ in 0..<500 {
      var (sum, weight) = (SIMD3<Double>.zero, 0.0)
      for place in places {
        // Half a millimetre keeps a fix at the centre itself from weighing everything.
        let w = 1 / max(5e-4, Vector.length(place - centre))
        sum += place * w
        weight += w
      }
      let next = sum / weight
      let change = Vector.length(next - centre)
      centre = next
      if change < 1e-4 { break }
    }
    return centre
  }
}
