import DeviceModel
import LocationServices
import Core
import Simulation
import Synchronization
import Testing
import World

/// What WWDC 2011 session 500 says of cells, Wi-Fi and GPS, and of the standard service that is built on them.
@Suite struct TechnologyTests {
  private static let town = Surroundings(sky: .urban, accessPoints: .many, cells: .urban)
  private static let field = Surroundings(sky: .openSky, accessPoints: .none, cells: .rural)
  private static let garage = Surroundings(sky: .underground, accessPoints: .some, cells: .urban)

  private func launched(_ stage: Stage) -> Double { stage.device.processor.launchTime.seconds }

  @Test func aCellPositionIsThereAtOnceNearlyFreeAndCoarse() throws {
    for seed: UInt64 in 1...20 {
      var stage = try Stage(stayingIn: Self.field)
      stage.seed = seed
      let record = try stage.run { app, host in app.start(host, .threeKilometers) }.record
      let first = try #require(record.fixes.first)
      #expect(first.delivered.seconds - launched(stage) < 0.2)
      #expect(first.horizontalAccuracy >= 500)
      // No radio worked for it.
      #expect(record.dwell(.gnss, .fix) == 0)
      #expect(record.dwell(.wifi, .fix) == 0)
      #expect(record.dwell(.cellular, .fix) + record.dwell(.cellular, .lookup) == 0)
    }
  }

  @Test func aWiFiPositionTakesOneScanAndIsGoodForTensOfMetres() throws {
    var errors: [Double] = []
    for seed: UInt64 in 1...40 {
      var stage = try Stage(stayingIn: Self.town)
      (stage.seed, stage.seconds) = (seed, 60)
      let record = try stage.run { app, host in app.start(host, .hundredMeters) }.record
      let fix = try #require(record.fixes.first { $0.horizontalAccuracy <= 165 })
      let after = fix.delivered.seconds - launched(stage)
      // A full scan, as none was made before.
      let scan = try #require(stage.device.wifi).scanFullTime.seconds
      #expect(abs(after - scan) < 0.3)
      #expect(record.ledger.count(of: .wifiFix) == 1)
      errors.append(fix.position.distance(to: Trials.berlin))
    }
    errors.sort()
    #expect((10...40).contains(errors[20]))
  }

  @Test func satellitesTakeSecondsToTheFirstFixAndAreGoodForMetres() throws {
    var (times, errors) = ([Double](), [Double]())
    for seed: UInt64 in 1...40 {
      var stage = try Stage(stayingIn: Self.field)
      (stage.seed, stage.seconds) = (seed, 300)
      let record = try stage.run { app, host in app.start(host) }.record
      let fix = try #require(record.fixes.first { $0.horizontalAccuracy <= 30 })
      times.append(fix.delivered.seconds - launched(stage))
      errors.append(fix.position.distance(to: Trials.berlin))
    }
    times.sort()
    errors.sort()
    #expect((2...15).contains(times[20]))
    #expect(times[0] > 0.5)
    #expect(errors[20] < 6)
  }

  @Test func inAnUndergroundGarageThereAreNoSatellitesButWiFi() throws {
    let record = try Stage(stayingIn: Self.garage).run { app, host in app.start(host) }.record
    #expect(record.fixes.contains { $0.horizontalAccuracy <= 165 })
    #expect(!record.fixes.contains { $0.horizontalAccuracy <= 30 })
    #expect(record.dwell(.gnss, .fix) > 0)
  }

  /// A cell around a device without a modem, or in airplane mode, is none it could go by.
  @Test func threeKilometresGoByWiFiWhereNoCellCanBeUsed() throws {
    let player = try Stage("wifi-only", stayingIn: Self.town).run { app, host in app.start(host, .threeKilometers) }
    #expect(!player.record.fixes.isEmpty)
    #expect(player.record.dwell(.wifi, .fix) > 0)
    // On a phone the cell is enough.
    let phone = try Stage(stayingIn: Self.town).run { app, host in app.start(host, .threeKilometers) }
    #expect(!phone.record.fixes.isEmpty)
    #expect(phone.record.dwell(.wifi, .fix) == 0)
  }

  @Test func aPlayerWithoutReceiverAndModemIsPositionedByWiFiAlone() throws {
    let record = try Stage("wifi-only", stayingIn: Self.town).run { app, host in app.start(host) }.record
    #expect(record.fixes.allSatisfy { $0.horizontalAccuracy <= 1000 } && !record.fixes.isEmpty)
    let lonely = try Stage("wifi-only", stayingIn: Self.field).run { app, host in app.start(host) }.record
    #expect(lonely.fixes.isEmpty)
    for component in [Component.gnss, .cellular] { #expect(record.dwell(component, .fix) == 0) }
  }

  @Test func withoutAModemThreeKilometresComeFromAccessPoints() throws {
    for seed: UInt64 in 1...5 {
      var stage = try Self.onTheTrain("wifi-only")
      stage.seed = seed
      let record = try stage.run { app, host in app.start(host, .threeKilometers) }.record
      // One at the start and one each five minutes of an hour.
      #expect((12...13).contains(record.fixes.count))
      // In vehicles 1.6 % are poorer than 165 m.
      #expect(record.fixes.count { $0.horizontalAccuracy > 165 } <= 1)
    }
  }

  @Test func aPhoneWithoutAModemDoesNotHearThatTowersChange() throws {
    func scans(_ device: String) throws -> Int {
      try Self.onTheTrain(device).run { app, host in app.start(host, .kilometer) }.record.ledger.count(of: .wifiFix)
    }
    // Each five minutes; a modem tells of more to look at.
    #expect((12...13).contains(try scans("wifi-only")))
    #expect(try scans("modern-phone") > 20)
  }

  @Test func aModemThatIsSwitchedOnAgainNoticesThatItIsElsewhere() throws {
    let field = Surroundings(sky: .openSky, accessPoints: .none, cells: .urban)
    for seed: UInt64 in 1...10 {
      var stage = try Stage(.drive, at: 23, through: field)
      (stage.seed, stage.seconds) = (seed, 1900)
      stage.script = [
        ScriptEvent(instant: .seconds(611), kind: .airplaneOn),
        ScriptEvent(instant: .seconds(1213), kind: .airplaneOff),
      ]
      let record = try stage.run { app, host in
        let manager = host.makeLocationManager()
        manager.delegate = app
        app.manager = manager
        manager.startMonitoringSignificantLocationChanges()
      }.record
      // Nothing in between, and the next event at once, 13.8 km on.
      let next = try #require(record.fixes.first { $0.delivered > .seconds(611) })
      #expect((1213...1215).contains(next.delivered.seconds))
    }
  }

  /// At 11 m/s through a town, with a network for look-ups on board.
  private static func onTheTrain(_ device: String) throws -> Stage {
    let aboard = Surroundings(sky: .urban, accessPoints: .many, cells: .urban, onWiFi: true)
    var stage = try Stage(.train, at: 11, through: aboard)
    (stage.device, stage.network) = try Trials.phone(device, .fixed)
    stage.seconds = 3600
    return stage
  }

  @Test(arguments: [
    (DesiredAccuracy.best, true, true), (.nearestTenMeters, true, true), (.hundredMeters, false, true),
    (.threeKilometers, false, false),
  ])
  func theDesiredAccuracyDecidesWhichTechnologiesWork(
    _ accuracy: DesiredAccuracy, gnss: Bool, wifi: Bool
  ) throws {
    let record = try Stage(.walk, at: 1.4, through: Self.town).run { app, host in app.start(host, accuracy) }.record
    #expect((record.dwell(.gnss, .fix) > 0) == gnss)
    #expect((record.dwell(.wifi, .fix) > 0) == wifi)
  }

  @Test func aFilterOfKilometresLetsTechnologiesSleepAndOneOfMetresDoesNot() throws {
    func dwell(_ filter: Double) throws -> Double {
      var stage = try Stage(.walk, at: 1.4, through: Self.field)
      stage.seconds = 3600
      return try stage.run { app, host in app.start(host).distanceFilter = filter }.record.dwell(.gnss, .fix)
    }
    let (none, metres, kilometres) = (try dwell(-1), try dwell(100), try dwell(10_000))
    #expect(abs(metres - none) < 5)
    #expect(kilometres < 0.05 * none)
    #expect(kilometres > 0)
  }

  @Test func aFilterOfAKilometreNeverMakesTheRadiosWorkMore() throws {
    func scans(_ filter: Double, moving: Bool, seed: UInt64) throws -> Int {
      var stage = moving ? try Stage(.walk, at: 1.4, through: Self.town) : try Stage(stayingIn: Self.town)
      (stage.seed, stage.seconds) = (seed, 7200)
      return try stage.run { app, host in app.start(host, .kilometer).distanceFilter = filter }.record.ledger
        .count(of: .wifiFix)
    }
    for seed: UInt64 in 1...10 {
      #expect(try scans(1000, moving: false, seed: seed) <= 1)
      #expect(try scans(1000, moving: true, seed: seed) <= scans(-1, moving: true, seed: seed))
    }
  }

  @Test func aCoarseRequestOftenGetsMoreThanItAskedFor() throws {
    // 3 km were asked for; another app's session brings metres, without a second receiver.
    var stage = try Stage(stayingIn: Self.field)
    stage.seconds = 120
    let coarse = SeveralAppsTests.Diary()
    let quiet = stage.app { app, host in
      app.onUpdate = { [weak host] _, locations in coarse.note(locations, at: host?.now ?? -1) }
      app.start(host, .threeKilometers)
    }
    let alone = try stage.run([quiet]).record
    #expect(alone.fixes.allSatisfy { $0.horizontalAccuracy > 165 })
    let fine = stage.app { app, host in app.start(host) }
    let both = try stage.run([quiet, fine]).record
    #expect(coarse.fixes.contains { $0.horizontalAccuracy <= 10 })
    let single = try stage.run([fine]).record
    #expect(abs(both.dwell(.gnss, .fix) - single.dwell(.gnss, .fix)) < 5)
  }

  @Test func bestForNavigationFusesSensorsAtACostAndRejectsOutliers() throws {
    let canyon = Surroundings(sky: .canyon, accessPoints: .none, cells: .urban)
    var stage = try Stage(.drive, at: 8.3, through: canyon)
    stage.seconds = 900
    stage.device.processor.navigationFix = .joules(0.017)
    var (plain, fused) = ([Double](), [Double]())
    for seed: UInt64 in 1...10 {
      stage.seed = seed
      let best = try stage.run { app, host in app.start(host, .best) }.record
      let navigation = try stage.run { app, host in app.start(host, .bestForNavigation) }.record
      let count = navigation.ledger.count(of: .navigationFix)
      #expect(best.ledger.count(of: .navigationFix) == 0)
      #expect(count > 700)
      let extra = navigation.energy.joules - best.energy.joules
      #expect(abs(extra - 0.017 * Double(count)) < 1e-6)
      // The same instants with the same errors, but for outliers and noise.
      let world = Trials.world(
        Scenario(
          name: "stage", summary: "", notes: [], horizon: .seconds(stage.seconds), legs: stage.legs, script: []),
        seed: seed, network: stage.network)
      func errors(_ record: RunRecord) -> [Double] {
        record.fixes.filter { $0.horizontalAccuracy < 400 }.map {
          $0.position.distance(to: world.journey.position(at: $0.timestamp))
        }
      }
      plain += errors(best)
      fused += errors(navigation)
    }
    func p95(_ values: [Double]) -> Double { values.sorted()[values.count * 95 / 100] }
    #expect(p95(fused) < 0.85 * p95(plain))
  }
}

extension EnergyLedger {
  /// How many events of a kind there were, for whatever cause.
  func count(of charge: EventCharge) -> Int {
    (0..<UInt8(EnergyAttribution.count)).reduce(0) { sum, index in
      sum + (EnergyAttribution(index: index).map { Int(count(charge, cause: $0)) } ?? 0)
    }
  }
}
