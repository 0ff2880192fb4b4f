import RealModule
import Testing

@testable import Estimation

/// What a drain fit takes of a run.
@Suite struct DrainDataTests {
  /// 97 % is shown from 3.1 to 4.1 h, 86 % at the last reading.
  private let levels = [(0.0, 100), (1.7, 100), (3.1, 97), (4.1, 97), (5.9, 92), (7.3, 86), (7.9, 86)]

  private func data(_ levels: [(Double, Int)], _ gauge: GaugeStart = .plateau) -> DrainData {
    DrainData(
      JointRun(
        name: "r", timeline: "s",
        readings: levels.map { .init(hour: $0, level: $1, exposure: [0.7 * $0, 0.9 * $0]) }), gauge: gauge)
  }

  private func hours(_ data: DrainData) -> [Double] { data.readings.map(\.hour) }

  @Test func theEndsOfARunAreChosenByTheirLevels() {
    #expect(hours(data(levels)) == [0, 1.7, 3.1, 7.9])
    // Under 3 % nothing counts.
    let low = data([(0, 100), (1.3, 99), (2.9, 4), (3.7, 4), (4.3, 2)])
    #expect(hours(low) == [0, 1.3, 3.7] && low.leftOut == 1)
    // Not full at its start.
    #expect(hours(data([(0.3, 87), (1.7, 87), (2.9, 81)])) == [0.3, 1.7, 2.9])
    // A gauge that drops first counts from where it has settled.
    #expect(hours(data(levels, .firstDrop(settlingHours: 3))) == [0, 3.1, 7.9])
    #expect(data([(0, 100), (2.3, 100), (3.1, 98), (4.7, 100), (5.3, 91)]).leftOut == 1)
    let full = data([(0, 100), (2.3, 100)])
    #expect(hours(full) == [0, 2.3] && !full.tellsSlope)
  }

  /// 9 events are 9 / 3600 hours of a power in joules a second.
  @Test func eventsCountAsSeconds() throws {
    let components = [DrainComponent(name: "a"), DrainComponent(name: "b", isEnergy: true)]
    let run = data([(0, 100), (10, 70)]).run(of: components, DrainFitOptions(capacityWattHours: 5))
    #expect(try #require(run.readings.last).exposure == [7, 9.0 / 3_600])
    #expect(run.phone.isEmpty && run.occasion.isEmpty)
  }

  @Test func theNormalTailIsGoodFarOut() {
    // scipy.stats.norm.logcdf(z): Reference/tables.py (SciPy 1.17.1).
    for (z, expected) in [
      (1.3, -0.10181180266765506), (-3.7, -9.135235371872877), (-19.9, -201.91716770733265),
      (-20.1, -205.92711840194826), (-37.1, -692.7382807156233),
    ] {
      #expect(abs(NormalTail.logCumulative(z) - expected) < 2e-9 * abs(expected))
    }
    // Density over distribution function.
    let tail = NormalTail.Interval(low: -.infinity, high: -30)
    #expect(abs(tail.slopeAtHigh - 30.033259667436372) < 1e-6 && tail.slopeAtLow == 0)
  }
}
