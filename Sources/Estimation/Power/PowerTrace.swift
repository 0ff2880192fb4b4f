import Core

/// Power measured over time, as a power monitor writes it.
///
/// Each sample is taken to be the mean power around its time. A pause of more than ten median steps is a gap: nothing
/// is interpolated across it.
package struct PowerTrace: Sendable, Hashable {
  /// In seconds, strictly increasing.
  package let times: [Double]
  /// In watts.
  package let watts: [Double]
  /// The median distance of samples, in seconds.
  package let step: Double

  /// - Parameters:
  ///   - times: in seconds, strictly increasing, finite.
  ///   - watts: finite; may be negative (noise around zero, charging).
  /// - Throws: `EstimationError.tooFewSamples` under 8 samples, `badInput` for the rest, with the sample's number.
  package init(times: [Double], watts: [Double]) throws(EstimationError) {
    guard times.count == watts.count else { throw .badInput("\(times.count) times but \(watts.count) powers") }
    guard times.count >= 8 else { throw .tooFewSamples(have: times.count, need: 8) }
    for i in times.indices {
      guard times[i].isFinite, watts[i].isFinite else { throw .badInput("sample \(i + 1) is not a finite number") }
      if i > 0, times[i] <= times[i - 1] {
        throw .badInput("the time of sample \(i + 1) is not after the one before; sort the trace and drop repeats")
      }
    }
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
    self.times = times
    self.watts = watts
    step = steps[steps.count / 2]
  }

  /// Whether the trace pauses before sample `i`.
  func hasGap(before i: Int) -> Bool { times[i] - times[i - 1] > 10 * step }

  /// Energy over a span in joules, with power a straight line between samples; `nil` when the span is not inside the
  /// trace or meets a gap.
  package func energy(from start: Double, to end: Double) -> Double? {
    guard let first = times.first, let last = times.last, start >= first, end <= last, start <= end else { return nil }
    // The first sample at or after the start.
    var i = lowerBound(of: start)
    var (time, power) = (start, power(at: start, before: i))
    var joules = 0.0
    while i < times.count, times[i] < end {
      if i > 0, hasGap(before: i) { return nil }
      joules += (times[i] - time) * (power + watts[i]) / 2
      (time, power) = (times[i], watts[i])
      i += 1
    }
    if i < times.count, i > 0, end > time, hasGap(before: i) { return nil }
    return joules + (end - time) * (power + self.power(at: end, before: i)) / 2
  }

  /// The index of the first sample at or after a time.
  func lowerBound(of time: Double) -> Int { times.partitioningIndex { $0 >= time } }

  private func power(at time: Double, before i: Int) -> Double {
    guard i < times.count else { return watts[watts.count - 1] }
    guard i > 0, times[i] > time else { return watts[i] }
    let share = (time - times[i - 1]) / (times[i] - times[i - 1])
    return watts[i - 1] + share * (watts[i] - watts[i - 1])
  }

  /// The trace as means over equal bins without gaps: pieces with the time of their first bin's start. Bins hold at
  /// least one sample; a piece ends where the trace pauses.
  func binned(_ width: Double) -> [BinnedPower] {
    var pieces: [BinnedPower] = []
    var current = BinnedPower(start: times[0] - step / 2, width: width, watts: [])
    var (sum, count, bin) = (0.0, 0, 0)
    for i in times.indices {
      if i > 0, hasGap(before: i) {
        if count > 0 { current.watts.append(sum / Double(count)) }
        if !current.watts.isEmpty { pieces.append(current) }
        current = BinnedPower(start: times[i] - step / 2, width: width, watts: [])
        (sum, count, bin) = (0, 0, 0)
      }
      let place = Int((times[i] - current.start) / width)
      while bin < place {
        // A bin that a jittering clock left empty repeats the one before.
        current.watts.append(count > 0 ? sum / Double(count) : current.watts.last ?? watts[i])
        (sum, count) = (0, 0)
        bin += 1
      }
      sum += watts[i]
      count += 1
    }
    if count > 0 { current.watts.append(sum / Double(count)) }
    if !current.watts.isEmpty { pieces.append(current) }
    return pieces
  }
}

/// Mean power over equal bins of time.
struct BinnedPower: Sendable, Hashable {
  /// Where the first bin starts, in seconds.
  let start: Double
  /// In seconds.
  let width: Double
  /// One mean per bin.
  var watts: [Double]

  /// Where bin `i` starts, in seconds.
  func time(of i: Int) -> Double { start + Double(i) * width }
}

/// A stretch of a power trace during which a known state held, such as a line of a test protocol.
package struct LabelledSpan: Sendable, Hashable {
  package let state: String
  /// In seconds, on the trace's clock.
  package let start: Double
  /// In seconds, after `start`.
  package let end: Double

  package init(state: String, start: Double, end: Double) {
    self.state = state
    self.start = start
    self.end = end
  }

  /// Spans from one label per sample: a change lies half-way between two samples; a gap in the trace ends a span.
  ///
  /// - Parameter labels: one for each sample of the trace; an empty label belongs to no state.
  /// - Throws: `EstimationError.badInput` for the wrong number of labels.
  package static func spans(of trace: PowerTrace, labels: [String]) throws(EstimationError) -> [LabelledSpan] {
    guard labels.count == trace.times.count else {
      throw .badInput("\(labels.count) labels for \(trace.times.count) samples")
    }
    var spans: [LabelledSpan] = []
    var first = 0
    for i in 1...labels.count {
      let isEnd = i == labels.count
      if !isEnd, labels[i] == labels[first], !trace.hasGap(before: i) { continue }
      // Outer ends reach half a step beyond the samples; a change of label lies between its two samples.
      let start =
        first > 0 && !trace.hasGap(before: first)
        ? (trace.times[first - 1] + trace.times[first]) / 2 : trace.times[first] - trace.step / 2
      let end =
        !isEnd && !trace.hasGap(before: i)
        ? (trace.times[i - 1] + trace.times[i]) / 2 : trace.times[i - 1] + trace.step / 2
      if !labels[first].isEmpty { spans.append(LabelledSpan(state: labels[first], start: start, end: end)) }
      first = i
    }
    return spans
  }
}
