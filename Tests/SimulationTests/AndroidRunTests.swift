import DeviceModel
import Documents
import Foundation
import LocationServices
import Core
import Simulation
import Strategies
import Testing
import World

/// Whole runs of Android's strategies on a walk along a line, with scans that do not err.
@Suite struct AndroidRunTests {
  private static let there = GeodeticPosition(Trials.east(1300))
  /// The app's geofence.
  private static let circle = Circle(center: there.earthVector(), radius: 150)

  private static let walk = Trials.walk(onWiFi: true, places: [Place(name: "there", position: there)])

  private func run(
    _ kind: String, _ platform: Platform, _ parameters: [String: StrategyValue], seed: UInt64 = 3,
    on day: Scenario = AndroidRunTests.walk
  ) throws -> (record: RunRecord, world: WorldRealization, observer: TimelineKeeper) {
    var (device, network) = try Trials.phone("modern-phone", .fixed)
    device.cellular = nil
    device.error.wifi?.few = .zero
    device.error.wifi?.some = .zero
    device.error.wifi?.many = .zero
    device.error.wifi?.outlierProbability = 0
    device.error.wifi?.grades = nil
    device.error.wifi?.tripFailure = 0
    let strategy = StrategySpecification(
      name: "s", summary: "", kind: kind, platform: platform, parameters: parameters)
    let world = Trials.world(day, seed: seed, network: network)
    let configuration = try PhoneConfiguration(device: device, network: network, apps: [strategy.appDefinition()])
    let (record, observer) = PhoneSimulation(configuration, world: world, observer: TimelineKeeper()).run()
    return (record, world, observer)
  }

  /// The icon shows requests for satellites at least each 5 min, on the way from 600 to 1600 s; at rest a poll takes Wi-Fi.
  @Test(arguments: [
    ("high_accuracy", 1.0, Platform.android12, 3990.0...4000.0), ("high_accuracy", 30, .android12, 1000...1001),
    ("high_accuracy", 301, .android12, 0...0), ("balanced", 11, .android12, 0...0),
    ("high_accuracy", 30, .android10, 1000...1001),
  ])
  func theStatusBarShowsRequestsForSatellites(
    _ priority: String, interval: Double, platform: Platform, seconds: ClosedRange<Double>
  ) throws {
    let shown = try run("fused", platform, ["priority": .choice(priority), "interval": .time(interval)]).record
      .indicators
    #expect(seconds.contains(shown.arrow.seconds), "\(shown.arrow)")
    #expect(shown.marks.isEmpty && shown.lists.count == (platform == .android12 ? 1 : 0))
    #expect(shown.lists.allSatisfy { $0 > .seconds(3990) })
  }

  /// A lock counts behind the screen, with its foreground service; a lock without one keeps nothing awake.
  @Test(arguments: [
    ("android-14", "begin_foreground_service, acquire_wake_lock", true), ("android-14", "acquire_wake_lock", false),
    ("android-14", "begin_foreground_service", false), ("ios-18", "start: standard", nil),
  ])
  func hoursOfTheAppsOwnWakeLock(system: String, actions: String, counts: Bool?) throws {
    let strategy = try StrategyReader.read(
      "summary: t\nkind: composite\nsystem: \(system)\nstates:\n  a:\n    enter:\n"
        + actions.split(separator: ", ").map { "      - \($0)\n" }.joined(),
      file: "s.yml", name: "s")
    let (device, network) = try Trials.phone("modern-phone", .fixed)
    let configuration = try PhoneConfiguration(device: device, network: network, apps: [strategy.appDefinition()])
    let world = Trials.world(Self.walk, seed: 3, network: network)
    let record = PhoneSimulation(configuration, world: world, observer: TimelineKeeper()).run().record
    let behind = (record.horizon - .start) - .seconds(10)
    if counts == true {
      let total = try #require(record.wakeLocks).total
      #expect(total <= behind && total > behind - .seconds(61), "\(total)")
    } else {
      #expect(record.wakeLocks?.total == counts.map { _ in .zero })
    }
  }

  /// Polls each 11 s: on the move a scan each 11 s and what it takes, at rest one each 300 s; on every version, on the screen
  /// and behind it with a service, since limits are for the scans of apps.
  @Test(arguments: Platform.android)
  func theProviderScansAsOftenAsWasMeasured(_ platform: Platform) throws {
    let run = try run("fused", platform, ["priority": .choice("balanced"), "interval": .time(11)])
    let scans = run.observer.timeline.filter {
      $0.component == .wifi && WiFiRadio.State(rawValue: $0.state)?.name.contains("scan") == true
    }
    func gaps(_ window: ClosedRange<Double>) -> [Double] {
      let starts = scans.map(\.start.seconds).filter(window.contains)
      return zip(starts.dropFirst(), starts).map { $0 - $1 }
    }
    let (moving, still) = (gaps(615...1590), gaps(1700...4000))
    #expect(moving.count > 55 && moving.allSatisfy { $0 >= 11 && $0 < 17 }, "\(moving)")
    #expect(still.count >= 6 && still.allSatisfy { $0 >= 300 && $0 < 306 }, "\(still)")
  }

  /// The way into the circle of 150 m: two minutes in the median since Android 8, with a lognormal spread of 0.7, and a scan.
  @Test(arguments: [Platform.android8, .android12])
  func since8ACrossingShowsAfterAboutTwoMinutes(_ platform: Platform) throws {
    for seed: UInt64 in 1...20 {
      let (record, world, _) = try run("android_geofences", platform, ["radius": .distance(150)], seed: seed)
      let circle = Self.circle
      let crossing = try #require(world.journey.occupancy(in: circle).crossings.first)
      let latency = 120 * exp(0.7 * world.latency("entry", of: circle, ordinal: 0))
      let told = try #require(record.events.first)
      #expect(record.events.count == 1 && told.isEntry)
      let after = (told.delivered - crossing.instant).seconds - latency
      #expect(after > 0 && after < 8, "\(after)")
    }
  }

  /// A look on the way hears no access point, so that the provider looks each two minutes: six after the arrival at 1600 s it was told.
  @Test func aLookThatHearsNothingIsMadeAgain() throws {
    func surroundings(_ accessPoints: AccessPointDensity) -> Surroundings {
      Surroundings(
        sky: .suburban, accessPoints: accessPoints, cells: .urban, coverage: .good, onWiFi: accessPoints == .many)
    }
    let route = RoutePath([Trials.berlin, Trials.east(1300)])
    let day = Scenario(
      name: "walk", summary: "", notes: [], horizon: .seconds(4000), places: Self.walk.places,
      legs: [
        Leg(dwell: "here", at: Trials.berlin, stay: .until(.seconds(600)), surroundings: surroundings(.many)),
        Leg(
          .walk, name: "walk", route: route, speed: .metresPerSecond(1.3), speedVariation: 0,
          surroundings: surroundings(.none)),
        Leg(dwell: "there", at: Trials.east(1300), stay: .toTheEnd, surroundings: surroundings(.many)),
      ], script: Self.walk.script)
    for seed: UInt64 in 1...9 {
      let (record, world, _) = try run("android_geofences", .android12, ["radius": .distance(970)], seed: seed, on: day)
      let circle = Circle(center: Self.there.earthVector(), radius: 970)
      let crossing = try #require(world.journey.occupancy(in: circle).crossings.first)
      let first = crossing.instant.seconds + 120 * exp(0.7 * world.latency("entry", of: circle, ordinal: 0))
      let told = try #require(record.events.first)
      #expect(record.events.count == 1 && told.isEntry)
      #expect((max(1600, first)...max(1960, first + 8)).contains(told.delivered.seconds), "\(told.delivered) \(first)")
    }
  }

  @Test func before8ACrossingShowsWithinSomeTensOfSeconds() throws {
    for seed: UInt64 in 1...20 {
      let (record, world, _) = try run("android_geofences", .android6, ["radius": .distance(150)], seed: seed)
      let circle = Self.circle
      let crossing = try #require(world.journey.occupancy(in: circle).crossings.first)
      let latency = 40 * exp(0.7 * world.latency("entry", of: circle, ordinal: 0))
      let told = try #require(record.events.first)
      #expect((told.delivered - crossing.instant).seconds < latency + 8)
    }
  }

  /// Inside from the start: told at once, but no event; dwelling follows the entry.
  @Test func dwellingInARunIsScored() throws {
    let (record, world, _) = try run(
      "android_geofences", .android12,
      ["radius": .distance(150), "notify": .choice("dwell"), "dwell_time": .time(607)])
    let circle = Self.circle
    let crossing = try #require(world.journey.occupancy(in: circle).crossings.first)
    let latency = 120 * exp(0.7 * world.latency("entry", of: circle, ordinal: 0))
    let told = try #require(record.events.first)
    #expect(record.events.count == 1 && told.isDwell)
    let after = (told.delivered - crossing.instant).seconds - latency - 607
    #expect(after > 0 && after < 8, "\(after)")
    #expect(record.watches.map(\.dwellTime) == [.seconds(607)])
  }

  /// One offset for a phone: constant over the day, other on another phone.
  @Test func theApproximatePlaceIsMovedByEachPhonesOwnOffset() throws {
    var places: Set<String> = []
    for seed: UInt64 in 1...24 {
      let (record, _, _) = try run(
        "fused", .android12, ["priority": .choice("balanced"), "granularity": .choice("coarse")], seed: seed)
      let shown = record.fixes.filter { $0.delivered < .seconds(600) }.map { GeodeticPosition($0.position) }
      #expect(!shown.isEmpty && Set(shown.map { "\($0.latitude) \($0.longitude)" }).count == 1)
      places.formUnion(shown.map { "\($0.latitude) \($0.longitude)" })
    }
    #expect(places.count > 1)
  }
}
