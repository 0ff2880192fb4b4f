import DeviceModel
import LocationServices
import Core
import Simulation
import Testing
import World

/// What a receiver can do under each sky, in constructed worlds.
@Suite struct SkyTests {
  private static let open = Surroundings(sky: .openSky, accessPoints: .none, cells: .rural)
  // A place where receivers hold on half of the time: as long as the profile says.
  private static let indoors = Surroundings(
    sky: .indoor, accessPoints: .none, cells: .rural, indoorHold: .share(0.5))
  private static let tunnel = Surroundings(sky: .underground, accessPoints: .none, cells: .rural)

  /// A user who walks slowly through these surroundings, five minutes each, with the app on the screen.
  private func fixes(
    through surroundings: [Surroundings], seed: UInt64, failure: Double, indoorHold: LogNormalTime? = nil
  ) throws -> (times: [Double], gnss: [StateSegment]) {
    var (device, network) = try Trials.phone("modern-phone", .fixed)
    device.gnss?.failureProbability.indoor = failure
    device.gnss?.failureProbability.openSky = 0
    // Fast enough not to reach the receiver's patience.
    device.gnss?.assisted.median = .seconds(1.7)
    device.gnss?.indoorHold = indoorHold
    device.error.cellBiasRatio = nil
    let legs = surroundings.enumerated().map { index, value in
      Leg(
        .walk, name: "\(index)",
        route: RoutePath([Trials.east(Double(index) * 300), Trials.east(Double(index + 1) * 300)]),
        speed: .metresPerSecond(1), speedVariation: 0, surroundings: value)
    }
    let scenario = Scenario(
      name: "sky", summary: "", notes: [], horizon: .seconds(Double(surroundings.count) * 300), legs: legs,
      script: [ScriptEvent(instant: .start, kind: .foreground)])
    let app = ScriptedApp.definition { app, host in app.start(host) }
    let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
    let world = Trials.world(scenario, seed: seed, network: network)
    let (record, observer) = PhoneSimulation(phone, world: world, observer: TimelineKeeper()).run()
    return (record.fixes.map(\.timestamp.seconds), observer.timeline.filter { $0.component == .gnss })
  }

  @Test func aReceiverKeepsTrackingIntoABuildingWhereItCouldNotAcquire() throws {
    for seed: UInt64 in 1...20 {
      let inside = try fixes(through: [Self.indoors], seed: seed, failure: 1)
      #expect(inside.times.isEmpty)
      let entering = try fixes(through: [Self.open, Self.indoors], seed: seed, failure: 1)
      // A fix each second to the end, in weak signal indoors.
      #expect(entering.times.filter { $0 > 330 }.count >= 268)
      #expect(entering.gnss.last?.state == GNSSReceiver.State.tracking.rawValue)
      #expect(entering.gnss.last?.bin == .weak)
    }
  }

  @Test func indoorsTrackingLastsAsLongAsTheProfileSays() throws {
    let hold = LogNormalTime(median: .seconds(97), logDeviation: 0, range: .seconds(1) ... .seconds(1000))
    for seed: UInt64 in 1...20 {
      let run = try fixes(through: [Self.open, Self.indoors], seed: seed, failure: 1, indoorHold: hold)
      let last = try #require(run.times.last)
      // Indoors from about 300 s on, with a fix each second until tracking ends.
      #expect(abs(last - 397) < 2)
      #expect(run.gnss.last?.state != GNSSReceiver.State.tracking.rawValue)
    }
  }

  @Test func undergroundItLosesTheSkyAndComingOutAcquiresAnew() throws {
    for seed: UInt64 in 1...20 {
      let run = try fixes(through: [Self.open, Self.tunnel, Self.open], seed: seed, failure: 0)
      let (before, under, after) = (
        run.times.filter { $0 < 290 }.count, run.times.filter { $0 > 310 && $0 < 590 }.count,
        run.times.filter { $0 > 650 }.count
      )
      #expect(before > 200)
      #expect(under == 0)
      #expect(after > 200)
      // Under ground it tries and gives up, again and again.
      let tries = run.gnss.filter { $0.start > .seconds(310) && $0.end < .seconds(590) }
      #expect(tries.contains { $0.state == GNSSReceiver.State.off.rawValue })
      #expect(tries.contains { $0.state >= GNSSReceiver.State.acquiringHot.rawValue })
      #expect(!tries.contains { $0.state == GNSSReceiver.State.tracking.rawValue })
    }
  }

  @Test func outOfTheTunnelIntoABuildingItStaysBlind() throws {
    let run = try fixes(through: [Self.open, Self.tunnel, Self.indoors], seed: 7, failure: 1)
    #expect(run.times.allSatisfy { $0 < 310 })
  }

  /// At rest a search behind the screen fails as the profile says; one with the app on it finds satellites as among houses.
  @Test func indoorsASearchByHandFindsSatellites() throws {
    func first(on event: ScriptEvent.Kind) throws -> [Double] {
      var (device, network) = try Trials.phone("modern-phone", .fixed)
      device.gnss?.failureProbability.indoor = 1
      device.gnss?.failureProbability.suburban = 0
      device.error.cellBiasRatio = nil
      let scenario = Scenario(
        name: "room", summary: "", notes: [], horizon: .seconds(40),
        legs: [Leg(dwell: "room", at: Trials.east(0), stay: .toTheEnd, surroundings: Self.indoors)],
        script: [ScriptEvent(instant: .start, kind: event)])
      let app = ScriptedApp.definition { app, host in app.start(host) }
      let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
      return try (1...10 as ClosedRange<UInt64>).flatMap { seed in
        PhoneSimulation.record(of: phone, world: Trials.world(scenario, seed: seed, network: network)).fixes.prefix(1)
          .map(\.timestamp.seconds)
      }
    }
    #expect(try first(on: .background).isEmpty)
    #expect(try first(on: .foreground).count == 10)
  }
}
