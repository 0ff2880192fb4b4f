package import Analysis
import LocationServices
import Strategies
import World

extension ComparisonDay {
  /// How finely the batteries are followed: 5 min of a day.
  static let batterySteps = 288

  /// Runs every strategy of a comparison on one of its seeds.
  ///
  /// - Parameter strategy: the index of the one that is kept in full.
  /// - Throws: `ProfileFault` for a profile that cannot be used, `UnknownStrategyKind`.
  package init(_ request: ComparisonRequest, strategy: Int, seed: UInt64) throws {
    var request = request
    request.firstSeed = seed
    request.seedCount = 1
    let run = try SingleRun(request, strategy: strategy)
    let world = try SimulationTrial(request, seed: seed)
    let detail = run.detail
    let batteries = try request.strategies.enumerated().map { index, other in
      var day = detail
      if index != strategy {
        day.strategy = other.name
        (day.record, day.payments, day.watchPayments) = try world.detail(of: other)
      }
      return BatteryCurve(day, count: Self.batterySteps)
    }
    self.init(detail: detail, batteries: batteries)
  }
}
