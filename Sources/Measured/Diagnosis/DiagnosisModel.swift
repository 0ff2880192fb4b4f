package import Analysis
import RealModule

/// Predictions of every cause for one complaint's day, phone and readings; answers what observations say of them.
package struct DiagnosisModel: Sendable {
  /// As configured, by seed: percent of the battery over the whole time, and location's share of it.
  let drained: [Double]
  let shares: [Double]
  let prediction: PredictionModel
  /// Percent of the battery that a screen takes which nobody has counted, alike likely; 0 where it is known.
  let screen: [Double]
  /// What a full gauge hides, in percent points.
  let hidden: Double
  /// As configured first.
  let causes: [CausePrediction]
  let notLookedAt: [String]

  /// One phone in twenty takes more than the range's upper end.
  private static let (low, high) = (0.05, 0.95)

  /// What the observations say; they may differ from those that the predictions were made for, but not in their times.
  package func diagnosis(of complaint: Complaint) -> Diagnosis {
    let (range, threshold, withScreen) = expected(complaint)
    // The settings' share is less than it shows in one case of twenty.
    let seen = complaint.fall ?? (complaint.seen[.share] ?? 0) * .exp(-1.645 * DrainObservation.share.deviation)
    let verdict: Diagnosis.Verdict =
      complaint.isOnCharger ? .cannotTell : seen <= threshold ? .expected : seen > withScreen ? .more : .cannotTell
    let likelihoods = causes.map { $0.particles.map { $0.logLikelihood(of: complaint) } }
    let most = likelihoods.compactMap { $0.max() }.max() ?? 0
    let weights = likelihoods.map { values in values.map { Double.exp($0 - most) / Double(values.count) } }
    let evidence = weights.map { $0.reduce(0, +) }
    let sum = evidence.reduce(0, +)
    var findings = causes.map { finding($0, complaint) }
    if complaint.carriesProbabilities, sum > 0 {
      for index in findings.indices { findings[index].probability = evidence[index] / sum }
    }
    return Diagnosis(
      complaint, verdict, expected: (range, threshold), findings: findings, pairs: pairs(complaint, findings),
      next: nextObservation(weights, complaint), notLookedAt: notLookedAt)
  }

  /// Percent points: of nine of ten phones, what one complaint in twenty is above, and the same with an unknown screen.
  private func expected(
    _ complaint: Complaint
  ) -> (range: ClosedRange<Double>, threshold: Double, withScreen: Double) {
    // The worst of N phones is above this once in twenty times.
    let levels = [Self.low, Self.high, Double.pow(Self.high, 1 / Double(max(1, complaint.users)))]
    func shown(_ values: [Double], _ shares: [Double], less hidden: Double) -> [Double] {
      (prediction.quantiles(levels, of: values, shares: shares) ?? [0, 0, 0]).map { min(100, max(0, $0 - hidden)) }
    }
    guard complaint.fall != nil else {
      let own = (causes.first?.particles ?? []).map { $0.values[DrainObservation.share.rawValue] }
      let off = shown(own, own.map { _ in 1 }, less: 0)
      // A screen lowers the share.
      return (off[0]...off[1], off[2], off[2])
    }
    var off = shown(drained, shares, less: hidden)
    // Two readings in whole steps add their error to the spread of phones.
    let (above, reading) = (off[2] - median(drained) + hidden, 1.645 * complaint.step / 6.0.squareRoot())
    off[2] += (above * above + reading * reading).squareRoot() - above
    let on = drained.indices.flatMap { seed in screen.map { (drained[seed] + $0, shares[seed]) } }
    return (off[0]...off[1], off[2], max(off[2], shown(on.map(\.0), on.map(\.1), less: hidden)[2]))
  }

  // MARK: What would explain it

  private func finding(_ cause: CausePrediction, _ complaint: Complaint) -> Diagnosis.Finding {
    var finding = Diagnosis.Finding(cause: cause.name, isApp: cause.isApp, agrees: cause.agrees(with: complaint))
    guard let fall = complaint.fall else { return finding }
    (finding.unit, finding.source) = (cause.amount?.unit ?? "", cause.amount?.source ?? "")
    finding.course = complaint.hours.indices.map { reading in
      let falls = cause.particles.map { $0.falls[reading] }.sorted()
      func quantile(_ share: Double) -> Double { falls[Int(share * Double(falls.count))] }
      return (quantile(0.5), quantile(Self.low)...quantile(Self.high))
    }
    var most = finding.course.last?.range.upperBound ?? 0
    if let amount = cause.amount {
      let needed = median(amount.needed(fall + hidden, drained))
      finding.needed = needed.isFinite ? min(needed, amount.most) : nil
      finding.needsMost = needed > amount.most
      let falls = amount.falls(with: amount.most, drained)
      most = max(most, (prediction.quantiles([Self.high], of: falls, shares: shares)?[0] ?? 0) - hidden)
    }
    finding.explains = finding.explains && fall - complaint.step <= most
    return finding
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[(values.count - 1) / 2] }

  /// The most of a cause of the app with what the median phone needs of another beside it; at most three.
  private func pairs(
    _ complaint: Complaint, _ findings: [Diagnosis.Finding]
  ) -> [(first: Diagnosis.Finding, second: Diagnosis.Finding)] {
    guard let fall = complaint.fall.map({ $0 + hidden }) else { return [] }
    let places = causes.indices.filter { !findings[$0].explains && causes[$0].amount != nil }
    var pairs: [(first: Diagnosis.Finding, second: Diagnosis.Finding)] = []
    for index in places where causes[index].isApp && findings[index].agrees {
      for other in causes.indices.dropFirst() where !causes[other].isApp && !findings[other].explains {
        guard let one = causes[index].amount, let two = causes[other].amount, two.unit != "x" else { continue }
        let needed = median(two.needed(fall, one.falls(with: one.most, drained)))
        guard needed > 0, needed <= two.most else { continue }
        var (first, second) = (findings[index], findings[other])
        (first.needed, first.needsMost, second.needed, second.needsMost) = (one.most, false, needed, false)
        pairs.append((first, second))
      }
    }
    return Array(pairs.prefix(3))
  }

  // MARK: What to look at next

  /// Less than so many bits do not separate.
  private static let leastBits = 0.1

  /// The observation that is expected to tell most about the causes: its mutual information with the cause, over bins of one
  /// deviation. D. V. Lindley, Annals of Mathematical Statistics 27, 1956, 986-1005.
  private func nextObservation(_ weights: [[Double]], _ complaint: Complaint) -> Diagnosis.Observation? {
    let hasCount = complaint.seen.keys.contains(where: \.isCount)
    let open = DrainObservation.allCases.filter {
      complaint.seen[$0] == nil && $0 != .fixes && !($0.isCount && hasCount)
    }
    let found = open.map { observation in
      let values = causes.map { $0.particles.map { $0.values[observation.rawValue] } }
      let medians = zip(values, weights).map { values, weights in
        let sorted = zip(values, weights).sorted { $0.0 < $1.0 }
        var sum = 0.0
        return sorted.first {
          sum += $0.1
          return 2 * sum >= weights.reduce(0, +)
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
