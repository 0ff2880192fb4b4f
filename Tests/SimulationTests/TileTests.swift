import DeviceModel
import Documents
import LocationServices
import Core
import Simulation
import Strategies
import Testing
import World

/// Access points in tiles and in answers (WWDC 2012 session 303), in whole runs.
@Suite struct TileTests {
  private static let street = Surroundings(sky: .urban, accessPoints: .many, cells: .urban)
  private static let home = Surroundings(sky: .indoor, accessPoints: .many, cells: .urban, onWiFi: true)

  /// Ten minutes at home on Wi-Fi, then 18 km eastward at 12 m/s.
  private func journey(_ phone: String = "modern-phone") throws -> Stage {
    var stage = try Stage(
      phone,
      legs: [
        Leg(dwell: "home", at: Trials.berlin, stay: .lasting(.minutes(10)), surroundings: Self.home),
        Leg(
          .drive, name: "way", route: RoutePath([Trials.berlin, Trials.east(18_000)]), speed: .metresPerSecond(12),
          speedVariation: 0, surroundings: Self.street),
        Leg(dwell: "there", at: Trials.east(18_000), stay: .toTheEnd, surroundings: Self.street),
      ])
    stage.seconds = 2400
    stage.device.error.wifi?.outlierProbability = 0
    stage.device.error.wifi?.grades = nil
    stage.device.error.wifi?.tripFailure = 0
    return stage
  }

  /// How far from home Wi-Fi still gave a position, in metres. Satellites, which stand in where it does not, report 30 m and
  /// less there.
  private func reach(_ record: RunRecord) -> Double {
    record.fixes.filter { (65...165).contains($0.horizontalAccuracy) }.map { $0.position.distance(to: Trials.berlin) }
      .max() ?? 0
  }

  @Test func aTravellerWithoutDataIsPositionedAsFarAsTheTilesFetchedOnWiFiReach() throws {
    var stage = try journey()
    stage.script = [ScriptEvent(instant: .seconds(1), kind: .dataOff)]
    let record = try stage.run { app, host in app.start(host, .hundredMeters) }.record
    // His own tile and the ones around: 5 to 10 km in each direction.
    #expect((5000...10_600).contains(reach(record)))
    #expect(record.dwell(.cellular, .lookup) == 0)
    #expect(record.dwell(.wifi, .lookup) > 0)
    // With data he is positioned all the way, and pays the modem's tail for each further tile.
    stage.script = []
    let paying = try stage.run { app, host in app.start(host, .hundredMeters) }.record
    #expect(reach(paying) > 17_000)
    #expect((5...60).contains(paying.dwell(.cellular, .lookup)))
  }

  @Test func beforeIOS6NothingWasFetchedAheadAndAnAnswerReachedSomeHundredMetres() throws {
    var stage = try journey()
    stage.platform = .ios5
    stage.script = [ScriptEvent(instant: .seconds(1), kind: .dataOff)]
    let record = try stage.run { app, host in app.start(host, .hundredMeters) }.record
    #expect(reach(record) < 600)
    // With data every few hundred metres ask the server again: the modem hardly rests.
    stage.script = []
    let old = try stage.run { app, host in app.start(host, .hundredMeters) }.record
    stage.platform = .ios6
    let new = try stage.run { app, host in app.start(host, .hundredMeters) }.record
    #expect(reach(old) > 17_000)
    #expect(old.dwell(.cellular, .lookup) > 8 * new.dwell(.cellular, .lookup))
    #expect(new.dwell(.cellular, .lookup) > 0)
  }

  @Test func insideAKnownTileThePositionNeedsNoNetworkAndComesWithTheScan() throws {
    var stage = try Stage("wifi-only", stayingIn: Self.street)
    stage.seconds = 100
    let record = try stage.run { app, host in app.start(host, .hundredMeters) }.record
    #expect(!record.fixes.isEmpty)
    #expect(record.dwell(.wifi, .lookup) == 0)
    for fix in record.fixes { #expect(fix.delivered.seconds - fix.timestamp.seconds < 0.2) }
  }

  @Test func anIPodTouchTracksARunOnWiFiAloneSinceIOS6() throws {
    let (device, network) = try Trials.phone("wifi-only", .fixed)
    func coverage(_ platform: Platform) throws -> Int {
      var strategy = try Catalog().strategy("continuous")
      strategy.platform = platform
      let phone = try PhoneConfiguration(device: device, network: network, apps: [strategy.appDefinition()])
      let world = Trials.world(try Catalog().scenario("city-run"), seed: 3, network: network)
      let record = PhoneSimulation.record(of: phone, world: world)
      let far = record.fixes.filter {
        world.motion.value(at: $0.timestamp) == .running
          && world.journey.position(at: $0.timestamp).distance(to: world.journey.position(at: .start)) > 800
      }
      return Set(far.map { Int($0.timestamp.seconds) / 60 }).count
    }
    // Minutes of the run with a position: nearly all of them, or none.
    #expect(try coverage(.ios6) > 35)
    #expect(try coverage(.ios5) == 0)
  }

  @Test func theTravellerOfTheCatalogueIsPositionedInTownAndLostOnTheCoast() throws {
    let (device, network) = try Trials.phone("modern-phone", .fixed)
    let phone = try PhoneConfiguration(
      device: device, network: network, apps: [try Catalog().strategy("hundred-meters").appDefinition()])
    for seed: UInt64 in 1...5 {
      let world = Trials.world(try Catalog().scenario("traveller"), seed: seed, network: network)
      let record = PhoneSimulation.record(of: phone, world: world)
      let museum = GeodeticPosition(latitude: 38.6957, longitude: -9.2060).earthVector()
      let beach = GeodeticPosition(latitude: 38.6963, longitude: -9.4200).earthVector()
      func positions(near place: EarthVector) -> Int {
        record.fixes.count {
          $0.horizontalAccuracy < 400 && world.journey.position(at: $0.timestamp).distance(to: place) < 500
        }
      }
      #expect(positions(near: museum) > 20)
      #expect(record.dwell(.cellular, .lookup) == 0)
      // On the beach only satellites could help, which 100 m asks for after minutes without Wi-Fi.
      // Wi-Fi reports 65 or 165 m, satellites in the open less, a cell more.
      let wifi = record.fixes.filter {
        (40...400).contains($0.horizontalAccuracy)
          && world.journey.position(at: $0.timestamp).distance(to: beach) < 1000
      }
      #expect(wifi.isEmpty)
    }
  }

  @Test func whatALookUpThatWasCutWasForIsMeasuredAgain() throws {
    var stage = try Stage(.drive, at: 12, through: Self.street)
    stage.seconds = 2400
    let watch: @Sendable (ScriptedApp, AppHost) -> Void = { app, host in
      let manager = host.makeLocationManager()
      manager.delegate = app
      app.manager = manager
      manager.startMonitoringSignificantLocationChanges()
    }
    for seed: UInt64 in 1...10 {
      (stage.seed, stage.script) = (seed, [])
      let (whole, observer) = try stage.run(watch)
      let lookUp = try #require(
        observer.timeline.first { $0.component == .cellular && $0.cause.purpose == .lookup })
      let event = try #require(whole.fixes.first { $0.delivered > lookUp.start })
      stage.script = [
        ScriptEvent(instant: lookUp.start + .seconds(0.1), kind: .dataOff),
        ScriptEvent(instant: lookUp.start + .seconds(1.3), kind: .dataOn),
      ]
      let cut = try stage.run(watch).record
      let again = try #require(cut.fixes.first { $0.delivered > lookUp.start })
      // Another scan and another look-up.
      let later = (again.delivered - event.delivered).seconds
      #expect(later > 0 && later < 8, "\(later)")
    }
  }

  @Test func withoutNetworkAPlayerKnowsTheTileItStartsInAndNoOther() throws {
    var stage = try journey("wifi-only")
    stage.legs[0].surroundings.onWiFi = false
    let record = try stage.run { app, host in app.start(host, .hundredMeters) }.record
    // At most one side of a tile.
    #expect((1...5300).contains(reach(record)))
  }
}
