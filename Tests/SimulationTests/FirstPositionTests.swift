import Core
import LocationServices
import Simulation
import Synchronization
import Testing
import World

/// The first position of standard updates is one that the system has from before.
@Suite struct FirstPositionTests {
  private static let places = ServiceLawTests.sites

  /// What the app was handed: when, and how old it was.
  private final class Heard: Sendable {
    private let storage = Mutex<[(at: Double, age: Double)]>([])
    func note(_ locations: [Location], at now: Double) {
      storage.withLock { heard in heard += locations.map { (now, now - $0.timestamp) } }
    }
    var all: [(at: Double, age: Double)] { storage.withLock { $0 } }
  }

  private final class Restart: Sendable {
    private let storage = Mutex(0.0)
    func note(_ time: Double) { storage.withLock { $0 = time } }
    var time: Double { storage.withLock { $0 } }
  }

  /// Updates for 61 s, and again after so many seconds.
  ///
  /// - Returns: what the app was handed, and when it began again.
  private static func run(
    _ site: ServiceLawTests.Site, pause: Double, seed: UInt64
  ) throws -> (heard: [(at: Double, age: Double)], restart: Double) {
    let heard = Heard()
    var stage =
      site.speed > 0
      ? try Stage(site.speed < 3 ? .walk : .drive, at: site.speed, through: site.surroundings)
      : try Stage(stayingIn: site.surroundings)
    (stage.seed, stage.seconds) = (seed, 61 + pause + 61)
    let again = Restart()
    _ = try stage.run { app, host in
      app.onUpdate = { [unowned host] _, locations in heard.note(locations, at: host.now) }
      let manager = app.start(host)
      _ = host.schedule(after: 61) { [unowned host] in
        manager.stopUpdatingLocation()
        _ = host.schedule(after: pause) {
          again.note(host.now)
          manager.startUpdatingLocation()
        }
      }
    }
    return (heard.all, again.time)
  }

  /// It comes at once, as old as the break, and does not keep the first fresh one back.
  @Test(arguments: places) func updatesThatBeginAgainBringTheOldPositionWithItsAge(_ site: ServiceLawTests.Site) throws
  {
    for seed: UInt64 in 1...20 {
      for pause in [97.0, 1237] {
        let (heard, restart) = try Self.run(site, pause: pause, seed: seed)
        let label: Comment = "\(site.name), seed \(seed), \(pause) s"
        guard let before = heard.last(where: { $0.at < restart }) else { continue }
        let first = try #require(heard.first { $0.at >= restart }, label)
        #expect(first.at < restart + 0.5, label)
        #expect(first.age >= pause && abs(first.age - (restart - before.at + before.age)) < 0.5, label)
        let later = heard.filter { $0.at > first.at }
        // In a barn the next one may take longer than this minute.
        #expect((site.name == "barn" || !later.isEmpty) && later.allSatisfy { $0.age < 61 }, label)
      }
    }
  }

  /// On a phone that has never had a position there is none to show.
  @Test func theFirstUpdatesOfAllBeginWithAFreshOne() throws {
    for seed: UInt64 in 1...20 {
      let heard = try Self.run(Self.places[2], pause: 97, seed: seed).heard
      #expect(heard.first.map { $0.age < 5 } ?? true, "seed \(seed)")
    }
  }
}
