/// A power trace as a sequence of levels.
///
/// The trace is averaged over equal bins, cut at its change points (`ChangePointSearch`), and the pieces are gathered
/// into levels: the two levels closest to each other become one until all are further apart than a tenth of their range,
/// or until a stated number is left. Neighbouring pieces of one level are one stretch. A change inside a bin is placed
/// by the bin's own mean, so that places are finer than the bins where the step is high above the noise. Bins at a change count
/// for neither mean.
package struct PowerSteps: Sendable, Hashable {
  /// In order of time; a gap of the trace leaves a hole.
  package let steps: [PowerStep]
  /// Means over time of the powers that the trace keeps returning to, in watts, from the lowest to the highest.
  package let levels: [Double]
  /// The bin's width in seconds.
  package let resolution: Double
  /// Binned power minus the mean of its stretch, over their own standard deviation, in order of time; bins at the edge of a
  /// change, which belong to both sides, are left out.
  package let residuals: [Double]
  /// The share of the binned power's variance that the levels explain, edges left out; `nil` where it does not vary.
  package let explained: GoodnessOfFit?

  /// Samples taken as spikes.
  package let spikes: Int

  static let mostBins = 40_000
  /// The shortest stretch to find, in seconds.
  private static let minimumDuration = 0.3

  /// - Parameters:
  ///   - resolution: of the bins, in seconds; longer than a cycle of discontinuous reception, or its pulses become
  ///     states. Raised where the trace would have more than 40,000 bins.
  ///   - levelCount: how many levels to end with; by default those a tenth of the range of the pieces' means apart.
  /// - Throws: `EstimationError.badInput`.
  package init(
    trace: PowerTrace, resolution: Double = 0.1, levelCount: Int? = nil
  ) throws(EstimationError) {
    guard resolution.isFinite, resolution > 0 else { throw .badInput("the resolution must be above 0 s") }
    guard levelCount.map({ $0 >= 2 }) ?? true else { throw .badInput("a trace with steps has at least 2 levels") }
    let (trace, spikes) = try Self.withoutSpikes(trace)
    self.spikes = spikes
    let length = trace.times[trace.times.count - 1] - trace.times[0] + trace.step
    let width = max(resolution, trace.step, length / Double(Self.mostBins))
    let least = max(1, Int((Self.minimumDuration / width).rounded()))
    var pieces: [Piece] = []
    var inner: [(time: Double, watts: Double)] = []
    for bins in trace.binned(width) where bins.watts.count >= 2 * least {
      let search = ChangePointSearch(bins.watts, minimumLength: least)
      let places = Self.places(bins, search)
      for k in search.starts.indices {
        let range = search.range(of: k, count: bins.watts.count)
        pieces.append(
          Piece(
            start: places[k], end: places[k + 1],
            mean: Self.mean(
              bins.watts, range, changesBefore: k > 0, changesAfter: k + 1 < search.starts.count),
            bins: range.count, first: bins.time(of: range.lowerBound), joins: k > 0))
        for i in range.dropFirst().dropLast() { inner.append((bins.time(of: i) + bins.width / 2, bins.watts[i])) }
      }
    }
    pieces = Self.withoutTransitions(pieces, width)
    guard let low = pieces.map(\.mean).min(), let high = pieces.map(\.mean).max() else {
      throw .badInput("no unbroken part of the trace is longer than two steps of the least duration")
    }
    self.resolution = width
    let assigned = Self.gather(pieces, separation: 0.1 * (high - low), count: levelCount)
    let steps = Self.join(pieces, levels: assigned, least: least)
    self.steps = steps
    levels = (0...(assigned.max() ?? 0)).map { level in
      let own = steps.filter { $0.level == level }
      let seconds = own.reduce(0) { $0 + $1.seconds }
      return own.reduce(0) { $0 + $1.mean * $1.seconds } / seconds
    }
    (residuals, explained) = Self.residuals(inner, steps, levels: levels)
  }

  /// Spikes shorter than the shortest stretch to find lie within a window of twice that length: where a sample is more than four
  /// deviations off the median of 13 or more evenly over the window, or of all where it has fewer, it counts as that (Hampel, J. Am. Stat.
  /// Assoc. 69, 1974). Where they are more than 4 % of the samples they are pulses, which belong to a level.
  private static func withoutSpikes(_ trace: PowerTrace) throws(EstimationError) -> (PowerTrace, count: Int) {
    let watts = trace.watts
    let reach = max(2, Int(minimumDuration / trace.step + 0.01))
    let stride = max(1, reach / 6)
    let half = reach / stride * stride
    guard watts.count > 4 * half else { return (trace, 0) }
    let medians = watts.indices.map { i -> Double in
      let start = min(max(0, i - half), watts.count - 2 * half - 1)
      return Swift.stride(from: start, through: start + 2 * half, by: stride).map { watts[$0] }.sorted()[half / stride]
    }
    let rest = watts.indices.map { abs(watts[$0] - medians[$0]) }
    let limit = 4 * rest.sorted()[rest.count / 2] / 0.674_489_750_196_081_7
    let found = rest.indices.filter { rest[$0] > limit }
    guard limit > 0, !found.isEmpty, found.count * 25 <= watts.count else { return (trace, 0) }
    var clean = watts
    for i in found { clean[i] = medians[i] }
    return (try PowerTrace(times: trace.times, watts: clean), found.count)
  }

  /// Stretches of less than twice the shortest duration that leave a level and return to it: wide spikes look like these.
  var excursions: Int {
    steps.indices.dropFirst().dropLast().count {
      steps[$0].seconds < 2 * Self.minimumDuration && steps[$0 - 1].level == steps[$0 + 1].level
    }
  }

  private static func residuals(
    _ bins: [(time: Double, watts: Double)], _ steps: [PowerStep], levels: [Double]
  ) -> (scores: [Double], explained: GoodnessOfFit?) {
    var (scores, off, s) = ([Double](), [Double](), 0)
    for bin in bins {
      while s + 1 < steps.count, steps[s + 1].start <= bin.time { s += 1 }
      scores.append(bin.watts - steps[s].mean)
      off.append(bin.watts - levels[steps[s].level])
    }
    let deviation = (dot(scores, scores) / Double(max(1, scores.count))).squareRoot()
    let explained = GoodnessOfFit.explained(
      bins.map(\.watts), residuals: off, "the trace inside stretches that the levels")
    return (scores.map { deviation > 0 ? $0 / deviation : 0 }, explained)
  }

  private struct Piece {
    var start: Double
    var end: Double
    let mean: Double
    let bins: Int
    /// Where its first bin starts.
    let first: Double
    /// Whether it follows the piece before without a gap.
    let joins: Bool
  }

  /// Without two bins at each change, which may have some of the power beside it, where half of the bins are left.
  private static func mean(
    _ watts: [Double], _ range: Range<Int>, changesBefore: Bool, changesAfter: Bool
  ) -> Double {
    let inner = [2, 1, 0].map { range.dropFirst(changesBefore ? $0 : 0).dropLast(changesAfter ? $0 : 0) }
    let kept = inner.first { 2 * $0.count >= range.count } ?? range
    return watts[kept].mean
  }

  /// Where pieces begin, and the last one ends, in seconds.
  private static func places(_ bins: BinnedPower, _ search: ChangePointSearch) -> [Double] {
    let count = bins.watts.count
    var places = [bins.time(of: 0)]
    for k in search.starts.indices.dropFirst() {
      let (before, after) = (search.range(of: k - 1, count: count), search.range(of: k, count: count))
      let edge = after.lowerBound
      // Levels from the bins that the change cannot have touched.
      let low = bins.watts[before.dropLast()].mean
      let high = bins.watts[after.dropFirst()].mean
      var share = 1.0
      if before.count >= 2, after.count >= 2, abs(high - low) > 4 * search.noise, high != low {
        share = (bins.watts[edge - 1] + bins.watts[edge] - 2 * high) / (low - high)
      }
      places.append(bins.time(of: edge - 1) + min(2, max(0, share)) * bins.width)
    }
    places.append(bins.time(of: count))
    return places
  }

  /// A bin that a change divides may be cut off with the bins beside it, as a level between both that is shorter than any to find.
  /// Such a piece becomes one change, at the time that keeps its energy.
  private static func withoutTransitions(_ pieces: [Piece], _ width: Double) -> [Piece] {
    var (pieces, kept) = (pieces, [Piece]())
    for i in pieces.indices {
      let piece = pieces[i]
      guard let before = kept.last?.mean, i + 1 < pieces.count, piece.joins, pieces[i + 1].joins,
        piece.end - piece.start < minimumDuration, (piece.mean - before) * (piece.mean - pieces[i + 1].mean) < 0
      else {
        kept.append(piece)
        continue
      }
      let after = pieces[i + 1].mean
      let change = piece.first + (piece.mean - after) / (before - after) * Double(piece.bins) * width
      kept[kept.count - 1].end = change
      pieces[i + 1].start = change
    }
    return kept
  }

  /// The level of each piece, 0 the lowest.
  private static func gather(_ pieces: [Piece], separation: Double, count: Int?) -> [Int] {
    let order = pieces.indices.sorted { pieces[$0].mean < pieces[$1].mean }
    var groups = order.map { (members: [$0], bins: Double(pieces[$0].bins), mean: pieces[$0].mean) }
    while groups.count > 1 {
      let distances = zip(groups.dropFirst(), groups).map { $0.mean - $1.mean }
      guard let (closest, distance) = distances.enumerated().min(by: { $0.element < $1.element }) else { break }
      if let count { if groups.count <= count { break } } else if distance >= separation { break }
      let (a, b) = (groups[closest], groups[closest + 1])
      let bins = a.bins + b.bins
      groups[closest] = (a.members + b.members, bins, (a.mean * a.bins + b.mean * b.bins) / bins)
      groups.remove(at: closest + 1)
    }
    var level = [Int](repeating: 0, count: pieces.count)
    for (g, group) in groups.enumerated() { for member in group.members { level[member] = g } }
    return level
  }

  /// A bin that a change divides is often cut off with the bins beside it: so short pieces hardly count for a stretch's mean.
  private static func join(_ pieces: [Piece], levels: [Int], least: Int) -> [PowerStep] {
    var (steps, weight) = ([PowerStep](), 0.0)
    for (i, piece) in pieces.enumerated() {
      let own = max(1e-3, Double(piece.bins - 2 * least))
      if piece.joins, let last = steps.last, last.level == levels[i] {
        let mean = (last.mean * weight + piece.mean * own) / (weight + own)
        steps[steps.count - 1] = PowerStep(start: last.start, end: piece.end, mean: mean, level: last.level)
        weight += own
      } else {
        steps.append(PowerStep(start: piece.start, end: piece.end, mean: piece.mean, level: levels[i]))
        weight = own
      }
    }
    return steps
  }
}

/// A stretch of a power trace at one level.
package struct PowerStep: Sendable, Hashable {
  /// In seconds, on the trace's clock.
  package let start: Double
  package let end: Double
  /// In watts.
  package let mean: Double
  /// Which of the levels it belongs to, the lowest being 0.
  package let level: Int

  package var seconds: Double { end - start }
}
