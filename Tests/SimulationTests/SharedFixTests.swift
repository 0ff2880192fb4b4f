import DeviceModel
import LocationServices
import Core
import Simulation
import Testing
import World

/// Significant change lives on what others do, and differs between iOS 4 and iOS 5.
@Suite struct SharedFixTests {
  private static let country = Surroundings(sky: .openSky, accessPoints: .none, cells: .rural)
  private static let street = Surroundings(sky: .urban, accessPoints: .many, cells: .urban)

  private func watcher(_ stage: Stage, _ diary: SeveralAppsTests.Diary) -> AppDefinition {
    stage.app { app, host in
      app.onUpdate = { [weak host] _, locations in diary.note(locations, at: host?.now ?? -1) }
      let manager = host.makeLocationManager()
      manager.delegate = app
      app.manager = manager
      manager.startMonitoringSignificantLocationChanges()
    }
  }

  @Test func aReceiverThatRunsForAnotherAppGivesFreeEventsEach500Metres() throws {
    // 2.1 m/s: 500 m take 238 s, so the five minutes decide: each about 630 m.
    var stage = try Stage(.run, at: 2.1, through: Self.country)
    stage.seconds = 3600
    let alone = SeveralAppsTests.Diary()
    let quiet = try stage.run([watcher(stage, alone)]).record
    let beside = SeveralAppsTests.Diary()
    let tracker = stage.app { app, host in app.start(host) }
    let both = try stage.run([watcher(stage, beside), tracker]).record
    let single = try stage.run([tracker]).record
    // 7.5 km: a new event each five minutes, on metres instead of on kilometres.
    #expect((10...12).contains(beside.fixes.count))
    // Sectors of cells change more often than each 500 m; the five minutes hold here too.
    #expect(alone.fixes.count <= 12)
    #expect(beside.fixes.dropFirst().allSatisfy { $0.horizontalAccuracy <= 30 })
    for (a, b) in zip(beside.notes, beside.notes.dropFirst()) {
      // The gate is between positions, which come up to some seconds before their delivery.
      #expect(b.delivered - a.delivered >= 295)
      #expect(b.fix.distance(from: a.fix) >= 500)
    }
    // Free: no radio did anything for the service, and the receiver no more than for the tracker.
    #expect(both.dwell(.wifi, .service) == 0)
    #expect(both.dwell(.gnss, .service) == 0)
    #expect(abs(both.dwell(.gnss, .fix) - single.dwell(.gnss, .fix)) < 10)
    #expect(quiet.dwell(.gnss, .fix) == 0)
  }

  @Test func fixesThatAChipKeepsReachNobodyElseAndWakeNobody() throws {
    var stage = try Stage("iphone-6", legs: [])
    stage.legs = try Stage(.drive, at: 13, through: Self.country).legs
    stage.platform = .ios12
    stage.seconds = 3600
    stage.script = [ScriptEvent(instant: .seconds(60), kind: .background)]
    let deferring = stage.app { app, host in
      app.start(host)
      app.onUpdate = { manager, _ in manager.allowDeferredLocationUpdates(untilTraveled: 1e9, timeout: 600) }
    }
    func coarse(_ diary: SeveralAppsTests.Diary) -> AppDefinition {
      stage.app { app, host in
        app.onUpdate = { [weak host] _, locations in diary.note(locations, at: host?.now ?? -1) }
        let manager = app.start(host, .threeKilometers)
        manager.startMonitoringSignificantLocationChanges()
      }
    }
    let (beside, alone) = (SeveralAppsTests.Diary(), SeveralAppsTests.Diary())
    let single = try stage.run([deferring]).record
    let rough = try stage.run([coarse(alone)]).record
    let both = try stage.run([deferring, coarse(beside)]).record
    #expect(alone.fixes.count > 3)
    // In the background all it gets are the positions of cells that it would get by itself.
    let inBackground = beside.fixes.filter { $0.timestamp > 70 }
    #expect(!inBackground.isEmpty && inBackground.allSatisfy { $0.horizontalAccuracy > 500 })
    #expect(both.wakeups <= single.wakeups + rough.wakeups)
    #expect(single.wakeups < 40)
  }

  @Test func theFirstEventIsACachedPositionWhereThereIsOne() throws {
    var stage = try Stage(stayingIn: Self.street)
    stage.seconds = 900
    let late = SeveralAppsTests.Diary()
    let tracker = stage.app { app, host in
      let manager = app.start(host, .hundredMeters)
      _ = host.schedule(after: 60) { manager.stopUpdatingLocation() }
    }
    let watcher = stage.app { app, host in
      app.onUpdate = { [weak host] _, locations in late.note(locations, at: host?.now ?? -1) }
      let manager = host.makeLocationManager()
      manager.delegate = app
      app.manager = manager
      _ = host.schedule(after: 700) { manager.startMonitoringSignificantLocationChanges() }
    }
    let record = try stage.run([tracker, watcher]).record
    let first = try #require(late.notes.first)
    #expect((700...705).contains(first.delivered))
    // Ten minutes old, and no scan was made for it.
    #expect(first.fix.timestamp < 70)
    #expect(record.dwell(.wifi, .service) == 0)
  }

  @Test func onIOS4OnlyAnotherTowerCountsAndThePositionIsTheCells() throws {
    for (platform, scans) in [(Platform.ios4, false), (.ios5, true)] {
      var stage = try Stage(.drive, at: 11, through: Self.street)
      stage.platform = platform
      stage.seconds = 3600
      let diary = SeveralAppsTests.Diary()
      let record = try stage.run([watcher(stage, diary)]).record
      #expect(diary.fixes.count >= 5)
      #expect((record.dwell(.wifi, .service) > 0) == scans)
      #expect(diary.fixes.dropFirst().allSatisfy { ($0.horizontalAccuracy >= 500) == !scans })
    }
  }

  @Test func onIOS5TheScreenTellsOfAMoveWithinOneCell() throws {
    // One large cell: 4 km on foot in the country, and the screen comes on at the end.
    let few = Surroundings(sky: .openSky, accessPoints: .few, cells: .rural)
    for (platform, count) in [(Platform.ios4, 1), (.ios5, 2)] {
      var stage = try Stage(
        legs: [
          Leg(
            .cycle, name: "way", route: RoutePath([Trials.berlin, Trials.east(1500)]), speed: .metresPerSecond(3),
            speedVariation: 0, surroundings: few),
          Leg(dwell: "there", at: Trials.east(1500), stay: .toTheEnd, surroundings: few),
        ])
      stage.platform = platform
      stage.seconds = 1200
      stage.script = [ScriptEvent(instant: .seconds(900), kind: .screenOn)]
      // A seed whose towers are the same all the way.
      var isSeen = false
      for seed: UInt64 in 1...50 {
        stage.seed = seed
        let scenario = Scenario(
          name: "stage", summary: "", notes: [], horizon: .seconds(1200), legs: stage.legs, script: [])
        let world = Trials.world(scenario, seed: seed, network: stage.network)
        guard world.servingCells.steps.count == 1 else { continue }
        let diary = SeveralAppsTests.Diary()
        _ = try stage.run([watcher(stage, diary)])
        // Access points hint on the way as well.
        #expect(diary.fixes.count >= count && diary.fixes.count <= 2 * count)
        isSeen = true
        break
      }
      #expect(isSeen)
    }
  }
}
