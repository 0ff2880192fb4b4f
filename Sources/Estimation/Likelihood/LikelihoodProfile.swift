/// The likelihood along one parameter, the others fitted anew at each value, and where it has fallen by 1.92 units.
///
/// The others start from where they were at the last value. A height that would put a value outside the interval is not
/// believed before they were fitted from the summit and from the fit's own starts too, with each of them on and off its
/// closed bounds: a refit that stops short makes an interval too narrow.
final class LikelihoodProfile {
  /// An end of an interval, on the free scale.
  enum End: Equatable {
    case at(Double)
    /// The likelihood never falls that far: all values up to the end of the range are inside.
    case limit
    /// It could not be found.
    case open
  }

  /// A better place than the summit that was given, if one was come upon.
  private(set) var better: LikelihoodFit.Maximum?

  private let fit: LikelihoodFit
  private let summit: LikelihoodFit.Maximum
  private let parameter: Int
  private let weight: Double
  /// Where the others are.
  private typealias Place = (free: [Double], pinned: [Int: Double])
  /// A value on the free scale with its score, and where the others are there.
  private typealias Point = (u: Double, score: Double, place: Place)

  /// The others where they were last.
  private var latest: Place

  /// - Parameter weight: multiplies the log-likelihood.
  init(_ fit: LikelihoodFit, _ summit: LikelihoodFit.Maximum, parameter: Int, weight: Double) {
    (self.fit, self.summit, self.parameter, self.weight) = (fit, summit, parameter, weight)
    var others = summit.pinned
    others[parameter] = nil
    latest = (summit.free, others)
  }

  /// Outward from `start`, which is inside.
  ///
  /// - Parameter step: the first one; its sign is the direction.
  func end(from start: Double, step: Double) -> End {
    let scale = fit.specifications[parameter].scale
    var (step, failures) = (step, 0)
    var inside: Point = (start, -LikelihoodFit.score, latest)
    for _ in 0..<90 {
      let outside = min(scale.limits.upperBound, max(scale.limits.lowerBound, inside.u + step))
      if outside == inside.u { return .limit }
      guard let height = score(at: scale.value(outside)) else {
        // Where nothing can be fitted may be far outside: try nearer.
        failures += 1
        if failures > 15 { return .open }
        step /= 2
        continue
      }
      if height <= 0 {
        inside = (outside, height, latest)
        step *= 1.5
        continue
      }
      guard let root = root(between: inside, and: (outside, height, latest), start: start) else { return .open }
      guard let checked = thorough(scale.value(root)), checked < -0.01, root != inside.u else { return .at(root) }
      inside = (root, checked, latest)
      step = (outside - root) / 2
    }
    return .open
  }

  /// Square root of twice the loss, less the 95 % score: up to 0 inside the interval. `nil` where nothing can be fitted.
  func score(at value: Double) -> Double? {
    if let quick = height(value, from: latest.free, latest.pinned).map({ score($0) }), quick <= 0 { return quick }
    return thorough(value)
  }

  /// Between the two, the others start from where they are at either.
  private func root(between inside: Point, and outside: Point, start: Double) -> Double? {
    let scale = fit.specifications[parameter].scale
    return try? bracketedRoot(
      between: inside.u, and: outside.u, tolerance: 1e-6 * max(1e-3, abs(outside.u - start)),
      { [self] (u) throws(EstimationError) in
        if u == inside.u { return inside.score }
        if u == outside.u { return outside.score }
        let value = scale.value(u)
        let heights = [inside.place, outside.place].compactMap { height(value, from: $0.free, $0.pinned) }
        guard let highest = heights.max() else {
          throw .didNotConverge(reason: "no profile")
        }
        return score(highest)
      })
  }

  private func score(_ height: Double) -> Double {
    (2 * weight * max(0, summit.logLikelihood - height)).squareRoot() - LikelihoodFit.score
  }

  /// The best of several refits.
  private func thorough(_ value: Double) -> Double? {
    var held = summit.pinned
    held[parameter] = nil
    var sets: [[Int: Double]] = [latest.pinned]
    for set in [held, [:]] where !sets.contains(set) { sets.append(set) }
    for (i, specification) in fit.specifications.enumerated() where i != parameter {
      for bound in specification.closedBounds where !sets.contains([i: bound]) { sets.append([i: bound]) }
    }
    let origins = [latest.free, summit.free] + summit.starts
    var best: (height: Double, place: Place)?
    for set in sets {
      for origin in origins {
        if let height = height(value, from: origin, set), height > best?.height ?? -.infinity {
          best = (height, latest)
        }
      }
    }
    guard let best else { return nil }
    latest = best.place
    return score(best.height)
  }

  /// How high the others can make it; remembers where.
  private func height(_ value: Double, from origin: [Double], _ others: [Int: Double]) -> Double? {
    let pinned = others.merging([parameter: value]) { $1 }
    let active = fit.active(pinned)
    if active.isEmpty {
      let height = fit.logLikelihood(fit.values(origin, pinned))
      return height.isFinite ? height : nil
    }
    // The summit's curvature is a good guess where it knows the same parameters.
    let known = fit.active(summit.pinned)
    let rows = active.compactMap(known.firstIndex)
    let guess = rows.count == active.count ? rows.map { a in rows.map { b in summit.information[a][b] } } : nil
    guard
      let there = try? fit.climb(
        from: origin, pinned: pinned, information: guess, tolerance: 1e-5, measuresCurvature: false, enough: 1e-8)
    else { return nil }
    latest = (there.free, others)
    if weight * (there.logLikelihood - max(summit.logLikelihood, better?.logLikelihood ?? -.infinity)) > 1e-3 {
      var place = there
      place.free[parameter] = fit.specifications[parameter].scale.free(value)
      better = place
    }
    return there.logLikelihood
  }
}
