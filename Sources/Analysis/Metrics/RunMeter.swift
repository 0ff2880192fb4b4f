package import DeviceModel
import LocationServices
package import Quantities
package import Simulation
package import World

/// Turns run records into figures. Keep one per worker: its buffers serve all runs.
///
/// Positions are in the record, or are handed to the meter while the run goes on, after `begin`.
package final class RunMeter: FixConsumer {
  private var sampler = AccuracySampler()
  private let keepsDistributions: Bool
  private let samplesPositions: Bool

  /// - Parameters:
  ///   - keepsDistributions: also says how errors and ages are distributed, which takes 2 kB a run.
  ///   - samplesPositions: looks at every second for errors, ages and coverage, which takes about as long as the run;
  ///     without it these figures are missing.
  package init(keepsDistributions: Bool = false, samplesPositions: Bool = true) {
    self.keepsDistributions = keepsDistributions
    self.samplesPositions = samplesPositions
  }

  /// Begins a run that hands its positions to the meter, or begins it anew.
  ///
  /// - Parameters:
  ///   - truth: where the phone really is.
  ///   - gaps: as in `measure`.
  ///   - horizon: where the run ends.
  package func begin(truth: Journey, gaps: [ClosedRange<Instant>] = [], horizon: Instant) {
    if samplesPositions { sampler.begin(truth: truth, gaps: gaps, horizon: horizon) }
  }

  /// - Parameter fix: in the order of delivery.
  package func take(_ fix: DeliveredFix) {
    if samplesPositions { sampler.add(fix) }
  }

  /// The figures of one run.
  ///
  /// - Parameters:
  ///   - record: what the run left. Where it has no positions, those count that were taken since `begin`.
  ///   - truth: where the phone really was.
  ///   - gaps: spans, in order of time, in which the truth is not known well enough; they are left out of errors,
  ///     ages and track coverage.
  package func measure(
    _ record: RunRecord, truth: Journey, gaps: [ClosedRange<Instant>] = []
  ) -> RunMetrics {
    let duration = record.horizon - .start
    var metrics = RunMetrics(seed: record.seed, duration: duration, notes: record.notes)
    Self.price(
      EnergyBreakdown(ledger: record.ledger, prices: record.prices), battery: record.battery, duration: duration,
      goodFixes: record.goodFixes, into: &metrics)
    if samplesPositions { sample(record, truth: truth, gaps: gaps, into: &metrics) }
    let hasSeconds = samplesPositions && sampler.seconds > 0
    let run = MeasuredRun(
      record, truth: truth,
      trackCoverage: hasSeconds ? Double(sampler.squaredTrackErrors.count) / Double(sampler.seconds) : nil,
      movingCoverage: samplesPositions ? sampler.movingCoverage : nil)
    for (metric, value) in Metric.fromRuns { metrics[metric] = value(run) }
    return metrics
  }

  /// Compares positions with the truth.
  private func sample(
    _ record: RunRecord, truth: Journey, gaps: [ClosedRange<Instant>], into metrics: inout RunMetrics
  ) {
    if record.fixes.count == record.fixCount {
      begin(truth: truth, gaps: gaps, horizon: record.horizon)
      record.fixes.forEach(take)
    }
    sampler.finish()
    metrics.isAtRest = sampler.isAtRest
    if keepsDistributions {
      var distributions = RunDistributions()
      distributions.errors = LogHistogram(squares: sampler.squaredErrors)
      distributions.ages = LogHistogram(sampler.ages)
      distributions.movingErrors = LogHistogram(squares: sampler.squaredTrackErrors, onWayOnly: true)
      metrics.distributions = distributions
    }
    for (series, quantiles) in Metric.fromSeries {
      let values = sampler.quantiles(of: series, at: quantiles.perMilles)
      for (index, metric) in quantiles.metrics.enumerated() { metrics[metric] = values?[index] }
    }
  }

  /// Sets every figure of a run that depends on prices, but for when a battery was empty: the energies, mean power, drain,
  /// and the energy for each good position of the first app.
  ///
  /// - Parameters:
  ///   - breakdown: the run's ledger with the prices that count.
  ///   - battery: the battery that counts.
  ///   - goodFixes: how many good positions the first app has searched for and found.
  package static func price(
    _ breakdown: EnergyBreakdown, battery: BatteryParameters, duration: TimeSpan, goodFixes: Int,
    into metrics: inout RunMetrics
  ) {
    let run = PricedRun(breakdown, battery: battery, duration: duration, goodFixes: goodFixes)
    for (metric, value) in Metric.fromPrices { metrics[metric] = value(run) }
    metrics.locationShare = breakdown.locationShare
  }
}

extension RunRecord {
  /// Good positions that the first app has searched for and found.
  package var goodFixes: Int { searches.count { $0.app == 0 && $0.found } }
}

extension Metric {
  static let fromPrices = allCases.compactMap { metric in
    if case .price(let value) = metric.descriptor.source { (metric, value) } else { nil }
  }

  static let fromRuns = allCases.compactMap { metric in
    if case .run(let value) = metric.descriptor.source { (metric, value) } else { nil }
  }

  /// The quantiles of each series, ascending.
  static let fromSeries = PositionSeries.allCases.map { series in
    let rows = allCases.compactMap { metric -> (perMille: Int, metric: Metric)? in
      if case .quantile(series, let perMille) = metric.descriptor.source { (perMille, metric) } else { nil }
    }.sorted { $0.perMille < $1.perMille }
    return (series, (perMilles: rows.map(\.perMille), metrics: rows.map(\.metric)))
  }
}
