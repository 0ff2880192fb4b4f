import DeviceModel
import Core
import Testing
import World

@testable import LocationServices

@Suite struct ActivityTransitionTests {
  private static func activities(_ platform: Platform = .android12, authorization: Authorization = .always) -> Bench {
    .opened(authorization: authorization, platform: platform, motion: .still) { app, host in
      host.startActivityUpdates { [unowned app] in app.journal.note($0.activity.rawValue, at: app.now) }
    }
  }

  @Test func aTransitionIsToldOnceAfterItsLatency() {
    var bench = Self.activities()
    bench.leave()
    bench.advance(to: 100)
    bench.move(.cycling)
    bench.advance(to: 500)
    bench.move(.still)
    bench.advance(to: 900)
    let told = bench.journal.entries.filter { $0.text != "background" && !$0.text.hasPrefix("launched") }
    // The first a minute after it was asked for; then the medians of cycling, 75 s, and of rest, 45 s.
    #expect(told.map(\.text) == ["still", "on_bicycle", "still"])
    #expect(told.map { $0.time.rounded() } == [60, 175, 545])
  }

  @Test func aStopAtALightIsNoTransition() {
    var bench = Self.activities()
    bench.move(.automotive)
    bench.advance(to: 150)
    bench.move(.still)
    bench.advance(to: 162)
    bench.move(.automotive)
    bench.advance(to: 400)
    #expect(bench.journal.times("in_vehicle").count == 1)
    #expect(bench.journal.times("still").isEmpty)
  }

  @Test func aTransitionStartsAProcessThatIsNotThere() {
    var bench = Self.activities()
    bench.advance(to: 90)
    bench.kill()
    bench.advance(to: 100)
    bench.move(.walking)
    bench.advance(to: 200)
    #expect(bench.journal.times("launched by location").map { $0.rounded() } == [130])
    #expect(bench.journal.times("walking").map { $0.rounded() } == [130])
  }

  @Test func itIsToldEvenWhereLocationIsDenied() {
    // Activity has a permission of its own.
    var bench = Self.activities(authorization: .denied)
    bench.move(.walking)
    bench.advance(to: 200)
    #expect(bench.journal.times("walking").count == 1)
  }
}
