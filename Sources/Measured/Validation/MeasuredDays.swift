package import Documents
package import GeoJoule
package import Core
package import Strategies
import World

/// The days on which measured runs are simulated: runs of one trip share a day, runs at rest share one indoors.
package struct MeasuredDays: Sendable {
  /// A measured run on its day.
  package struct Member: Sendable {
    /// In the data set.
    package let run: Int
    /// The run's start on the day.
    package let start: Instant
    package let readings: MeasuredReadings
    /// Where the run's start, then each reading, stands among the simulated run's instants.
    package let places: [Int]
    /// Where the times that were asked for besides stand.
    package let extra: [Int]
  }

  package private(set) var days: [DayPrediction.Day] = []
  /// By day and simulated run.
  package private(set) var members: [[[Member]]] = []
  /// Why runs could not be simulated.
  package private(set) var leftOut: [(run: Int, reason: String)] = []

  private struct Key: Hashable {
    let timeline: String
    let starts: [Double]
  }

  private struct LegName: Hashable {
    let timeline: String
    let leg: String
  }

  /// More times of each run, in seconds since 1970.
  private let times: [[Double]]
  /// By name, the legs on which positions show the pace, best seen first.
  private let paces: [LegName: (leg: MeasuredLeg, sightings: [TimedLeg.Sighting])]

  /// - Parameter times: of each run, beside its readings, in seconds since 1970; empty for none.
  package init(
    _ runs: [MeasuredRun], mapping: RunMapping, strategies: [String: StrategySpecification], times: [[Double]] = []
  ) {
    self.times = times
    paces = Self.paces(runs)
    var trips: [Key: [Int]] = [:]
    var order: [Key] = []
    var resting: [Int] = []
    for (index, run) in runs.enumerated() where strategies[run.configuration] != nil {
      if run.legs.isEmpty {
        resting.append(index)
      } else if run.legs.allSatisfy(\.routes.isEmpty) {
        leftOut.append((index, "no leg of the run has a route"))
      } else {
        let key = Key(timeline: run.timeline, starts: run.legs.map(\.start))
        if trips[key] == nil { order.append(key) }
        trips[key, default: []].append(index)
      }
    }
    for key in order { addTrip(trips[key] ?? [], runs, mapping, strategies) }
    addRest(resting, runs, strategies)
  }

  private mutating func addTrip(
    _ indices: [Int], _ runs: [MeasuredRun], _ mapping: RunMapping, _ strategies: [String: StrategySpecification]
  ) {
    guard let first = indices.first else { return }
    let start = indices.map { runs[$0].span.lowerBound }.min() ?? 0
    let end = indices.map { runs[$0].span.upperBound }.max() ?? 0
    let known = runs[first].legs.filter { !$0.routes.isEmpty }
    var surroundings: [Int: Surroundings] = [:]
    for (place, leg) in known.enumerated() { surroundings[place] = mapping.modes[leg.mode] }
    let legs = known.map { leg in
      TimedLeg(
        start: leg.start, end: leg.end, way: leg.routes[0],
        sightings: sightings(of: leg, runs[first].timeline, indices.map { runs[$0] }))
    }
    guard let day = Scenario(legs: legs, span: start...end, surroundings: surroundings) else {
      for index in indices { leftOut.append((index, "its legs overlap")) }
      return
    }
    add(day, indices, runs, strategies) { runs[$0].span.lowerBound - start }
  }

  /// Where nobody's satellites show the pace, that of the best seen leg of the name on another day, stretched to this one's
  /// time: at a steady pace a freeway has neither its speed nor its jams.
  private func sightings(of leg: MeasuredLeg, _ timeline: String, _ runs: [MeasuredRun]) -> [TimedLeg.Sighting] {
    let own = Self.sightings(of: leg, runs)
    guard !Self.showPace(own, of: leg), let other = paces[LegName(timeline: timeline, leg: leg.name)] else {
      return own
    }
    let stretch = (leg.end - leg.start) / (other.leg.end - other.leg.start)
    return other.sightings.map {
      TimedLeg.Sighting(time: leg.start + stretch * ($0.time - other.leg.start), place: $0.place)
    }
  }

  /// One position in two minutes is too few for a pace.
  private static func showPace(_ sightings: [TimedLeg.Sighting], of leg: MeasuredLeg) -> Bool {
    Double(sightings.count) * 120 >= leg.end - leg.start
  }

  private static func paces(
    _ runs: [MeasuredRun]
  ) -> [LegName: (leg: MeasuredLeg, sightings: [TimedLeg.Sighting])] {
    var found: [LegName: (leg: MeasuredLeg, sightings: [TimedLeg.Sighting])] = [:]
    for run in runs {
      for leg in run.legs where !leg.routes.isEmpty && !leg.name.isEmpty {
        let name = LegName(timeline: run.timeline, leg: leg.name)
        let own = sightings(of: leg, [run])
        if showPace(own, of: leg), own.count > found[name]?.sightings.count ?? 0 { found[name] = (leg, own) }
      }
    }
    return found
  }

  /// The good satellite positions on a leg of the phone that has most of them: those tell how fast the carriers went where.
  private static func sightings(of leg: MeasuredLeg, _ runs: [MeasuredRun]) -> [TimedLeg.Sighting] {
    let byRun = runs.map { run in
      (run.fixes ?? []).filter {
        $0.unixSeconds > leg.start && $0.unixSeconds < leg.end && ($0.speed ?? -1) >= 0
          && ($0.accuracy ?? .infinity) <= 30
      }
    }
    let best = byRun.max { $0.count < $1.count } ?? []
    return best.map { TimedLeg.Sighting(time: $0.unixSeconds, place: $0.position) }
  }

  private mutating func addRest(
    _ indices: [Int], _ runs: [MeasuredRun], _ strategies: [String: StrategySpecification]
  ) {
    guard !indices.isEmpty else { return }
    let seconds = indices.map { runs[$0].span.upperBound - runs[$0].span.lowerBound }.max() ?? 1
    // Any place does: nothing of the day depends on it but which towers are near.
    let place =
      indices.compactMap { runs[$0].fixes?.first?.position }.first ?? GeodeticPosition(latitude: 0, longitude: 0)
    let hold = Self.indoorHold(indices.map { runs[$0] }, strategies) ?? .home
    add(Scenario(restingAt: place, seconds: seconds, indoorHold: hold), indices, runs, strategies) { _ in 0 }
  }

  /// The share of time with fixes at rest, of iPhones that asked for satellites all the time with a filter of at most 1 m. It stands
  /// for the time in which receivers kept tracking, which is not recorded. That filter hides no such time: where receivers held on
  /// in measured libraries, fixes came each 6 s through it (reports/validation/position-errors.md), and 5 min may lie between two.
  /// On Android, fixes from networks look the same.
  ///
  /// - Returns: `nil` where less than a day of such runs was recorded.
  static func indoorHold(_ runs: [MeasuredRun], _ strategies: [String: StrategySpecification]) -> IndoorHold? {
    var (hours, tracked) = (0.0, 0.0)
    for run in runs {
      guard let recorded = run.trackedHours, let strategy = strategies[run.configuration], strategy.kind == "standard",
        case .choice(let accuracy)? = strategy.parameters["desired_accuracy"],
        ["best", "best_for_navigation", "nearest_ten_meters"].contains(accuracy)
      else { continue }
      if case .distance(let filter)? = strategy.parameters["distance_filter"], filter > 1 { continue }
      hours += (run.span.upperBound - run.span.lowerBound) / 3600
      tracked += recorded
    }
    guard hours >= 24 else { return nil }
    return .share(min(max(tracked / hours, IndoorHold.shares.lowerBound), IndoorHold.shares.upperBound))
  }

  /// Runs of one configuration on the day are one simulated run.
  private mutating func add(
    _ day: Scenario, _ indices: [Int], _ runs: [MeasuredRun], _ strategies: [String: StrategySpecification],
    startOf: (Int) -> Double
  ) {
    var simulated: [DayPrediction.Run] = []
    var members: [[Member]] = []
    for configuration in indices.distinct({ runs[$0].configuration }) {
      guard let strategy = strategies[configuration] else { continue }
      let own = indices.filter { runs[$0].configuration == configuration }
      let parts = own.map { index in
        let (run, readings, start) = (runs[index], MeasuredReadings(runs[index]), startOf(index))
        func instants(_ times: [Double]) -> [Instant] {
          times.map { .seconds(max(0, start + $0 - run.span.lowerBound)) }
        }
        return (
          index: index, start: start, readings: readings,
          instants: instants([run.span.lowerBound] + readings.readings.map(\.time)),
          extra: instants(times.indices.contains(index) ? times[index] : [])
        )
      }
      let instants = Set(parts.flatMap { $0.instants + $0.extra }).sorted()
      let place = Dictionary(uniqueKeysWithValues: instants.enumerated().map { ($0.element, $0.offset) })
      let end = parts.map { $0.start + runs[$0.index].span.upperBound - runs[$0.index].span.lowerBound }.max() ?? 0
      simulated.append(
        DayPrediction.Run(strategy: strategy, instants: instants, end: max(.seconds(end), instants.last ?? .start)))
      members.append(
        parts.map { part in
          Member(
            run: part.index, start: .seconds(part.start), readings: part.readings,
            places: part.instants.map { place[$0] ?? 0 }, extra: part.extra.map { place[$0] ?? 0 })
        })
    }
    days.append(DayPrediction.Day(scenario: day, runs: simulated))
    self.members.append(members)
  }
}
