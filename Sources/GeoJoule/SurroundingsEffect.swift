import Analysis
import Core
import Simulation
import World

extension ComparisonRequest {
  /// That a recording's surroundings are guessed, and what hangs on the guess: the error of the first strategy with positions
  /// under open sky and in street canyons, on the first seed.
  ///
  /// - Throws: `ProfileFault` for a profile that cannot be used, `UnknownStrategyKind`, `WatchMissing`.
  package func surroundingsNote() throws -> String? {
    guard scenario.guessesSurroundings else { return nil }
    let open = Surroundings(sky: .openSky, accessPoints: .few, cells: .rural)
    let canyon = Surroundings(sky: .canyon, accessPoints: .many, cells: .urban)
    let guess = "surroundings are guessed from rests and speed"
    let remedy = "name them with --surroundings"
    for strategy in strategies where strategy.needs.authorization != nil {
      let metric = strategy.use == .live ? Metric.errorP95 : .movingErrorP95
      func error(in surroundings: Surroundings) throws -> Double? {
        var request = self
        request.scenario = scenario.surrounded(by: surroundings)
        let day = try SimulationTrial(request, seed: firstSeed)
        return try day.run(strategy, meter: RunMeter([metric])).figures[metric]
      }
      guard let best = try error(in: open), let worst = try error(in: canyon) else { continue }
      func metres(_ error: Double) -> String { "\(DecimalText.significant(error, digits: 2)) m" }
      return "\(guess): 95 % of the errors of \(strategy.name) are under \(metres(best)) in open sky, "
        + "\(metres(worst)) in street canyons; \(remedy)"
    }
    return "\(guess); \(remedy)"
  }
}
