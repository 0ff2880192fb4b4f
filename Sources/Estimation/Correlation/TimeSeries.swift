/// Values at instants, perhaps in several legs that have nothing to do with each other. Sampling may be irregular.
package struct TimeSeries: Sendable, Hashable {
  /// A value at an instant.
  package struct Point: Sendable, Hashable {
    /// Seconds, from any start.
    package let time: Double
    package let value: Double
    package let leg: Int

    package init(time: Double, value: Double, leg: Int = 0) {
      self.time = time
      self.value = value
      self.leg = leg
    }
  }

  /// By leg, then by time.
  package let points: [Point]

  /// - Parameter points: in any order; sorted here.
  /// - Throws: `badInput` for a value or time that is not a finite number.
  package init(_ points: [Point]) throws(EstimationError) {
    guard points.allSatisfy({ $0.time.isFinite && $0.value.isFinite }) else {
      throw .badInput("a time or value is not a finite number")
    }
    self.points = points.sorted { ($0.leg, $0.time) < ($1.leg, $1.time) }
  }

  /// Ranges of `points` that belong to one leg.
  var legs: [Range<Int>] { runs(of: points.indices) { points[$0].leg != points[$0 - 1].leg } }

  /// The median time between neighbours in seconds; `nil` when there are no two at different times in one leg.
  package var medianInterval: Double? {
    var intervals: [Double] = []
    for leg in legs {
      for i in leg.dropFirst() where points[i].time > points[i - 1].time {
        intervals.append(points[i].time - points[i - 1].time)
      }
    }
    intervals.sort()
    return intervals.isEmpty ? nil : intervals[intervals.count / 2]
  }

  /// The same points with other values.
  func replacing(_ values: [Double]) -> TimeSeries {
    TimeSeries(ordered: zip(points, values).map { Point(time: $0.time, value: $1, leg: $0.leg) })
  }

  private init(ordered points: [Point]) { self.points = points }
}

/// The empirical autocovariance of a series with irregular sampling, in bins of lag.
///
/// For each bin the mean of (x_i - m)(x_j - m) over the pairs of one leg whose distance in time falls into it (Edelson
/// and Krolik's discrete correlation function, 1988), m the mean of all. Of more than about four million pairs those of every k-th
/// sample with all that follow it count.
package struct Autocovariance: Sendable, Hashable {
  package struct Bin: Sendable, Hashable {
    /// Mean lag of the bin's pairs in seconds.
    package let lag: Double
    /// In the square of the series' unit.
    package let covariance: Double
    package let pairs: Int
  }

  /// The lag-0 value: mean squared deviation, samples counted once.
  package let variance: Double
  package let mean: Double
  /// In ascending order of lag; empty bins are left out.
  package let bins: [Bin]
  package let samples: Int
  /// Of a bin, in seconds.
  package let width: Double

  /// - Parameters:
  ///   - width: of a bin in seconds.
  ///   - longestLag: in seconds.
  /// - Throws: `tooFewSamples` under 3 samples; `badInput` when the lags are not above 0.
  package init(_ series: TimeSeries, width: Double, longestLag: Double) throws(EstimationError) {
    let points = series.points
    guard points.count >= 3 else { throw .tooFewSamples(have: points.count, need: 3) }
    guard width > 0, longestLag >= width, longestLag / width < 1e6 else {
      throw .badInput("lags up to \(longestLag) s in bins of \(width) s")
    }
    self.width = width
    samples = points.count
    let mean = points.reduce(0) { $0 + $1.value } / Double(points.count)
    self.mean = mean
    let values = points.map { $0.value - mean }
    variance = values.reduce(0) { $0 + $1 * $1 } / Double(points.count)
    // Bin k holds lags around k widths; bin 0 those shorter than half a width.
    let count = Int((longestLag / width).rounded()) + 1
    var sums = [Double](repeating: 0, count: count)
    var (lags, pairs) = (sums, sums)
    let stride = max(1, points.count / max(1, Self.mostPairs / min(count, points.count)))
    for leg in series.legs {
      for i in Swift.stride(from: leg.lowerBound, to: leg.upperBound, by: stride) {
        for j in (i + 1)..<max(i + 1, leg.upperBound) {
          let lag = points[j].time - points[i].time
          let place = lag / width + 0.5
          guard place < Double(count) else { break }
          let bin = Int(place)
          sums[bin] += values[i] * values[j]
          lags[bin] += lag
          pairs[bin] += 1
        }
      }
    }
    bins = (0..<count).compactMap { k in
      pairs[k] == 0
        ? nil : Bin(lag: lags[k] / pairs[k], covariance: sums[k] / pairs[k], pairs: Int(pairs[k]))
    }
  }

  static let mostPairs = 4_000_000
}
