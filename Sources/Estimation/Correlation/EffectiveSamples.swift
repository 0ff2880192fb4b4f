/// How many independent samples a correlated series is worth.
///
/// n_eff = n^2 / sum over all pairs of rho(t_i - t_j) = n / tau with the integrated autocorrelation time
/// tau = 1 + (2 / n) sum over bins of pairs x rho, cut at the first lag of 5 tau samples (Sokal 1997), which keeps the
/// noise of long lags out. Irregular sampling is allowed: the number of pairs takes the place of the usual weight 1.
package struct EffectiveSamples: Sendable, Hashable {
  package let samples: Int
  /// In samples, at least 1: anticorrelation is not credited.
  package let integratedTime: Double
  /// From above 0 to `samples`.
  package let effective: Double
  /// Lag of the cut in seconds; 0 when neighbours are independent or there are no pairs.
  package let window: Double

  /// - Throws: `tooFewSamples` under 3 samples.
  package init(_ series: TimeSeries) throws(EstimationError) {
    let n = series.points.count
    guard n >= 3 else { throw .tooFewSamples(have: n, need: 3) }
    guard let width = series.medianInterval, let first = series.points.first,
      series.points.contains(where: { $0.value != first.value })
    else {
      self.init(samples: n, integratedTime: 1, window: 0)
      return
    }
    // Twice the lag until the cut lies inside; never more than the longest leg.
    let longest = series.legs.reduce(0.0) {
      max($0, series.points[$1.upperBound - 1].time - series.points[$1.lowerBound].time)
    }
    var reach = 32 * width
    while true {
      let covariance = try Autocovariance(series, width: width, longestLag: min(max(reach, width), 5e5 * width))
      if let (time, lag) = Self.cut(covariance) {
        self.init(samples: n, integratedTime: min(time, Double(n)), window: lag)
        return
      }
      if reach >= longest || reach >= 5e5 * width {
        // Correlated from end to end: what is left is one sample, to the best of what the data can say.
        let total = Self.total(covariance)
        self.init(samples: n, integratedTime: min(Double(n), max(1, total)), window: reach)
        return
      }
      reach *= 2
    }
  }

  private init(samples: Int, integratedTime: Double, window: Double) {
    self.samples = samples
    self.integratedTime = max(1, integratedTime)
    effective = Double(samples) / max(1, integratedTime)
    self.window = window
  }

  /// What `CorrelationTime` found, for short series.
  init(samples: Int, effective: Double) {
    self.init(samples: samples, integratedTime: Double(samples) / max(1, effective), window: 0)
  }

  /// Independent samples by declaration.
  package init(independent samples: Int) {
    self.init(samples: samples, integratedTime: 1, window: 0)
  }

  private static func cut(_ covariance: Autocovariance) -> (time: Double, lag: Double)? {
    let n = Double(covariance.samples)
    var time = 1.0
    for bin in covariance.bins {
      time += 2 * Double(bin.pairs) / n * bin.covariance / covariance.variance
      if bin.lag >= 5 * time * covariance.width { return (time, bin.lag) }
    }
    return nil
  }

  private static func total(_ covariance: Autocovariance) -> Double {
    let n = Double(covariance.samples)
    var (time, best) = (1.0, 1.0)
    for bin in covariance.bins {
      time += 2 * Double(bin.pairs) / n * bin.covariance / covariance.variance
      best = max(best, time)
    }
    return best
  }
}
