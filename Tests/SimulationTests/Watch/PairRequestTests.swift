import DeviceModel
import LocationServices
import Core
import Simulation
import Testing
import World

/// `requestLocation` on the watch (2015 session).
@Suite struct PairRequestTests {
  private static let street = Surroundings(sky: .suburban, accessPoints: .many, cells: .urban)

  private static let ask: HalfApp.Code = { app, host in
    let manager = host.makeLocationManager()
    app.managers.append(manager)
    manager.delegate = app
    manager.desiredAccuracy = .best
    app.onUpdate = { app.note("\($0.count) position of \($0[0].horizontalAccuracy) m") }
    manager.requestLocation()
  }

  private func stay(withPhone: Bool = true, at place: EarthVector = Trials.berlin) -> Leg {
    let leg = Leg(dwell: "street", at: place, stay: .toTheEnd, surroundings: Self.street)
    return withPhone ? leg : PairBench.without(leg)
  }

  /// A watch of 2015: neither a receiver nor a modem.
  private func bench(
    _ legs: [Leg], seconds: Double = 90, opened: Double = 5, platform: Platform = .ios9,
    watchCode: @escaping HalfApp.Code = ask
  ) throws -> PairBench {
    var bench = try PairBench(
      seconds: seconds, script: [(opened, .watchForeground), (opened + 60, .watchBackground)], legs: legs,
      authorization: .whenInUse, platform: platform, watchCode: watchCode)
    bench.watch.device.gnss = nil
    bench.watch.device.cellular = nil
    return bench
  }

  @Test func besideThePhoneThePhoneFindsThePositionAndTheAnswerCrossesTheLink() throws {
    let bench = try bench([stay()])
    let record = bench.run().record
    let watch = try #require(record.watch)
    #expect(record.fixes.count == 1)
    #expect(try #require(record.fixes.first).horizontalAccuracy <= 30)
    // A question and an answer, one exchange each.
    #expect(watch.messages == 2)
    #expect(record.ledger.count(.bluetoothMessage, cause: EnergyAttribution(.accessory, app: 1)) == 2)
    // The phone's receiver and scans, none of the watch's.
    #expect(record.energy(of: .gnss) > 0)
    #expect(watch.ledger.dwell(.wifi, state: WiFiRadio.State.scanFull.rawValue) == .zero)
    #expect(watch.ledger.dwell(.wifi, state: WiFiRadio.State.scanPartial.rawValue) == .zero)
    // The phone's app has no part in it.
    #expect(bench.journal.lines.allSatisfy { $0.hasPrefix("watch") })
  }

  @Test func aloneThereIsTheAccuracyOfAHundredMetres() throws {
    let bench = try bench([stay(withPhone: false)])
    let record = bench.run().record
    let watch = try #require(record.watch)
    #expect(watch.messages == 0)
    #expect(record.fixes.count == 1)
    let accuracy = try #require(record.fixes.first).horizontalAccuracy
    #expect(accuracy > 30 && accuracy <= 100)
    #expect(record.energy(of: .gnss) == 0)
  }

  @Test(arguments: [(false, 0), (true, 1)])
  func aloneInANovelPlaceItNeedsANetworkOfItsOwn(_ hasModem: Bool, fixes: Int) throws {
    let far = Trials.east(40_000)
    let drive = Leg(
      .drive, name: "away", route: RoutePath([Trials.berlin, far]), speed: .metresPerSecond(30),
      surroundings: Self.street)
    var bench = try bench(
      [PairBench.without(drive), stay(withPhone: false, at: far)], seconds: 1700, opened: 1600)
    if hasModem { bench.watch.device.cellular = bench.phone.device.cellular }
    let record = bench.run().record
    #expect(record.fixes.count == fixes)
    #expect(bench.journal.lines.contains { $0.hasSuffix("failed locationUnknown") } == !hasModem)
  }

  @Test func whereBothWereTogetherTheWatchKnowsTheAccessPoints() throws {
    // The same way with the phone at hand: the watch has learnt from it, and the last kilometre goes without.
    let far = Trials.east(40_000)
    let drive = Leg(
      .drive, name: "away", route: RoutePath([Trials.berlin, far]), speed: .metresPerSecond(30),
      surroundings: Self.street)
    let bench = try bench([drive, stay(withPhone: false, at: far)], seconds: 1700, opened: 1600)
    #expect(bench.run().record.fixes.count == 1)
  }

  @Test func partingDuringTheSearchTheWatchLooksForItself() throws {
    // The phone, indoors without access points, is still looking when it is left.
    let cellar = Surroundings(sky: .underground, accessPoints: .none, cells: .urban, coverage: .none)
    let legs = [
      Leg(dwell: "cellar", at: Trials.berlin, stay: .lasting(.seconds(20)), surroundings: cellar),
      stay(withPhone: false),
    ]
    let bench = try bench(legs)
    let record = bench.run().record
    #expect(record.fixes.count == 1)
    #expect(try #require(record.fixes.first).delivered > .seconds(20))
  }

  @Test func whereThePhoneFindsNothingTheWatchIsTold() throws {
    let mine = Surroundings(sky: .underground, accessPoints: .none, cells: .urban, coverage: .none)
    let bench = try bench([Leg(dwell: "mine", at: Trials.berlin, stay: .toTheEnd, surroundings: mine)])
    #expect(bench.run().record.fixes.isEmpty)
    #expect(bench.journal.lines.last?.hasSuffix("failed locationUnknown") == true)
  }

  @Test func aRequestThatIsCancelledGetsNoAnswer() throws {
    let bench = try bench(
      [stay()],
      watchCode: { app, host in
        Self.ask(app, host)
        host.schedule(after: 0.01) { app.managers[0].stopUpdatingLocation() }
      })
    #expect(bench.run().record.fixes.isEmpty)
    #expect(bench.journal.lines.count == 1)
  }
}
