import DeviceModel
import LocationServices
import Core
import Simulation
import World

enum FigureSource: Sendable {
  /// From the ledger and prices alone: it is computed anew when prices change.
  case price(@Sendable (PricedRun) -> Double?)
  case run(@Sendable (MeasuredRun) -> Double?)
  /// A quantile of one value a second, at this thousandth.
  case quantile(PositionSeries, Int)
  case positions(@Sendable (borrowing AccuracySampler) -> Double?)
  /// Of rare things, events or searches, which are pooled over the runs of a row.
  case pooled(PooledFigure)
}

/// A value at each second of a run, from which quantiles are taken.
enum PositionSeries: Int, CaseIterable {
  case error, age, movingAge, trackError, movingError
}

struct PricedRun {
  let breakdown: EnergyBreakdown
  let battery: Battery
  let duration: TimeSpan
  /// Searches of the first app that bring a good position.
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

struct MeasuredRun {
  let record: RunRecord
  let duration: TimeSpan
  /// `nil` where nothing was watched.
  let events: EventScore?
  /// `nil` without a watch.
  let watchEnergy: Energy?

  init(_ record: RunRecord, truth: Journey) {
    self.record = record
    duration = record.horizon - .start
    events = record.watches.isEmpty ? nil : EventScore(record, truth: truth)
    watchEnergy = record.watch.map { EnergyBreakdown(ledger: $0.ledger, prices: $0.prices).total }
    rare = RareOutcomes(
      events: events?.outcomes,
      searches: record.searches.filter { $0.app == 0 }.map { search in
        search.answers.map { answer in
          SearchAnswer(
            seconds: (answer.delivered - search.start).seconds,
            metres: truth.position(at: answer.delivered).distance(to: answer.position))
        }
      })
  }

  /// Searches for one position by the run's first app, and its events.
  let rare: RareOutcomes

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
