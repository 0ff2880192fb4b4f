/// One change to a strategy with what it was simulated to save and to cost, paired with the strategy on the same seeds.
package struct Advice: Sendable {
  /// What the simulation says about the change.
  package enum Verdict: String, Sendable {
    /// It saves energy: the 95 % interval of the difference lies below 0, and what was asked for is kept.
    case saves
    /// It saves energy, and the interval of its value contains 0: the seeds leave open whether it is worth its price.
    case open
    /// It saves energy, but at a price: it misses the need, loses more than it saves, or leaves the app without positions.
    case breaksNeeds = "breaks_needs"
    /// The interval contains 0, or the saving is too small to speak of.
    case noDifference = "no_difference"
    /// It takes more energy, and gains more of the share than that is worth, or reaches the need.
    case gains
    /// It takes more energy and is not worth it.
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
  /// Change of the share that the need is about; `nil` where one of the two has none.
  package let share: SampleStatistics?
  /// Change of the share less battery, in percentage points over the hours.
  package let value: SampleStatistics?
  package let verdict: Verdict
  /// Why a saving is not to be had, in words.
  package let objection: String?

  /// - Parameters:
  ///   - base: the strategy as it is.
  ///   - variant: the strategy with the change, on the same seeds.
  ///   - need: what the app needs.
  ///   - batteryWeight: percentage points of the share for one percent of the battery an hour.
  /// - Returns: `nil` when no seed has both energies: there is no advice without a simulated figure.
  package init?(
    chapter: GuideChapter, title: String, change: String, base: StrategySummary, variant: StrategySummary,
    need: Need, batteryWeight: Double
  ) {
    let partners = Dictionary(base.runs.map { ($0.seed, $0) }, uniquingKeysWith: { first, _ in first })
    let shares = variant.runs.compactMap { run -> Double? in
      guard let new = run[.energy], let old = partners[run.seed]?[.energy], old > 0 else { return nil }
      return new / old - 1
    }
    guard let energy = SampleStatistics(shares, within: -1 ... .infinity) else { return nil }
    (self.chapter, self.title, self.change) = (chapter, title, change)
    summary = variant
    self.energy = energy
    drain = PairedDifference.of(.drainPercentPerHour, variant.runs, minus: base.runs)
    let (new, old) = (variant.runs(weighing: need.metric), base.runs(weighing: need.metric))
    share = PairedDifference.of(need.metric, new, minus: old)
    value = PairedDifference.of(
      { run in
        run[need.metric].flatMap { share in run[.drainPercentPerHour].map { share * 100 - batteryWeight * $0 } }
      }, new, minus: old)
    objection = Self.objection(to: variant, insteadOf: base, need, value)
    let interval = energy.meanInterval ?? energy.mean...energy.mean
    if interval.contains(0) || abs(energy.mean) < Self.leastShare {
      verdict = .noDifference
    } else if energy.mean > 0 {
      verdict = Self.isGain(variant, over: base, need, value) ? .gains : .costs
    } else if let ends = value?.meanInterval, need.level == nil, ends.lowerBound < 0, ends.upperBound > 0 {
      verdict = .open
    } else {
      verdict = objection == nil ? .saves : .breaksNeeds
    }
  }

  /// Why a saving is no advice; `nil` where it is one.
  private static func objection(
    to variant: StrategySummary, insteadOf base: StrategySummary, _ need: Need, _ value: SampleStatistics?
  ) -> String? {
    guard let own = base[need.metric]?.mean else { return nil }
    guard let share = variant[need.metric]?.mean else { return "the app gets no positions" }
    if let level = need.level {
      return share < level && share < own ? "the share is below the need" : nil
    }
    return (value?.meanInterval?.upperBound ?? value?.mean ?? 0) < 0 ? "it loses more than it saves" : nil
  }

  /// Whether more energy is worth it.
  private static func isGain(
    _ variant: StrategySummary, over base: StrategySummary, _ need: Need, _ value: SampleStatistics?
  ) -> Bool {
    if let level = need.level {
      return variant[need.metric].map { $0.mean >= level } ?? false && base[need.metric].map { $0.mean < level } ?? true
    }
    return value.map { ($0.meanInterval?.lowerBound ?? $0.mean) > 0 } ?? false
  }

  /// Ranked: what saves and is worth its price, the best value leading, or the largest saving where a level is asked for. What
  /// costs more and is worth it stands before that where its best value is larger, or where it reaches the level. Then what
  /// the seeds leave open, what is not worth its price, what makes no difference, what costs.
  package static func ranked(_ advice: [Advice], byValue: Bool) -> [Advice] {
    func best(_ verdict: Verdict) -> Double {
      advice.filter { $0.verdict == verdict }.compactMap(\.value?.mean).max() ?? -.infinity
    }
    let gainsFirst = !byValue || best(.gains) > best(.saves)
    let first: [Verdict] = gainsFirst ? [.gains, .saves] : [.saves, .gains]
    let order = first + [.open, .breaksNeeds, .noDifference, .costs]
    func rank(_ advice: Advice) -> (Int, Double) {
      let isWorth = advice.verdict == .saves || advice.verdict == .gains
      return (
        order.firstIndex(of: advice.verdict) ?? order.count,
        byValue && isWorth ? -(advice.value?.mean ?? -.infinity) : advice.energy.mean
      )
    }
    return advice.enumerated().sorted {
      let (a, b) = (rank($0.element), rank($1.element))
      return (a.0, a.1, $0.offset) < (b.0, b.1, $1.offset)
    }.map(\.element)
  }
}

/// The headings of Apple's Energy Efficiency Guide for iOS Apps, "Reduce Location Accuracy and Duration", that a piece
/// of advice belongs to.
package enum GuideChapter: String, CaseIterable, Sendable {
  case quickUpdate = "Request Quick Location Updates"
  case stopWhenUnused = "Stop Location Services When You Aren’t Using Them"
  case reduceAccuracy = "Reduce Accuracy of Standard Location Updates Whenever Possible"
  case autoPause = "Auto-Pause and Specify an Activity Type When Receiving Location Updates in the Background"
  case deferUpdates = "Defer Location Updates When Running in the Background"
  case significantChange = "Register for Significant-Change Location Updates Only as a Last Resort"
  /// Not a heading of that page, which is older: what Apple advises since iOS 17.
  case liveUpdates = "Beyond the location page: live updates, which rest while the user stays (iOS 17)"
  /// Not a heading of that page: what tracking SDKs do.
  case motionGating = "Beyond the location page: track while the user moves"
  /// Android's own advice (developer.android.com, "Optimize location use for battery life").
  case fusedRequests = "Android: ask less often, and for less"
  /// Not a heading of that page: each delivery wakes the app.
  case distanceFilter = "Beyond the location page: ask for fewer deliveries"
  /// Not a heading of that page: every upload pays the radio's promotion and tail.
  case uploads = "Beyond the location page: send in batches"
}
