import DeviceModel
import Core
import Testing
import World

@testable import LocationServices

/// Several apps and managers on one system.
@Suite struct SeveralAppsTests {
  /// Two apps that the user opened at the start, each with one session on which auto-pause is on. The patience of each
  /// stretch of the day is another: that of the nth is spread by n times 3 %.
  private struct Pair: ~Copyable {
    var system: LocationSystem
    let journals = [Journal(), Journal()]

    init(first extra: @escaping @Sendable (RecordingApp, AppHost) -> Void = { _, _ in }) {
      func definition(
        _ journal: Journal, _ extra: @escaping @Sendable (RecordingApp, AppHost) -> Void
      ) -> AppDefinition {
        AppDefinition(name: "test") {
          RecordingApp(journal) { app, host in
            let manager = app.makeManager(host)
            manager.pausesLocationUpdatesAutomatically = true
            manager.startUpdatingLocation()
            extra(app, host)
          }
        }
      }
      system = LocationSystem(
        apps: [definition(journals[0], extra), definition(journals[1]) { _, _ in }],
        availability: AppHost.Availability(
          deferredLocationUpdates: true, significantLocationChangeMonitoring: true),
        chipCapacity: 300, motion: .walking, outcomes: Patience { 0.24 * Double($0) })
      for app in 0..<2 { system.enterForeground(app, at: .start) }
      settle(at: .start)
    }

    mutating func settle(at now: Instant) {
      for app in 0..<2 where system.wantsProcessor(app) { system.dispatch(app, at: now) }
      _ = system.updateDemand()
    }

    mutating func leave(at now: Instant) {
      for app in 0..<2 { system.leaveForeground(app, at: now) }
      settle(at: now)
    }

    mutating func move(_ motion: MotionClass, at now: Instant) {
      system.motionChanged(to: motion, at: now)
      settle(at: now)
    }

    /// Runs code of the first app's own.
    mutating func act(at now: Instant, _ body: @escaping (RecordingApp, AppHost) -> Void) {
      guard let host = system.apps[0].host, let app = system.apps[0].app as? RecordingApp else { return }
      host.timerActions[-1] = { [unowned host] in body(app, host) }
      system.context.processes[0].mailbox.post(.timer(-1))
      settle(at: now)
    }

    /// The patience of each app's first session.
    var patience: [TimeSpan?] {
      (0..<2).map { app in
        let index = system.board.sessions.sessions.firstIndex { $0.app == app && $0.manager == 0 }
        return index.flatMap { system.board.sessions.sessions[$0].autoPause?.patience }
      }
    }
  }

  /// What an app may ask besides, as often as it likes.
  private static let extras: [@Sendable (RecordingApp, AppHost) -> Void] = [
    { app, host in
      let manager = app.makeManager(host)
      manager.pausesLocationUpdatesAutomatically = true
      manager.startUpdatingLocation()
    },
    { app, _ in
      app.managers[0].activityType = .fitness
      app.managers[0].activityType = .other
    },
    { app, _ in
      app.managers[0].stopUpdatingLocation()
      app.managers[0].startUpdatingLocation()
    },
  ]

  @Test(arguments: 0..<3)
  func patienceDoesNotDependOnHowOftenAnyoneAsks(extra: Int) {
    var plain = Pair()
    var insistent = Pair(first: Self.extras[extra])
    func compare(_ seconds: Double) {
      #expect(plain.patience == [.seconds(seconds), .seconds(seconds)])
      #expect(insistent.patience == plain.patience)
    }
    plain.leave(at: .seconds(60))
    insistent.leave(at: .seconds(60))
    compare(900)
    insistent.act(at: .seconds(70), Self.extras[extra])
    compare(900)
    for (index, motion) in [MotionClass.still, .running, .automotive].enumerated() {
      let time = Instant.seconds(100 * Double(index + 1))
      plain.move(motion, at: time)
      insistent.move(motion, at: time)
      // A new trial, begun by coming to the screen and leaving it again.
      for app in 0..<2 {
        plain.system.enterForeground(app, at: time)
        insistent.system.enterForeground(app, at: time)
      }
      plain.settle(at: time)
      insistent.settle(at: time)
      plain.leave(at: time + .seconds(1))
      insistent.leave(at: time + .seconds(1))
      insistent.act(at: time + .seconds(2), Self.extras[extra])
      compare(900 * (1 + 0.03 * Double(index + 1)))
    }
  }

  @Test func everyRunningSessionSeesEveryFix() {
    var pair = Pair()
    pair.system.ingest(Bench.location(at: 5), fromGNSS: true, at: .seconds(5))
    pair.settle(at: .seconds(5))
    for journal in pair.journals {
      #expect(journal.deliveries.map(\.locations) == [[Bench.location(at: 5)]])
    }
    pair.act(at: .seconds(6)) { app, _ in app.managers[0].stopUpdatingLocation() }
    pair.system.ingest(Bench.location(at: 7), fromGNSS: true, at: .seconds(7))
    pair.settle(at: .seconds(7))
    #expect(pair.journals.map(\.deliveries.count) == [1, 2])
  }

  @Test func oneAppsEndIsNotTheOthers() {
    var pair = Pair()
    pair.system.terminate(0, at: .seconds(9))
    pair.settle(at: .seconds(9))
    #expect(pair.system.process(of: 0) == .notRunning)
    #expect(pair.system.process(of: 1) == .foreground)
    #expect(pair.system.demand.gnss == .continuous)
    #expect(pair.system.demand.cause == EnergyAttribution(.fix, app: 2))
    pair.system.ingest(Bench.location(at: 11), fromGNSS: true, at: .seconds(11))
    pair.settle(at: .seconds(11))
    #expect(pair.journals.map(\.deliveries.count) == [0, 1])
  }
}
