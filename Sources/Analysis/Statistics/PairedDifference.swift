/// The difference of a metric between two strategies on the same days with the same devices.
///
/// Runs are paired by seed. What both share (the day, the device, the errors) cancels, so far fewer seeds are needed
/// than for two separate means.
package enum PairedDifference {
  /// Statistics of `first` minus `second` over the seeds in which both have a value; `nil` when there is none.
  package static func of(_ metric: Metric, _ first: [RunMetrics], minus second: [RunMetrics]) -> SampleStatistics? {
    of({ $0[metric] }, first, minus: second)
  }

  /// The same for anything that a run tells.
  package static func of(
    _ figure: (RunMetrics) -> Double?, _ first: [RunMetrics], minus second: [RunMetrics]
  ) -> SampleStatistics? {
    SampleStatistics(values(figure, first, minus: second))
  }

  /// The differences themselves, in the order of the first runs.
  static func values(
    _ figure: (RunMetrics) -> Double?, _ first: [RunMetrics], minus second: [RunMetrics]
  ) -> [Double] {
    if first.count == second.count, zip(first, second).allSatisfy({ $0.seed == $1.seed }) {
      return zip(first, second).compactMap { run, partner in
        figure(run).flatMap { value in figure(partner).map { value - $0 } }
      }
    }
    let partners = Dictionary(second.map { ($0.seed, $0) }, uniquingKeysWith: { earlier, _ in earlier })
    return first.compactMap { run in
      guard let a = figure(run), let b = partners[run.seed].flatMap(figure) else { return nil }
      return a - b
    }
  }
}
