import Core
import RealModule
import Testing

@testable import Estimation

/// Shares of the way and stays by radio access, by hand.
@Suite struct AccessFitTests {
  /// Points at 1 s and the given metres; each part is an access and the metres of its steps.
  private func drive(_ parts: [(access: Int?, steps: [Double])], pauseAfter: Int? = nil) -> [DrivePoint] {
    var (time, distance) = (0.0, 0.0)
    var points: [DrivePoint] = []
    for (index, part) in parts.enumerated() {
      for step in part.steps {
        points.append(DrivePoint(time: time, distance: distance, access: part.access))
        (time, distance) = (time + 1, distance + step)
      }
      if index == pauseAfter { time += 100 }
    }
    points.append(DrivePoint(time: time, distance: distance, access: parts.last?.access))
    return points
  }

  @Test func sharesStaysAndFollowersByHand() throws {
    // 300 m on 3, 70 m on 2, 130 m on 5, 100 m on 3: three changes.
    let fit = try AccessFit(
      [drive([(3, [100, 200]), (2, [70]), (5, [130]), (3, [100])])], accesses: [2, 3, 5])
    #expect(fit.amount == 600 && fit.drives == 1)
    #expect(fit.accesses.map(\.access) == [3, 5, 2])
    let (main, five, two) = (fit.accesses[0], fit.accesses[1], fit.accesses[2])
    #expect(main.amount == 400 && main.share.value == 400.0 / 600 && main.stays == 1 && main.stay?.value == 400)
    #expect(five.stay?.value == 130 && five.stay?.standardError == 130 && two.stay?.value == 70)
    #expect(main.exits == [2: 1] && two.exits == [5: 1] && five.exits == [3: 1])
    #expect(two.share(of: 5)?.value == 0.75 && two.share(of: 3) == nil)
    // One exit of one is not certain: the deviation of Jeffreys's posterior, a beta distribution with 1.5 and 0.5.
    #expect(abs((two.share(of: 5)?.error ?? 0) - (0.75 * 0.25 / 3).squareRoot()) < 1e-12)
    // One stay on it and one on the others, each as uncertain as it is long: p (1 - p) (1 + 1)^(1/2).
    let p = 130.0 / 600
    #expect(abs((five.share.standardError ?? 0) - p * (1 - p) * 2.0.squareRoot()) < 1e-12)
    // Three changes on 0.6 km: their mean distance is the sum of three stays.
    #expect(abs(fit.changes.value - 5) < 1e-12)
    // 2 changes on 400 m of access 3 would be 5; there is one exit.
    let exit = try #require(fit.transitions.first { $0.from == 3 })
    #expect(exit.to == 2 && abs(exit.rate.value - 2.5) < 1e-12)
    #expect(exit.rate.interval95 == (try PoissonRate(count: 1, exposure: 0.4).interval95))
  }

  /// 300 m on 3, 100 m on 2, which the log's end cuts: closed by a change back, both have one stay. p (1 - p) (1 + 1)^(1/2).
  @Test func aLogIsClosedByAChangeBack() throws {
    let fit = try AccessFit([drive([(3, [300]), (2, [100])])], accesses: [2, 3])
    let two = try #require(fit.accesses.first { $0.access == 2 })
    #expect(abs((two.share.standardError ?? 0) - 0.25 * 0.75 * 2.0.squareRoot()) < 1e-12)
    #expect(two.stays == 0.5 && two.stay?.value == 200)
  }

  @Test func oneAccessHasNothingToShare() throws {
    let fit = try AccessFit([drive([(3, [100, 200, 700])])], accesses: [2, 3])
    #expect(fit.accesses.map(\.access) == [3] && fit.accesses[0].share.value == 1)
    #expect(fit.accesses[0].share.standardError == nil && fit.accesses[0].share.interval95 == nil)
    #expect(fit.accesses[0].stay == nil)
    #expect(fit.transitions.isEmpty && fit.changes.value == 0)
    // No change on 1 km: up to 3.69 cannot be excluded.
    #expect(abs((fit.changes.interval95?.upperBound ?? 0) - 3.688_879) < 1e-5)
  }

  /// A Markov process along the way with three accesses; points each 10 m.
  private static func process(_ seed: UInt64, metres: Double) -> [DrivePoint] {
    let means: [Double] = [400, 700, 1_500]
    let next: [[Double]] = [[0, 0.8, 0.2], [0.5, 0, 0.5], [0.3, 0.7, 0]]
    var generator = Xoshiro256PlusPlus(seed: seed)
    // Stationary shares are 0.218, 0.346 and 0.436.
    var state = generator.uniform() < 0.22 ? 0 : generator.uniform() < 0.44 ? 1 : 2
    var end = -means[state] * Double.log(1 - generator.uniform())
    return stride(from: 0.0, through: metres, by: 10).map { place in
      while place >= end {
        var chance = generator.uniform()
        state =
          next[state].firstIndex { share in
            chance -= share
            return chance < 0
          } ?? 0
        end += -means[state] * Double.log(1 - generator.uniform())
      }
      return DrivePoint(time: place / 15, distance: place, access: state)
    }
  }

  /// Shares of the way from the chain: visits (0.295, 0.382, 0.323) times mean stays.
  @Test func intervalsAreThoseOfTheProcess() throws {
    // Balance of visits: v0 = 0.5 v1 + 0.3 v2, v1 = 0.8 v0 + 0.7 v2, v2 = 0.2 v0 + 0.5 v1.
    let visits = [0.65, 0.94, 0.6].map { $0 / 2.19 }
    #expect(abs(visits[0] - 0.5 * visits[1] - 0.3 * visits[2]) < 0.001)
    let all = visits[0] * 400 + visits[1] * 700 + visits[2] * 1_500
    let truths = [visits[0] * 400 / all, 400, visits[1] * 700 / all, 700]
    let trials = 300
    var (held, sums, squares, product) = ([0, 0, 0, 0], [0.0, 0, 0, 0], [0.0, 0, 0, 0], 0.0)
    for seed in 1...UInt64(trials) {
      let fit = try AccessFit([Self.process(seed, metres: 60_000)], accesses: [0, 1, 2])
      let (a, b) = (
        try #require(fit.accesses.first { $0.access == 0 }), try #require(fit.accesses.first { $0.access == 1 })
      )
      let values = [a.share.value, a.stay?.value ?? 0, b.share.value, b.stay?.value ?? 0]
      let intervals = [a.share.interval95, a.stay?.interval95, b.share.interval95, b.stay?.interval95]
      for (k, interval) in intervals.enumerated() {
        if interval?.contains(truths[k]) == true { held[k] += 1 }
        sums[k] += values[k] / Double(trials)
        squares[k] += values[k] * values[k] / Double(trials)
      }
      product += values[0] * values[1] / Double(trials)
    }
    // 95 % of 300 are 285; three standard errors are 11.
    #expect(held.allSatisfy { (271...300).contains($0) }, "\(held)")
    func deviation(_ k: Int) -> Double { (squares[k] - sums[k] * sums[k]).squareRoot() }
    // Half of a share's variance is that of its own stays, as profiles have it.
    let correlation = (product - sums[0] * sums[1]) / (deviation(0) * deviation(1))
    #expect(abs(correlation - 0.5.squareRoot()) < 0.15, "\(correlation)")
  }

  @Test func groupsWithoutAChangeBetweenThemHaveErrorsOfTheirStays() throws {
    let fit = try AccessFit(
      [drive([(3, [300]), (2, [200]), (3, [300])]), drive([(4, [300]), (5, [200]), (4, [100])])],
      accesses: [2, 3, 4, 5])
    #expect(fit.accesses.allSatisfy { ($0.share.standardError ?? 0) > 0 && $0.stay?.standardError != nil })
  }

  @Test func pausesAndOtherRowsAreNoStays() throws {
    let fit = try AccessFit(
      [drive([(3, [150, 150]), (nil, [40]), (0, [60]), (3, [110]), (2, [90])], pauseAfter: 3)], accesses: [2, 3])
    // The way through what is not told apart belongs to the access before it; the pause hides the last change.
    #expect(fit.accesses.map(\.access) == [3, 2])
    #expect(fit.accesses[0].amount == 400 && fit.accesses[0].stays == 0 && fit.accesses[0].stay == nil)
    #expect(fit.accesses[0].stay?.standardError == nil)
  }

  @Test func drivesThatDifferWidenTheErrors() throws {
    func town(_ share: Double) -> [DrivePoint] {
      drive((0..<10).flatMap { _ in [(3, [1000 * (1 - share)]), (2, [1000 * share])] })
    }
    let alike = try AccessFit([town(0.3), town(0.3), town(0.3)], accesses: [2, 3])
    let apart = try AccessFit([town(0.1), town(0.3), town(0.5)], accesses: [2, 3])
    #expect(abs(alike.accesses[1].share.value - 0.3) < 1e-12 && abs(apart.accesses[1].share.value - 0.3) < 1e-12)
    // Left out in turn: 0.4, 0.3, 0.2; the jackknife gives sqrt(2/3 x 0.02).
    #expect(abs((apart.accesses[1].share.standardError ?? 0) - (2.0 / 3 * 0.02).squareRoot()) < 1e-9)
    #expect(alike.accesses[1].share.standardError ?? 1 < apart.accesses[1].share.standardError ?? 0)
    // Student's quantile with two degrees of freedom, in the log-odds.
    let reach = 4.302_653 * (2.0 / 3 * 0.02).squareRoot() / 0.21
    let odds = 0.3 / 0.7 * Double.exp(reach)
    #expect(abs((apart.accesses[1].share.interval95?.upperBound ?? 0) - odds / (1 + odds)) < 1e-6)
    #expect(throws: EstimationError.self) { try AccessFit([self.drive([(3, [50])])], accesses: [3]) }
  }
}
