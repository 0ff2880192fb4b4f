import Core
import RealModule

/// The causes of a drain on one day and phone, simulated, and what observations say of them.
package struct DiagnosisModel: Sendable {
  /// As configured, by seed.
  package let base: [DrainSample]
  package let causes: [DrainCause]
  package let notLookedAt: [Diagnosis.OmittedCause]
  package let prediction: PredictionModel
  package let gauge: GaugePrediction
  /// The phone was seen before, so that drawn phones do not differ.
  package let isKnown: Bool

  package init(
    base: [DrainSample], causes: [DrainCause], notLookedAt: [Diagnosis.OmittedCause], prediction: PredictionModel,
    gauge: GaugePrediction, isKnown: Bool = false
  ) {
    (self.base, self.causes, self.notLookedAt) = (base, causes, notLookedAt)
    (self.prediction, self.gauge, self.isKnown) = (prediction, gauge, isKnown)
  }

  /// Location's share of the drain.
  package var meanShare: Double { base.reduce(0) { $0 + $1.share } / Double(max(1, base.count)) }

  /// Log-deviation of what no parameter says, by seed.
  package var deviations: [Double] {
    base.map { prediction.remainder(share: $0.share, count: isKnown ? .max : base.count) }
  }

  /// Log-deviation of what a cause takes on a phone that is not quite the profile's, in all of a complaint's readings alike
  /// (estimate, kept on synthetic complaints of other profiles). The limit has none of it.
  private static let modelDeviation = 0.2

  /// Standard normal, with equal probabilities and the variance 1: middles of five shares have 0.77.
  private static let levels: [Double] = {
    let middles = EqualShares.middles(5).map(NormalDistribution.quantile)
    let deviation = (middles.reduce(0) { $0 + $1 * $1 } / 5).squareRoot()
    return middles.map { $0 / deviation }
  }()

  /// Many phones and days, each with each amount of the cause.
  private func particles(_ cause: DrainCause, _ amounts: [Double], _ complaint: Complaint) -> [DrainParticle] {
    deviations.enumerated().flatMap { seed, own in
      let deviation = isKnown ? own : .hypot(own, Self.modelDeviation)
      return amounts.flatMap { amount in
        let sample = cause.sample(seed, amount: amount, base: base)
        return Self.levels.map { sample.particle(factor: .exp(deviation * $0), gauge, complaint) }
      }
    }
  }

  /// What the observations say of readings at the times of the samples.
  package func diagnosis(of complaint: Complaint) -> Diagnosis {
    // What a full gauge hides, in percent points.
    let hidden = (complaint.levels.first ?? 0) >= 100 ? gauge.meanPlateau - gauge.meanFirstDrop : 0
    let expected = expected(complaint, hidden)
    let seen = complaint.fall ?? complaint.seen[.share] ?? 0
    func verdict(_ isMore: Bool, _ isExpected: Bool) -> Diagnosis.Verdict {
      complaint.isOnCharger ? .cannotTell : isMore ? .more : isExpected ? .expected : .cannotTell
    }
    let ofFall = verdict(seen > expected.withScreen, seen <= expected.limit)
    let ofApp = complaint.appFall.flatMap { own in expected.app.map { verdict(own > $0, true) } }
    let isAboutApp = ofApp == .more && ofFall != .more
    let all = [DrainCause("as configured", samples: base)] + causes
    let particles = all.map { self.particles($0, $0.amount?.usual ?? [0], complaint) }
    var weights = Self.weights(all, particles, complaint)
    var findings = zip(all, particles).map { finding($0, $1, complaint, hidden, isAboutApp) }
    findings[0].explains = findings[0].agrees && seen <= expected.limit
    // What makes the app take as much on one phone in twenty, with the most of it.
    let apps = all.indices.filter {
      ofApp != .more || complaint.appFall ?? 0 <= appFall(all[$0].most(base: base), complaint, at: 0.95)
    }
    for index in findings.indices where !apps.contains(index) { findings[index].explains = false }
    if complaint.carriesProbabilities {
      for index in findings.indices { findings[index].probability = weights[index].reduce(0, +) }
    } else if findings.contains(where: \.explains) {
      // One observation says which causes would explain it, and nothing of which is more probable.
      weights = zip(findings, weights).map { finding, weights in
        let (sum, prior) = (weights.reduce(0, +), complaint.priors[finding.cause] ?? 1)
        return weights.map { finding.explains && sum > 0 ? prior * $0 / sum : 0 }
      }
    }
    return Diagnosis(
      complaint: complaint, fallVerdict: ofFall, appVerdict: ofApp, range: expected.range, threshold: expected.limit,
      appLimit: expected.app, findings: findings,
      pairs: findings.contains { $0.explains } ? [] : pairs(of: apps.map { all[$0] }, complaint, hidden),
      next: nextObservation(particles, weights, complaint), notLookedAt: notLookedAt)
  }

  /// By cause and particle, of the sum 1.
  private static func weights(
    _ causes: [DrainCause], _ particles: [[DrainParticle]], _ complaint: Complaint
  ) -> [[Double]] {
    let likelihoods = particles.map { $0.map { $0.logLikelihood(of: complaint) } }
    let most = likelihoods.compactMap { $0.max() }.max() ?? 0
    let weights = zip(causes, likelihoods).map { cause, values in
      let prior = complaint.priors[cause.name] ?? 1
      return values.map { prior * Double.exp($0 - most) / Double(values.count) }
    }
    let sum = max(.leastNormalMagnitude, weights.reduce(0) { $0 + $1.reduce(0, +) })
    return weights.map { $0.map { $0 / sum } }
  }

  // MARK: What is expected

  /// Percent points below which such shares of phones lie.
  ///
  /// - Parameters:
  ///   - values: by seed, or as many of each seed one after the other.
  ///   - hidden: what the gauge does not show of them.
  ///   - error: log-deviation of the gauge, or of the settings if left out, at a value.
  private func quantiles(
    _ levels: [Double], of values: [Double], hidden: Double = 0,
    error: (Double) -> Double = { _ in DrainObservation.share.deviation }
  ) -> [Double] {
    let deviations = deviations
    let parts = values.enumerated().map { place, value in
      LognormalMixture.Part(median: value, logDeviation: .hypot(deviations[place % base.count], error(value)))
    }
    return (LognormalMixture(parts)?.quantiles(levels) ?? levels.map { _ in 0 }).map { min(100, max(0, $0 - hidden)) }
  }

  /// Of nine of ten phones, the limit, the same with an unknown screen, and that of the app's own fall by the settings.
  private func expected(
    _ complaint: Complaint, _ hidden: Double
  ) -> (range: ClosedRange<Double>, limit: Double, withScreen: Double, app: Double?) {
    let levels = [0.05, 0.95, complaint.level]
    guard complaint.fall != nil else {
      // A screen lowers the share.
      let off = quantiles(levels, of: base.map { 100 * $0.share })
      return (off[0]...off[1], off[2], off[2], nil)
    }
    // Two readings in whole steps.
    func gauge(_ value: Double) -> Double { complaint.step / 6.0.squareRoot() / max(complaint.step / 2, value) }
    let off = quantiles(levels, of: base.map(\.whole), hidden: hidden, error: gauge)
    let screen = causes.first { $0.name == DrainCause.screen }
    let lit = (screen?.amount?.usual ?? []).flatMap { amount in
      base.indices.map { screen?.sample($0, amount: amount, base: base).whole ?? 0 }
    }
    let limit = lit.isEmpty ? 0 : quantiles([complaint.level], of: lit, hidden: hidden, error: gauge)[0]
    let app = complaint.appFall.map { _ in appFall(base, complaint, at: complaint.level) }
    return (off[0]...off[1], off[2], max(off[2], limit), app)
  }

  /// What the app takes of the battery by the settings on no more than such a share of phones.
  private func appFall(_ samples: [DrainSample], _ complaint: Complaint, at level: Double) -> Double {
    min(100, quantiles([level], of: samples.map(\.app))[0] + complaint.step / 2)
  }

  // MARK: What would explain it

  private func finding(
    _ cause: DrainCause, _ particles: [DrainParticle], _ complaint: Complaint, _ hidden: Double, _ isAboutApp: Bool
  ) -> Diagnosis.Finding {
    let needed =
      if let fall = complaint.appFall, cause.isApp || isAboutApp {
        cause.needed(fall, own: base, base: base, of: \.app)
      } else if let fall = complaint.fall {
        cause.needed(fall + hidden, own: base, base: base)
      } else if let share = complaint.seen[.share], cause.isApp {
        cause.needed(0, own: base, base: base) { $0.app - share / 100 * $0.whole }
      } else {
        Double?.none
      }
    // What is needed may lie between usual amounts.
    let own = self.particles(cause, [min(needed ?? cause.amount?.none ?? 0, cause.amount?.most ?? 0)], complaint)
    let agrees = particles.agree(with: complaint) || own.agree(with: complaint)
    var finding = Diagnosis.Finding(cause: cause.name, isApp: cause.isApp, agrees: agrees, explains: agrees)
    if let amount = cause.amount, let needed {
      (finding.unit, finding.source) = (amount.unit, amount.source)
      finding.needed = needed.isFinite ? min(needed, amount.most) : nil
      finding.needsMost = needed > amount.most
    }
    guard let fall = complaint.fall else { return finding }
    finding.course = complaint.hours.indices.map { reading in
      let falls = particles.map { $0.falls[reading] }.sorted()
      func quantile(_ perMille: Int) -> Double { NearestRankQuantile.value(perMille: perMille, sorted: falls) ?? 0 }
      return (quantile(500), quantile(50)...quantile(950))
    }
    let most = quantiles([0.95], of: cause.most(base: base).map(\.whole), hidden: hidden) { _ in 0 }[0]
    finding.explains = finding.explains && fall - complaint.step <= most
    return finding
  }

  /// The most of a cause of the app with what the median phone needs of the screen or of other use on top; at most three.
  private func pairs(of apps: [DrainCause], _ complaint: Complaint, _ hidden: Double) -> [Diagnosis.Pair] {
    guard let fall = complaint.fall.map({ $0 + hidden }) else { return [] }
    var pairs: [Diagnosis.Pair] = []
    for one in apps where one.isApp {
      let full = one.most(base: base)
      let hasScreen = full[0].seen[.screen, default: 0] > base[0].seen[.screen, default: 0]
      for other in causes where other.name == DrainCause.other || (other.name == DrainCause.screen && !hasScreen) {
        guard let most = one.amount, let amount = other.amount,
          let needed = other.needed(fall, own: full, base: base), needed > 0, needed <= amount.most
        else { continue }
        let both = base.indices.map { seed in
          let with = other.sample(seed, amount: needed, base: base)
          return full[seed].adding(1, of: with, beyond: base[seed]).particle(factor: 1, gauge, complaint)
        }
        if both.agree(with: complaint) {
          pairs.append((first: (one.name, most.most, most.unit), second: (other.name, needed, amount.unit)))
        }
      }
    }
    return Array(pairs.prefix(3))
  }

  // MARK: What to look at next

  /// With fewer bits the true cause's probability falls in more than one case of five (measured on synthetic complaints).
  private static let leastBits = 0.6

  /// The observation that is expected to tell most about the causes: its mutual information with the cause, over bins of one
  /// deviation. D. V. Lindley, Annals of Mathematical Statistics 27, 1956, 986-1005.
  private func nextObservation(
    _ particles: [[DrainParticle]], _ weights: [[Double]], _ complaint: Complaint
  ) -> Diagnosis.Observation? {
    let hasCount = complaint.seen.keys.contains(where: \.isCount)
    let open = DrainObservation.allCases.filter {
      complaint.seen[$0] == nil && $0 != .fixes && !($0.isCount && hasCount)
    }
    let found = open.map { observation in
      let values = particles.map { $0.map { $0.seen[observation] ?? 0 } }
      let medians = zip(values, weights).map { values, weights in
        // What observations rule out, or a prior, shows what all its phones show.
        let weights = weights.contains { $0 > 0 } ? weights : values.map { _ in 1 }
        return WeightedStatistics.median(values, weights: weights) ?? 0
      }
      let bins = values.map { $0.map { Int((observation.scaled($0) / observation.deviation).rounded()) } }
      let bits = WeightedStatistics.information(bins, weights: weights)
      return Diagnosis.Observation(name: observation.rawValue, values: medians, bits: bits)
    }
    return found.filter { $0.bits >= Self.leastBits }.max { $0.bits < $1.bits }
  }
}
