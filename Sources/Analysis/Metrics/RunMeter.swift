public import DeviceModel
import LocationServices
public import Quantities
public import Simulation
public import World

/// Turns run records into figures. Keep one per worker: its buffers serve all runs.
///
/// Positions are in the record, or are handed to the meter while the run goes on, after `begin`.
public final class RunMeter: FixConsumer {
  private var sampler = AccuracySampler()
  private let keepsDistributions: Bool
  private let samplesPositions: Bool

  /// - Parameters:
  ///   - keepsDistributions: also says how errors and ages are distributed, which takes 2 kB a run.
  ///   - samplesPositions: looks at every second for errors, ages and coverage, which takes about as long as the run;
  ///     without it these figures are missing.
  public init(keepsDistributions: Bool = false, samplesPositions: Bool = true) {
    self.keepsDistributions = keepsDistributions
    self.samplesPositions = samplesPositions
  }

  /// Begins a run that hands its positions to the meter, or begins it anew.
  ///
  /// - Parameters:
  ///   - truth: where the phone really is.
  ///   - gaps: as in `measure`.
  ///   - horizon: where the run ends.
  public func begin(truth: Journey, gaps: [ClosedRange<Instant>] = [], horizon: Instant) {
    if samplesPositions { sampler.begin(truth: truth, gaps: gaps, horizon: horizon) }
  }

  /// - Parameter fix: in the order of delivery.
  public func take(_ fix: DeliveredFix) {
    if samplesPositions { sampler.add(fix) }
  }

  /// The figures of one run.
  ///
  /// - Parameters:
  ///   - record: what the run left. Where it has no positions, those count that were taken since `begin`.
  ///   - truth: where the phone really was.
  ///   - gaps: spans, in order of time, in which the truth is not known well enough; they are left out of errors,
  ///     ages and track coverage.
  public func measure(
    _ record: RunRecord, truth: Journey, gaps: [ClosedRange<Instant>] = []
  ) -> RunMetrics {
    let duration = record.horizon - .start
    var metrics = RunMetrics(seed: record.seed, duration: duration, notes: record.notes)
    Self.price(
      record, EnergyBreakdown(ledger: record.ledger, prices: record.prices), battery: record.battery, into: &metrics)
    if duration > .zero {
      metrics[.deliveriesPerHour] = Double(record.deliveries) / duration.hours
      metrics[.locationsPerHour] = Double(record.fixCount) / duration.hours
      metrics[.wakeupsPerHour] = Double(record.wakeups) / duration.hours
      metrics[.uploadsPerHour] = Double(record.uploads) / duration.hours
      let first = record.firstFix
      metrics[.firstFix] = first?.seconds
      metrics[.availability] = first.map { ($0 < record.horizon ? record.horizon - $0 : .zero) / duration } ?? 0
    }
    metrics[.batteryEmpty] = record.batteryEmpty.map { $0.seconds / 3600 }
    if record.endedEmpty { metrics[.lifetime] = record.horizon.seconds / 3600 }
    if let watch = record.watch { measure(watch, duration: duration, into: &metrics) }

    measureSearches(record, into: &metrics)
    measureEvents(record, truth: truth, into: &metrics)
    guard samplesPositions else { return metrics }
    if record.fixes.count == record.fixCount {
      begin(truth: truth, gaps: gaps, horizon: record.horizon)
      record.fixes.forEach(take)
    }
    sampler.finish()
    if sampler.seconds > 0 {
      metrics[.trackCoverage] = Double(sampler.squaredTrackErrors.count) / Double(sampler.seconds)
    }
    metrics.isAtRest = sampler.isAtRest
    metrics[.movingCoverage] = sampler.movingCoverage
    if keepsDistributions {
      var distributions = RunDistributions()
      distributions.errors = LogHistogram(squares: sampler.squaredErrors)
      distributions.ages = LogHistogram(sampler.ages)
      distributions.movingErrors = LogHistogram(squares: sampler.squaredTrackErrors, onWayOnly: true)
      metrics.distributions = distributions
    }
    func set(_ figures: [Metric], _ values: [Double]?) {
      for (index, metric) in figures.enumerated() { metrics[metric] = values?[index] }
    }
    set([.errorP50, .errorP68, .errorP95], sampler.errors(at: [500, 680, 950]))
    let ages = sampler.ages(way: [950], all: [500, 950])
    set([.ageP50, .ageP95], ages.all)
    set([.movingAgeP95], ages.way)
    let trackErrors = sampler.trackErrors(way: [500, 950], all: [500, 950])
    set([.trackErrorP50, .trackErrorP95], trackErrors.all)
    set([.movingErrorP50, .movingErrorP95], trackErrors.way)
    return metrics
  }

  /// Of the run's first app.
  private func measureSearches(_ record: RunRecord, into metrics: inout RunMetrics) {
    let searches = record.searches.filter { $0.app == 0 }
    guard !searches.isEmpty else { return }
    let found = searches.filter(\.found)
    metrics[.goodFixShare] = Double(found.count) / Double(searches.count)
    guard !found.isEmpty else { return }
    let seconds = found.reduce(0) { $0 + ($1.end - $1.start).seconds }
    metrics[.timeToGoodFix] = seconds / Double(found.count)
  }

  /// Sets every figure of a run that depends on prices, but for when a battery was empty: the energies, mean power, drain,
  /// and the energy for each good position of the first app.
  ///
  /// - Parameters:
  ///   - breakdown: the run's ledger with the prices that count.
  ///   - parameters: those of the battery that counts.
  public static func price(
    _ record: RunRecord, _ breakdown: EnergyBreakdown, battery parameters: BatteryParameters,
    into metrics: inout RunMetrics
  ) {
    measureEnergy(breakdown, battery: parameters, duration: record.horizon - .start, into: &metrics)
    let found = record.searches.count { $0.app == 0 && $0.found }
    guard found > 0 else { return }
    let energy = breakdown.energy { $0.cause.app == 1 && $0.cause.purpose != .foreground }
    metrics[.energyPerGoodFix] = energy.joules / Double(found)
  }

  private func measure(_ watch: WatchRecord, duration: TimeSpan, into metrics: inout RunMetrics) {
    let total = EnergyBreakdown(ledger: watch.ledger, prices: watch.prices).total
    metrics[.watchEnergy] = total.joules
    metrics[.watchBatteryEmpty] = watch.batteryEmpty.map { $0.seconds / 3600 }
    guard duration > .zero else { return }
    metrics[.watchWakeupsPerHour] = Double(watch.wakeups) / duration.hours
    metrics[.linkParcelsPerHour] = Double(watch.parcels) / duration.hours
    let battery = Battery(parameters: watch.battery)
    if battery.usableEnergy > .zero { metrics[.watchDrainPercentPerHour] = battery.percent(of: total) / duration.hours }
  }

  private func measureEvents(_ record: RunRecord, truth: Journey, into metrics: inout RunMetrics) {
    guard !record.watches.isEmpty else { return }
    let score = EventScore(record, truth: truth)
    var latencies = score.latencies.map(\.seconds)
    let quantiles = NearestRankQuantile.select(perMilles: [500, 950], from: &latencies)
    metrics[.eventLatencyP50] = quantiles?[0]
    metrics[.eventLatencyP95] = quantiles?[1]
    metrics[.missedEvents] = Double(score.missed)
    metrics[.falseEvents] = Double(score.falseDeliveries)
  }

  /// Sets the energies, mean power and drain of a priced ledger.
  ///
  /// Components are summed in their fixed order, so that they add up to the total to the last bit.
  public static func measureEnergy(
    _ breakdown: EnergyBreakdown, battery parameters: BatteryParameters, duration: TimeSpan,
    into metrics: inout RunMetrics
  ) {
    var total = Energy.zero
    for component in Component.allCases {
      let energy = breakdown.energy(of: component)
      metrics[.energy(of: component)] = energy.joules
      total += energy
    }
    metrics[.energy] = total.joules
    metrics.locationShare = breakdown.locationShare
    guard duration > .zero else { return }
    metrics[.averagePower] = (total / duration).milliwatts
    let battery = Battery(parameters: parameters)
    if battery.usableEnergy > .zero { metrics[.drainPercentPerHour] = battery.percent(of: total) / duration.hours }
  }
}
