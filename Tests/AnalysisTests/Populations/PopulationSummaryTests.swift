import Analysis
import Core
import Testing
import World

@Suite struct PopulationSummaryTests {
  private func person(
    _ number: Int, _ values: [Double?], settlement: Settlement = .urban, commute: TravelMode? = .drive
  ) -> PersonFigures {
    // One strategy, whose figures are all made from one number.
    PersonFigures(
      number: number, seed: UInt64(number),
      traits: PersonTraits(
        settlement: settlement, occupation: .worker, commute: commute, hasHomeWiFi: true, isAway: false),
      values: values.map { value in
        PopulationFigure.allCases.map { $0 == .coverage ? value.map { 1 / (1 + $0) } : value }
      })
  }

  private func summary(_ people: [PersonFigures], notes: [String: Int] = [:]) -> PopulationSummary {
    PopulationSummary(strategies: [(name: "s", use: .live)], people: people, notes: [notes])
  }

  /// 20 people with 3, 6, ... 60: quantiles by nearest rank, the worst two of them.
  @Test func quantilesAndTheWorstDecileByHand() throws {
    let people = (1...20).shuffled().map { person($0, [Double(3 * $0)]) }
    let row = summary(people).rows[0]
    let drain = try #require(row[.drain])
    #expect(drain.count == 20)
    #expect(drain.mean == 31.5)
    #expect([drain.p10, drain.p25, drain.median, drain.p75, drain.p90] == [6, 15, 30, 45, 54])
    #expect(drain.worstDecile == 58.5)
    #expect(drain.worst == [19, 18])
    // Of coverage the least is the worst: 1/61 and 1/58.
    let coverage = try #require(row[.coverage])
    #expect(abs(coverage.worstDecile - (1.0 / 61 + 1.0 / 58) / 2) < 1e-15)
    // Student's interval with 19 degrees of freedom: 2.093 standard errors of 3 sqrt(35).
    let half = 2.093024 * 3 * 35.0.squareRoot() / 20.0.squareRoot()
    let interval = try #require(drain.meanInterval)
    #expect(abs(interval.upperBound - 31.5 - half) < 1e-4 && abs(31.5 - half - interval.lowerBound) < 1e-4)
  }

  @Test func peopleWithoutAFigureAreNotCounted() throws {
    let people = (1...30).map { person($0, [$0 % 3 == 0 ? nil : Double($0)]) }
    let row = summary(people).rows[0]
    #expect(try #require(row[.error95]).count == 20)
    // 29 and 28.
    #expect(try #require(row[.error95]).worstDecile == 28.5)
    #expect(summary((1...5).map { person($0, [nil]) }).rows[0][.error95] == nil)
  }

  /// More people tighten the intervals and leave the quantiles.
  @Test func intervalsShrinkWithPeopleAndQuantilesDoNot() throws {
    func statistics(_ count: Int) throws -> PeopleStatistics {
      let people = (0..<count).map { index in
        // Evenly spread over 100 to 200 in a mixed order.
        person(index + 1, [100 + 100 * (Double((index * 7919) % count) + 0.5) / Double(count)])
      }
      return try #require(summary(people).rows[0][.drain])
    }
    let (few, many) = (try statistics(97), try statistics(1511))
    func width(_ range: ClosedRange<Double>?) throws -> Double {
      try #require(range).upperBound - (try #require(range).lowerBound)
    }
    let expected = (1511.0 / 97).squareRoot()
    for (a, b) in [
      (few.meanInterval, many.meanInterval), (few.medianInterval, many.medianInterval),
      (few.worstDecileInterval, many.worstDecileInterval),
    ] {
      let ratio = try width(a) / width(b)
      #expect(ratio > expected / 1.6 && ratio < expected * 1.6, "\(ratio)")
    }
    #expect(abs(few.p90 - many.p90) < 2 && abs(few.worstDecile - many.worstDecile) < 1)
    #expect(try #require(many.medianInterval).contains(150))
    #expect(try #require(many.worstDecileInterval).contains(195))
  }

  /// 40 of 200 are rural, and 15 of the worst 20 of the people are.
  @Test func aGroupWithMoreThanItsShareOfTheWorstIsHurt() throws {
    let people = (1...200).map { number in
      let isRural = number % 5 == 0
      // 15 rural people up to number 75, and numbers 101 to 104 and 106 of the others.
      let isWorst = isRural ? number <= 75 : [101, 102, 103, 104, 106].contains(number)
      return person(
        number, [isWorst ? 1000 + Double(number) : Double(number) / 7], settlement: isRural ? .rural : .urban)
    }
    let row = summary(people).rows[0]
    let rural = try #require(row.groups.first { $0.group == "rural" && $0.figure == .error95 })
    #expect(rural.people == 40 && rural.share == 0.2)
    #expect(abs(rural.risk - rural.worstShare / 0.2) < 1e-12)
    #expect(rural.isHurt)
    let interval = try #require(rural.riskInterval)
    #expect(interval.contains(rural.risk) && interval.lowerBound > 2)
    // Clopper and Pearson's interval of 15 of 20 is 0.5090 to 0.9134; the group's share of all is 0.2.
    #expect(rural.worstShare == 0.75)
    #expect(abs(interval.lowerBound - 0.5090 / 0.2) < 1e-3 && abs(interval.upperBound - 0.9134 / 0.2) < 1e-3)
    let urban = try #require(row.groups.first { $0.group == "urban" && $0.figure == .error95 })
    #expect(urban.isListed && !urban.isHurt)
    #expect(abs(rural.share + urban.share - 1) < 1e-12 && abs(rural.worstShare + urban.worstShare - 1) < 1e-12)
    #expect(row.hurt(by: .error95).map(\.group) == ["rural"])
    // A trait in which all are alike makes no groups.
    #expect(!row.groups.contains { $0.trait == .occupation })
  }

  /// How often a group without any difference is listed, over all the tenths that a draw by lot can give, each as likely.
  ///
  /// By hand: of 20 people the worst two are one of 190 pairs. With six in a group, 91 pairs have none of them, 84 one, and 15
  /// both: 7.9 %, too often to be listed. With a group of five both are in 10 pairs, 5.3 %.
  @Test(arguments: [(6, [91, 84, 15]), (5, [105, 75, 10])])
  func theRateOfGroupsListedByChanceIsExact(_ members: Int, _ pairs: [Int]) throws {
    #expect(pairs.reduce(0, +) == 190)
    var listed = 0
    for hits in 0...2 {
      let worst = Set(Array(0..<hits) + Array((18 + hits)..<20))
      let people = (0..<20).map { number in
        person(
          number + 1, [worst.contains(number) ? 1000 + Double(number) : Double(number)],
          settlement: number < members ? .rural : .urban)
      }
      let rural = try #require(summary(people).rows[0].groups.first { $0.group == "rural" && $0.figure == .error95 })
      #expect(abs(rural.chanceOfMore - Double(pairs[hits...].reduce(0, +)) / 190) < 1e-12)
      if rural.isHurt { listed += pairs[hits] }
    }
    #expect(listed == 0)
  }

  /// The chance of each number of a group's people among the worst, by hand.
  @Test(arguments: [
    (6, 2, 30, 3, 380.0 / 4060), (6, 3, 30, 3, 20.0 / 4060), (6, 0, 20, 2, 1), (19, 2, 20, 2, 171.0 / 190),
  ])
  func chances(_ members: Int, _ hits: Int, _ all: Int, _ worst: Int, _ chance: Double) {
    let people = (0..<all).map { number in
      // The group's people come first; the first of them and the last of the others are the worst.
      let isWorst = number < hits || number >= all - (worst - hits)
      return person(
        number + 1, [isWorst ? 1000 + Double(number) : Double(number)], settlement: number < members ? .rural : .urban)
    }
    let rural = summary(people).rows[0].groups.first { $0.group == "rural" && $0.figure == .error95 }
    #expect(abs((rural?.chanceOfMore ?? 0) - chance) < 1e-12)
    #expect(rural?.isHurt == (chance <= 0.025))
  }

  /// All six of the worst are of a group that nine in ten are of: no wonder, and not said to be hurt.
  @Test func aLargeGroupIsNotHurtByBeingAllOfAFew() throws {
    let people = (1...60).map { person($0, [Double($0)], settlement: $0 <= 6 ? .rural : .urban) }
    let urban = try #require(summary(people).rows[0].groups.first { $0.group == "urban" && $0.figure == .error95 })
    #expect(urban.worstShare == 1 && urban.share == 0.9 && !urban.isHurt)
    // 0.025 ^ (1 / 6) = 0.5407.
    #expect(abs((urban.riskInterval?.lowerBound ?? 0) - 0.5407 / 0.9) < 1e-3)
  }

  @Test func theSameForAnyOrderAndEqualPeopleHaveNoWorst() throws {
    let people = (1...60).map { person($0, [Double(($0 * 37) % 101)], settlement: $0 % 2 == 0 ? .rural : .urban) }
    let (a, b) = (summary(people), summary(people.reversed()))
    #expect(a.rows[0][.drain] == b.rows[0][.drain] && a.rows[0].groups == b.rows[0].groups)
    let equal = summary((1...60).map { person($0, [7], settlement: $0 % 2 == 0 ? .rural : .urban) })
    #expect(equal.rows[0].groups.isEmpty)
    #expect(try #require(equal.rows[0][.drain]).worstDecile == 7)
  }

  @Test func notesSayForHowMany() {
    let people = (1...4).map { person($0, [1]) }
    #expect(
      summary(people, notes: ["for all": 4, "for some": 3]).rows[0].notes == ["for all", "for some (3 of 4 people)"])
  }

  /// Sixteen strategies whose figures have nothing to do with anybody's home: with 2.5 % for each group alone, most comparisons
  /// would list one. With the false discovery rate held, one in twenty may.
  @Test func groupsWithoutADifferenceAreHardlyEverListed() {
    var listed = 0
    for repetition in 0..<60 as Range<UInt64> {
      let people = (0..<100).map { number in
        person(
          number + 1,
          (0..<16).map { StableHash.unit(StableHash.combine(repetition, UInt64(number), UInt64($0))) },
          settlement: [.urban, .suburban, .rural][number % 3])
      }
      let summary = PopulationSummary(
        strategies: (0..<16).map { (name: "s\($0)", use: .live) }, people: people,
        notes: [[String: Int]](repeating: [:], count: 16))
      if summary.rows.contains(where: { $0.groups.contains { $0.isListed } }) { listed += 1 }
    }
    #expect(listed <= 8, "\(listed) of 60")
  }
}
