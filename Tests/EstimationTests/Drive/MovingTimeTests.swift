import Testing

@testable import Estimation

/// Logs have more rows than positions, and stops count for neither.
@Suite struct MovingTimeTests {
  /// A row each second, a position each `period` seconds at 10 m/s, and a stop of 60 s in the middle.
  static func way(period: Int) -> [DrivePoint] {
    (0...180).map { second in
      let moving = second < 60 ? second : second < 120 ? 60 : second - 60
      return DrivePoint(time: Double(second), distance: Double(moving / period * period) * 10, cell: moving / 40)
    }
  }

  @Test(arguments: [1, 2, 4])
  func rowsBetweenPositionsAreInMotion(period: Int) throws {
    let points = Self.way(period: period)
    // After the stop the first position's step is known, what stood before it is not.
    #expect(HandoverFit.movingTime(points) == (period == 1 ? 120 : 120 - Double(period) + 1))
    let fit = try HandoverFit([("a", points)])
    #expect(fit.rate.count == 3)
    #expect(abs((fit.summary["dwell_per_cell"]?.value ?? 0) - 40) < 1.1)
  }

  @Test func aPauseOfTheLogIsNoMovement() {
    var points = Self.way(period: 1)
    points.removeSubrange(20..<60)
    #expect(HandoverFit.movingTime(points) == 19 + 60)
  }
}
