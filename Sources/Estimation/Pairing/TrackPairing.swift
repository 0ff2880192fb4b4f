/// Pairs fixes with a track that is taken as true.
///
/// The truth is a straight line between its points, in time; across gaps longer than `longestGap` it is not known and
/// fixes there are left out. The clock offset is the one that makes the along-track error of the fixes in motion
/// smallest: a search over the range in steps of half a second or less on the mean distance, then a `FormulaFit` of the
/// along-track error against the speed, with Huber's weights (1964) so that outliers do not decide it.
package struct TrackPairing: Sendable {
  package enum Clock: Sendable, Hashable {
    case fixed(seconds: Double)
    /// Between -range and +range, seconds.
    case estimated(range: Double)
  }

  package var clock: Clock
  /// Seconds.
  package var longestGap: Double
  /// Slower fixes say nothing about the clock: 1 m/s.
  static let leastSpeed = 1.0
  /// Fixes in motion that an estimate needs.
  static let leastMoving = 20

  package init(clock: Clock = .estimated(range: 30), longestGap: Double = 10) {
    self.clock = clock
    self.longestGap = longestGap
  }

  /// - Parameters:
  ///   - fixes: in any order.
  ///   - truth: at least 2, strictly increasing in time.
  /// - Throws: `badInput` for a truth that is not in order of time, `tooFewSamples` when no fix can be paired or too few
  ///   move to estimate the clock.
  package func pair(fixes: [TimedPlace], truth: [TimedPlace]) throws(EstimationError) -> PairedErrors {
    guard truth.count >= 2 else { throw .tooFewSamples(have: truth.count, need: 2) }
    guard zip(truth, truth.dropFirst()).allSatisfy({ $0.time < $1.time }) else {
      throw .badInput("the true track is not in order of time, or has two points of one time")
    }
    let path = TruthPath(points: truth, longestGap: longestGap)
    var warnings: [FitWarning] = []
    let offset = try offset(fixes, path, &warnings)
    var errors: [PairedError] = []
    for (index, fix) in fixes.enumerated() {
      guard let there = path.state(at: fix.time + offset.seconds) else { continue }
      errors.append(PairedError(index, fix, from: there.place))
    }
    guard !errors.isEmpty else {
      let span = (truth[0].time...truth[truth.count - 1].time)
      let inside = fixes.count { span.contains($0.time + offset.seconds) }
      throw .badInput(
        inside > 0
          ? "all \(inside) fixes in the time of the true track lie in its gaps of more than "
            + "\(ShortNumber.short(longestGap)) s: raise --truth-gap, or give a denser track"
          : "no fix lies in the time of the true track; check the clocks and the time zones of both files")
    }
    return PairedErrors(
      errors: errors, geometry: .distance, clock: offset, unpaired: fixes.count - errors.count, trimmed: 0,
      warnings: warnings)
  }

  private func offset(
    _ fixes: [TimedPlace], _ path: TruthPath, _ warnings: inout [FitWarning]
  ) throws(EstimationError) -> ClockOffset {
    let range: Double
    switch clock {
    case .fixed(let seconds): return ClockOffset(seconds: seconds, standardError: nil, interval95: nil, movingFixes: 0)
    case .estimated(let given): range = abs(given)
    }
    // Fixes inside the truth at every offset of the range, so that all offsets are judged by the same fixes.
    let usable = fixes.filter { fix in
      [-range, 0, range].allSatisfy { path.state(at: fix.time + $0) != nil }
    }.sorted { $0.time < $1.time }
    guard fixes.count >= Self.leastMoving else {
      throw .badInput(
        "\(fixes.count) fixes are too few to estimate the clock offset, \(Self.leastMoving) are needed; give it with "
          + "--clock-offset")
    }
    guard usable.count >= Self.leastMoving else {
      throw .badInput(
        "only \(usable.count) fixes lie inside the true track for every clock offset up to \(ShortNumber.short(range)) s; "
          + "give a smaller range or a fixed offset")
    }
    let step = min(0.5, range / 20)
    var best = (cost: Double.infinity, offset: 0.0)
    let half = Int((range / max(step, 1e-9)).rounded())
    for k in -half...half {
      let candidate = Double(k) * step
      var cost = 0.0
      for fix in usable {
        guard let there = path.state(at: fix.time + candidate) else { continue }
        cost += min(200, Vector.length(fix.place - there.place))
      }
      if cost < best.cost || (cost == best.cost && abs(candidate) < abs(best.offset)) { best = (cost, candidate) }
    }
    var seconds = best.offset
    for _ in 0..<20 {
      let next = try refined(seconds, usable, path).seconds
      let change = abs(next - seconds)
      seconds = next
      if change < 1e-6 { break }
    }
    let result = try refined(seconds, usable, path, isLast: true)
    guard result.seconds.isFinite, abs(result.seconds - best.offset) <= max(2, 4 * step) else {
      throw .didNotConverge(reason: "the along-track error has no clear minimum in the clock offset")
    }
    if abs(result.seconds) > range - step {
      warnings.append(
        .note(
          "the clock offset lies at the end of its range, \(ShortNumber.short(range)) s: widen it with --clock-range"))
    }
    return result
  }

  /// One step: along-track error = speed x (offset error) + noise.
  ///
  /// - Parameter isLast: whether it allows for fixes that repeat each other.
  private func refined(
    _ offset: Double, _ fixes: [TimedPlace], _ path: TruthPath, isLast: Bool = false
  ) throws(EstimationError) -> ClockOffset {
    var (along, speeds, times) = ([Double](), [Double](), [Double]())
    for fix in fixes {
      guard let there = path.state(at: fix.time + offset) else { continue }
      let speed = Vector.length(there.velocity)
      guard speed >= Self.leastSpeed else { continue }
      along.append(Vector.dot(fix.place - there.place, there.velocity) / speed)
      speeds.append(speed)
      times.append(fix.time)
    }
    guard along.count >= Self.leastMoving else {
      throw .badInput(
        "only \(along.count) fixes were made in motion, too few to estimate the clock offset; give it with "
          + "--clock-offset")
    }
    // Fixes on the track to the last digit have no offset left.
    guard along.contains(where: { $0 != 0 }) else {
      return ClockOffset(seconds: offset, standardError: 0, interval95: offset...offset, movingFixes: along.count)
    }
    let data = try FormulaData(columns: ["x": speeds, "y": along], times: times)
    var fit = try NamedFormula(.throughOrigin).fit(data)
    (fit.loss, fit.rowsAreInTimeOrder) = (.huber, isLast)
    let found = try fit.fit(data).summary.parameters[0]
    return ClockOffset(
      seconds: offset + found.value, standardError: found.standardError,
      interval95: found.interval95.map { offset + $0.lowerBound...offset + $0.upperBound }, movingFixes: along.count)
  }
}

/// How much later the truth's clock reads than the fixes' clock: true time = fix time + offset.
///
/// A delay between measurement and time stamp looks the same and is part of it.
package struct ClockOffset: Sendable, Hashable {
  /// In seconds.
  package let seconds: Double
  /// In seconds; `nil` for an offset that was given.
  package let standardError: Double?
  /// Few and correlated fixes allowed for (`FormulaFit`).
  package let interval95: ClosedRange<Double>?
  /// Fixes in motion, on which the estimate rests; 0 for an offset that was given.
  package let movingFixes: Int
}
