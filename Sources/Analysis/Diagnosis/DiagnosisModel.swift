import Core
import RealModule

/// The causes of a drain on one day and phone, simulated: any number of complaints is judged by them.
package struct CauseBank: Sendable {
  /// As configured, by seed.
  package let base: [DrainSample]
  package let causes: [DrainCause]
  /// Causes that this strategy cannot have, with the reason.
  package let notLookedAt: [String]
  /// Percent of the battery that a screen takes which nobody has counted, alike likely; 0 where it is known.
  package let screen: [Double]
  package let prediction: PredictionModel
  package let gauge: GaugePrediction
  /// The phone was seen before, so that drawn phones do not differ.
  package let isKnown: Bool

  package init(
    base: [DrainSample], causes: [DrainCause], notLookedAt: [String], screen: [Double], prediction: PredictionModel,
    gauge: GaugePrediction, isKnown: Bool = false
  ) {
    (self.base, self.causes, self.notLookedAt) = (base, causes, notLookedAt)
    (self.screen, self.prediction, self.gauge, self.isKnown) = (screen, prediction, gauge, isKnown)
  }

  /// Location's share of the drain.
  package var meanShare: Double { base.reduce(0) { $0 + $1.share } / Double(max(1, base.count)) }

  /// Log-deviation of what no parameter says, by seed.
  package var deviations: [Double] {
    base.map { prediction.remainder(share: $0.share, count: isKnown ? .max : base.count) }
  }
}

/// Predictions of every cause for one complaint's readings; answers what observations say of them.
package struct DiagnosisModel: Sendable {
  /// Log-deviation of what a cause takes on a phone that is not quite the profile's, in all of a complaint's readings alike
  /// (estimate, kept on synthetic complaints of other profiles). The limit has none of it.
  private static let modelDeviation = 0.2

  let bank: CauseBank
  /// What a full gauge hides, in percent points.
  let hidden: Double
  /// As configured first.
  let causes: [CausePrediction]

  /// - Parameter complaint: predictions are made for its readings, over the time of the bank's.
  package init(_ bank: CauseBank, _ complaint: Complaint) {
    let (base, gauge) = (bank.base, bank.gauge)
    let deviations = bank.deviations.map { bank.isKnown ? $0 : .hypot($0, Self.modelDeviation) }
    let isFull = (complaint.levels.first ?? 0) >= 100
    (self.bank, hidden) = (bank, isFull ? gauge.meanPlateau - gauge.meanFirstDrop : 0)
    causes = ([DrainCause("as configured", samples: base)] + bank.causes).map {
      CausePrediction($0, base: base, deviations: deviations, gauge: gauge, complaint: complaint)
    }
  }

  private var whole: [Double] { bank.base.map(\.whole) }
  private var shares: [Double] { bank.base.map(\.share) }

  /// What the observations say; they may differ from those that the predictions were made for, but not in their times.
  package func diagnosis(of complaint: Complaint) -> Diagnosis {
    let figures = DrainObservation.allCases.compactMap { one in complaint.seen[one].map { (one, $0) } }
    let expected = expected(complaint)
    let seen = complaint.fall ?? complaint.seen[.share] ?? 0
    let appLimit = appLimit(complaint)
    let appTakesMore = if let own = complaint.appFall, let appLimit { own > appLimit } else { false }
    let verdict: Diagnosis.Verdict =
      if complaint.isOnCharger {
        .cannotTell
      } else if seen > expected.withScreen || appTakesMore {
        .more
      } else if seen <= expected.limit {
        .expected
      } else {
        .cannotTell
      }
    let likelihoods = causes.map { $0.particles.map { $0.logLikelihood(of: complaint, figures) } }
    let most = likelihoods.compactMap { $0.max() }.max() ?? 0
    let weights = zip(causes, likelihoods).map { cause, values in
      let prior = complaint.priors[cause.cause.name] ?? 1
      return values.map { prior * Double.exp($0 - most) / Double(values.count) }
    }
    let evidence = weights.map { $0.reduce(0, +) }
    let sum = evidence.reduce(0, +)
    var findings = causes.map { finding($0, complaint, figures) }
    findings[0].explains = findings[0].agrees && seen <= expected.limit && !appTakesMore
    if complaint.carriesProbabilities, sum > 0 {
      for index in findings.indices { findings[index].probability = evidence[index] / sum }
    }
    return Diagnosis(
      complaint: complaint, verdict: verdict, range: expected.range, threshold: expected.limit, appLimit: appLimit,
      findings: findings, pairs: pairs(complaint, findings, figures), next: nextObservation(weights, complaint),
      notLookedAt: bank.notLookedAt)
  }

  /// The worst of N phones is above this share of phones as seldom as one phone above its limit.
  private func level(_ complaint: Complaint) -> Double {
    .pow(1 - 1 / complaint.oneIn, 1 / Double(max(1, complaint.users)))
  }

  /// Percent points: of nine of ten phones, the limit, and the same with an unknown screen.
  private func expected(
    _ complaint: Complaint
  ) -> (range: ClosedRange<Double>, limit: Double, withScreen: Double) {
    let levels = [0.05, 0.95, level(complaint)]
    func shown(_ values: [Double]?) -> [Double] { (values ?? [0, 0, 0]).map { min(100, max(0, $0 - hidden)) } }
    guard complaint.fall != nil else {
      // A screen lowers the share.
      let off = shown(
        settings(
          bank.base.map { sample in
            (100 * sample.share, bank.prediction.ratioRemainder(shares: (sample.share, 1), count: bank.base.count))
          })?.quantiles(levels))
      return (off[0]...off[1], off[2], off[2])
    }
    var off = shown(bank.prediction.quantiles(levels, of: whole, shares: shares))
    // Two readings in whole steps add their error to the spread of phones.
    let reading = NormalDistribution.quantile(1 - 1 / complaint.oneIn) * complaint.step / 6.0.squareRoot()
    let above = off[2] - median(whole) + hidden
    off[2] = min(100, off[2] + (above * above + reading * reading).squareRoot() - above)
    let on = bank.base.flatMap { sample in bank.screen.map { (sample.whole + $0, sample.share) } }
    let lit = shown(bank.prediction.quantiles(levels, of: on.map(\.0), shares: on.map(\.1)))
    return (off[0]...off[1], off[2], max(off[2], lit[2]))
  }

  /// What the settings show of medians with log-deviations of their own.
  private func settings(_ values: [(median: Double, deviation: Double)]) -> LognormalMixture? {
    let own = DrainObservation.share.deviation
    return LognormalMixture(
      values.map { .init(median: $0.median, logDeviation: ($0.deviation * $0.deviation + own * own).squareRoot()) })
  }

  /// The limit of the app's own fall by the settings; `nil` where its share is not known.
  private func appLimit(_ complaint: Complaint) -> Double? {
    guard complaint.appFall != nil else { return nil }
    let remainder = bank.prediction.remainder(share: 1, count: bank.base.count)
    return settings(bank.base.map { ($0.app, remainder) })?.quantiles([level(complaint)]).first.map {
      min(100, $0 + complaint.step / 2)
    }
  }

  // MARK: What would explain it

  private func finding(
    _ prediction: CausePrediction, _ complaint: Complaint, _ figures: [(DrainObservation, Double)]
  ) -> Diagnosis.Finding {
    let cause = prediction.cause
    var finding = Diagnosis.Finding(
      cause: cause.name, isApp: cause.isApp, agrees: CausePrediction.agree(prediction.particles, with: figures))
    guard let fall = complaint.fall else { return finding }
    (finding.unit, finding.source) = (cause.amount?.unit ?? "", cause.amount?.source ?? "")
    finding.course = prediction.course
    var most = finding.course.last?.range.upperBound ?? 0
    let needs =
      if cause.isApp, let own = complaint.appFall {
        cause.needed(own, own: bank.base.map(\.app), base: bank.base) { $0.app }
      } else {
        cause.needed(fall + hidden, own: whole, base: bank.base)
      }
    if let amount = cause.amount, let needs {
      let needed = median(needs)
      finding.needed = needed.isFinite ? min(needed, amount.most) : nil
      finding.needsMost = needed > amount.most
      most = max(most, (bank.prediction.quantiles([0.95], of: falls(cause), shares: shares)?[0] ?? 0) - hidden)
    }
    finding.explains = finding.explains && fall - complaint.step <= most
    return finding
  }

  /// By seed, with the most of a cause, in percent points.
  private func falls(_ cause: DrainCause) -> [Double] {
    bank.base.indices.map { cause.sample($0, amount: cause.amount?.most ?? 0, base: bank.base).whole }
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[(values.count - 1) / 2] }

  /// Where no single cause explains a fall: the most of a cause of the app with what the median phone needs of another beside it,
  /// which keeps other parts on; at most three.
  private func pairs(
    _ complaint: Complaint, _ findings: [Diagnosis.Finding], _ figures: [(DrainObservation, Double)]
  ) -> [(first: Diagnosis.Finding, second: Diagnosis.Finding)] {
    guard let fall = complaint.fall.map({ $0 + hidden }), !findings.contains(where: \.explains) else { return [] }
    let places = causes.indices.filter { causes[$0].cause.amount != nil }
    var pairs: [(first: Diagnosis.Finding, second: Diagnosis.Finding)] = []
    for index in places where causes[index].cause.isApp {
      let (one, full) = (causes[index].cause, falls(causes[index].cause))
      for place in places
      where !causes[place].cause.isApp && causes[place].cause.keepsOn.isDisjoint(with: one.keepsOn) {
        let other = causes[place].cause
        guard let most = other.amount?.most, other.amount?.unit != "x",
          let needed = other.needed(fall, own: full, base: bank.base).map(median), needed > 0, needed <= most,
          CausePrediction.agree(together(one, other, needed, complaint), with: figures)
        else { continue }
        var (first, second) = (findings[index], findings[place])
        (first.needed, first.needsMost, second.needed, second.needsMost) = (one.amount?.most, false, needed, false)
        pairs.append((first, second))
      }
    }
    return Array(pairs.prefix(3))
  }

  /// Phones with the most of a cause and an amount of another.
  private func together(
    _ one: DrainCause, _ other: DrainCause, _ amount: Double, _ complaint: Complaint
  ) -> [CausePrediction.Particle] {
    bank.base.indices.map { seed in
      let (most, base) = (one.sample(seed, amount: one.amount?.most ?? 0, base: bank.base), bank.base[seed])
      let both = most.adding(1, of: other.sample(seed, amount: amount, base: bank.base), beyond: base)
      return CausePrediction.particle(both, factor: 1, bank.gauge, complaint)
    }
  }

  // MARK: What to look at next

  /// With fewer bits the true cause's probability falls in more than one case of five (measured on synthetic complaints).
  private static let leastBits = 0.6

  /// The observation that is expected to tell most about the causes: its mutual information with the cause, over bins of one
  /// deviation. D. V. Lindley, Annals of Mathematical Statistics 27, 1956, 986-1005.
  private func nextObservation(_ weights: [[Double]], _ complaint: Complaint) -> Diagnosis.Observation? {
    let hasCount = complaint.seen.keys.contains(where: \.isCount)
    let open = DrainObservation.allCases.filter {
      complaint.seen[$0] == nil && $0 != .fixes && !($0.isCount && hasCount)
    }
    let found = open.map { observation in
      let values = causes.map { $0.particles.map { $0.seen[observation] ?? 0 } }
      let medians = zip(values, weights).map { values, weights in
        // What observations rule out, or a prior, shows what all its phones show.
        let weights = weights.contains { $0 > 0 } ? weights : values.map { _ in 1 }
        var left = weights.reduce(0, +) / 2
        return zip(values, weights).sorted { $0.0 < $1.0 }.first {
          left -= $0.1
          return left <= 0
        }?.0 ?? 0
      }
      let bins = values.map { $0.map { Int((observation.scaled($0) / observation.deviation).rounded()) } }
      return Diagnosis.Observation(name: observation.name, values: medians, bits: Self.information(bins, weights))
    }
    return found.filter { $0.bits >= Self.leastBits }.max { $0.bits < $1.bits }
  }

  /// Mutual information of cause and bin, in bits: the entropies of both less that of their pairs.
  private static func information(_ bins: [[Int]], _ weights: [[Double]]) -> Double {
    func entropy(_ weights: [Double]) -> Double {
      let sum = weights.reduce(0, +)
      return weights.sorted().reduce(0) { $1 > 0 ? $0 - $1 / sum * .log2($1 / sum) : $0 }
    }
    var (all, both) = ([Int: Double](), [[Int: Double]](repeating: [:], count: bins.count))
    for cause in bins.indices {
      for (bin, weight) in zip(bins[cause], weights[cause]) {
        all[bin, default: 0] += weight
        both[cause][bin, default: 0] += weight
      }
    }
    return entropy(weights.map { $0.reduce(0, +) }) + entropy(Array(all.values)) - entropy(both.flatMap(\.values))
  }
}
