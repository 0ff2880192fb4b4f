import DeviceModel
import Quantities
import Testing
import World

@testable import LocationServices

@Suite struct ActivityAndGeofenceTests {
  private static func activities(_ platform: Platform = .android12, authorization: Authorization = .always) -> Bench {
    .opened(authorization: authorization, platform: platform, motion: .still) { app, host in
      host.requestActivityTransitions { [unowned app] in app.journal.note($0.rawValue, at: app.now) }
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
    #expect(told.map(\.text) == ["still", "on_bicycle", "still"])
    #expect(told.map(\.time) == [30, 130, 530])
  }

  @Test func aStopAtALightIsNoTransition() {
    var bench = Self.activities()
    bench.move(.automotive)
    bench.advance(to: 100)
    bench.move(.still)
    bench.advance(to: 112)
    bench.move(.automotive)
    bench.advance(to: 300)
    #expect(bench.journal.times("in_vehicle").count == 1)
    #expect(bench.journal.times("still").isEmpty)
  }

  @Test func aTransitionStartsAProcessThatIsNotThere() {
    var bench = Self.activities()
    bench.advance(to: 60)
    bench.kill()
    bench.advance(to: 100)
    bench.move(.walking)
    bench.advance(to: 200)
    #expect(bench.journal.times("launched by location") == [130])
    #expect(bench.journal.times("walking") == [130])
  }

  @Test func deniedNothingIsTold() {
    var bench = Self.activities(authorization: .denied)
    bench.move(.walking)
    bench.advance(to: 200)
    #expect(bench.journal.times("walking").isEmpty)
  }

  private static func fence(_ platform: Platform, count: Int = 1) -> Bench {
    .opened(platform: platform, motion: .still) { app, host in
      let client = host.makeGeofencingClient()
      app.keep.append(client)
      client.onTransition = { [unowned app] in app.journal.note("\($0)", at: app.now) }
      for index in 0..<count {
        client.addGeofence("place \(index)", center: Bench.berlin, radius: 150)
      }
    }
  }

  /// A position for geofences.
  private static func see(_ bench: inout Bench, east: Double) {
    bench.system.regionMeasured(
      Bench.location(east: east, accuracy: 20, at: bench.now.seconds), isCell: false, at: bench.now)
    bench.settle()
  }

  @Test func aCrossingIsBelievedAtOnceWithoutABuffer() {
    var bench = Self.fence(.android8)
    Self.see(&bench, east: 0)
    bench.advance(to: 50)
    Self.see(&bench, east: 171)
    #expect(bench.journal.times("exited(\"place 0\")") == [50])
    bench.advance(to: 90)
    Self.see(&bench, east: 10)
    #expect(bench.journal.times("entered(\"place 0\")") == [90])
  }

  @Test func aHundredGeofencesAreWatchedAndTheNextRefused() {
    let bench = Self.fence(.android12, count: 101)
    #expect(bench.journal.entries.filter { $0.text.hasPrefix("failed") }.map(\.text) == ["failed(\"place 100\")"])
  }

  @Test func since8ACrossingShowsAfterAboutTwoMinutes() {
    #expect(Platform.android6.fenceLatencyMedian == .seconds(40))
    for platform in Platform.android.dropFirst() { #expect(platform.fenceLatencyMedian == .seconds(120)) }
    #expect(Platform.ios12.fenceLatencyMedian == EventLatency.fenceMedian)
  }
}
