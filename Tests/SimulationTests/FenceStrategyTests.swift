import Analysis
import DeviceModel
import Documents
import FileFormats
import LocationServices
import Core
import Simulation
import Strategies
import Testing
import World

/// Apps of the catalogue that set fences of their own, or wait for visits, on whole phones over seeds.
@Suite struct FenceStrategyTests {
  private static let flat = Surroundings(sky: .indoor, accessPoints: .many, cells: .urban, onWiFi: true)
  private static let street = Surroundings(sky: .suburban, accessPoints: .many, cells: .urban)

  /// A walk of 9 min, 70 min in a flat, a walk of 24 min, another stay.
  private static func day(_ events: [(Double, ScriptEvent.Kind)] = []) -> Scenario {
    let (home, end) = (Trials.east(750), Trials.east(2750))
    return Scenario(
      name: "there and on", summary: "", notes: [], horizon: .seconds(9000),
      legs: [
        Leg(
          .walk, name: "walk", route: RoutePath([Trials.berlin, home]), speed: .metresPerSecond(1.4),
          surroundings: street),
        Leg(dwell: "home", at: home, stay: .lasting(.minutes(70)), surroundings: flat),
        Leg(.walk, name: "on", route: RoutePath([home, end]), speed: .metresPerSecond(1.4), surroundings: street),
        Leg(dwell: "there", at: end, stay: .toTheEnd, surroundings: flat),
      ],
      script: ([(0, .foreground), (61, .background)] + events).map {
        ScriptEvent(instant: .seconds($0.0), kind: $0.1)
      })
  }
  /// When the stay in the flat ends.
  private static let leaves = 750 / 1.4 + 4200

  private static func run(
    _ strategy: String, _ day: Scenario, seed: UInt64
  ) throws -> (record: RunRecord, observer: TimelineKeeper, world: WorldRealization) {
    let (device, network) = try Trials.phone("modern-phone", .drawn(seed: seed))
    let world = Trials.world(day, seed: seed, network: network)
    let app = try Trials.catalog.strategy(strategy).appDefinition()
    let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
    let (record, observer) = PhoneSimulation(phone, world: world, observer: TimelineKeeper()).run()
    return (record, observer, world)
  }

  // MARK: Pause, fence, restart

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func aPausedRecorderStartsAgainWhenItsOwnFenceIsLeft(seed: UInt64) throws {
    let (record, _, _) = try Self.run("pause-fence", Self.day(), seed: seed)
    let times = record.fixes.map(\.delivered.seconds)
    // One fence, made when it was paused; told of once, as an exit.
    let watch = try #require(record.watches.first)
    #expect(watch.wantsExits && !watch.wantsEntries)
    #expect(watch.begin.seconds > 750 / 1.4 + 60 * 11 && watch.begin.seconds < Self.leaves)
    let exit = try #require(record.events.first)
    #expect(!exit.isEntry && exit.serial == watch.serial)
    #expect(exit.delivered.seconds > Self.leaves + 60 && exit.delivered.seconds < Self.leaves + 900)
    // The fence is gone then, and the way on is recorded from there.
    #expect(watch.end == exit.delivered)
    #expect(!times.contains { $0 > watch.begin.seconds + 2 && $0 < exit.delivered.seconds })
    let end = Self.leaves + 2000 / 1.4
    let onTheWay = times.filter { $0 > exit.delivered.seconds + 30 && $0 < end }
    #expect(Double(onTheWay.count) > 0.9 * (end - exit.delivered.seconds - 30))
    // Paused alone, the rest of the day is lost.
    let (paused, _, _) = try Self.run("auto-pause", Self.day(), seed: seed)
    #expect(!paused.fixes.contains { $0.delivered > watch.begin + .seconds(2) })
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func openingTheAppWhileItIsPausedMakesTheFenceNeedless(seed: UInt64) throws {
    let (record, _, _) = try Self.run("pause-fence", Self.day([(4000, .foreground), (4031, .background)]), seed: seed)
    let watch = try #require(record.watches.first)
    let end = try #require(watch.end)
    #expect(end >= .seconds(4000) && end < .seconds(4004))
    // From the cell and from Wi-Fi at once; satellites may take long indoors.
    #expect(record.fixes.contains { $0.delivered > .seconds(4000) && $0.delivered < .seconds(4005) })
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func aRecorderThatWasEndedWhilePausedIsStartedByItsFence(seed: UInt64) throws {
    let (record, observer, _) = try Self.run("pause-fence", Self.day([(4100, .terminate)]), seed: seed)
    let exit = try #require(record.events.first)
    let isLaunched = observer.timeline.contains {
      $0.component == .processor && $0.state == ApplicationProcessor.State.launching.rawValue
        && $0.start > .seconds(4100)
        && $0.end <= exit.delivered
    }
    #expect(isLaunched)
    #expect(record.fixes.contains { $0.delivered > exit.delivered + .seconds(60) })
  }

  // MARK: The reminder

  private func reminder(
    _ events: [(Double, ScriptEvent.Kind)], seed: UInt64
  ) throws -> (record: RunRecord, entries: [Double], asked: Int) {
    var day = try Trials.catalog.scenario("shop-reminder")
    day = Scenario(
      name: day.name, summary: "", notes: [], startOfDay: day.startOfDay, horizon: day.horizon, places: day.places,
      beacons: day.beacons, legs: day.legs,
      script: (day.script + events.map { ScriptEvent(instant: .seconds($0.0), kind: $0.1) }).sorted {
        $0.instant < $1.instant
      })
    let (record, observer, world) = try Self.run("address-reminder", day, seed: seed)
    let shop = try #require(day.places.first { $0.name == "shop" })
    let circle = Circle(center: shop.position.earthVector(), radius: 100)
    let entries = RegionOccupancy(in: [circle], of: world.journey).crossings.filter(\.isEntry).map(\.instant.seconds)
    let transfers = observer.timeline.count {
      $0.cause.purpose == .lookup && $0.component == .wifi && $0.state == WiFiRadio.State.transmitting.rawValue
    }
    return (record, entries, transfers)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func theAddressOfTheShopBecomesAFenceThatRemindsOnce(seed: UInt64) throws {
    let (record, entries, _) = try reminder([], seed: seed)
    // Asked when the app was opened, in an office with Wi-Fi: the fence is there seconds later.
    #expect(record.watches.count == 1)
    #expect(try #require(record.watches.first).begin < .seconds(10))
    let entry = try #require(entries.first)
    #expect(record.events.count == 1)
    let told = try #require(record.events.first)
    // A trip may begin without positions from Wi-Fi: then it takes until they come back.
    #expect(told.isEntry && told.delivered.seconds > entry && told.delivered.seconds < entry + 3600)
    #expect(record.watches.first?.end == told.delivered)
    // It is never told a position.
    #expect(record.fixes.isEmpty)
  }

  @Test func withoutANetworkTheAddressIsAskedForWhenTheAppIsOpenedNext() throws {
    // In airplane mode at the first opening; opened again at 15:00.
    let (record, entries, _) = try reminder(
      [(0, .airplaneOn), (600, .airplaneOff), (3600, .foreground), (3630, .background)], seed: 2)
    let begin = try #require(record.watches.first).begin
    #expect(begin >= .seconds(3600) && begin < .seconds(3610))
    #expect(record.events.count == 1 && record.events[0].delivered.seconds > entries[0])
  }

  /// The next process has no fence of its own to set, and is told of the one that there is.
  @Test func aReminderThatWasEndedIsStartedByItsFenceAndReminds() throws {
    let (record, entries, _) = try reminder([(1800, .terminate)], seed: 5)
    #expect(record.events.count == 1)
    let told = try #require(record.events.first)
    #expect(told.isEntry && told.delivered.seconds > entries[0])
    #expect(record.watches.count == 1 && record.watches[0].end == told.delivered)
  }

  // MARK: Presets of an SDK

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func theResponsivePresetReportsEvery150SecondsOnTheWayAndNothingAtRest(seed: UInt64) throws {
    let (record, observer, _) = try Self.run("sdk-responsive", Self.day(), seed: seed)
    let times = record.fixes.map(\.delivered.seconds)
    // At rest: from ten minutes after coming home until leaving, no scan and no satellite for the app's sake.
    let rest = 750 / 1.4 + 600..<Self.leaves
    #expect(!times.contains { rest.contains($0) })
    let stop = try #require(record.watches.first { if case .area = $0.subject { true } else { false } })
    #expect(stop.begin.seconds > 750 / 1.4 && stop.begin.seconds < rest.lowerBound)
    #expect(
      !observer.timeline.contains {
        $0.cause.purpose == .fix && rest.contains($0.start.seconds) && $0.component != .processor
      })
    // On the way again: it takes until the fence, the visit or significant change says so, then each 150 s.
    let way = times.filter { $0 > Self.leaves && $0 < Self.leaves + 2000 / 1.4 }
    #expect(way.count >= 3)
    // What starts it again may bring a position of its own.
    let gaps = zip(way.dropFirst(2), way.dropFirst()).map { $0 - $1 }
    #expect(gaps.allSatisfy { $0 > 150 && $0 < 175 }, "\(gaps)")
    // Each is sent.
    #expect(record.uploads >= times.count - 1)
  }

  @Test func theEfficientPresetSendsVisitsAndNothingElse() throws {
    for seed in 1...6 as ClosedRange<UInt64> {
      let (record, _, _) = try Self.run("sdk-efficient", Self.day(), seed: seed)
      #expect(record.fixes.isEmpty && record.deliveries == 0)
      #expect(record.events.count >= 2)
      #expect(record.uploads == record.events.count)
    }
  }
}
