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

  @Test(arguments: [
    (0.0, 17.0, 0.0, 0.1843181350088518), (13, 19, 0.4601040767532748, 0.8463562091220772),
    (97, 101, 0.9025608084288009, 0.9844928537970742),
  ])
  func wilsonAgrees(_ row: (hits: Double, trials: Double, low: Double, high: Double)) throws {
    let interval = try BinomialInterval.wilson(successes: row.hits, trials: row.trials)
    #expect(abs(interval.lowerBound - row.low) < 1e-9)
    #expect(agree(interval.upperBound, row.high, within: 1e-9))
  }

  @Test func nonsenseIsRefused() {
    #expect(throws: EstimationError.self) { try BinomialInterval.wilson(successes: 3, trials: 2) }
    #expect(throws: EstimationError.self) { try BinomialInterval.clopperPearson(successes: 0, trials: 0) }
    #expect(throws: EstimationError.self) { try BinomialInterval.clopperPearson(successes: .nan, trials: 5) }
  }
}
