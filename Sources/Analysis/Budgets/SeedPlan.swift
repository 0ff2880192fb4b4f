package enum SeedPlan: Sendable, Hashable {
  /// So many; at least 1.
  case count(Int)
  /// Until every limit is decided.
  case auto(SequentialPlan)

  /// Numbers of seeds after which limits are judged.
  package var looks: [Int] {
    switch self {
    case .count(let count): [count]
    case .auto(let plan): plan.looks
    }
  }

  package var cap: Int { looks.last ?? 1 }

  package func rule(seeds: Int) -> IntervalRule {
    switch self {
    case .count: .standard
    case .auto(let plan): plan.rule(seeds: seeds)
    }
  }

  package var isSequential: Bool { if case .auto = self { true } else { false } }
}

/// When a test with a growing number of seeds may look, and how sure it must be each time.
///
/// Whoever looks at a 95 % interval again and again and stops as soon as it suits is wrong far more often than in 5 %.
/// So the looks are fixed beforehand: the number of seeds doubles up to a cap. The allowed error 1 - c is spent among
/// the looks in proportion to their seeds, n_k of sum(n): the interval of the mean at look k has the confidence
/// 1 - (1 - c) n_k / sum(n). By Bonferroni's inequality all intervals together hold the true mean with probability c at
/// least, whatever the dependence between the looks; so a test that stops once the interval lies on one side of its
/// limit decides wrongly with probability 1 - c at most. Early looks, where a rare bad day may not have come up yet,
/// spend least.
///
/// Sources: O. J. Dunn, "Multiple comparisons among means", J. Am. Stat. Assoc. 56 (1961) 52-64, for the inequality;
/// K. K. G. Lan and D. L. DeMets, "Discrete sequential boundaries for clinical trials", Biometrika 70 (1983) 659-663,
/// for spending error by information (their linear function). Their boundaries are narrower by the correlation of the
/// looks, but need a known variance; Student's interval does not. Validity: independent seeds; that the values may be skewed
/// or nearly all alike is for `MeanInterval.decisive`.
package struct SequentialPlan: Sendable, Hashable {
  /// The chance that all intervals of a figure hold its true mean; above 0, below 1.
  package let confidence: Double
  /// Numbers of seeds at which the test looks, rising; the last is the cap.
  package let looks: [Int]

  /// The numbers of seeds a plan starts with where a file does not say.
  package static let standard = SequentialPlan(confidence: 0.95, firstLook: 16, cap: 256)

  /// - Parameters:
  ///   - firstLook: seeds before the first decision; at least 2.
  ///   - cap: seeds at which the test ends undecided; at least `firstLook`.
  package init(confidence: Double, firstLook: Int, cap: Int) {
    precondition(confidence > 0 && confidence < 1, "a confidence between 0 and 1")
    precondition(firstLook >= 2 && cap >= firstLook, "at least two seeds, and a cap no smaller")
    self.confidence = confidence
    var looks = [firstLook]
    while let last = looks.last, last < cap { looks.append(Swift.min(last * 2, cap)) }
    self.looks = looks
  }

  package var cap: Int { looks.last ?? 2 }

  /// How the interval is made at the look with so many seeds.
  package func rule(seeds: Int) -> IntervalRule {
    IntervalRule(
      confidence: 1 - (1 - confidence) * Double(seeds) / Double(looks.reduce(0, +)), guardsAgainstSkewness: true,
      allowsForUnseen: true)
  }

  /// The same plan with at most so many seeds; the looks that remain share the error anew.
  ///
  /// - Returns: `nil` when the first look needs more.
  package func capped(at count: Int) -> SequentialPlan? {
    guard let first = looks.first, count >= first else { return nil }
    return SequentialPlan(confidence: confidence, firstLook: first, cap: Swift.min(cap, count))
  }
}

package struct IntervalRule: Sendable, Hashable {
  /// The chance that the interval holds the true mean; above 0, below 1.
  package let confidence: Double
  /// Whether a decision allows for seeds that were not seen; see `MeanInterval.decisive`.
  package let allowsForUnseen: Bool
  /// Widens Student's interval where the values are skewed; see `MeanInterval`.
  package let guardsAgainstSkewness: Bool

  package init(confidence: Double, guardsAgainstSkewness: Bool = false, allowsForUnseen: Bool = false) {
    precondition(confidence > 0 && confidence < 1, "a confidence between 0 and 1")
    self.confidence = confidence
    self.guardsAgainstSkewness = guardsAgainstSkewness
    self.allowsForUnseen = allowsForUnseen
  }

  /// Student's 95 % interval, as everywhere in reports.
  package static let standard = IntervalRule(confidence: 0.95)
}

/// A figure of one seed's run.
package struct SeedValue: Sendable, Hashable {
  package let seed: UInt64
  /// `nil` when the run has none.
  package let value: Double?
  /// The run's events and searches, for figures that are pooled over seeds.
  let rare: RareOutcomes?

  package init(seed: UInt64, value: Double?) { self.init(seed: seed, value: value, rare: nil) }

  init(seed: UInt64, value: Double?, rare: RareOutcomes?) {
    (self.seed, self.value, self.rare) = (seed, value, rare)
  }
}
