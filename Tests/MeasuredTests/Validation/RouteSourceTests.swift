import Analysis
import DeviceModel
import Documents
@testable import FileFormats
import GeoJoule
import Core
import Strategies
import Testing
import World

@testable import Measured

/// Which positions came from satellites, and how a leg's pace is found.
@Suite struct RouteSourceTests {
  private static func fix(_ time: Double, speed: Double? = nil, _ technology: String = "") -> MeasuredFix {
    MeasuredFix(
      unixSeconds: time, position: GeodeticPosition(latitude: 37, longitude: -122), accuracy: 12, speed: speed,
      technology: technology, line: 2)
  }

  @Test func theSourceIsNamedOrSeenByWhatErrorsDoNotChange() {
    let whole = 1_563_821_438.0
    #expect(RouteErrors.isFromSatellites(Self.fix(whole), on: .android))
    #expect(RouteErrors.isFromSatellites(Self.fix(whole - 0.01), on: .android))
    #expect(!RouteErrors.isFromSatellites(Self.fix(whole + 0.42, speed: 3), on: .android))
    #expect(!RouteErrors.isFromSatellites(Self.fix(whole + 0.05), on: .android))
    #expect(RouteErrors.isFromSatellites(Self.fix(whole + 0.42, speed: 0), on: .ios))
    #expect(!RouteErrors.isFromSatellites(Self.fix(whole), on: .ios))
    #expect(!RouteErrors.isFromSatellites(Self.fix(whole, speed: 3, "network"), on: .android))
    #expect(RouteErrors.isFromSatellites(Self.fix(whole + 0.42, "GPS"), on: .ios))
    #expect(RouteErrors.isFromSatellites(Self.fix(whole, "suburban"), on: .android))
  }

  // MARK: Pace

  private static let way = [
    GeodeticPosition(latitude: 37, longitude: -122), GeodeticPosition(latitude: 37, longitude: -121.9),
  ]

  /// A leg of 1000 s from `start` on; with fixes it lies still for its first half, and then goes.
  private static func run(
    _ name: String, start: Double, length: Double = 1000, before: Double = 100, leg: String = "freeway", isSeen: Bool,
    fixes: Int = 99, accuracy: Double = 5
  ) -> MeasuredRun {
    MeasuredRun(
      name: name, timeline: "t", phone: name, configuration: "c", span: start - before...start + length + 100,
      readings: [], legs: [MeasuredLeg(name: leg, mode: "car", start: start, end: start + length, routes: [way])],
      fixes: (1...(isSeen ? fixes : 4)).map { step in
        let share = Double(step) / 100
        return MeasuredFix(
          unixSeconds: start + length * share,
          position: GeodeticPosition(latitude: 37, longitude: -122 + 0.1 * max(0, 2 * share - 1)),
          accuracy: accuracy, speed: isSeen ? 1 : nil, line: step + 1)
      })
  }

  private static func days(_ runs: [MeasuredRun]) throws -> MeasuredDays {
    MeasuredDays(
      runs, mapping: try RunMapping.mobilityNet(catalog: Catalog()),
      strategies: ["c": StrategySpecification(name: "c", summary: "", kind: "standard", parameters: [:])])
  }

  /// The share of the way that is done after so many seconds of a day, by day: after 600 it is half of a leg of 1000 s.
  private static func half(_ runs: [MeasuredRun], after seconds: Double = 600) throws -> [Double] {
    try days(runs).days.map { day in
      let world = WorldRealization(scenario: day.scenario, seed: 1, environment: RadioEnvironment())
      let (from, to) = (way[0].earthVector(), way[1].earthVector())
      return world.journey.position(at: .seconds(seconds)).distance(to: from) / to.distance(to: from)
    }
  }

  @Test func aLegThatNobodySawHasThePaceOfAnotherDay() throws {
    let (seen, unseen) = (Self.run("a", start: 10_000, isSeen: true), Self.run("b", start: 20_000, isSeen: false))
    let both = try Self.half([unseen, seen])
    #expect(both.count == 2 && both.allSatisfy { $0 < 0.05 }, "\(both)")
    // Nothing else knows the leg.
    let other = try Self.half([unseen, Self.run("a", start: 10_000, leg: "other", isSeen: true)])
    #expect(abs(other[0] - 0.5) < 0.05 && other[1] < 0.05, "\(other)")
  }

  /// The pace of a day of 2000 s on a leg of 1000 s: after three quarters of its time half of the way is done.
  @Test func aPaceIsStretchedToTheLegsTime() throws {
    let seen = Self.run("a", start: 10_000, length: 2000, isSeen: true)
    let shares = try Self.half([Self.run("b", start: 20_000, isSeen: false), seen], after: 850)
    #expect(abs(shares[0] - 0.5) < 0.05, "\(shares)")
  }

  /// Of two days that show a pace, the one with more positions counts: 99 in all of the time, not nine in 90 s.
  @Test func theBestSeenDayShowsThePace() throws {
    let few = Self.run("a", start: 10_000, isSeen: true, fixes: 9)
    let runs = [few, Self.run("b", start: 20_000, isSeen: true), Self.run("c", start: 30_000, isSeen: false)]
    #expect(try Self.half(runs)[2] < 0.05)
  }

  /// Runs of one trip share its day: one that begins 70 s after another begins so on the day, too.
  @Test func aRunBeginsOnItsDayWhenItBegan() throws {
    let runs = [100.0, 30].map { Self.run("a", start: 10_000, before: $0, isSeen: true) }
    let members = try #require(Self.days(runs).members.first?.first)
    #expect(members.map(\.start) == [.start, .seconds(70)] && members.map(\.places) == [[0], [1]])
  }

  /// Of 1000 s, eight positions in the first 80 s are fewer than one in two minutes, nine in 90 s are not; nor do those count
  /// that are known to 31 m only. The rest of the way is then at a steady pace: half of the time ends it by 45 %.
  @Test(arguments: [(8, 5.0, 0.0), (9, 30, 0.45), (9, 31, 0)])
  func fewOrUncertainPositionsShowNoPace(fixes: Int, accuracy: Double, share: Double) throws {
    let few = Self.run("b", start: 20_000, isSeen: true, fixes: fixes, accuracy: accuracy)
    let both = try Self.half([few, Self.run("a", start: 10_000, isSeen: true)])
    #expect(abs(both[0] - share) < 0.05, "\(both)")
  }

  // MARK: Pooling

  @Test func satellitesArePooledOverLegsThatHaveMeasuredOnes() throws {
    func errors(_ leg: Double, all: [Double], satellites: [Double]) -> LegErrors {
      var result = LegErrors(leg: leg, mode: "car")
      for error in all { result.all.add(error: error, radius: 10) }
      for error in satellites { result.satellites.add(error: error, radius: 10) }
      return result
    }
    var comparison = ErrorComparison()
    let (one, other) = (Self.run("a", start: 10_000, isSeen: true), Self.run("b", start: 20_000, isSeen: true))
    comparison.add(
      one, measured: [errors(10_000, all: [5, 900], satellites: [5])],
      predicted: [[errors(10_000, all: [4, 800], satellites: [4])], [errors(10_000, all: [6], satellites: [6])]])
    // Only networks were recorded here: what the simulated receiver gave counts for nothing.
    comparison.add(
      other, measured: [errors(20_000, all: [700], satellites: [])],
      predicted: [[errors(20_000, all: [77], satellites: [77])], []])
    #expect(comparison.checks.count == 1)
    #expect(comparison.checks[0].measured?.count == 3 && comparison.checks[0].predicted?.count == 4)
    let satellites = comparison.satelliteChecks
    #expect(satellites.count == 1)
    #expect(satellites[0].measured?.p95 == 5 && satellites[0].legs == 1)
    #expect(satellites[0].predicted?.count == 2 && satellites[0].predictedRange == 4.0...6)
  }
}
