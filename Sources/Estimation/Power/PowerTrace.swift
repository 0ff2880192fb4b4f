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

  /// Half-way from the sample before; `nil` at the trace's ends and in a gap.
  func middle(before i: Int) -> Double? {
    i > 0 && i < times.count && !hasGap(before: i) ? (times[i - 1] + times[i]) / 2 : nil
  }

  /// From half-way to the samples beside some that follow each other, or half a step beyond them where there are none.
  func span(of samples: Range<Int>) -> Range<Double> {
    let (first, last) = (samples.lowerBound, samples.upperBound - 1)
    return (middle(before: first) ?? times[first] - step / 2)..<(middle(before: last + 1) ?? times[last] + step / 2)
  }

  /// Some samples in pieces without gaps.
  func unbroken(_ samples: Range<Int>) -> [Range<Int>] { runs(of: samples) { hasGap(before: $0) } }

  /// Energy over a span in joules, with power a straight line between samples; `nil` when the span is not inside the
  /// trace or meets a gap.
  package func energy(from start: Double, to end: Double) -> Double? {
    guard let first = times.first, let last = times.last, start >= first, end <= last, start <= end else { return nil }
    var joules = 0.0
    for i in max(1, times.partitioningIndex { $0 > start })..<times.count {
      let (before, after) = (times[i - 1], times[i])
      guard before < end else { break }
      if hasGap(before: i) { return nil }
      let (low, high) = (max(start, before), min(end, after))
      let slope = (watts[i] - watts[i - 1]) / (after - before)
      joules += (high - low) * (watts[i - 1] + slope * ((low + high) / 2 - before))
    }
    return joules
  }

  /// The index of the first sample at or after a time.
  func lowerBound(of time: Double) -> Int { times.partitioningIndex { $0 >= time } }

  /// The trace as means over equal bins without gaps: pieces with the time of their first bin's start. Bins hold at
  /// least one sample; a piece ends where the trace pauses.
  func binned(_ width: Double) -> [BinnedPower] {
    unbroken(times.indices).map { piece in
      var bins = BinnedPower(start: times[piece.lowerBound] - step / 2, width: width, watts: [])
      var (sum, count) = (0.0, 0)
      for i in piece {
        let place = Int((times[i] - bins.start) / width)
        while bins.watts.count < place {
          // A bin that a jittering clock left empty repeats the one before.
          bins.watts.append(count > 0 ? sum / Double(count) : bins.watts.last ?? watts[i])
          (sum, count) = (0, 0)
        }
        sum += watts[i]
        count += 1
      }
      bins.watts.append(sum / Double(count))
      return bins
    }
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
