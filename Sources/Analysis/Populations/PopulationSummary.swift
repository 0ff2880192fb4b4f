import World

package struct PopulationRow: Sendable {
  package let strategy: String
  package let use: StrategyUse
  /// What a reader has to know, each said once with how many people it concerns.
  package let notes: [String]
  /// By trait and group, for each figure that is judged and differs between people.
  package let groups: [GroupFigures]
  let statistics: [PeopleStatistics?]
  let predictions: [ClosedRange<Double>?]

  /// Over the people who have the figure; `nil` when none has.
  package subscript(_ figure: PopulationFigure) -> PeopleStatistics? { statistics[figure.rawValue] }

  /// Meant to hold about 90 % of real people's phones; `nil` for figures other than drains.
  package func predictionRange(of figure: PopulationFigure) -> ClosedRange<Double>? { predictions[figure.rawValue] }

  /// The groups with clearly more than their share of the worst decile of a figure, the most hurt first.
  package func hurt(by figure: PopulationFigure) -> [GroupFigures] {
    groups.filter { $0.figure == figure && $0.isHurt }.sorted { $0.risk > $1.risk }
  }
}

/// Strategies over the people of a population: the median person, the worst decile, and who is in it.
package struct PopulationSummary: Sendable {
  /// In the order of the strategies.
  package let rows: [PopulationRow]
  /// In order of their numbers.
  package let people: [PersonFigures]
  /// The strategies as rows of a comparison in which each person is a seed: what a decision is made of.
  package var comparison: [StrategySummary] = []

  /// What is known of a strategy before anybody is drawn.
  package typealias Strategy = (name: String, use: StrategyUse)

  /// - Parameters:
  ///   - people: in any order.
  ///   - notes: by strategy, how many people's runs had which.
  ///   - prediction: makes prediction ranges; without it there are none.
  package init(
    strategies: [Strategy], people: [PersonFigures], notes: [[String: Int]], prediction: PredictionModel? = nil
  ) {
    let people = people.sorted { $0.number < $1.number }
    self.people = people
    let ranked = strategies.indices.map { strategy in
      PopulationFigure.allCases.map { figure in
        RankedPeople(people.map { $0.value(strategy, figure) }, worseIsMore: figure.worseIsMore)
      }
    }
    let groups = Self.groups(of: people)
    var boot = Bootstrap(ranked: ranked, people: people.count)
    boot.run()
    var found = strategies.indices.map { index in
      PopulationFigure.judged.flatMap { figure in Self.groups(groups, figure, ranked[index][figure.rawValue]) }
    }
    GroupFigures.list(&found)
    rows = strategies.enumerated().map { index, strategy in
      PopulationRow(
        strategy: strategy.name, use: strategy.use, notes: Self.texts(notes[index], of: people.count),
        groups: found[index],
        statistics: PopulationFigure.allCases.map { figure in
          Self.statistics(
            ranked[index][figure.rawValue], within: figure.limits,
            medianInterval: PeopleResample.interval(boot.medians[index][figure.rawValue]),
            worstInterval: PeopleResample.interval(boot.worst[index][figure.rawValue]))
        },
        predictions: PopulationFigure.allCases.map { figure in
          prediction.flatMap { Self.prediction($0, of: figure, people.map { $0.values[index] }) }
        })
    }
  }

  /// - Parameter people: by person, then by figure.
  private static func prediction(
    _ model: PredictionModel, of figure: PopulationFigure, _ people: [[Double?]]
  ) -> ClosedRange<Double>? {
    guard figure == .drain || figure == .locationDrain else { return nil }
    var (values, shares) = ([Double](), [Double]())
    for person in people {
      guard let value = person[figure.rawValue], let drain = person[PopulationFigure.drain.rawValue],
        let location = person[PopulationFigure.locationDrain.rawValue]
      else { continue }
      values.append(value)
      shares.append(figure == .locationDrain ? 1 : drain > 0 ? min(max(location / drain, 0), 1) : 0)
    }
    return model.range(values, shares: shares)
  }

  struct Group {
    let trait: PersonTraits.Trait
    let name: String
    let isMember: [Bool]
  }

  /// All groups that some are in and others not.
  private static func groups(of people: [PersonFigures]) -> [Group] {
    PersonTraits.Trait.allCases.flatMap { trait in
      trait.groups.compactMap { name in
        let members = people.map { $0.traits.group(of: trait) == name }
        guard members.contains(true), members.contains(false) else { return nil }
        return Group(trait: trait, name: name, isMember: members)
      }
    }
  }

  private static func texts(_ notes: [String: Int], of count: Int) -> [String] {
    notes.sorted { $0.key < $1.key }.map { text, number in
      number == count ? text : "\(text) (\(number) of \(count) people)"
    }
  }

  private static func statistics(
    _ ranked: RankedPeople, within limits: ClosedRange<Double>, medianInterval: ClosedRange<Double>?,
    worstInterval: ClosedRange<Double>?
  ) -> PeopleStatistics? {
    let inOrder = ranked.values.compactMap(\.self)
    guard let moments = SampleStatistics(inOrder, within: limits) else { return nil }
    let sorted = inOrder.sorted()
    func quantile(_ perMille: Int) -> Double { NearestRankQuantile.value(perMille: perMille, sorted: sorted) ?? 0 }
    let decile = Array(ranked.order.prefix(PeopleStatistics.decile(of: ranked.order.count)))
    return PeopleStatistics(
      count: inOrder.count, mean: moments.mean, meanInterval: moments.meanInterval, p10: quantile(100),
      p25: quantile(250), median: quantile(500), p75: quantile(750), p90: quantile(900), medianInterval: medianInterval,
      worstDecile: decile.reduce(0) { $0 + (ranked.values[$1] ?? 0) } / Double(decile.count),
      worstDecileInterval: worstInterval, worst: decile)
  }

  /// The groups that have people with a value; none where all people are equal.
  private static func groups(_ all: [Group], _ figure: PopulationFigure, _ ranked: RankedPeople) -> [GroupFigures] {
    guard ranked.differs else { return [] }
    let decile = ranked.order.prefix(PeopleStatistics.decile(of: ranked.order.count))
    return all.compactMap { group in
      let own = ranked.values.indices.filter { group.isMember[$0] }.compactMap { ranked.values[$0] }
      guard let moments = SampleStatistics(own, within: figure.limits) else { return nil }
      return GroupFigures(
        trait: group.trait, group: group.name, figure: figure, people: own.count, mean: moments.mean,
        meanInterval: moments.meanInterval, all: ranked.order.count,
        ofWorst: decile.count { group.isMember[$0] }, worst: decile.count)
    }
  }
}

/// All that the resamples give, in one pass over them.
private struct Bootstrap {
  private let ranked: [[RankedPeople]]
  private let count: Int
  /// By strategy and figure.
  private(set) var medians: [[[Double]]]
  private(set) var worst: [[[Double]]]

  init(ranked: [[RankedPeople]], people: Int) {
    self.ranked = ranked
    count = people
    let figures = PopulationFigure.allCases.count
    medians = ranked.map { _ in Array(repeating: [], count: figures) }
    worst = medians
  }

  mutating func run() {
    guard count >= PeopleStatistics.leastCount else { return }
    let resample = PeopleResample(count: count)
    var counts = [Int](repeating: 0, count: count)
    for draw in 0..<PeopleResample.draws {
      resample.counts(draw, into: &counts)
      for strategy in ranked.indices {
        for figure in PopulationFigure.allCases {
          let people = ranked[strategy][figure.rawValue]
          guard people.order.count >= PeopleStatistics.leastCount else { continue }
          if let median = people.median(counts) { medians[strategy][figure.rawValue].append(median) }
          var sum = 0.0
          let decile = people.walkWorst(counts) { person, times in sum += Double(times) * (people.values[person] ?? 0) }
          if decile > 0 { worst[strategy][figure.rawValue].append(sum / Double(decile)) }
        }
      }
    }
  }
}
