/// The likelihood along one parameter, the others fitted anew at each value, and where it has fallen by 1.92 units.
///
/// The others start from where they were at the last value. A height that would put a value outside the interval is not
/// believed before they were fitted from the summit and from the fit's own starts too, with each of them on and off its
/// closed bounds: a refit that stops short makes an interval too narrow.
final class LikelihoodProfile {
  /// A better place than the summit that was given, if one was come upon.
  private(set) var better: LikelihoodFit.Maximum?

  private let fit: LikelihoodFit
  private let summit: LikelihoodFit.Maximum
  private let parameter: Int
  private let weight: Double
  /// The others where they were last.
  private var latest: (free: [Double], pinned: [Int: Double])

  /// - Parameter weight: multiplies the log-likelihood.
  init(_ fit: LikelihoodFit, _ summit: LikelihoodFit.Maximum, parameter: Int, weight: Double) {
    (self.fit, self.summit, self.parameter, self.weight) = (fit, summit, parameter, weight)
    var others = summit.pinned
    others[parameter] = nil
    latest = (summit.free, others)
  }

  /// Outward from `start`, which is inside, on the free scale.
  ///
  /// - Parameters:
  ///   - step: the first one; its sign is the direction.
  ///   - rounds: how often other refits may move the end.
  func end(from start: Double, step: Double, rounds: Int = 10) -> ProfileEnd {
    let scale = fit.specifications[parameter].scale
    let limit = step < 0 ? scale.limits.lowerBound : scale.limits.upperBound
    let end = profileEnd(
      from: start, step: step, limit: limit, tolerance: 1e-6,
      between: { u in self.height(scale.value(u), from: self.latest.free, self.latest.pinned).map(self.score) }
    ) { u in u == start ? -LikelihoodFit.score : self.score(at: scale.value(u)) }
    // Where other refits reach higher, the end lies further out.
    guard case .at(let root) = end, let checked = thorough(scale.value(root)), checked < -0.01, root != start else {
      return end
    }
    return rounds > 0 ? self.end(from: root, step: step / 2, rounds: rounds - 1) : .open
  }

  /// Square root of twice the loss, less the 95 % score: up to 0 inside the interval. `nil` where nothing can be fitted.
  func score(at value: Double) -> Double? {
    if let quick = height(value, from: latest.free, latest.pinned).map(score), quick <= 0 { return quick }
    return thorough(value)
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
    var best: (height: Double, place: (free: [Double], pinned: [Int: Double]))?
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
