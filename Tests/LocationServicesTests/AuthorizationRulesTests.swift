import Testing

@testable import LocationServices

/// The table of WWDC 2015 session 714, cell by cell, and what later sessions changed in it.
@Suite struct AuthorizationRulesTests {
  struct Cell: Sendable, CustomTestStringConvertible {
    let service: SystemService
    let process: ProcessState
    /// A session that was begun on the screen is still going.
    var inUse = false
    let whenInUse: Bool
    let always: Bool

    var testDescription: String { "\(service) in \(process)\(inUse ? ", in use" : "")" }
  }

  private static func may(
    _ service: SystemService, _ process: ProcessState, inUse: Bool = false, _ authorization: Authorization,
    accuracy: AccuracyAuthorization = .full, on platform: Platform = .ios9
  ) -> Bool {
    AuthorizationRules.may(
      service, in: process, isInUse: inUse, AuthorizationState(authorization, accuracy: accuracy),
      version: platform.version)
  }

  static let table2015: [Cell] = [
    // The user taps on the app.
    Cell(service: .standardUpdates, process: .foreground, inUse: true, whenInUse: true, always: true),
    Cell(service: .requestLocation, process: .foreground, inUse: true, whenInUse: true, always: true),
    // Continuous, begun by the user's wish: a run, a navigation.
    Cell(service: .standardUpdates, process: .background, inUse: true, whenInUse: true, always: true),
    Cell(service: .requestLocation, process: .background, inUse: true, whenInUse: true, always: true),
    // Intermittent, without the user's knowledge: a refresh or a launch by a region.
    Cell(service: .standardUpdates, process: .background, whenInUse: false, always: true),
    Cell(service: .requestLocation, process: .background, whenInUse: false, always: true),
    // Monitoring, on the screen, behind it, suspended, not running.
    Cell(service: .regionMonitoring, process: .foreground, inUse: true, whenInUse: false, always: true),
    Cell(service: .regionMonitoring, process: .background, inUse: true, whenInUse: false, always: true),
    Cell(service: .regionMonitoring, process: .background, whenInUse: false, always: true),
    Cell(service: .regionMonitoring, process: .suspended, whenInUse: false, always: true),
    Cell(service: .regionMonitoring, process: .notRunning, whenInUse: false, always: true),
    Cell(service: .beaconRegions, process: .notRunning, whenInUse: false, always: true),
    Cell(service: .visits, process: .foreground, inUse: true, whenInUse: false, always: true),
    Cell(service: .visits, process: .notRunning, whenInUse: false, always: true),
    Cell(service: .significantChange, process: .foreground, inUse: true, whenInUse: false, always: true),
    Cell(service: .significantChange, process: .suspended, whenInUse: false, always: true),
    // Standard updates and single requests wake nobody.
    Cell(service: .standardUpdates, process: .suspended, whenInUse: false, always: false),
    Cell(service: .standardUpdates, process: .notRunning, whenInUse: false, always: false),
    Cell(service: .requestLocation, process: .suspended, whenInUse: false, always: false),
    Cell(service: .requestLocation, process: .notRunning, whenInUse: false, always: false),
  ]

  @Test(arguments: table2015) func theTableOf2015(_ cell: Cell) {
    #expect(Self.may(cell.service, cell.process, inUse: cell.inUse, .whenInUse) == cell.whenInUse)
    #expect(Self.may(cell.service, cell.process, inUse: cell.inUse, .always) == cell.always)
  }

  @Test func withoutConsentNothingReachesAnApp() {
    for authorization in [Authorization.notDetermined, .denied, .restricted] {
      for service in SystemService.allCases {
        for process in [ProcessState.notRunning, .foreground, .background, .suspended] {
          #expect(!Self.may(service, process, inUse: true, authorization, on: .ios18), "\(service) \(authorization)")
        }
      }
    }
  }

  @Test(arguments: [SystemService.significantChange, .regionMonitoring, .beaconRegions, .visits, .conditionMonitor])
  func sinceIOS13MonitoringReachesAnAppWhileItIsInUse(_ service: SystemService) {
    for authorization in [Authorization.whenInUse, .allowOnce, .provisionalAlways, .appClip] {
      #expect(Self.may(service, .foreground, inUse: true, authorization, on: .ios14))
      #expect(Self.may(service, .background, inUse: true, authorization, on: .ios14))
      #expect(!Self.may(service, .background, authorization, on: .ios14))
      #expect(!Self.may(service, .suspended, authorization, on: .ios14))
      #expect(!Self.may(service, .notRunning, authorization, on: .ios14))
    }
  }

  @Test func regionsAndBeaconsAreSilentWithReducedAccuracyAndTheOthersAreNot() {
    for service in [SystemService.regionMonitoring, .beaconRegions, .conditionMonitor] {
      #expect(!Self.may(service, .foreground, inUse: true, .always, accuracy: .reduced, on: .ios14))
      var upgraded = AuthorizationState(.always, accuracy: .reduced)
      upgraded.hasTemporaryFullAccuracy = true
      #expect(AuthorizationRules.may(service, in: .foreground, isInUse: true, upgraded, version: SystemVersion(14)))
    }
    for service in [SystemService.standardUpdates, .requestLocation, .significantChange, .visits] {
      #expect(Self.may(service, .foreground, inUse: true, .always, accuracy: .reduced, on: .ios14))
    }
  }

  @Test func aProvisionalGrantLooksLikeAlwaysToTheApp() {
    #expect(AuthorizationState(.provisionalAlways).status == .authorizedAlways)
    #expect(AuthorizationState(.allowOnce).status == .authorizedWhenInUse)
    #expect(AuthorizationState(.appClip).status == .authorizedWhenInUse)
  }

  @Test func aSessionBegunOnTheScreenGoesOnBehindItWhenInUseOnlyWithTheBackgroundFlag() {
    for (flag, count) in [(true, 2), (false, 1)] {
      var bench = Bench.opened(authorization: .whenInUse, platform: .ios9) { app, host in
        let manager = app.makeManager(host)
        manager.allowsBackgroundLocationUpdates = flag
        manager.startUpdatingLocation()
      }
      bench.fix()
      bench.leave()
      bench.advance(to: 3)
      #expect(bench.system.demand.isEmpty == !flag)
      bench.fix()
      #expect(bench.journal.deliveries.count == count)
    }
  }

  @Test func sinceIOS13TheSecondsAfterLeavingTheScreenCountAsInUse() {
    var bench = Bench.opened(authorization: .whenInUse, platform: .ios13) { app, host in
      host.beginBackgroundTask()
      let manager = app.makeManager(host)
      manager.allowsBackgroundLocationUpdates = false
      manager.startUpdatingLocation()
    }
    bench.leave()
    bench.advance(to: 4.9)
    bench.fix()
    bench.advance(to: 5.1)
    // The task keeps the process running; the session has nothing to give any more.
    #expect(bench.process == .background)
    #expect(bench.system.demand.isEmpty)
    bench.fix()
    #expect(bench.journal.times("1 locations") == [4.9])
  }

  @Test func aSessionThatAlwaysBeganInTheBackgroundGoesOn() {
    var bench = Bench.opened(authorization: .always, platform: .ios9) { app, host in _ = app.makeManager(host) }
    bench.leave()
    bench.advance(to: 1)
    bench.act { $0.managers[0].startUpdatingLocation() }
    bench.advance(to: 1000)
    bench.fix()
    #expect(bench.process == .background)
    #expect(bench.journal.deliveries.count == 1)
  }

  @Test func aSessionPausedInTheBackgroundCannotBeTakenUpThereWhenInUse() {
    for (authorization, resumes) in [(Authorization.whenInUse, false), (.always, true)] {
      var bench = Bench.opened(authorization: authorization, platform: .ios9) { app, host in
        let manager = app.makeManager(host)
        manager.pausesLocationUpdatesAutomatically = true
        manager.startUpdatingLocation()
      }
      bench.fix()
      bench.leave()
      bench.advance(to: 902)
      #expect(bench.journal.times("paused") == [900])
      // The pause runs the app for some seconds; it asks for its session back.
      bench.act { $0.managers[0].startUpdatingLocation() }
      #expect(bench.system.demand.isEmpty == !resumes)
    }
  }
}
