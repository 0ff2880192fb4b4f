package import DeviceModel
import LocationServices
package import Core
package import Simulation
package import World

/// Turns run records into figures. Keep one per worker: its buffers serve all runs.
///
/// Positions are in the record, or are handed to the meter while the run goes on, after `begin`.
package final class RunMeter: FixConsumer {
  private var sampler = AccuracySampler()
  private let keepsDistributions: Bool
  private let samplesPositions: Bool
  /// Figures with thresholds of their own, beside the standard ones.
  private let further: [Metric]
  /// Whose thresholds tell the legs of a day apart; `nil` leaves legs out.
  package let needs: Needs?

  /// - Parameters:
  ///   - metrics: what is looked at. Where one of them needs positions, they are compared with the truth each second, which
  ///     takes about as long as the run; otherwise figures of positions are missing. Thresholds of their own are measured
  ///     beside the standard figures.
  ///   - needs: also says how much of each leg is within their thresholds.
  ///   - keepsDistributions: also says how errors and ages are distributed, which takes 2 kB a run.
  package init(_ metrics: [Metric] = Metric.allCases, needs: Needs? = nil, keepsDistributions: Bool = false) {
    self.needs = needs
    self.keepsDistributions = keepsDistributions
    samplesPositions = metrics.contains(where: \.needsPositions)
    further = metrics.filter { !Metric.standard.contains($0) }
  }

  /// Begins a run that hands its positions to the meter, or begins it anew.
  ///
  /// - Parameters:
  ///   - truth: where the phone really is.
  ///   - gaps: as in `measure`.
  ///   - horizon: where the run ends.
  ///   - legs: what is told apart, in order of time.
  package func begin(
    truth: Journey, gaps: [ClosedRange<Instant>] = [], horizon: Instant, legs: [LegShares] = []
  ) {
    guard samplesPositions else { return }
    let fresh = further.compactMap { metric in
      if case .now(let share) = metric, share.longestAge != nil { share } else { nil }
    }
    sampler.begin(truth: truth, gaps: gaps, horizon: horizon, legs: legs, fresh: fresh)
  }

  package func take(_ fixes: [DeliveredFix]) {
    if samplesPositions { sampler.add(fixes) }
  }

  /// - Parameter fix: delivered when it reached the app's server; in the order of arrival.
  package func takeAtServer(_ fix: DeliveredFix) {
    if samplesPositions { sampler.addToServer(fix) }
  }

  /// The figures of one run.
  ///
  /// - Parameters:
  ///   - record: what the run left. Where it has no positions, those count that were taken since `begin`.
  ///   - truth: where the phone really was.
  ///   - gaps: spans, in order of time, in which the truth is not known well enough; they are left out of errors,
  ///     ages and track coverage.
  ///   - legs: as in `begin`, where the record has positions.
  package func measure(
    _ record: RunRecord, truth: Journey, gaps: [ClosedRange<Instant>] = [], legs: [LegShares] = []
  ) -> RunMetrics {
    let duration = record.horizon - .start
    var metrics = RunMetrics(seed: record.seed, duration: duration, notes: record.notes)
    let run = MeasuredRun(record, truth: truth)
    metrics.rare = run.rare
    Self.price(
      EnergyBreakdown(ledger: record.ledger, prices: record.prices), battery: record.battery, duration: duration,
      into: &metrics)
    metrics.sessions = record.sessions
    metrics.coarseTime = record.coarse.total
    if samplesPositions { sample(record, truth: truth, gaps: gaps, legs, into: &metrics) }
    for (metric, value) in Metric.fromRuns { metrics[metric] = value(run) }
    for metric in Metric.allCases + further {
      if case .pooled(let figure) = metric.descriptor.source { metrics[metric] = figure.value(of: metrics.rare) }
    }
    return metrics
  }

  /// Compares positions with the truth.
  private func sample(
    _ record: RunRecord, truth: Journey, gaps: [ClosedRange<Instant>], _ legs: [LegShares],
    into metrics: inout RunMetrics
  ) {
    if record.fixes.count == record.fixCount {
      begin(truth: truth, gaps: gaps, horizon: record.horizon, legs: legs)
      record.serverFixes.forEach(takeAtServer)
      take(record.fixes)
    }
    sampler.finish()
    metrics.isAtRest = sampler.isAtRest
    metrics.isTrackTooShort = sampler.lengths.excess.map { $0 < 0 } ?? false
    metrics.legs = sampler.legs
    if keepsDistributions {
      var distributions = RunDistributions()
      distributions.errors = LogHistogram(squares: sampler.squaredErrors)
      distributions.ages = LogHistogram(sampler.ages)
      distributions.movingErrors = LogHistogram(squares: sampler.squaredTrackErrors, movingOnly: true)
      metrics.distributions = distributions
    }
    for (series, quantiles) in Metric.fromSeries {
      let values = sampler.quantiles(of: series, at: quantiles.perMilles)
      for (index, metric) in quantiles.metrics.enumerated() { metrics[metric] = values?[index] }
    }
    for metric in Metric.allCases + further {
      if case .positions(let value) = metric.descriptor.source { metrics[metric] = value(sampler) }
    }
  }

  /// Sets every figure of a run that depends on prices, but for when a battery was empty: the energies, mean power, drain,
  /// and the energy for each search of the first app that brings a good position.
  ///
  /// - Parameters:
  ///   - breakdown: the run's ledger with the prices that count.
  ///   - battery: the battery that counts.
  package static func price(
    _ breakdown: EnergyBreakdown, battery: BatteryParameters, duration: TimeSpan, into metrics: inout RunMetrics
  ) {
    let run = PricedRun(
      breakdown, battery: battery, duration: duration, goodFixes: metrics.rare.goodSearches)
    for (metric, value) in Metric.fromPrices { metrics[metric] = value(run) }
    metrics.locationShare = breakdown.locationShare
  }
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
