import DeviceModel
import LocationServices
import Quantities
import Simulation
import World

/// Where a figure comes from.
enum FigureSource: Sendable {
  /// From the ledger and prices alone: it is computed anew when prices change.
  case price(@Sendable (PricedRun) -> Double?)
  case run(@Sendable (MeasuredRun) -> Double?)
  /// A quantile of one value a second, at this thousandth.
  case quantile(PositionSeries, Int)
}

/// A value at each second of a run, from which quantiles are taken.
enum PositionSeries: Int, CaseIterable {
  case error, age, movingAge, trackError, movingError
}

/// A run's ledger with prices.
struct PricedRun {
  let breakdown: EnergyBreakdown
  let battery: Battery
  let duration: TimeSpan
  /// Good positions that the first app has searched for and found.
  let goodFixes: Int
  /// The sum of all components in their fixed order, so that they add up to it to the last bit.
  let total: Energy

  init(_ breakdown: EnergyBreakdown, battery: BatteryParameters, duration: TimeSpan, goodFixes: Int) {
    self.breakdown = breakdown
    self.battery = Battery(parameters: battery)
    self.duration = duration
    self.goodFixes = goodFixes
    total = Component.allCases.reduce(.zero) { $0 + breakdown.energy(of: $1) }
  }

  func joules(of component: Component) -> Double { breakdown.energy(of: component).joules }
  var averagePower: Double? { duration > .zero ? (total / duration).milliwatts : nil }
  var drainPercentPerHour: Double? { battery.drainPercentPerHour(total, in: duration) }

  var energyPerGoodFix: Double? {
    guard goodFixes > 0 else { return nil }
    return breakdown.energy { $0.cause.app == 1 && $0.cause.purpose != .foreground }.joules / Double(goodFixes)
  }
}

extension Battery {
  /// `nil` for a run without duration or a battery that holds nothing.
  fileprivate func drainPercentPerHour(_ energy: Energy, in duration: TimeSpan) -> Double? {
    duration > .zero && usableEnergy > .zero ? percent(of: energy) / duration.hours : nil
  }
}

/// What happened in a run.
struct MeasuredRun {
  let record: RunRecord
  let duration: TimeSpan
  let searches: PositionSearchScore
  /// `nil` where nothing was watched.
  let events: EventFigures?
  /// `nil` without a watch.
  let watchEnergy: Energy?
  /// Shares of seconds that the recorded track covers; `nil` where positions were not sampled.
  let trackCoverage: Double?
  let movingCoverage: Double?

  init(_ record: RunRecord, truth: Journey, trackCoverage: Double?, movingCoverage: Double?) {
    self.record = record
    duration = record.horizon - .start
    searches = PositionSearchScore(record.searches)
    events = record.watches.isEmpty ? nil : EventFigures(EventScore(record, truth: truth))
    watchEnergy = record.watch.map { EnergyBreakdown(ledger: $0.ledger, prices: $0.prices).total }
    (self.trackCoverage, self.movingCoverage) = (trackCoverage, movingCoverage)
  }

  /// Whether the run ends as it begins.
  var isEmpty: Bool { duration <= .zero }

  func perHour(_ count: Int) -> Double? { isEmpty ? nil : Double(count) / duration.hours }
  func share(of span: TimeSpan) -> Double? { isEmpty ? nil : span / duration }

  /// From the first position on.
  var timeWithPosition: TimeSpan {
    guard let first = record.firstFix, first < record.horizon else { return .zero }
    return record.horizon - first
  }

  var watchDrainPercentPerHour: Double? {
    guard let watch = record.watch, let watchEnergy else { return nil }
    return Battery(parameters: watch.battery).drainPercentPerHour(watchEnergy, in: duration)
  }
}

/// Searches for a good position by the run's first app.
struct PositionSearchScore {
  private(set) var count = 0
  private(set) var found = 0
  private var seconds = 0.0

  init(_ searches: [PositionSearch]) {
    for search in searches where search.app == 0 {
      count += 1
      guard search.found else { continue }
      found += 1
      seconds += (search.end - search.start).seconds
    }
  }

  var foundShare: Double? { count > 0 ? Double(found) / Double(count) : nil }
  var meanTime: Double? { found > 0 ? seconds / Double(found) : nil }
}

/// Events of a run, in figures.
struct EventFigures {
  /// Seconds; `nil` when none was delivered.
  let latencyP50: Double?
  let latencyP95: Double?
  let missed: Int
  let falseDeliveries: Int

  init(_ score: EventScore) {
    var latencies = score.latencies.map(\.seconds)
    let quantiles = NearestRankQuantile.select(perMilles: [500, 950], from: &latencies)
    (latencyP50, latencyP95) = (quantiles?[0], quantiles?[1])
    (missed, falseDeliveries) = (score.missed, score.falseDeliveries)
  }
}
