import DeviceModel
import LocationServices
import Core
import Simulation
import Testing
import World

/// Where the watch's positions come from.
@Suite struct PairPositionTests {
  private static let open = Surroundings(sky: .openSky, accessPoints: .some, cells: .urban)

  private func walk(withPhone: Bool = true) -> [Leg] {
    let leg = Leg(
      .walk, name: "walk", route: RoutePath([Trials.berlin, Trials.east(900)]), speed: .metresPerSecond(1.4),
      surroundings: Self.open)
    return [withPhone ? leg : PairBench.without(leg)]
  }

  private func workout(withPhone: Bool = true, ownGNSS: Bool, platform: Platform = .ios18) throws -> PairBench {
    var bench = try PairBench(
      seconds: 300, script: [(1, .watchForeground), (30, .watchBackground)], legs: walk(withPhone: withPhone),
      platform: platform, watchCode: { app, _ in app.track() })
    bench.watch.device.gnss?.usedNearPhone = ownGNSS
    return bench
  }

  @Test func besideThePhoneAnOlderWatchHasThePhonesPositions() throws {
    var bench = try PairBench(
      seconds: 300, script: [(0.5, .foreground), (1, .watchForeground), (30, .background), (30, .watchBackground)],
      legs: walk(),
      phoneCode: { app, _ in
        app.onUpdate = { app.journal.note($0) }
        app.track()
      }, watchCode: { app, _ in app.track() })
    bench.watch.device.gnss?.usedNearPhone = false
    let record = bench.run().record
    let watch = try #require(record.watch)
    #expect(watch.energy(of: .gnss) == 0)
    #expect(record.energy(of: .gnss) > 0)
    #expect(record.fixes.count > 150)
    // What the app on the phone gets from the same session, and nothing else.
    let phone = Dictionary(bench.journal.locations.map { ($0.timestamp, $0.position) }, uniquingKeysWith: { $1 })
    let shared = record.fixes.count { phone[$0.timestamp.seconds] == $0.position }
    #expect(shared >= record.fixes.count - 2)
    // Each one crosses the link: later than on the phone, and a message each.
    for fix in record.fixes { #expect(fix.delivered > fix.timestamp) }
    #expect(watch.messages >= record.fixes.count)
  }

  @Test func besideThePhoneANewerWatchUsesItsOwnReceiver() throws {
    let record = try workout(ownGNSS: true).run().record
    let watch = try #require(record.watch)
    #expect(watch.energy(of: .gnss) > 0)
    #expect(record.energy(of: .gnss) == 0)
    #expect(watch.messages == 0)
    #expect(record.fixes.count > 150)
  }

  @Test(arguments: [false, true])
  func aloneTheWatchUsesItsOwnReceiver(_ ownGNSS: Bool) throws {
    let record = try workout(withPhone: false, ownGNSS: ownGNSS).run().record
    let watch = try #require(record.watch)
    #expect(watch.energy(of: .gnss) > 0)
    #expect(record.energy(of: .gnss) == 0)
    #expect(record.fixes.count > 150)
  }

  @Test func partingOnTheWayTheWatchTakesOverAndBackAgain() throws {
    func leg(_ name: String, _ from: Double, _ to: Double) -> Leg {
      Leg(
        .walk, name: name, route: RoutePath([Trials.east(from), Trials.east(to)]), speed: .metresPerSecond(1.4),
        surroundings: Self.open)
    }
    let round = Leg(
      .walk, name: "round", route: RoutePath([Trials.east(140), Trials.east(300), Trials.east(140)]),
      speed: .metresPerSecond(1.4), surroundings: Self.open)
    var bench = try PairBench(
      seconds: 600, script: [(1, .watchForeground)],
      legs: [leg("out", 0, 140), PairBench.without(round), leg("on", 140, 500)],
      watchCode: { app, _ in app.track() })
    bench.watch.device.gnss?.usedNearPhone = false
    let (record, phone, watch) = bench.run()
    let off = GNSSReceiver.State.off.rawValue
    func onTimes(_ timeline: [StateSegment]) -> [ClosedRange<Double>] {
      timeline.filter { $0.component == .gnss && $0.state != off }.map { $0.start.seconds...$0.end.seconds }
    }
    let away = bench.awaySpan
    #expect(
      onTimes(watch.timeline).allSatisfy { $0.lowerBound >= away.lowerBound && $0.upperBound <= away.upperBound + 10 })
    #expect(
      onTimes(phone.timeline).allSatisfy { $0.upperBound <= away.lowerBound + 10 || $0.lowerBound >= away.upperBound })
    #expect(!onTimes(watch.timeline).isEmpty && !onTimes(phone.timeline).isEmpty)
    // Positions go on throughout.
    let times = record.fixes.map(\.delivered.seconds)
    for (a, b) in zip(times, times.dropFirst()) { #expect(b - a < 60) }
  }

  @Test func theFirstWatchSystemHasNoSessionsOfItsOwn() throws {
    let record = try workout(ownGNSS: true, platform: .ios9).run().record
    #expect(record.fixes.isEmpty)
    #expect(try #require(record.watch).energy(of: .gnss) == 0)
  }

  @Test func theWatchsReceiverHasRandomnessOfItsOwn() throws {
    let bench = try workout(ownGNSS: true)
    let (phone, watch) = (bench.world(.phone), bench.world(.watch))
    #expect(phone.gnssError(at: .seconds(99)).fastEast != watch.gnssError(at: .seconds(99)).fastEast)
    #expect(phone.acquisition(at: .seconds(99)).z != watch.acquisition(at: .seconds(99)).z)
    #expect(phone.journey == watch.journey)
    #expect(phone.servingCells == watch.servingCells)
  }

  @Test func thePhoneThatIsLeftLiesStillWhereItWas() throws {
    let home = Surroundings(sky: .indoor, accessPoints: .many, cells: .urban, onWiFi: true)
    let legs =
      [Leg(dwell: "home", at: Trials.berlin, stay: .lasting(.seconds(100)), surroundings: home)]
      + walk(withPhone: false)
    let bench = try PairBench(seconds: 300, legs: legs)
    let (phone, watch) = (bench.world(.phone), bench.world(.watch))
    for second in stride(from: 0.0, through: 300, by: 7) {
      #expect(phone.journey.position(at: .seconds(second)) == Trials.berlin)
      #expect(phone.surroundings.value(at: .seconds(second)) == home)
      #expect(phone.motion.value(at: .seconds(second)) == .still)
    }
    #expect(watch.surroundings.value(at: .seconds(200)) == Self.open)
    #expect(watch.journey.position(at: .seconds(200)).distance(to: Trials.berlin) > 50)
    #expect(phone.userJourney == watch.journey)
    #expect(!phone.phoneAtHand.value(at: .seconds(101)))
  }
}

extension PairBench {
  /// When the phone is not at hand, in seconds.
  var awaySpan: ClosedRange<Double> {
    let steps = world(.phone).phoneAtHand.steps
    return steps[1].start.seconds...steps[2].start.seconds
  }
}
