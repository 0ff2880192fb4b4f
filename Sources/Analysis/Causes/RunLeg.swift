package import Core
import DeviceModel
import LocationServices
package import Simulation
package import World

/// A leg of one run's day, or a stay: its energy, how much of it was good enough, and what failed where that was not all.
package struct RunLeg: Sendable {
  package enum Cause: String, CaseIterable, Sendable {
    case noSky = "no sky"
    case noAccessPoints = "no access points"
    case paused
    case notRunning = "not running"
  }

  /// How long something failed.
  package struct Failure: Sendable, Equatable {
    package let cause: Cause
    package let time: TimeSpan
  }

  package let name: String
  package let start: Instant
  package let time: TimeSpan
  package private(set) var energy = Energy.zero
  /// `nil` where positions were not compared with the truth.
  package let shares: LegShares?
  package private(set) var failures: [Failure] = []

  /// Shorter failures, as a share of the leg's time, are left out.
  private static let least = 0.05

  /// The legs of a day, in order of time.
  ///
  /// - Parameters:
  ///   - record: with its timeline.
  ///   - payments: in order of time.
  ///   - shares: of the legs, in their order; empty where positions were not compared.
  ///   - use: decides which share tells whether anything failed.
  package static func all(
    of names: StepFunction<String>, in surroundings: StepFunction<Surroundings>, _ record: RunRecord,
    _ payments: [EnergyPayment], shares: [LegShares], use: StrategyUse
  ) -> [RunLeg] {
    let steps = names.steps.filter { $0.start < record.horizon }
    let ends = steps.dropFirst().map(\.start) + [record.horizon]
    var legs = zip(steps, ends).enumerated().map { index, leg in
      RunLeg(
        name: leg.0.value, start: leg.0.start, time: leg.1 - leg.0.start,
        shares: shares.indices.contains(index) ? shares[index] : nil)
    }
    for segment in record.timeline {
      let power = record.prices.power(segment.component, state: segment.state, bin: segment.bin)
      for (index, time) in parts(segment.start...segment.end, of: legs) { legs[index].energy += power * time }
    }
    for payment in payments where !legs.isEmpty {
      legs[min(names.index(at: payment.instant), legs.count - 1)].energy += payment.energy
    }
    let failed = spans(surroundings, record)
    for (cause, spans) in Cause.allCases.map({ ($0, failed[$0] ?? []) }) {
      var times = Array(repeating: TimeSpan.zero, count: legs.count)
      for span in spans { for (index, time) in parts(span, of: legs) { times[index] += time } }
      for index in legs.indices where times[index] >= legs[index].time * least {
        guard legs[index].isShort(of: cause, use) else { continue }
        legs[index].failures.append(Failure(cause: cause, time: times[index]))
      }
    }
    return legs
  }

  /// Whether a cause is to be named: where the user moves, when the share is not whole; at rest only what stops the app.
  private func isShort(of cause: Cause, _ use: StrategyUse) -> Bool {
    guard let shares, shares.moving > 0 else { return cause == .paused || cause == .notRunning }
    return Double(use == .live ? shares.now : shares.track) < 0.995 * Double(shares.moving)
  }

  private static func spans(
    _ surroundings: StepFunction<Surroundings>, _ record: RunRecord
  ) -> [Cause: [ClosedRange<Instant>]] {
    let steps = surroundings.steps.filter { $0.start < record.horizon }
    let ends = steps.dropFirst().map(\.start) + [record.horizon]
    func spans(_ holds: (Surroundings) -> Bool) -> [ClosedRange<Instant>] {
      zip(steps, ends).filter { holds($0.0.value) }.map { $0.0.start...$0.1 }
    }
    return [
      .noSky: spans { $0.sky == .indoor || $0.sky == .underground },
      .noAccessPoints: spans { $0.accessPoints == .none },
      .paused: record.sessions.pauses.filter { $0.app == 0 }.map { $0.start...$0.end },
      .notRunning: record.notRunning.spans,
    ]
  }

  /// The legs that a span touches, and for how long.
  private static func parts(_ span: ClosedRange<Instant>, of legs: [RunLeg]) -> [(index: Int, time: TimeSpan)] {
    guard var index = legs.lastIndex(where: { $0.start <= span.lowerBound }) else { return [] }
    var parts: [(Int, TimeSpan)] = []
    while index < legs.count, legs[index].start < span.upperBound {
      let end = min(span.upperBound, legs[index].start + legs[index].time)
      let time = end - max(span.lowerBound, legs[index].start)
      if time > .zero { parts.append((index, time)) }
      index += 1
    }
    return parts
  }
}
