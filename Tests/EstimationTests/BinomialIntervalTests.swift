import Estimation
import Testing

/// Values: python3 Tests/EstimationTests/Reference/scipy_values.py (SciPy 1.17.1).
@Suite struct BinomialIntervalTests {
  @Test(arguments: [
    (0.0, 17.0, 0.0, 0.1950643229687386), (13, 19, 0.4344984311538491, 0.8742393641270166),
    (97, 101, 0.9016949813799405, 0.9891055162831762),
  ])
  func clopperPearsonAgrees(_ row: (hits: Double, trials: Double, low: Double, high: Double)) throws {
    let interval = try BinomialInterval.clopperPearson(successes: row.hits, trials: row.trials)
    #expect(abs(interval.lowerBound - row.low) < 1e-9)
    #expect(agree(interval.upperBound, row.high, within: 1e-9))
  }

  @Test func nonsenseIsRefused() {
    #expect(throws: EstimationError.self) { try BinomialInterval.clopperPearson(successes: 3, trials: 2) }
    #expect(throws: EstimationError.self) { try BinomialInterval.clopperPearson(successes: 0, trials: 0) }
    #expect(throws: EstimationError.self) { try BinomialInterval.clopperPearson(successes: .nan, trials: 5) }
  }
}
