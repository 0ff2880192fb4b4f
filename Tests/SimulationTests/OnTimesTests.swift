import Core
import Testing

@testable import Simulation

@Suite struct OnTimesTests {
  @Test func toldTwiceItIsOnOnce() {
    var times = OnTimes()
    for (second, isOn) in [(10.0, true), (20, true), (30, false), (40, false), (50, true)] {
      times.change(to: isOn, at: .seconds(second))
    }
    #expect(times.spans == [.seconds(10) ... .seconds(30)] && times.isOn)
    times.change(to: false, at: .seconds(55))
    #expect(times.total == .seconds(25) && !times.isOn)
  }

  /// 3 h and 2 h lie 19 h apart: a day has both; an hour later it has an hour less.
  @Test func theMostInADayIsFoundWhereverItBegins() {
    func hours(_ spans: ClosedRange<Double>...) -> Double {
      OnTimes(spans.map { Instant.start + .hours($0.lowerBound)...Instant.start + .hours($0.upperBound) })
        .most(within: .hours(24)).hours
    }
    #expect(hours(5...8, 27...29) == 5)
    #expect(hours(5...8, 28...30) == 4)
    #expect(hours(1...2, 30...77) == 24)
    #expect(hours() == 0)
    // From 40 h on: 7 h and 5, or 7 and 2.
    #expect(hours(0...6, 40...47, 59...64) == 12)
    #expect(hours(0...6, 40...47, 62...67) == 9)
  }
}
