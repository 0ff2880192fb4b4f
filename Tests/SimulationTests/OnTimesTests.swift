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
}
