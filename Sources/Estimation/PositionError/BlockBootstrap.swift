import Core
import RealModule

/// p-values of Kolmogorov-Smirnov and Anderson-Darling for a model whose parameters were fitted to the same, correlated
/// data.
///
/// Neither test's table holds there. Instead data sets are made as the model would: values from the fitted
/// distribution, in an order of ranks taken from the data in blocks (Künsch 1989), so that they repeat each other as the
/// data do; each is fitted anew, and the p-value is the share of them that lie at least as far from their own fit
/// (parametric bootstrap, Stute, Gonzáles Manteiga and Presedo Quindimil 1993). Blocks are twice the integrated
/// autocorrelation time long. Long series are thinned first to at most 4,000 samples worth at most 2,000.
///
/// Range of validity: parameters inside their range. On a bound the bootstrap does not know how the estimate scatters
/// (Andrews, "Inconsistency of the bootstrap when a parameter is on the boundary", Econometrica 68, 2000), so there is no
/// p-value where the fit lies on one, or more than one refit in five lies on one or fails.
struct BlockBootstrap {
  let replicates: Int
  let seed: UInt64

  struct Outcome {
    let kolmogorovSmirnov: (statistic: Double, pValue: Double?)
    let andersonDarling: (statistic: Double, pValue: Double?)
    let samples: Int
    let block: Int
    let failed: Int
    /// Why there are no p-values.
    let obstacle: String?
  }

  /// - Parameters:
  ///   - magnitudes: in time order, above 0.
  ///   - start: the fit to all of them.
  /// - Throws: what the fit to the thinned data throws.
  func run(
    _ magnitudes: [Double], effective: EffectiveSamples, distribution: any MagnitudeDistribution,
    start: LikelihoodFit.Maximum
  ) throws(EstimationError) -> Outcome {
    let n = magnitudes.count
    // Every second sample of an autocorrelation time loses next to nothing.
    var stride = max(1, Int(effective.integratedTime / 2))
    stride = max(stride, (n + 3_999) / 4_000)
    let time = max(1, effective.integratedTime / Double(stride))
    let rest = Double(n / stride) / time
    if rest > 2_000 { stride *= Int((rest / 2_000).rounded(.up)) }
    let series = Swift.stride(from: 0, to: n, by: stride).map { magnitudes[$0] }
    let remaining = max(1, effective.integratedTime / Double(stride))
    let block = min(series.count, remaining > 1.2 ? Int((2 * remaining).rounded(.up)) : 1)

    let observed = try refit(MagnitudeSample(series), distribution, from: start)
    if let name = observed.onBound {
      return Outcome(
        kolmogorovSmirnov: (observed.distance, nil), andersonDarling: (observed.tails, nil), samples: series.count,
        block: block, failed: 0, obstacle: "\(name) lies on its bound")
    }
    let parameters = observed.parameters
    let quantiles = QuantileTable(distribution, parameters)
    let ranks = Self.ranks(series)
    var generator = Xoshiro256PlusPlus(seed: seed)
    var (worseDistance, worseTails, done, failed, onBound) = (0, 0, 0, 0, 0)
    var drawn = [Double](repeating: 0, count: series.count)
    for _ in 0..<replicates {
      var filled = 0
      while filled < drawn.count {
        let first = Int(generator.uniform() * Double(series.count - block + 1))
        for k in 0..<min(block, drawn.count - filled) {
          let p = (Double(ranks[first + k]) + generator.uniform()) / Double(series.count)
          drawn[filled + k] = max(1e-9, quantiles.value(min(1 - 1e-12, max(1e-12, p))))
        }
        filled += min(block, drawn.count - filled)
      }
      guard let replicate = try? refit(MagnitudeSample(drawn), distribution, from: observed.maximum) else {
        failed += 1
        continue
      }
      done += 1
      if replicate.onBound != nil { onBound += 1 }
      if replicate.distance >= observed.distance { worseDistance += 1 }
      if replicate.tails >= observed.tails { worseTails += 1 }
    }
    // Where one refit in five is lost, the others are no fair sample.
    let usable = done > 0 && (failed + onBound) * 5 <= replicates
    func pValue(_ worse: Int) -> Double? { usable ? Double(worse + 1) / Double(done + 1) : nil }
    return Outcome(
      kolmogorovSmirnov: (observed.distance, pValue(worseDistance)),
      andersonDarling: (observed.tails, pValue(worseTails)), samples: series.count, block: block, failed: failed,
      obstacle: usable ? nil : "of \(replicates) refits \(onBound) lie on a bound and \(failed) failed")
  }

  private struct Refit {
    let parameters: [Double]
    let maximum: LikelihoodFit.Maximum
    let distance: Double
    let tails: Double
    /// The parameter that lies on its bound, if one does.
    let onBound: String?
  }

  private func refit(
    _ sample: MagnitudeSample, _ distribution: any MagnitudeDistribution, from start: LikelihoodFit.Maximum
  ) throws(EstimationError) -> Refit {
    let fit = LikelihoodFit(
      specifications: distribution.specifications,
      logLikelihood: { distribution.logLikelihood(sample, $0) }, weight: 1)
    let scale = sample.count / max(1, start.sampleCount ?? sample.count)
    let guess = start.information.map { row in row.map { $0 * scale } }
    var maximum: LikelihoodFit.Maximum
    do {
      maximum = try fit.climb(
        from: start.free, pinned: start.pinned, information: guess, tolerance: 1e-4, measuresCurvature: false)
    } catch {
      maximum = try fit.maximum(starts: distribution.starts(sample))
    }
    maximum.sampleCount = sample.count
    let parameters = fit.values(maximum.free, maximum.pinned)
    let probabilities = sample.values.map { distribution.cumulative($0, parameters) }
    return Refit(
      parameters: parameters, maximum: maximum,
      distance: EmpiricalDistance.kolmogorovSmirnov(probabilities),
      tails: EmpiricalDistance.andersonDarling(probabilities), onBound: fit.boundParameter(maximum))
  }

  private static func ranks(_ values: [Double]) -> [Int] {
    var ranks = [Int](repeating: 0, count: values.count)
    for (rank, index) in values.indices.sorted(by: { (values[$0], $0) < (values[$1], $1) }).enumerated() {
      ranks[index] = rank
    }
    return ranks
  }
}

/// How far a sample's distribution function is from a model's.
enum EmpiricalDistance {
  /// Kolmogorov 1933, Smirnov 1948: the largest vertical distance.
  /// - Parameter probabilities: the model's cumulative function at the values in ascending order.
  static func kolmogorovSmirnov(_ probabilities: [Double]) -> Double {
    let n = Double(probabilities.count)
    var largest = 0.0
    for (i, p) in probabilities.enumerated() {
      largest = max(largest, Double(i + 1) / n - p, p - Double(i) / n)
    }
    return largest
  }

  /// Anderson and Darling 1954: A^2, which weighs the tails.
  /// - Parameter probabilities: as above; kept 1e-15 away from 0 and 1.
  static func andersonDarling(_ probabilities: [Double]) -> Double {
    let n = probabilities.count
    let kept = probabilities.map { min(1 - 1e-15, max(1e-15, $0)) }
    var sum = 0.0
    for i in 0..<n {
      sum += Double(2 * i + 1) * (Double.log(kept[i]) + Double.log(onePlus: -kept[n - 1 - i]))
    }
    return -Double(n) - sum / Double(n)
  }
}
