import Core
import RealModule

/// One drawn phone on the complaint's day.
package struct DrainSample: Sendable {
  package let seed: UInt64
  /// From the complaint's start until each reading, in percent of the usable energy.
  package var drained: [Double]
  /// What the app adds over the whole time, in the same.
  package var app = 0.0
  /// Without the share, which follows from the drain; what is missing is 0.
  package var seen: [DrainObservation: Double]

  package init(seed: UInt64, drained: [Double], seen: [DrainObservation: Double]) {
    (self.seed, self.drained, self.seen) = (seed, drained, seen)
  }

  package var whole: Double { drained.last ?? 0 }
  /// The app's, 0 to 1.
  package var share: Double { min(1, app / max(.leastNormalMagnitude, whole)) }

  package func scaled(_ factor: Double) -> DrainSample {
    var scaled = self
    (scaled.drained, scaled.app) = (drained.map { $0 * factor }, app * factor)
    return scaled
  }

  /// With a part, or a multiple, of what one run of the same seed has beyond another.
  func adding(_ part: Double, of other: DrainSample, beyond base: DrainSample) -> DrainSample {
    func sum(_ own: Double, _ other: Double, _ base: Double) -> Double { max(0, own + part * (other - base)) }
    var added = self
    added.drained = drained.indices.map { sum(drained[$0], other.drained[$0], base.drained[$0]) }
    added.app = sum(app, other.app, base.app)
    for one in DrainObservation.allCases {
      added.seen[one] = sum(seen[one] ?? 0, other.seen[one] ?? 0, base.seen[one] ?? 0)
    }
    return added
  }

  /// The phone that takes `factor` times as much, as its gauge and its app show it at the complaint's readings.
  package func particle(factor: Double, _ gauge: GaugePrediction, _ complaint: Complaint) -> DrainParticle {
    let levels = complaint.levels.first.map {
      gauge.levels(run: "", seed: seed, first: $0, hours: complaint.hours, drained: drained.map { $0 * factor })
    }
    var seen = seen
    (seen[.share], seen[.background]) = (100 * share, min(complaint.length, seen[.background] ?? 0))
    return DrainParticle(falls: (levels ?? []).map { (levels?[0] ?? 0) - $0 }, seen: seen)
  }
}

/// A cause of a drain on drawn phones: as configured, and with some of the cause; between and beyond both it is linear.
package struct DrainCause: Sendable {
  package struct Amount: Sendable {
    /// `h`, `%/h`, or `x` for a factor.
    package let unit: String
    package let most: Double
    /// Alike likely before anything is seen.
    package let usual: [Double]
    /// How much of it the cause's samples have.
    package let simulated: Double
    /// What the prior rests on.
    package let source: String

    package init(unit: String, most: Double, usual: [Double], simulated: Double, source: String) {
      (self.unit, self.most, self.usual) = (unit, most, usual)
      (self.simulated, self.source) = (simulated, source)
    }

    /// Where the phone is as configured.
    var none: Double { unit == "x" ? 1 : 0 }
  }

  package let name: String
  package let isApp: Bool
  /// `nil` for what has no amount: the phone as configured, or its battery.
  package let amount: Amount?
  /// By seed.
  package let samples: [DrainSample]

  package init(_ name: String, isApp: Bool = false, amount: Amount? = nil, samples: [DrainSample]) {
    (self.name, self.isApp, self.amount, self.samples) = (name, isApp, amount, samples)
  }

  /// What decides where nobody knows it.
  package static let screen = "screen on"
  package static let other = "other use"

  /// One of the phones, with an amount of the cause.
  package func sample(_ index: Int, amount: Double, base: [DrainSample]) -> DrainSample {
    guard let own = self.amount else { return samples[index] }
    let part = (amount - own.none) / (own.simulated - own.none)
    return base[index].adding(part, of: samples[index], beyond: base[index])
  }

  /// By seed, with the most of it.
  func most(base: [DrainSample]) -> [DrainSample] {
    base.indices.map { sample($0, amount: amount?.most ?? 0, base: base) }
  }

  /// As much of the cause as makes a figure of the median phone, where phones have that of `own` without it; infinite where it adds
  /// nothing.
  func needed(
    _ value: Double, own: [DrainSample], base: [DrainSample], of figure: (DrainSample) -> Double = \.whole
  ) -> Double? {
    guard let amount else { return nil }
    let needs = samples.indices.map { seed in
      let perUnit = (figure(samples[seed]) - figure(base[seed])) / (amount.simulated - amount.none)
      return perUnit <= 0 ? .infinity : amount.none + max(0, value - figure(own[seed])) / perUnit
    }
    return needs.sorted()[(needs.count - 1) / 2]
  }
}

/// What one drawn phone with one amount of a cause shows; all of a cause weigh alike.
package struct DrainParticle: Sendable {
  /// What the gauge has fallen by at each reading, in percent points.
  package let falls: [Double]
  package let seen: [DrainObservation: Double]

  /// The logarithm of Student's t with 4 degrees.
  private static func kernel(_ off: Double, _ deviation: Double) -> Double {
    .log(StudentT.density(off / deviation, degreesOfFreedom: 4) / deviation)
  }

  /// What the hours of one course have in common of what the model errs by (estimate, kept on synthetic complaints).
  private static let correlation = 0.5

  /// How likely the observations are where this is the truth. The errors of n falls are correlated: they count as
  /// n / (1 + (n - 1) correlation) independent ones, the design effect of L. Kish, Survey Sampling, 1965.
  func logLikelihood(of complaint: Complaint) -> Double {
    var sum = 0.0
    for index in complaint.levels.indices.dropFirst() {
      let predicted = falls[index] - falls[index - 1]
      // The hours of a day differ from each other by more than from day to day (estimate).
      let stretch = complaint.levels.count > 2 ? 0.3 * predicted : 0
      let off = complaint.levels[index - 1] - complaint.levels[index] - predicted
      sum += Self.kernel(off, (complaint.readingVariance + stretch * stretch).squareRoot())
    }
    sum /= 1 + Double(max(0, complaint.levels.count - 2)) * Self.correlation
    for (observation, value) in complaint.figures {
      let (off, deviation) = deviates(from: value, observation)
      sum += Self.kernel(off, deviation)
    }
    return sum
  }

  /// How far an observation is off, and its deviation, both of logarithms.
  private func deviates(from seen: Double, _ observation: DrainObservation) -> (off: Double, deviation: Double) {
    let predicted = self.seen[observation] ?? 0
    let counting = observation.isCount ? 1 / (1 + predicted) : 0
    return (
      observation.scaled(seen) - observation.scaled(predicted),
      (observation.deviation * observation.deviation + counting).squareRoot()
    )
  }

  /// Whether counts and shares are within two deviations of those seen.
  func agrees(with complaint: Complaint) -> Bool {
    complaint.figures.allSatisfy { observation, value in
      let (off, deviation) = deviates(from: value, observation)
      return abs(off) < 2 * deviation
    }
  }
}

extension [DrainParticle] {
  /// Whether one phone in twenty or more has counts and shares like those seen.
  func agree(with complaint: Complaint) -> Bool { 20 * count { $0.agrees(with: complaint) } >= count }
}
