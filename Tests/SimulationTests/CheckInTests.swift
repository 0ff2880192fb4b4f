import DeviceModel
import Documents
import LocationServices
import Core
import Simulation
import Strategies
import Testing
import World

/// The check-in app and the app that engages its user coarse to fine, of WWDC 2012, Staying on Track.
@Suite struct CheckInTests {
  /// A strategy of the catalogue against the location services, without a phone.
  private struct Desk: ~Copyable {
    var system: LocationSystem
    var now = Instant.start
    /// Geocoding requests so far.
    var geocodes = 0

    init(_ strategy: String, change: (inout StrategySpecification) -> Void = { _ in }) throws {
      var strategy = try Catalog().strategy(strategy)
      change(&strategy)
      system = LocationSystem(
        apps: [try strategy.appDefinition()],
        availability: AppHost.Availability(
          deferredLocationUpdates: false, significantLocationChangeMonitoring: true),
        chipCapacity: 0, motion: .walking)
      system.enterForeground(0, at: now)
      settle()
    }

    mutating func settle() {
      if system.wantsProcessor(0), let effects = system.dispatch(0, at: now) { geocodes += effects.geocodes.count }
      _ = system.updateDemand()
    }

    mutating func pass(to seconds: Double) {
      let end = Instant.seconds(seconds)
      while true {
        let due = min(system.serviceDeadline(at: now), system.appTimerDeadline)
        guard due <= end else { break }
        now = max(now, due)
        if system.serviceDeadline(at: now) <= now { system.serviceTimerFired(at: now) }
        if system.appTimerDeadline <= now { system.appTimerFired(at: now) }
        settle()
      }
      now = end
    }

    mutating func leave() {
      system.leaveForeground(0, at: now)
      settle()
    }

    /// `east` tells events apart: significant change needs 500 m.
    func location(east: Double, accuracy: Double) -> Location {
      Location(position: Trials.east(east), horizontalAccuracy: accuracy, instant: now, speed: 1)
    }

    mutating func wake(east: Double, accuracy: Double) {
      system.hintOfMovement()
      system.significantChangeMeasurementBegins(at: now)
      system.significantChangeMeasured(location(east: east, accuracy: accuracy), at: now)
      settle()
    }

    mutating func fix(accuracy: Double) {
      system.ingest(location(east: 0, accuracy: accuracy), fromGNSS: true, at: now)
      settle()
    }

    mutating func finishUploads() -> Int {
      let uploads = system.systemRequests()?.uploads ?? []
      for upload in uploads { system.uploadFinished(upload.identifier, app: 0) }
      settle()
      return uploads.count
    }
  }

  @Test func aGoodWakingPositionNeedsNoUpdates() throws {
    var desk = try Desk("check-in")
    desk.leave()
    desk.pass(to: 400)
    #expect(desk.system.process(of: 0) == .suspended)
    desk.wake(east: 0, accuracy: 40)
    #expect(desk.system.demand.isEmpty)
    #expect(desk.finishUploads() == 1)
    desk.pass(to: 420)
    #expect(desk.system.process(of: 0) == .suspended)
    #expect(desk.system.searches.map(\.found) == [true])
    #expect(desk.system.searches.map { ($0.end - $0.start).seconds } == [0])
  }

  @Test func aPoorWakingPositionStartsUpdatesUntilOneIsGoodEnough() throws {
    var desk = try Desk("check-in")
    desk.leave()
    desk.pass(to: 400)
    desk.wake(east: 0, accuracy: 700)
    #expect(desk.system.demand.gnss == .continuous)
    // The task keeps the app running beyond the ten seconds of a location event.
    desk.pass(to: 423)
    #expect(desk.system.process(of: 0) == .background)
    desk.fix(accuracy: 65)
    #expect(desk.system.demand.gnss == .continuous)
    desk.fix(accuracy: 31)
    #expect(desk.system.demand.isEmpty)
    #expect(desk.finishUploads() == 1)
    desk.pass(to: 440)
    #expect(desk.system.process(of: 0) == .suspended)
    #expect(desk.system.searches.map { ($0.end - $0.start).seconds } == [23])
  }

  @Test func theAppsOwnTimerEndsASearchLongBeforeTheSystemWould() throws {
    var desk = try Desk("check-in")
    desk.leave()
    desk.pass(to: 400)
    desk.wake(east: 0, accuracy: 700)
    desk.pass(to: 460)
    #expect(desk.system.demand.isEmpty)
    #expect(desk.system.process(of: 0) == .suspended)
    #expect(desk.system.searches.map(\.found) == [false])
    #expect(desk.system.searches.map { ($0.end - $0.start).seconds } == [45])
    #expect(desk.finishUploads() == 0)
    // The next significant change, five minutes after the last at the earliest, begins anew.
    desk.pass(to: 800)
    desk.wake(east: 900, accuracy: 700)
    #expect(desk.system.demand.gnss == .continuous)
  }

  /// The time of the session's days is long gone: on a system of today the warning comes before the app's own timer.
  @Test func outOfTimeItStopsLocationOrIsTerminated() throws {
    for (isHeeded, process) in [(true, ProcessState.suspended), (false, .notRunning)] {
      var desk = try Desk("check-in") { strategy in
        strategy.platform = .ios18
        for state in isHeeded ? [] : [1, 2] {
          strategy.composite?.states[state].rules.removeAll { $0.trigger == .taskExpiring }
        }
      }
      desk.leave()
      desk.pass(to: 400)
      desk.wake(east: 0, accuracy: 700)
      desk.pass(to: 424.9)
      #expect(desk.system.demand.gnss == .continuous)
      desk.pass(to: 425.1)
      #expect(desk.system.demand.isEmpty == isHeeded)
      desk.pass(to: 431)
      #expect(desk.system.process(of: 0) == process)
      #expect(desk.system.demand.isEmpty)
      #expect(desk.system.searches.map(\.found) == [false])
      #expect(desk.system.searches.map { ($0.end - $0.start).seconds } == [isHeeded ? 25 : 30])
    }
  }

  @Test func aUserIsEngagedWithTheFirstPositionAndUpdatesStopAtTheLast() throws {
    var desk = try Desk("coarse-to-fine")
    #expect(desk.system.demand.gnss == .continuous)
    desk.pass(to: 1)
    desk.fix(accuracy: 1400)
    #expect(desk.geocodes == 0)
    desk.pass(to: 3)
    desk.fix(accuracy: 65)
    // What is around is asked once, for a position of 100 m.
    #expect(desk.geocodes == 1)
    desk.pass(to: 9)
    desk.fix(accuracy: 48)
    #expect(desk.geocodes == 1)
    desk.pass(to: 13)
    desk.fix(accuracy: 8)
    #expect(desk.system.demand.isEmpty)
    #expect(desk.system.searches.map { ($0.end - $0.start).seconds } == [13])
  }

  @Test func positionsGetFinerOnAPhone() throws {
    // 3 km at once, then 100 m, then 10 m, out of doors; over seeds, in this order.
    var later = 0
    for seed in 1...6 as ClosedRange<UInt64> {
      let (device, network) = try Trials.phone("modern-phone", .drawn(seed: seed))
      let street = Surroundings(sky: .suburban, accessPoints: .many, cells: .urban)
      let scenario = Scenario(
        name: "street", summary: "", notes: [], horizon: .seconds(300),
        legs: [Leg(dwell: "street", at: Trials.berlin, stay: .toTheEnd, surroundings: street)],
        script: [ScriptEvent(instant: .seconds(60), kind: .foreground)])
      var strategy = try Catalog().strategy("coarse-to-fine")
      strategy.composite?.states[2].rules.removeFirst()
      let phone = try PhoneConfiguration(device: device, network: network, apps: [try strategy.appDefinition()])
      let fixes = PhoneSimulation.record(
        of: phone, world: Trials.world(scenario, seed: seed, network: network)
      ).fixes
      func time(_ radius: Double) throws -> Double {
        try #require(fixes.first { $0.horizontalAccuracy <= radius }).delivered.seconds - 60
      }
      // Seen: 1.0 to 2.1 s, most of it the app's launch; 3.5 to 4.6 s; 6.6 to 16 s and more.
      let (first, second, third) = (try time(3000), try time(100), try time(10))
      #expect(first < 2.5, "seed \(seed)")
      #expect(second > first + 1 && second < 10, "seed \(seed)")
      if third > second { later += 1 }
    }
    #expect(later >= 5)
  }
}
