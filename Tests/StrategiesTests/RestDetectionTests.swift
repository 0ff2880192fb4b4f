import LocationServices
import Core
import Testing
import World

@testable import Strategies

/// When a trip ends, by the rule of e-mission's Android app.
@Suite struct RestDetectionTests {
  /// When the trip ends of who goes 4 m/s until 600 s and then stands; deliveries each so many seconds, of what is where.
  private static func end(
    interval: Double, each step: Double, until limit: Double = 5000, radius: (Double) -> Double = { _ in 7 },
    scatter: (Int) -> Double = { 0.001 * Double($0) }
  ) -> Double? {
    var rest = RestDetection(worst: 200, radius: 100, time: 300, interval: interval)
    let home = GeodeticPosition(latitude: 37.4, longitude: -122.1).earthVector()
    var (now, number) = (0.0, 0)
    while now < limit {
      let place = home.moved(east: min(now, 600) * 4, north: scatter(number))
      let location = Location(position: place, horizontalAccuracy: radius(now), instant: .seconds(now), speed: -1)
      if rest.add([location], at: now) != nil { return now }
      now += step
      number += 1
    }
    return nil
  }

  @Test func threeHundredPositionsWithinAHundredMetresEndATrip() throws {
    // From 576 s on positions lie within the last hundred metres. 310 s later nothing else is looked at.
    let end = try #require(Self.end(interval: 1, each: 1))
    #expect(end == 886, "\(end)")
    // At a third of the rate the same number takes three times as long, as indoors from Wi-Fi.
    let slow = try #require(Self.end(interval: 1, each: 3))
    #expect((1474...1480).contains(slow), "\(slow)")
  }

  @Test func tenPositionsEach30SecondsDoThatFillFourMinutes() throws {
    let end = try #require(Self.end(interval: 30, each: 30))
    #expect(end == 900, "\(end)")
    // Ten that come faster do not: the time counts.
    let fast = try #require(Self.end(interval: 30, each: 5))
    #expect(fast == 890, "\(fast)")
  }

  @Test func repeatsOfTheOldestEndNoTrip() {
    // Exact repeats count until the oldest of ten is one as well. Within 50 s that is before four minutes are full.
    #expect(Self.end(interval: 30, each: 5, until: 9000, scatter: { _ in 0 }) == nil)
  }

  @Test func poorPositionsDoNotCount() {
    #expect(Self.end(interval: 1, each: 1, radius: { $0 > 600 ? 201 : 7 }) == nil)
  }

  @Test(arguments: [60.0, 250, 1000]) func longIntervalsEndATripToo(interval: Double) throws {
    let end = try #require(Self.end(interval: interval, each: interval, until: 20_000))
    #expect(end > 700, "\(end)")
  }
}
