import DeviceModel
import Documents
import Core
import Testing

@testable import World

@Suite struct PersonTests {
  private static let catalog = Catalog()
  private static let names = ["commuters", "everyone", "rural", "students"]

  private func population(_ name: String) throws -> PopulationProfile { try Self.catalog.population(name) }

  /// - Parameter isQuiet: leaves the screen off nearly all the time, which changes nothing else and takes less time.
  private func people(
    _ name: String, _ count: Int, seed: UInt64 = 1, days: Int = 7, isQuiet: Bool = false
  ) throws -> [Person] {
    var population = try population(name)
    if isQuiet {
      population.values["phone.sessions"]?.mean = 1
      population.values["phone.sessions"]?.distribution = .fixed
    }
    return (1...count).map { Person(population, number: $0, firstSeed: seed, days: days) }
  }

  /// Legs follow one another in space and, on a day without randomness, in time, and cover the days exactly.
  @Test(arguments: names, [1, 5003] as [UInt64])
  func aWeekTilesExactly(_ name: String, _ seed: UInt64) throws {
    for days in [1, 7, 9] {
      for person in try people(name, 60, seed: seed, days: days) {
        let scenario = person.scenario
        #expect(scenario.horizon == .start + .hours(24 * Double(days)))
        var now = Instant.start
        var here = scenario.legs[0].route.points[0]
        for leg in scenario.legs {
          #expect(leg.route.points[0] == here, "\(scenario.name): \(leg.name)")
          #expect(now < scenario.horizon)
          here = leg.route.points[leg.route.points.count - 1]
          switch leg.stay {
          case .until(let instant) where leg.kind == .dwell:
            #expect(instant > now && instant < scenario.horizon, "\(scenario.name): \(leg.name)")
            now = instant
          case .toTheEnd where leg.kind == .dwell: now = scenario.horizon
          default: now = now + (leg.nominalDuration ?? .zero)
          }
        }
        #expect(now >= scenario.horizon)
        #expect(scenario.script.allSatisfy { $0.instant <= scenario.horizon })
        let named = Set(scenario.places.map { $0.position.earthVector() })
        #expect(Set(scenario.places.map(\.name)).count == scenario.places.count)
        for leg in scenario.legs {
          #expect(named.contains(leg.route.points[0]) && named.contains(leg.route.points[leg.route.points.count - 1]))
        }
      }
    }
  }

  /// As it is drawn for a run, randomness on the way and all.
  @Test(arguments: names)
  func aDrawnWeekIsTravelledAtPhysicalSpeedsAndEndsAtHome(_ name: String) throws {
    for person in try people(name, 25, seed: 77) {
      let day = person.scenario.day(seed: person.seed)
      let knots = day.journey.knots
      let fastest = person.scenario.legs.map(\.kind.topSpeed).max() ?? 0
      for (from, to) in zip(knots, knots.dropFirst()) {
        let speed = from.position.distance(to: to.position) / (to.instant - from.instant).seconds
        #expect(speed <= fastest * 1.001)
      }
      let home = try #require(person.scenario.places.first).position.earthVector()
      let isAway = person.trips.last.map { $0.purpose == .journey && !$0.isReturn || !$0.isFromHome } ?? false
      let end = day.journey.position(at: person.scenario.horizon)
      #expect((end.distance(to: home) < 1) == !isAway, "\(person.scenario.summary)")
      for (walk, next) in zip(person.scenario.legs, person.scenario.legs.dropFirst()) where walk.kind != .dwell {
        #expect(walk.route.length > 5, "\(walk.name) before \(next.name)")
        #expect(walk.speed.metresPerSecond > 0.1 && walk.speed.metresPerSecond <= walk.kind.topSpeed)
      }
    }
  }

  @Test func aPersonIsAFunctionOfPopulationNumberAndFirstSeed() throws {
    let everyone = try population("everyone")
    let person = Person(everyone, number: 17, firstSeed: 3)
    let again = Person(everyone, number: 17, firstSeed: 3)
    #expect(person.scenario.legs == again.scenario.legs && person.scenario.script == again.scenario.script)
    // The seed after is the next person.
    #expect(Person(everyone, number: 16, firstSeed: 4).scenario.legs == person.scenario.legs)
    #expect(person.seed == 19)
    #expect(Person(everyone, number: 18, firstSeed: 3).scenario.legs != person.scenario.legs)
    // A longer draw begins with the same days.
    let longer = Person(everyone, number: 17, firstSeed: 3, days: 11)
    let week = Instant.start + .hours(24 * 6)
    func early(_ person: Person) -> [ScriptEvent] { person.scenario.script.filter { $0.instant < week } }
    #expect(early(longer) == early(person))
    #expect(Array(longer.scenario.legs.prefix(person.scenario.legs.count - 2)) == person.scenario.legs.dropLast(2))
  }

  /// One figure changed moves nothing that does not follow from it.
  @Test func figuresHaveStreamsOfTheirOwn() throws {
    var changed = try population("everyone")
    changed.values["phone.sessions"]?.mean = 31
    changed.values["home.wifi"]?.mean = 0
    let original = try population("everyone")
    var others = 0
    for number in 1...40 {
      let (a, b) = (Person(original, number: number, firstSeed: 9), Person(changed, number: number, firstSeed: 9))
      #expect(a.trips == b.trips)
      #expect(a.scenario.legs.map(\.route) == b.scenario.legs.map(\.route))
      #expect(!b.traits.hasHomeWiFi)
      others += a.scenario.script == b.scenario.script ? 0 : 1
    }
    #expect(others > 30)
  }

  // MARK: Shares and means of 2,000 people against the file

  /// A mean over people, who are drawn one independently of the other, and its standard error.
  private func mean(_ values: [Double]) -> (mean: Double, error: Double) {
    let mean = values.reduce(0, +) / Double(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (mean, (squares / Double(values.count - 1) / Double(values.count)).squareRoot())
  }

  private func expect(
    _ values: [Double], near wanted: Double, _ what: String, within errors: Double = 4,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let (mean, error) = mean(values)
    #expect(
      abs(mean - wanted) <= errors * error, "\(what): \(mean) ± \(error), wanted \(wanted)", sourceLocation: location)
  }

  /// The mean of what a figure is drawn from: its mean after the range has cut it.
  private func drawnMean(_ population: PopulationProfile, _ key: String) throws -> Double {
    let value = try #require(population.values[key])
    let steps = 2_000
    return (0..<steps).reduce(0) { $0 + value.quantile(atShare: (Double($1) + 0.5) / Double(steps)) } / Double(steps)
  }

  private func figure(_ population: PopulationProfile, _ key: String) throws -> Double {
    try #require(population.values[key]).mean
  }

  @Test(arguments: ["everyone", "students"])
  func sharesAndMeansAreThoseOfTheFile(_ name: String) throws {
    let population = try population(name)
    let people = try people(name, 2000, seed: 40_001, isQuiet: true)
    func share(_ key: String, of holds: (Person) -> Bool) throws {
      expect(people.map { holds($0) ? 1 : 0 }, near: try figure(population, key), key)
    }
    if name == "everyone" {
      try share("people.workers") { $0.traits.occupation == .worker }
      try share("people.students") { $0.traits.occupation == .student }
    }
    for settlement in Settlement.allCases {
      try share("settlement.\(settlement.rawValue)") { $0.traits.settlement == settlement }
    }
    try share("home.wifi") { $0.traits.hasHomeWiFi }

    // Modes of commutes, for each band and settlement together: what was got less what the weighted shares say.
    for mode in TravelMode.allCases {
      let excess = people.compactMap { person -> Double? in
        guard let trip = person.trips.first(where: { $0.purpose == .work || $0.purpose == .school }) else { return nil }
        let shares = population.modeShares("commute", DistanceBand(trip.distance), in: person.traits.settlement)
        let wanted = shares[TravelMode.allCases.firstIndex(of: mode) ?? 0]
        return (trip.mode == mode ? 1 : 0) - wanted
      }
      if mean(excess).error > 0 { expect(excess, near: 0, "commute by \(mode)") }
    }
    // Lengths of commutes.
    for (purpose, key) in [(Person.Trip.Purpose.work, "work.distance"), (.school, "school.distance")] {
      let lengths = people.compactMap { person in
        person.trips.first { $0.purpose == purpose && $0.isFromHome }?.distance
      }
      if lengths.count > 100 { expect(lengths, near: try drawnMean(population, key), key) }
    }
    // Outings a day at home, on weekdays and at weekends. The few that would not be back before midnight are left out,
    // which takes some 1 % away.
    for purpose in [Person.Trip.Purpose.errands, .leisure] {
      for (weekend, word) in [(false, "weekday"), (true, "weekend")] {
        let key = "\(purpose.rawValue).\(word)"
        let numbers = people.compactMap { person -> Double? in
          guard !person.traits.isAway, !person.trips.contains(where: { $0.purpose == .journey }) else { return nil }
          let count = person.trips.count { $0.purpose == purpose && !$0.isReturn && ($0.day % 7 >= 5) == weekend }
          return Double(count) / (weekend ? 2 : 5)
        }
        expect(numbers, near: try figure(population, key) * 0.99, key)
      }
    }
    // How long the ways of outings are: each person's mean over the trips that were drawn from home.
    for purpose in [Person.Trip.Purpose.errands, .leisure] {
      let lengths = people.compactMap { person -> Double? in
        let own = person.trips.filter { $0.purpose == purpose && !$0.isReturn && $0.isFromHome }.map(\.distance)
        return own.isEmpty ? nil : own.reduce(0, +) / Double(own.count)
      }
      expect(lengths, near: try drawnMean(population, "\(purpose.rawValue).distance"), "\(purpose) lengths")
    }
    // Journeys that begin, for each day at home.
    let begun = people.map { person in
      Double(person.trips.count { $0.purpose == .journey && !$0.isReturn }) / 7
    }
    expect(begun, near: try figure(population, "away.begins"), "away.begins", within: 5)
  }

  @Test func weekdaysAndWeekendsDiffer() throws {
    let population = try population("commuters")
    let people = try people("commuters", 2000, seed: 11, isQuiet: true)
    let atHome = try drawnMean(population, "work.at_home")
    for (weekend, word) in [(false, "weekday"), (true, "weekend")] {
      let days = people.compactMap { person -> Double? in
        guard !person.trips.contains(where: { $0.purpose == .journey }) else { return nil }
        let commutes = person.trips.count { $0.purpose == .work && !$0.isReturn && ($0.day % 7 >= 5) == weekend }
        return Double(commutes) / (weekend ? 2 : 5)
      }
      expect(days, near: try figure(population, "work.\(word)") * (1 - atHome), "work.\(word)")
    }
  }

  /// The law as it is drawn, cut to its range, gives what it says it was tuned to: 57 % leave from 6:00 to 8:29.
  @Test func workersLeaveWhenTheSurveySays() throws {
    let leaves = try #require(try population("everyone").values["work.leaves"])
    let steps = 20_000
    let inside = (0..<steps).count {
      (6 * 3600.0..<8.5 * 3600).contains(leaves.quantile(atShare: (Double($0) + 0.5) / Double(steps)))
    }
    #expect(abs(Double(inside) / Double(steps) - 0.57) <= 0.005, "\(Double(inside) / Double(steps))")
  }

  /// The file as a whole says what its shares of modes were tuned to: the mode shares of commutes and of all ways; and it
  /// has the number of ways.
  @Test func everyonesWaysAreNearTheSurveys() throws {
    let people = try people("everyone", 2000, seed: 900, isQuiet: true)
    let ways = people.flatMap(\.trips).filter { $0.purpose != .journey }
    func share(_ modes: Set<TravelMode>, of trips: [Person.Trip]) -> Double {
      Double(trips.count { $0.mode.map(modes.contains) ?? false }) / Double(trips.count)
    }
    // MiD 2017: 22 % on foot, 11 % by bicycle, 57 % by car, 10 % by public transport; 3.1 ways a day, business included.
    #expect(abs(share([.walk], of: ways) - 0.22) < 0.04)
    #expect(abs(share([.cycle], of: ways) - 0.11) < 0.03)
    #expect(abs(share([.drive], of: ways) - 0.57) < 0.05)
    #expect(abs(share([.bus, .train, .subway], of: ways) - 0.10) < 0.04)
    #expect(abs(Double(ways.count) / 14_000 - 2.8) < 0.3)
    // Mikrozensus 2020 and 2024: 65 to 68 % of commuters by car, 14 to 16 % by public transport.
    let work = ways.filter { $0.purpose == .work }
    #expect(abs(share([.drive], of: work) - 0.665) < 0.06)
    #expect(abs(share([.bus, .train, .subway], of: work) - 0.15) < 0.05)
  }

  @Test func theCommuteOfATransitUserIsAWalkAWaitARideAndAWalk() throws {
    let person = try #require(
      try people("commuters", 200).first { $0.traits.commute?.isTransit == true && !$0.traits.isAway })
    let legs = person.scenario.legs
    let ride = try #require(legs.firstIndex { $0.kind.motion == .rail || $0.kind == .bus })
    #expect(legs[ride - 2].kind == .walk && legs[ride - 1].kind == .dwell && legs[ride + 1].kind == .walk)
    let trip = try #require(person.trips.first { $0.mode == person.traits.commute })
    let length = [ride - 2, ride, ride + 1].reduce(0) { $0 + legs[$1].route.length }
    // Waypoints are rounded to 0.1 m, and the sphere of the draw is not the ellipsoid of the way.
    #expect(abs(length / trip.distance - 1) < 0.01)
  }
}
