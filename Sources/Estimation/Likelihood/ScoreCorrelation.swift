import RealModule

/// By how much samples that repeat their neighbours widen the error of each parameter of a distribution.
///
/// To first order an estimate is the truth plus a sum over samples, each sample's influence I^-1 s: s the slopes of its log
/// density over the parameters, I the information. The variance of that sum is the one for independent samples times the
/// widening of the influences' mean (`CorrelationTime`). Parameters differ: a level
/// follows slow errors wherever they go; a spread sees their squares, which forget faster. Influences more than 10 robust
/// deviations off their median count as that far off, so that one stray sample cannot hide the correlation of the others.
enum ScoreCorrelation {
  private static let mostPlaces = 1_000

  /// In samples, one per parameter, at least 1; `otherwise` for a parameter on its bound.
  ///
  /// - Parameters:
  ///   - magnitudes: at the points of `series`, in its order.
  ///   - sample: the same values.
  static func times(
    _ fit: LikelihoodFit, at maximum: LikelihoodFit.Maximum, _ distribution: any MagnitudeDistribution,
    _ series: TimeSeries, _ magnitudes: [Double], _ sample: MagnitudeSample, otherwise: Double
  ) throws(EstimationError) -> [Double] {
    let active = fit.active(maximum.pinned)
    guard let inverse = Cholesky(maximum.information)?.inverse else {
      throw .singularJacobian(parameters: active.map { fit.specifications[$0].name })
    }
    // An influence is a smooth function of the magnitude: straight lines between some of them.
    let places = places(sample.values)
    let slopes = places.map { place -> [Double] in
      let one = MagnitudeSample([place])
      return active.map { i in
        let h = 1e-4
        var (up, down) = (maximum.free, maximum.free)
        up[i] += h
        down[i] -= h
        return
          (distribution.logLikelihood(one, fit.values(up, maximum.pinned))
          - distribution.logLikelihood(one, fit.values(down, maximum.pinned))) / (2 * h)
      }
    }
    var times = [Double](repeating: otherwise, count: fit.specifications.count)
    for (a, i) in active.enumerated() {
      let influences = slopes.map { slope in slope.indices.reduce(0.0) { $0 + inverse[a][$1] * slope[$1] } }
      guard influences.allSatisfy(\.isFinite) else { continue }
      let values = clipped(magnitudes.map { interpolated($0, places, influences) })
      times[i] = try CorrelationTime(series.replacing(values)).widening
    }
    return times
  }

  /// At most 1,000 of the sorted values, both ends among them closely, each once.
  private static func places(_ sorted: [Double]) -> [Double] {
    let count = sorted.count
    var indices = Set((0..<min(count, mostPlaces)).map { $0 * (count - 1) / max(1, min(count, mostPlaces) - 1) })
    for k in 0..<min(count, 50) { indices.formUnion([k, count - 1 - k]) }
    var places: [Double] = []
    for index in indices.sorted() where sorted[index] != places.last { places.append(sorted[index]) }
    return places
  }

  private static func interpolated(_ x: Double, _ places: [Double], _ values: [Double]) -> Double {
    var (low, high) = (0, places.count - 1)
    if high == 0 { return values[0] }
    while high - low > 1 {
      let middle = (low + high) / 2
      if places[middle] <= x { low = middle } else { high = middle }
    }
    let share = (x - places[low]) / (places[high] - places[low])
    return values[low] + (values[high] - values[low]) * min(1, max(0, share))
  }

  private static func clipped(_ values: [Double]) -> [Double] {
    let median = values.sorted()[values.count / 2]
    let limit = 10 * 1.4826 * values.map { abs($0 - median) }.sorted()[values.count / 2]
    guard limit > 0 else { return values }
    return values.map { min(median + limit, max(median - limit, $0)) }
  }
}
