/// The empirical autocovariance of a series with irregular sampling, in bins of lag.
///
/// For each bin the mean of (x_i - m)(x_j - m) over the pairs of one leg whose distance in time falls into it (Edelson
/// and Krolik's discrete correlation function, 1988), m the mean of all. Takes time in proportion to the number of pairs
/// nearer than the longest lag.
public struct Autocovariance: Sendable, Hashable {
  public struct Bin: Sendable, Hashable {
    /// Mean lag of the bin's pairs in seconds.
    public let lag: Double
    /// In the square of the series' unit.
    public let covariance: Double
    public let pairs: Int
  }

  /// The lag-0 value: mean squared deviation, samples counted once.
  public let variance: Double
  public let mean: Double
  /// In ascending order of lag; empty bins are left out.
  public let bins: [Bin]
  public let samples: Int
  /// Of a bin, in seconds.
  public let width: Double

  /// - Parameters:
  ///   - width: of a bin in seconds; by default the median sampling interval.
  ///   - longestLag: in seconds.
  /// - Throws: `tooFewSamples` under 3 samples; `badInput` when all samples are at one instant or the lags are not
  ///   above 0.
  public init(_ series: TimeSeries, width: Double? = nil, longestLag: Double) throws(EstimationError) {
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
    var sums = [Double](repeating: 0, count: count)
    var lags = [Double](repeating: 0, count: count)
    var pairs = [Int](repeating: 0, count: count)
    let scale = 1 / width
    for leg in series.legs {
      for i in leg {
        let (time, value) = (points[i].time, values[i])
        var j = i + 1
        while j < leg.upperBound {
          let lag = points[j].time - time
          let bin = Int(lag * scale + 0.5)
          if bin >= count { break }
          sums[bin] += value * values[j]
          lags[bin] += lag
          pairs[bin] += 1
          j += 1
        }
      }
    }
    bins = (0..<count).compactMap { k in
      pairs[k] == 0
        ? nil
        : Bin(lag: lags[k] / Double(pairs[k]), covariance: sums[k] / Double(pairs[k]), pairs: pairs[k])
    }
  }

  /// Correlation by lag, with lag 0 first: for plots.
  public var correlation: [ResidualDiagnostics.AutocorrelationPoint] {
    guard variance > 0 else { return [] }
    return [ResidualDiagnostics.AutocorrelationPoint(lag: 0, value: 1)]
      + bins.map { ResidualDiagnostics.AutocorrelationPoint(lag: $0.lag, value: $0.covariance / variance) }
  }
}
