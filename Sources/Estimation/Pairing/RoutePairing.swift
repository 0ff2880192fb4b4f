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
    let lines = routes.filter { $0.count >= 2 }.map(RouteLine.init)
    guard !lines.isEmpty else { throw .badInput("the route has fewer than two places") }
    var errors: [PairedError] = []
    for (index, fix) in fixes.enumerated() {
      var best: RouteLine.Foot?
      for line in lines {
        if let foot = line.foot(of: fix.place, within: best?.squaredDistance ?? .infinity) { best = foot }
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
    let kept = trim.apply(errors)
    guard !kept.isEmpty else { throw .badInput("--trim leaves none of the \(errors.count) fixes beside the route") }
    var warnings: [FitWarning] = []
    if let text = trim.text, kept.count < errors.count {
      warnings.append(.alteredSamples(count: errors.count - kept.count, reason: text))
    }
    return PairedErrors(
      errors: kept, geometry: .crossTrack, clock: nil, unpaired: fixes.count - errors.count,
      trimmed: errors.count - kept.count, warnings: warnings)
  }
}
