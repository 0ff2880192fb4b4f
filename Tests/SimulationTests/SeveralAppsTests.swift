import DeviceModel
import LocationServices
import Core
import Simulation
import Synchronization
import Testing
import World

/// Several apps in one run: each its own process, and one phone for all.
@Suite struct SeveralAppsTests {
  /// What one app was told, over all its processes.
  final class Diary: Sendable {
    struct Note: Sendable, Equatable {
      var fix: Location
      /// Seconds.
      var delivered: Double
    }
    private let storage = Mutex<(launches: [Double], notes: [Note])>(([], []))

    func launched(at time: Double) { storage.withLock { $0.launches.append(time) } }
    func note(_ locations: [Location], at time: Double) {
      storage.withLock { $0.notes += locations.map { Note(fix: $0, delivered: time) } }
    }
    var launches: [Double] { storage.withLock { $0.launches } }
    var notes: [Note] { storage.withLock { $0.notes } }
    var fixes: [Location] { notes.map(\.fix) }
  }

  /// An app that writes its diary and does what the test says at launch.
  static func app(
    _ diary: Diary, _ launched: @escaping @Sendable (ScriptedApp, AppHost) -> Void = { _, _ in }
  ) -> AppDefinition {
    ScriptedApp.definition { app, host in
      diary.launched(at: host.now)
      app.onUpdate = { [weak host] _, locations in diary.note(locations, at: host?.now ?? -1) }
      launched(app, host)
    }
  }

  static func run(
    _ apps: [AppDefinition], seed: UInt64, device name: String = "modern-phone"
  ) throws -> (record: RunRecord, observer: TimelineKeeper) {
    let (device, network) = try Trials.phone(name, .drawn(seed: seed))
    let phone = try PhoneConfiguration(device: device, network: network, apps: apps)
    return PhoneSimulation(phone, world: Trials.world(seed: seed, network: network), observer: TimelineKeeper()).run()
  }

  /// Launched by the user at 0 s and, after the kill at 640 s, at 911 s; one process starts after the other.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func everyAppIsLaunchedOnceEachTimeTheUserOpensIt(seed: UInt64) throws {
    let diaries = [Diary(), Diary(), Diary()]
    let launch = try Trials.phone("modern-phone", .drawn(seed: seed)).device.processor.launchTime.seconds
    _ = try Self.run(diaries.map { Self.app($0) }, seed: seed)
    for (index, diary) in diaries.enumerated() {
      try #require(diary.launches.count == 2)
      #expect(abs(diary.launches[0] - launch * Double(index + 1)) < 0.2 * Double(index + 1))
      #expect(abs(diary.launches[1] - 911 - launch * Double(index + 1)) < 0.2 * Double(index + 1))
    }
  }

  /// Left at 41 s, 333 s and 957 s; five seconds later an app without the background flag is suspended.
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func oneAppIsSuspendedWhileAnotherGoesOn(seed: UInt64) throws {
    let (going, suspended) = (Diary(), Diary())
    _ = try Self.run(
      [
        Self.app(suspended) { app, host in app.start(host).allowsBackgroundLocationUpdates = false },
        Self.app(going) { app, host in app.start(host) },
      ], seed: seed)
    for note in suspended.notes {
      let time = note.delivered
      #expect(time <= 46 || (time >= 301 && time <= 338) || (time >= 911 && time <= 962))
    }
    #expect(going.notes.contains { $0.delivered > 60 && $0.delivered < 300 })
    #expect(going.notes.contains { $0.delivered > 400 && $0.delivered < 640 })
    #expect(going.notes.allSatisfy { $0.delivered <= 640 || $0.delivered > 911 })
    // While both run, both get the same fixes.
    let shared = Set(going.fixes.filter { $0.timestamp > 925 && $0.timestamp < 950 })
    let same = shared == Set(suspended.fixes.filter { $0.timestamp > 925 && $0.timestamp < 950 })
    #expect(same && !shared.isEmpty)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func energyIsChargedToTheAppThatAsked(seed: UInt64) throws {
    let quiet = Self.app(Diary())
    let located = Self.app(Diary()) { app, host in
      app.start(host)
      _ = host.schedule(after: 7.3) { [weak host] in host?.upload(bytes: 41_000) }
    }
    for (place, apps) in [[located, quiet], [quiet, located]].enumerated() {
      let (owner, other) = (place + 1, 2 - place)
      let (record, observer) = try Self.run(apps, seed: seed)
      let breakdown = EnergyBreakdown(ledger: record.ledger, prices: record.prices)
      func joules(_ component: Component, app: Int) -> Double {
        breakdown.energy { $0.component == component && $0.cause.app == app }.joules
      }
      #expect(joules(.gnss, app: owner) > 1)
      #expect(joules(.gnss, app: other) == 0)
      #expect(joules(.wifi, app: other) == 0)
      #expect(joules(.cellular, app: other) == 0)
      #expect(joules(.wifi, app: owner) + joules(.cellular, app: owner) > 0)
      // Both were launched twice and were on the screen; the screen's time is the first app's.
      #expect(joules(.processor, app: owner) > 0 && joules(.processor, app: other) > 0)
      let uploads = observer.timeline.filter { $0.cause.purpose == .upload }
      #expect(!uploads.isEmpty)
      #expect(uploads.allSatisfy { $0.cause.app == owner })
    }
  }

  /// What a service that is not asked for by an app does to another one: nothing but that its process takes a while to
  /// start, during which the other's callbacks wait.
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func anAppWithoutLocationChangesNothingForAnother(seed: UInt64) throws {
    for accuracy in [DesiredAccuracy.best, .hundredMeters, .kilometer] {
      let (alone, together) = (Diary(), Diary())
      let first = try Self.run([Self.app(alone) { $0.start($1, accuracy) }], seed: seed)
      let idle = Self.app(Diary()) { _, host in host.makeLocationManager().activityType = .fitness }
      let second = try Self.run([Self.app(together) { $0.start($1, accuracy) }, idle], seed: seed)
      // As a truth value: what differs between long lists takes minutes to show.
      let sameFixes = alone.fixes == together.fixes
      #expect(sameFixes)
      #expect(!alone.fixes.isEmpty)
      for (a, b) in zip(alone.notes, together.notes) {
        #expect(abs(a.delivered - b.delivered) < 4, "\(a.delivered) and \(b.delivered)")
      }
      for component in Component.allCases where component != .processor {
        let states = { (observer: TimelineKeeper) in observer.timeline.filter { $0.component == component } }
        let same = states(first.observer) == states(second.observer)
        #expect(same, "\(component)")
      }
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func anAppGetsTheFixesThatAnotherPaysFor(seed: UInt64) throws {
    let (best, coarse, alone) = (Diary(), Diary(), Diary())
    let record = try Self.run(
      [Self.app(best) { $0.start($1) }, Self.app(coarse) { $0.start($1, .kilometer) }], seed: seed
    ).record
    _ = try Self.run([Self.app(alone) { $0.start($1, .kilometer) }], seed: seed)
    #expect(coarse.fixes.count > 3 * alone.fixes.count)
    // The second app starts later by its launch; from then on it misses none.
    let begin = (coarse.launches.first ?? 0) + 1
    let expected = best.fixes.filter { $0.timestamp > begin && $0.timestamp < 640 }
    let found = Set(coarse.fixes)
    #expect(expected.allSatisfy(found.contains))
    // The receiver runs for the app that asked for it.
    let breakdown = EnergyBreakdown(ledger: record.ledger, prices: record.prices)
    #expect(breakdown.energy { $0.component == .gnss && $0.cause.app == 2 } == .zero)
  }

  /// Random numbers belong to the day's instants, not to the calls: what an app asks for besides draws nothing.
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func askingMoreOftenDrawsNoOtherRandomness(seed: UInt64) throws {
    @Sendable func start(_ app: ScriptedApp, _ host: AppHost) {
      let manager = app.start(host)
      manager.pausesLocationUpdatesAutomatically = true
    }
    let (plain, insistent, besides) = (Diary(), Diary(), Diary())
    _ = try Self.run([Self.app(plain, start)], seed: seed)
    _ = try Self.run(
      [
        Self.app(insistent) { app, host in
          start(app, host)
          let second = host.makeLocationManager()
          second.activityType = .fitness
          second.activityType = .automotiveNavigation
          app.manager?.activityType = .airborne
          app.manager?.activityType = .other
          app.manager?.stopUpdatingLocation()
          app.manager?.startUpdatingLocation()
        }
      ], seed: seed)
    // Each start shows the newest position from before once more.
    let sameAfterRestart = Set(plain.fixes) == Set(insistent.fixes)
    #expect(sameAfterRestart)
    _ = try Self.run(
      [
        Self.app(besides, start),
        Self.app(Diary()) { app, host in
          let manager = host.makeLocationManager()
          for type in ActivityType.allCases { manager.activityType = type }
        },
      ], seed: seed)
    let sameFixes = plain.fixes == besides.fixes
    #expect(sameFixes)
  }
}
