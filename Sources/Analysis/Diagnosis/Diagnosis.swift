import RealModule

/// What can be counted or read beside the battery.
package enum DrainObservation: Int, CaseIterable, Sendable {
  /// Positions that the app got: in the whole time, in an hour at rest, and in an hour on the way.
  case fixes, stillFixes, movingFixes
  /// Hours for which the settings say that the app ran in the background.
  case background
  /// Percent of what was used, as the settings show it.
  case share
  /// Minutes with the screen on.
  case screen

  package var name: String {
    switch self {
    case .fixes: "positions"
    case .stillFixes: "positions in a still hour"
    case .movingFixes: "positions in an hour on the way"
    case .background: "hours in the background in the settings"
    case .share: "the app's share in the settings, %"
    case .screen: "minutes with the screen on"
    }
  }

  package var isCount: Bool { self == .fixes || self == .stillFixes || self == .movingFixes }
  /// Log-deviation of what is seen around what is predicted (estimates; the rules of the settings are not published).
  package var deviation: Double { isCount ? 0.25 : self == .screen ? 0.2 : 0.3 }
  /// What nobody counts exactly, in the observation's unit: it is added to both.
  private var least: Double { self == .background ? 0.25 : self == .share ? 0.5 : 1 }

  /// On the scale on which deviations are alike everywhere.
  package func scaled(_ value: Double) -> Double { .log(least + value) }
}

/// A drain that somebody complains of, with what else is known of it.
package struct Complaint: Sendable {
  /// Of the readings, from the first, rising; at least two.
  package var hours: [Double]
  /// What the gauge showed then, in percent; empty where only a share is known.
  package var levels: [Double]
  /// The gauge's step, in percent points.
  package var step = 1.0
  package var seen: [DrainObservation: Double] = [:]
  /// The complaint is the worst of so many phones.
  package var users = 1
  /// The phone was on a charger, so that the fall says little.
  package var isOnCharger = false

  package init(hours: [Double], levels: [Double]) { (self.hours, self.levels) = (hours, levels) }

  package var length: Double { hours.last ?? 0 }
  /// `nil` where nobody knows it.
  package var screenHours: Double? { seen[.screen].map { $0 / 60 } }
  /// In percent points; half a step may be missing at each end.
  package var fall: Double? { levels.count >= 2 ? levels[0] - levels[levels.count - 1] : nil }

  /// Of the fall between two readings, in square percent points: half a step at both ends, and a gauge's own corrections of half
  /// a point each (estimate).
  package var readingVariance: Double { step * step / 6 + 0.5 }

  /// So many readings are a course; more than the most have their errors in common.
  private static let (leastCourse, mostReadings) = (5, 9)

  /// Whether the readings are a course, or two observations are independent: only then are there probabilities.
  package var carriesProbabilities: Bool {
    levels.count >= Self.leastCourse || (fall == nil ? 0 : 1) + seen.keys.count { $0 != .screen } >= 2
  }

  /// By how much more a phone takes in an hour than it did, in percent points, with the 95 % interval: steps of the gauge, and the
  /// log-deviation `run` between two runs of one phone.
  package func change(
    since before: Complaint, run: Double
  ) -> (before: Double, change: Double, interval: ClosedRange<Double>)? {
    guard let fall, let old = before.fall, length > 0, before.length > 0 else { return nil }
    let variance = [(fall, self), (old, before)].reduce(0) { sum, one in
      let scatter = one.0 * run
      return sum + (one.1.readingVariance + scatter * scatter) / (one.1.length * one.1.length)
    }
    let (rate, change, half) = (
      old / before.length, fall / length - old / before.length, 1.96 * variance.squareRoot()
    )
    return (rate, change, (change - half)...(change + half))
  }

  /// The longest discharge of a log, thinned evenly.
  ///
  /// - Parameter readings: seconds and percent, in order of time.
  package init?(log readings: [(time: Double, percent: Double)]) {
    var (start, longest) = (0, 0..<0)
    for place in readings.indices {
      if place > start, readings[place].percent > readings[place - 1].percent + 0.5 { start = place }
      if readings[place].time - readings[start].time
        > (longest.isEmpty ? 0 : readings[longest.upperBound - 1].time - readings[longest.lowerBound].time)
      {
        longest = start..<(place + 1)
      }
    }
    guard longest.count >= 2 else { return nil }
    let discharge = Array(readings[longest])
    let last = discharge.count - 1
    let kept = (0..<min(Self.mostReadings, discharge.count)).map { index in
      discharge[index * last / (min(Self.mostReadings, discharge.count) - 1)]
    }
    self.init(hours: kept.map { ($0.time - kept[0].time) / 3600 }, levels: kept.map(\.percent))
  }
}

/// What can be said of a drain: whether it is to be expected, what would explain it, and what to look at next.
package struct Diagnosis: Sendable {
  package enum Verdict: String, Sendable {
    case expected = "as expected"
    case more = "more than expected"
    case cannotTell = "cannot tell"
  }

  /// A cause, and whether it would explain what was seen.
  package struct Finding: Sendable {
    package let cause: String
    /// Of the app's code or its configuration.
    package let isApp: Bool
    /// Counts and settings are as one phone in twenty or more shows them.
    package let agrees: Bool
    /// One phone in twenty or more falls as far with the most of it, and counts and shares agree.
    package var explains: Bool
    /// With the median phone, at most what there can be; `nil` where the cause takes nothing.
    package var needed: Double?
    /// The median phone does not fall as far with the most of it.
    package var needsMost = false
    /// Of the amount, and what its prior rests on.
    package var (unit, source) = ("", "")
    /// Falls of the median phone and of nine of ten phones at each reading, in percent points, with the amounts that are usual.
    package var course: [(median: Double, range: ClosedRange<Double>)] = []
    /// Equal before; `nil` where the observations carry none.
    package var probability: Double?

    package init(cause: String, isApp: Bool, agrees: Bool) {
      (self.cause, self.isApp, self.agrees, explains) = (cause, isApp, agrees, agrees)
    }
  }

  /// What to look at next, and what each cause would show.
  package struct Observation: Sendable {
    package let name: String
    /// By finding, the median.
    package let values: [Double]
    /// Expected information, in bits.
    package let bits: Double

    package init(name: String, values: [Double], bits: Double) {
      (self.name, self.values, self.bits) = (name, values, bits)
    }
  }

  package let complaint: Complaint
  package let verdict: Verdict
  /// What nine of ten phones take as configured, in percent points; in percent of what was used where there is no fall.
  package let range: ClosedRange<Double>
  /// What one such complaint in twenty lies above.
  package let threshold: Double
  /// As configured first.
  package let findings: [Finding]
  /// Two causes that explain the fall together, each with an amount.
  package let pairs: [(first: Finding, second: Finding)]
  package let next: Observation?
  /// Causes that this strategy cannot have, with the reason.
  package let notLookedAt: [String]

  package init(
    _ complaint: Complaint, _ verdict: Verdict, expected: (range: ClosedRange<Double>, threshold: Double),
    findings: [Finding], pairs: [(first: Finding, second: Finding)], next: Observation?, notLookedAt: [String]
  ) {
    (self.complaint, self.verdict, self.range, self.threshold) = (
      complaint, verdict, expected.range, expected.threshold
    )
    (self.findings, self.pairs, self.next, self.notLookedAt) = (findings, pairs, next, notLookedAt)
  }

  /// A ratio of likelihoods below this is "not worth more than a bare mention" (Kass and Raftery, Journal of the American
  /// Statistical Association 90, 1995, 773-795).
  private static let bareMention = 3.0

  /// Causes that hold the true one with a probability of 90 % together, as places among the findings; those that the
  /// observations do not tell apart are one group. The most probable first; empty without probabilities.
  package var groups: [(causes: [Int], probability: Double)] {
    let ranked = findings.enumerated().compactMap { index, finding in finding.probability.map { (index, $0) } }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    var (groups, best, sum) = ([(causes: [Int], probability: Double)](), 0.0, 0.0)
    for (index, probability) in ranked {
      if !groups.isEmpty, probability * Self.bareMention >= best {
        groups[groups.count - 1].causes.append(index)
        groups[groups.count - 1].probability += probability
      } else {
        if sum >= 0.9 { break }
        best = probability
        groups.append(([index], probability))
      }
      sum += probability
    }
    return groups
  }

  /// The probability that the app's code or its configuration is the cause; `nil` without probabilities.
  package var appProbability: Double? {
    let all = findings.compactMap { finding in finding.probability.map { finding.isApp ? $0 : 0 } }
    return all.isEmpty ? nil : all.reduce(0, +)
  }
}
