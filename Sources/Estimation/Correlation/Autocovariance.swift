/// The empirical autocovariance of a series with irregular sampling, in bins of lag.
///
/// For each bin the mean of (x_i - m)(x_j - m) over the pairs of one leg whose distance in time falls into it (Edelson
/// and Krolik's discrete correlation function, 1988), m the mean of all. Up to four million pairs are counted one by one. More
/// go through a Fourier transform over a grid of time (`LaggedProducts`): exactly where sampling is regular, gaps allowed;
/// else on a grid of up to 8 cells in a bin, which moves a lag by at most one cell.
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
  ///   - width: of a bin in seconds; by default the median sampling interval.
  ///   - longestLag: in seconds.
  /// - Throws: `tooFewSamples` under 3 samples; `badInput` when all samples are at one instant or the lags are not
  ///   above 0.
  package init(_ series: TimeSeries, width: Double? = nil, longestLag: Double) throws(EstimationError) {
    let points = series.points
    guard points.count >= 3 else { throw .tooFewSamples(have: points.count, need: 3) }
    guard let width = width ?? series.medianInterval else { throw .badInput("no two samples at different times") }
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
    var tally = Tally(count)
    if Self.pairs(points, series.legs, within: (Double(count) - 0.5) * width) <= Self.mostPairs {
      tally.addPairs(points, values, series.legs, width: width)
    } else {
      try tally.addGrid(points, values, series.legs, width: width)
    }
    bins = (0..<count).compactMap { k in
      tally.pairs[k] == 0
        ? nil
        : Bin(
          lag: tally.lags[k] / tally.pairs[k], covariance: tally.sums[k] / tally.pairs[k], pairs: Int(tally.pairs[k]))
    }
  }

  static let mostPairs = 4_000_000

  /// How many pairs are nearer than a lag; stops counting beyond `mostPairs`.
  private static func pairs(_ points: [TimeSeries.Point], _ legs: [Range<Int>], within lag: Double) -> Int {
    var total = 0
    for leg in legs {
      var first = leg.lowerBound
      for i in leg {
        while points[i].time - points[first].time > lag { first += 1 }
        total += i - first
      }
      if total > mostPairs { break }
    }
    return total
  }

  /// Sums over the pairs of each bin.
  private struct Tally {
    var sums: [Double]
    var lags: [Double]
    var pairs: [Double]
    private let count: Int

    init(_ count: Int) {
      self.count = count
      sums = [Double](repeating: 0, count: count)
      lags = sums
      pairs = sums
    }

    mutating func addPairs(_ points: [TimeSeries.Point], _ values: [Double], _ legs: [Range<Int>], width: Double) {
      let scale = 1 / width
      for leg in legs {
        for i in leg {
          let (time, value) = (points[i].time, values[i])
          var j = i + 1
          while j < leg.upperBound {
            let lag = points[j].time - time
            let place = lag * scale + 0.5
            guard place < Double(count) else { break }
            let bin = Int(place)
            sums[bin] += value * values[j]
            lags[bin] += lag
            pairs[bin] += 1
            j += 1
          }
        }
      }
    }

    mutating func addGrid(
      _ points: [TimeSeries.Point], _ values: [Double], _ legs: [Range<Int>], width: Double
    ) throws(EstimationError) {
      let isRegular = legs.allSatisfy { leg in
        leg.allSatisfy { i in
          let place = (points[i].time - points[leg.lowerBound].time) / width
          return abs(place - place.rounded()) < 0.01
        }
      }
      let finer = isRegular ? 1 : max(1, min(8, (1 << 20) / count))
      let cell = width / Double(finer)
      var products = LaggedProducts(reach: finer * count)
      for leg in legs {
        var first = leg.lowerBound
        while first < leg.upperBound {
          // A gap longer than all lags ends a stretch.
          var next = first + 1
          while next < leg.upperBound, points[next].time - points[next - 1].time <= Double(count + 1) * width {
            next += 1
          }
          let start = points[first].time
          try products.add(
            cells: (first..<next).map { Int(((points[$0].time - start) / cell).rounded()) },
            values: Array(values[first..<next]))
          first = next
        }
      }
      for lag in 0...products.reach {
        let bin = (lag + finer / 2) / finer
        guard bin < count else { break }
        let (sum, number) = products[lag]
        sums[bin] += sum
        lags[bin] += number * Double(lag) * cell
        pairs[bin] += number
      }
    }
  }

  /// Correlation by lag, with lag 0 first: for plots.
  package var correlation: [ResidualDiagnostics.AutocorrelationPoint] {
    guard variance > 0 else { return [] }
    return [ResidualDiagnostics.AutocorrelationPoint(lag: 0, value: 1)]
      + bins.map { ResidualDiagnostics.AutocorrelationPoint(lag: $0.lag, value: $0.covariance / variance) }
  }
}
