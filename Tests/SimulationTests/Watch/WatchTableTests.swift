import LocationServices
import Core
import Simulation
import Testing
import World

/// The watch's half of the table of WWDC 2015 session 714, cell by cell: what a watch app may do by itself.
@Suite struct WatchTableTests {
  struct Cell: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// When the app's code asks: it is on the screen until 20 s, and behind it then.
    let asks: Double
    let ask: @Sendable (LocationManager) -> Void
    let whenInUse: Bool
    let always: Bool
  }

  private static let there = Trials.east(1300)
  private static let fence = CircularRegion(center: there, radius: 103, identifier: "fence")
  private static let door = BeaconRegion(beacon: "door", identifier: "door")

  /// The user taps on the app; the app runs in the background without the user's knowledge.
  static let positions: [Cell] = [
    Cell(
      testDescription: "single request on the screen", asks: 7, ask: { $0.requestLocation() }, whenInUse: true,
      always: true),
    Cell(
      testDescription: "session on the screen", asks: 7, ask: { $0.startUpdatingLocation() }, whenInUse: false,
      always: false),
    Cell(
      testDescription: "single request in the background", asks: 31, ask: { $0.requestLocation() }, whenInUse: false,
      always: true),
    Cell(
      testDescription: "session in the background", asks: 31, ask: { $0.startUpdatingLocation() }, whenInUse: false,
      always: false),
  ]

  static let monitoring: [Cell] = [
    Cell(
      testDescription: "regions", asks: 7, ask: { $0.startMonitoring(for: fence) }, whenInUse: false, always: false),
    Cell(testDescription: "beacons", asks: 7, ask: { $0.startMonitoring(for: door) }, whenInUse: false, always: false),
    Cell(
      testDescription: "visits", asks: 7, ask: { $0.startMonitoringVisits() }, whenInUse: false, always: false),
    Cell(
      testDescription: "significant change", asks: 7, ask: { $0.startMonitoringSignificantLocationChanges() },
      whenInUse: false, always: false),
  ]

  /// Five minutes at rest, then a walk of 1300 m past a beacon, then rest.
  private func bench(
    _ cell: Cell, _ authorization: Authorization, onWatch: Bool, platform: Platform = .ios9
  ) throws -> PairBench {
    let street = Surroundings(sky: .suburban, accessPoints: .many, cells: .urban)
    let code: HalfApp.Code = { app, host in
      let manager = host.makeLocationManager()
      app.managers.append(manager)
      manager.delegate = app
      manager.desiredAccuracy = .hundredMeters
      manager.pausesLocationUpdatesAutomatically = false
      manager.allowsBackgroundLocationUpdates = true
      app.onUpdate = { _ in app.note("told") }
      host.beginBackgroundTask()
      host.schedule(after: cell.asks - host.now) { cell.ask(manager) }
      host.schedule(after: 90) { host.endBackgroundTask() }
    }
    let silent: HalfApp.Code = { _, _ in }
    var bench = try PairBench(
      seconds: 2600,
      script: [(5, .foreground), (5, .watchForeground), (20, .background), (20, .watchBackground)],
      legs: [
        Leg(dwell: "here", at: Trials.berlin, stay: .until(.seconds(300)), surroundings: street),
        Leg(
          .walk, name: "walk", route: RoutePath([Trials.berlin, Self.there]), speed: .metresPerSecond(1.3),
          surroundings: street),
        Leg(dwell: "there", at: Self.there, stay: .toTheEnd, surroundings: street),
      ], authorization: authorization, platform: platform, phoneCode: onWatch ? silent : code,
      watchCode: onWatch ? code : silent)
    bench.scenario = Scenario(
      name: "pair", summary: "", notes: [], horizon: bench.scenario.horizon,
      beacons: [Beacon(name: "door", position: Trials.east(700), range: 31)], legs: bench.scenario.legs,
      script: bench.scenario.script)
    return bench
  }

  private func isTold(_ cell: Cell, _ authorization: Authorization, onWatch: Bool = true) throws -> Bool {
    let bench = try bench(cell, authorization, onWatch: onWatch)
    bench.run()
    return bench.journal.lines.contains { $0.hasSuffix("told") }
  }

  @Test(arguments: positions) func positionsOnTheWatchOf2015(_ cell: Cell) throws {
    #expect(try isTold(cell, .whenInUse) == cell.whenInUse)
    #expect(try isTold(cell, .always) == cell.always)
  }

  @Test(arguments: monitoring) func monitoringOnTheWatchOf2015(_ cell: Cell) throws {
    #expect(try isTold(cell, .whenInUse) == cell.whenInUse)
    #expect(try isTold(cell, .always) == cell.always)
    // The same call tells the app on the phone, on the same day.
    #expect(try isTold(cell, .always, onWatch: false))
  }

  @Test(arguments: [Platform.ios9, .ios18])
  func aConditionOnTheWatchIsNotMonitored(_ platform: Platform) throws {
    let idle = Cell(testDescription: "", asks: 7, ask: { _ in }, whenInUse: false, always: false)
    for authorization in [Authorization.whenInUse, .always] {
      var bench = try bench(idle, authorization, onWatch: true, platform: platform)
      let journal = bench.journal
      bench.watch.apps = [
        AppDefinition(name: "watch", authorization: authorization, platform: platform) {
          HalfApp("watch", journal) { app, host in
            let monitor = host.makeMonitor("m")
            monitor.add(.circular(center: Self.there, radius: 103), identifier: "there")
            try? monitor.consumeEvents { app.note("\($0.identifier) \($0.state)") }
          }
        }
      ]
      bench.run()
      #expect(bench.journal.lines.count { $0.hasSuffix("there unmonitored") } == 1)
      #expect(!bench.journal.lines.contains { $0.hasSuffix("satisfied") })
    }
  }
}
