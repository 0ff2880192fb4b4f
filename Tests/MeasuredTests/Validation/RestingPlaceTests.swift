import Core
import Documents
import GeoJoule
@testable import FileFormats
import Strategies
import Testing
import World

@testable import Measured

/// How well receivers hold on where measured phones rested, by the fixes that they got.
@Suite struct RestingPlaceTests {
  private static func strategy(_ accuracy: String, filter: Double) -> StrategySpecification {
    StrategySpecification(
      name: accuracy, summary: "", kind: "standard",
      parameters: ["desired_accuracy": .choice(accuracy), "distance_filter": .distance(filter)])
  }
  private static let strategies = [
    "best": strategy("best", filter: 1), "seldom": strategy("best", filter: 30), "thinned": strategy("best", filter: 5),
    "hundred": strategy("hundred_meters", filter: 1),
  ]

  /// A run of so many hours with a fix each minute of the first ones.
  private static func run(_ configuration: String, hours: Double, tracked: Double?) -> MeasuredRun {
    MeasuredRun(
      name: "r", timeline: "t", phone: "p", configuration: configuration, span: 0...hours * 3600, readings: [],
      fixes: tracked.map { tracked in
        (0...Int(tracked * 60)).map { minute in
          MeasuredFix(
            unixSeconds: Double(minute) * 60, position: GeodeticPosition(latitude: 37, longitude: -122), accuracy: 12,
            speed: 0, line: minute + 2)
        }
      })
  }

  @Test func theShareOfTimeWithFixesIsThatOfTracking() {
    let hold = MeasuredDays.indoorHold(
      [Self.run("best", hours: 20, tracked: 3), Self.run("best", hours: 10, tracked: 0)], Self.strategies)
    // One fix alone is no tracking.
    #expect(hold == .share(0.1))
  }

  @Test func positionsOfNetworksAndFilteredOnesSayNothing() {
    let own = Self.run("best", hours: 30, tracked: 6)
    let others = [
      Self.run("hundred", hours: 50, tracked: 50), Self.run("seldom", hours: 50, tracked: 0),
      Self.run("thinned", hours: 50, tracked: 40), Self.run("best", hours: 50, tracked: nil),
    ]
    #expect(MeasuredDays.indoorHold([own] + others, Self.strategies) == .share(0.2))
    #expect(MeasuredDays.indoorHold(others, Self.strategies) == nil)
  }

  /// The longest run sets the length of the day at rest.
  @Test func theDayAtRestHoldsTheLongestRun() throws {
    let days = MeasuredDays(
      [Self.run("best", hours: 3, tracked: nil), Self.run("hundred", hours: 7, tracked: nil)],
      mapping: try RunMapping.mobilityNet(catalog: Catalog()), strategies: Self.strategies)
    #expect(days.days.map(\.scenario.horizon) == [.seconds(25_200)] && days.leftOut.isEmpty)
  }

  @Test func lessThanADaySaysNothingAndSharesHaveLimits() {
    #expect(MeasuredDays.indoorHold([Self.run("best", hours: 23, tracked: 5)], Self.strategies) == nil)
    #expect(MeasuredDays.indoorHold([Self.run("best", hours: 40, tracked: 0)], Self.strategies) == .share(0.001))
  }
}
