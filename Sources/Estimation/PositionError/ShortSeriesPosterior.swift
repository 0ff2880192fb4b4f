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
  fileprivate static let cells = 32

  /// With the time constant of each.
  private let filters: [(filter: NoiseFilter, time: Double)]
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
    let regression = try CorrelatedRegression(mean: thinned)
    filters = regression.shapes.map { (NoiseFilter($0.shape, steps: regression.steps), $0.shape.time) }
  }

  /// By parameter; `nil` where the distribution has others than one or two parameters.
  ///
  /// - Parameter axes: of the grid, by parameter.
  func estimates(_ distribution: any MagnitudeDistribution, _ axes: [Axis]) -> [CorrelatedRegression.Estimate]? {
    guard axes.count <= 2 else { return nil }
    var estimates: [CorrelatedRegression.Estimate] = []
    for (axis, weights) in zip(axes, margins(distribution, axes)) {
      guard let estimate = CorrelatedRegression.estimate({ axis.quantile($0, weights) }) else { return nil }
      estimates.append(estimate)
    }
    return estimates
  }

  /// The weights of the cells along each parameter.
  private func margins(_ distribution: any MagnitudeDistribution, _ axes: [Axis]) -> [[Double]] {
    func cell(_ index: Int, _ axis: Int) -> Int { axis == 0 ? index % Self.cells : index / Self.cells }
    let heights = (0..<Self.cells * (axes.count > 1 ? Self.cells : 1)).map { index in
      height(distribution, axes.indices.map { axes[$0].value(cell(index, $0)) })
    }
    let highest = heights.max() ?? 0
    var margins = axes.map { _ in [Double](repeating: 0, count: Self.cells) }
    for (index, height) in heights.enumerated() {
      for a in axes.indices { margins[a][cell(index, a)] += Double.exp(height - highest) }
    }
    return margins
  }

  /// ln of the likelihood, summed over the shapes of the noise.
  private func height(_ distribution: any MagnitudeDistribution, _ parameters: [Double]) -> Double {
    let plain = distribution.logLikelihood(sample, parameters)
    guard plain.isFinite else { return -.infinity }
    let z = magnitudes.map {
      NormalDistribution.quantile(min(1 - 1e-15, max(1e-15, distribution.cumulative($0, parameters))))
    }
    let heights = filters.map { $0.filter.logDensity(z) - Double.log($0.time) / 2 }
    let highest = heights.max() ?? 0
    let squares = z.reduce(0) { $0 + $1 * $1 }
    return plain + squares / 2 + highest + Double.log(heights.reduce(0) { $0 + Double.exp($1 - highest) })
  }

  /// Cells along one parameter, on its free scale or, from a closed bound on, on its own.
  struct Axis {
    private let low: Double
    private let step: Double
    /// `nil` for an axis along the parameter's own values, which begins at its bound.
    private let scale: ParameterScale?

    /// - Parameters:
    ///   - free: the maximum of the likelihood, on the free scale.
    ///   - error: its standard error there.
    init(_ scale: ParameterScale, around free: Double, error: Double) {
      (low, step, self.scale) = (free - 6 * error, 16 * error / Double(ShortSeriesPosterior.cells), scale)
    }

    init(from bound: Double, to high: Double) {
      (low, step, scale) = (bound, (high - bound) / Double(ShortSeriesPosterior.cells), nil)
    }

    /// Of the parameter in the middle of a cell.
    fileprivate func value(_ k: Int) -> Double { value(low + (Double(k) + 0.5) * step) }

    private func value(_ place: Double) -> Double { scale?.value(place) ?? place }

    fileprivate func quantile(_ p: Double, _ weights: [Double]) -> Double? {
      gridQuantile(p, weights, from: low, step: step).map { value($0) }
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
        from: bound, to: 2 * (parameter.interval95?.upperBound ?? parameter.value + 5 * error) - bound)
    }
    return ShortSeriesPosterior.Axis(
      specification.scale, around: maximum.free[i], error: error / specification.scale.slope(maximum.free[i]))
  }
}

extension FittedParameter {
  /// Whether the interval is known and stays off the value.
  fileprivate func clears(_ value: Double) -> Bool { interval95.map { !$0.contains(value) } ?? false }
}
