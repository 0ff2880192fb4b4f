import DeviceModel
import Core
import Testing
import World

@testable import LocationServices

@Suite struct DemandTests {
  @Test(arguments: [
    (DesiredAccuracy.bestForNavigation, PositioningDemand.GNSS.continuous, PositioningDemand.WiFi.bridging),
    (.best, .continuous, .bridging), (.nearestTenMeters, .continuous, .bridging),
    (.hundredMeters, .off, .regular), (.kilometer, .off, .occasional), (.threeKilometers, .off, .fallback),
  ])
  func desiredAccuracyDecidesWhichTechnologiesRun(
    _ accuracy: DesiredAccuracy, gnss: PositioningDemand.GNSS, wifi: PositioningDemand.WiFi
  ) {
    let bench = Bench.opened { app, host in
      let manager = app.makeManager(host)
      manager.desiredAccuracy = accuracy
      manager.startUpdatingLocation()
    }
    #expect(bench.system.demand.gnss == gnss)
    #expect(bench.system.demand.wifi == wifi)
    #expect(bench.system.demand.cell)
    #expect(bench.system.demand.cause == EnergyAttribution(.fix, app: 1))
  }

  @Test func severalManagersAskForTheirUnionAndEachSeesEveryFix() {
    var bench = Bench.opened { app, host in
      for accuracy in [DesiredAccuracy.threeKilometers, .hundredMeters] {
        let manager = app.makeManager(host)
        manager.desiredAccuracy = accuracy
        manager.startUpdatingLocation()
      }
    }
    #expect(bench.system.demand.wifi == .regular)
    bench.fix()
    #expect(bench.journal.times("1 locations").count == 2)
    bench.act { $0.managers[1].stopUpdatingLocation() }
    #expect(bench.system.demand.wifi == .fallback)
    bench.act { $0.managers[0].stopUpdatingLocation() }
    #expect(bench.system.demand.isEmpty)
  }

  @Test func eachRadioIsPaidForByTheFirstThatAsksForSoMuchOfIt() {
    func payer(_ app: Int) -> EnergyAttribution { EnergyAttribution(.fix, app: app) }
    func demand(_ asked: [(Int, DesiredAccuracy)]) -> PositioningDemand {
      var demand = PositioningDemand.none
      for (app, accuracy) in asked { demand.ask(for: accuracy, activity: .other, by: app - 1) }
      return demand
    }
    let all = demand([(2, .threeKilometers), (3, .hundredMeters), (5, .best), (6, .bestForNavigation)])
    #expect(all.cause == payer(2) && all.gnssCause == payer(5) && all.wifiCause == payer(5))
    // Where the receiver stands in for Wi-Fi, who asks for that pays.
    let rough = demand([(1, .kilometer), (4, .hundredMeters), (7, .hundredMeters)])
    #expect(rough.cause == payer(1) && rough.gnssCause == .system && rough.receiverCause == payer(4))
    let both = rough.united(with: all)
    #expect(both.cause == payer(1) && both.receiverCause == payer(5) && both.wifiCause == payer(5))
    #expect(all.united(with: demand([(7, .best)])) == all)
  }

  @Test(arguments: [
    (ActivityType.automotiveNavigation, PositioningDemand.Roads.fetched), (.other, .ifAtHand), (.fitness, .off),
    (.otherNavigation, .off), (.airborne, .off),
  ])
  func theActivitySaysWhetherRoadsHelp(_ activity: ActivityType, roads: PositioningDemand.Roads) {
    for (accuracy, helps) in [(DesiredAccuracy.best, true), (.hundredMeters, false)] {
      let bench = Bench.opened { app, host in
        let manager = app.makeManager(host)
        manager.desiredAccuracy = accuracy
        manager.activityType = activity
        manager.startUpdatingLocation()
      }
      #expect(bench.system.demand.roads == (helps ? roads : .off))
    }
  }

  @Test func onlyBestForNavigationFusesSensors() {
    for (_, accuracy) in DesiredAccuracy.names {
      let bench = Bench.opened { app, host in
        let manager = app.makeManager(host)
        manager.desiredAccuracy = accuracy
        manager.startUpdatingLocation()
      }
      #expect(bench.system.demand.fusesSensors == (accuracy == .bestForNavigation))
    }
  }

  @Test func theConstantsHaveApplesValues() {
    #expect(DesiredAccuracy.names.map(\.value.rawValue) == [-2, -1, 10, 100, 1000, 3000, 6_380_000])
    #expect(LocationManager.distanceFilterNone == -1)
    #expect(ActivityType.allCases.map(\.rawValue) == [1, 2, 3, 4, 5])
    let deferral: [LocationError] = [
      .deferredFailed, .deferredNotUpdatingLocation, .deferredAccuracyTooLow, .deferredDistanceFiltered,
      .deferredCanceled,
    ]
    #expect(deferral.map(\.rawValue) == [11, 12, 13, 14, 15])
    #expect([LocationError.locationUnknown, .denied, .network].map(\.rawValue) == [0, 1, 2])
  }

  @Test func whenDeniedTheAppIsToldSoAndGetsNothing() {
    var bench = Bench.opened(authorization: .denied) { app, host in
      let manager = app.makeManager(host)
      manager.startUpdatingLocation()
      manager.startMonitoringSignificantLocationChanges()
    }
    #expect(bench.journal.times("failed denied") == [0, 0])
    #expect(bench.system.demand.isEmpty)
    #expect(bench.system.significantChangeDue(at: bench.now) == .never)
    bench.fix()
    bench.measureSignificantChange(east: 900)
    #expect(bench.journal.deliveries.isEmpty)
  }

  @Test func fromTheBackgroundASessionMayOnlyBeginWithAlways() {
    for (authorization, begins) in [(Authorization.whenInUse, false), (.always, true)] {
      var bench = Bench.opened(authorization: authorization) { app, host in _ = app.makeManager(host) }
      bench.advance(to: 10)
      bench.leave()
      bench.act { $0.managers[0].startUpdatingLocation() }
      #expect(bench.system.demand.isEmpty == !begins)
      #expect(bench.journal.times("failed denied").count == (begins ? 0 : 1))
    }
  }
}
