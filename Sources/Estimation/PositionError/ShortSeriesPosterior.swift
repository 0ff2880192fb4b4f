import Core
import RealModule

/// What a series that is worth few independent samples says about a distribution of one or two parameters.
///
/// With few effective samples the level goes along with the errors, and their spread comes out too small; intervals that only
/// widen those of independent samples miss the truth. So the errors are taken as a Gauss-Markov process with white noise, turned
/// into the distribution by ranks (a normal copula; Joe, "Dependence Modeling with Copulas", 2014, section 7.9): with normal scores
/// z_i of x_i the likelihood is the product of the densities times |R|^-1/2 exp(-z^T (R^-1 - 1) z / 2), R the correlations. It is
/// summed over all shapes of the noise, with the priors of `CorrelatedRegression`, and over a grid of the parameters on their free
/// scales, where the prior is flat. For a level and a spread of logarithms that is the prior whose quantiles are exact (Hora and
/// Buehler, "Fiducial theory and invariant estimation", Annals of Mathematical Statistics 37, 1966).
///
/// A parameter whose interval reaches a closed bound has a grid over its own value from there on, with a flat prior: on the free
/// scale the bound lies at infinity. Of more than 1,000 errors, evenly taken ones are used.
struct ShortSeriesPosterior {
  /// Where samples are worth more, widened intervals of independent ones hold.
  static let mostEffective = 60.0
  private static let mostPoints = 1_000
  fileprivate static let cells = 16

  private let filters: [NoiseFilter]
  /// In the order of the series.
  private let magnitudes: [Double]
  private let sample: MagnitudeSample

  /// - Parameters:
  ///   - scores: normal scores of the ranks, with their times.
  ///   - magnitudes: in the same order.
  /// - Throws: what the regression throws.
  init(_ scores: TimeSeries, _ magnitudes: [Double]) throws(EstimationError) {
    let stride = (magnitudes.count + Self.mostPoints - 1) / Self.mostPoints
    let kept = Array(Swift.stride(from: 0, to: magnitudes.count, by: stride))
    let thinned = try TimeSeries(kept.map { scores.points[$0] })
    self.magnitudes = kept.map { magnitudes[$0] }
    sample = MagnitudeSample(self.magnitudes)
    let steps = thinned.steps
    let ones = [Double](repeating: 1, count: steps.count)
    let regression = try CorrelatedRegression(
      response: thinned.points.map(\.value), steps: steps, design: { _ in ([ones], []) })
    filters = regression.shapes.map { NoiseFilter($0.shape, steps: steps) }
  }

  struct Estimate {
    let interval95: ClosedRange<Double>
    /// Half of the central 68.3 %.
    let standardError: Double
  }

  /// By parameter; `nil` where the distribution has others than one or two parameters.
  ///
  /// - Parameter axes: of the grid, by parameter.
  func estimates(_ distribution: any MagnitudeDistribution, _ axes: [Axis]) -> [Estimate]? {
    guard axes.count <= 2 else { return nil }
    var axes = axes
    for round in 0..<7 {
      let margins = margins(distribution, axes)
      if round < 6 {
        var moved = false
        for a in axes.indices { moved = axes[a].moved(to: margins[a]) || moved }
        if moved { continue }
      }
      var estimates: [Estimate] = []
      for a in axes.indices {
        let read = { (p: Double) in axes[a].value(axes[a].quantile(p, margins[a])) }
        let (low, high) = (read(0.025), read(0.975))
        guard low.isFinite, high.isFinite, low <= high else { return nil }
        estimates.append(Estimate(interval95: low...high, standardError: (read(0.841_345) - read(0.158_655)) / 2))
      }
      return estimates
    }
    return nil
  }

  /// The weights of the cells along each parameter; each adds up to 1.
  private func margins(_ distribution: any MagnitudeDistribution, _ axes: [Axis]) -> [[Double]] {
    let total = axes.reduce(1) { product, _ in product * Self.cells }
    var places: [[Int]] = []
    var heights: [Double] = []
    for index in 0..<total {
      let place = axes.count == 1 ? [index] : [index % Self.cells, index / Self.cells]
      places.append(place)
      heights.append(height(distribution, axes.indices.map { axes[$0].value(axes[$0].place(place[$0])) }))
    }
    let highest = heights.max() ?? 0
    var margins = axes.map { _ in [Double](repeating: 0, count: Self.cells) }
    var sum = 0.0
    for (place, height) in zip(places, heights) {
      let weight = Double.exp(height - highest)
      sum += weight
      for a in axes.indices { margins[a][place[a]] += weight }
    }
    return margins.map { $0.map { $0 / sum } }
  }

  /// ln of the likelihood, summed over the shapes of the noise.
  private func height(_ distribution: any MagnitudeDistribution, _ parameters: [Double]) -> Double {
    let plain = distribution.logLikelihood(sample, parameters)
    guard plain.isFinite else { return -.infinity }
    let z = magnitudes.map {
      NormalDistribution.quantile(min(1 - 1e-15, max(1e-15, distribution.cumulative($0, parameters))))
    }
    let heights = filters.map { $0.logDensity(z) - Double.log($0.shape.time) / 2 }
    let highest = heights.max() ?? 0
    let squares = z.reduce(0) { $0 + $1 * $1 }
    return plain + squares / 2 + highest + Double.log(heights.reduce(0) { $0 + Double.exp($1 - highest) })
  }

  /// Cells along one parameter, on its free scale or, from a closed bound on, on its own.
  struct Axis {
    private var low: Double
    private var high: Double
    /// `nil` for an axis along the parameter's own values, which begins at its bound.
    private let scale: ParameterScale?

    /// - Parameters:
    ///   - free: the maximum of the likelihood, on the free scale.
    ///   - error: its standard error there.
    init(_ scale: ParameterScale, around free: Double, error: Double) {
      (low, high, self.scale) = (free - 5 * error, free + 7 * error, scale)
    }

    init(from bound: Double, to high: Double) { (low, self.high, scale) = (bound, high, nil) }

    fileprivate func value(_ place: Double) -> Double { scale?.value(place) ?? place }

    private var step: Double { (high - low) / Double(ShortSeriesPosterior.cells) }

    fileprivate func place(_ k: Int) -> Double { low + (Double(k) + 0.5) * step }

    /// Goes to where the weights are; whether it had to.
    fileprivate mutating func moved(to weights: [Double]) -> Bool {
      let least = 1e-3 * (weights.max() ?? 0)
      guard let first = weights.firstIndex(where: { $0 > least }),
        let last = weights.lastIndex(where: { $0 > least })
      else { return false }
      let (from, reach) = (low, high - low)
      if first == 0 {
        if scale != nil { low -= reach / 2 }
      } else if first > 2 {
        low = from + Double(first - 1) * reach / Double(ShortSeriesPosterior.cells)
      }
      if last == ShortSeriesPosterior.cells - 1 {
        high += reach / 2
      } else if last < ShortSeriesPosterior.cells - 3 {
        high = from + Double(last + 2) * reach / Double(ShortSeriesPosterior.cells)
      }
      return low != from || high != from + reach
    }

    /// Each cell's weight spread evenly over it.
    fileprivate func quantile(_ p: Double, _ weights: [Double]) -> Double {
      var below = 0.0
      for (k, weight) in weights.enumerated() {
        if below + weight >= p, weight > 0 { return low + (Double(k) + (p - below) / weight) * step }
        below += weight
      }
      return .nan
    }
  }
}

extension LikelihoodFit.Estimate {
  /// The same with errors and intervals at least as wide as the posterior's, where it has any.
  func widened(by short: ShortSeriesPosterior, _ distribution: any MagnitudeDistribution) -> Self {
    let axes = distribution.specifications.indices.map { axis(of: $0, distribution.specifications[$0]) }
    guard let wide = short.estimates(distribution, axes) else { return self }
    var widened = parameters
    let factors = widened.indices.map {
      widened[$0].widen(error: wide[$0].standardError, interval: wide[$0].interval95, .correlatedPosterior)
    }
    return Self(
      parameters: widened,
      covariance: covariance.indices.map { i in
        covariance.indices.map { covariance[i][$0] * factors[i] * factors[$0] }
      }, warnings: warnings, maximum: maximum, times: zip(times, factors).map { $0 * $1 * $1 })
  }

  private func axis(of i: Int, _ specification: ParameterSpecification) -> ShortSeriesPosterior.Axis {
    let parameter = parameters[i]
    let error = parameter.standardError ?? 1
    for bound in specification.closedBounds where parameter.bound == bound || !parameter.clears(bound) {
      return ShortSeriesPosterior.Axis(
        from: bound, to: parameter.interval95?.upperBound ?? parameter.value + 5 * error)
    }
    return ShortSeriesPosterior.Axis(
      specification.scale, around: maximum.free[i], error: error / specification.scale.slope(maximum.free[i]))
  }
}

extension FittedParameter {
  /// Whether the interval is known and stays off the value.
  fileprivate func clears(_ value: Double) -> Bool { interval95.map { !$0.contains(value) } ?? false }
}
