/// One change to a strategy with what it was simulated to save and to cost, paired with the strategy on the same seeds.
package struct Advice: Sendable {
  /// What the simulation says about the change.
  package enum Verdict: String, Sendable {
    /// It saves energy: the 95 % interval of the difference lies below 0, and what was asked for is kept.
    case saves
    /// It saves energy, but at a price: it breaks a need, or leaves the app without positions.
    case breaksNeeds = "breaks_needs"
    /// The interval contains 0, or the saving is too small to speak of.
    case noDifference = "no_difference"
    /// It takes more energy.
    case costs
  }

  /// A change of less than this share of the energy counts as none, however certain.
  static let leastShare = 0.01

  package let chapter: GuideChapter
  /// Such as "HundredMeters instead of Best".
  package let title: String
  /// The change in the app's code.
  package let change: String
  package let summary: StrategySummary
  /// Change of the phone's energy as a share of the strategy's own, per seed; negative saves.
  package let energy: SampleStatistics
  /// Change of the drain in percent of the battery per hour.
  package let drain: SampleStatistics?
  /// Change of the 95 % error in metres: of the position held, or of the track while the user moves; `nil` where one of
  /// the two has none.
  package let error: SampleStatistics?
  /// Change of the 95 % age of the position held, in seconds.
  package let age: SampleStatistics?
  /// The same while the user moves: what `AdviceNeeds.largestAge` is about.
  package let movingAge: SampleStatistics?
  /// Change of the share of the day in which a position is held, or of the moving time that the track covers.
  package let coverage: SampleStatistics?
  package let verdict: Verdict
  /// Why a saving is not to be had, in words.
  package let objection: String?

  /// - Parameters:
  ///   - base: the strategy as it is.
  ///   - variant: the strategy with the change, on the same seeds.
  /// - Returns: `nil` when no seed has both energies: there is no advice without a simulated figure.
  package init?(
    chapter: GuideChapter, title: String, change: String, base: StrategySummary, variant: StrategySummary,
    needs: AdviceNeeds
  ) {
    let partners = Dictionary(base.runs.map { ($0.seed, $0) }, uniquingKeysWith: { first, _ in first })
    let shares = variant.runs.compactMap { run -> Double? in
      guard let new = run[.energy], let old = partners[run.seed]?[.energy], old > 0 else { return nil }
      return new / old - 1
    }
    guard let energy = SampleStatistics(shares) else { return nil }
    self.chapter = chapter
    self.title = title
    self.change = change
    summary = variant
    self.energy = energy
    drain = PairedDifference.of(.drainPercentPerHour, variant.runs, minus: base.runs)
    error = PairedDifference.of(base.judgedUse.error95, variant.runs, minus: base.runs)
    age = PairedDifference.of(.ageP95, variant.runs, minus: base.runs)
    movingAge = PairedDifference.of(.movingAgeP95, variant.runs, minus: base.runs)
    coverage = PairedDifference.of(base.judgedUse.coverage, variant.runs, minus: base.runs)
    objection = needs.objection(to: variant, insteadOf: base)
    let interval = energy.meanInterval ?? energy.mean...energy.mean
    if interval.contains(0) || abs(energy.mean) < Self.leastShare {
      verdict = .noDifference
    } else if energy.mean > 0 {
      verdict = .costs
    } else {
      verdict = objection == nil ? .saves : .breaksNeeds
    }
  }

  /// Ranked: what saves and keeps the needs first, the largest saving leading; then what breaks needs, what makes no
  /// difference, what costs.
  package static func ranked(_ advice: [Advice]) -> [Advice] {
    let order: [Verdict] = [.saves, .breaksNeeds, .noDifference, .costs]
    func rank(_ advice: Advice) -> Int { order.firstIndex(of: advice.verdict) ?? order.count }
    return advice.enumerated().sorted {
      (rank($0.element), $0.element.energy.mean, $0.offset) < (rank($1.element), $1.element.energy.mean, $1.offset)
    }.map(\.element)
  }
}
