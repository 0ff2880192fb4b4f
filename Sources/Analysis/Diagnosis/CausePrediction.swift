import Core
import RealModule

/// One drawn phone on the complaint's day.
package struct DrainSample: Sendable {
  package let seed: UInt64
  /// From the complaint's start until each reading, in percent of the usable energy.
  package var drained: [Double]
  /// What the app adds over the whole time, in the same.
  package var app = 0.0
  /// What something beside the phone and the app takes over the whole time, in the same.
  package var beside = 0.0
  /// Without the share, which follows from the drain; what is missing is 0.
  package var seen: [DrainObservation: Double]
  /// In joules.
  package let usableEnergy: Double
  /// Hours in which the processor sleeps.
  package let asleep: Double

  package init(
    seed: UInt64, drained: [Double], seen: [DrainObservation: Double], usableEnergy: Double, asleep: Double
  ) {
    (self.seed, self.drained, self.seen) = (seed, drained, seen)
    (self.usableEnergy, self.asleep) = (usableEnergy, asleep)
  }

  package var whole: Double { (drained.last ?? 0) + beside }
  /// The app's, 0 to 1.
  var share: Double { app / max(.leastNormalMagnitude, drained.last ?? 0) }

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
    (added.app, added.beside) = (sum(app, other.app, base.app), sum(beside, other.beside, base.beside))
    for one in DrainObservation.allCases {
      added.seen[one] = sum(seen[one] ?? 0, other.seen[one] ?? 0, base.seen[one] ?? 0)
    }
    return added
  }
}

/// A cause of a drain on drawn phones: as configured, and with some of the cause; between and beyond both it is linear.
package struct DrainCause: Sendable {
  /// How much of a cause there is.
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

  /// What is on without a pause while a cause holds: two causes that keep one of them on take hardly more than one.
  package enum Part: Sendable {
    case receiver, processor, modem, screen
  }

  package let name: String
  package let isApp: Bool
  package let keepsOn: Set<Part>
  /// `nil` for what has no amount: the phone as configured, or its battery.
  package let amount: Amount?
  /// By seed.
  package let samples: [DrainSample]

  package init(
    _ name: String, isApp: Bool = false, keepsOn: Set<Part> = [], amount: Amount? = nil, samples: [DrainSample]
  ) {
    (self.name, self.isApp, self.keepsOn) = (name, isApp, keepsOn)
    (self.amount, self.samples) = (amount, samples)
  }

  /// One of the phones, with an amount of the cause.
  package func sample(_ index: Int, amount: Double, base: [DrainSample]) -> DrainSample {
    guard let own = self.amount else { return samples[index] }
    let part = (amount - own.none) / (own.simulated - own.none)
    return base[index].adding(part, of: samples[index], beyond: base[index])
  }

  /// By seed, as much of the cause as makes a drain, where the phone takes `own` without it; `nil` for what has no amount.
  func needed(
    _ drain: Double, own: [Double], base: [DrainSample], of part: (DrainSample) -> Double = { $0.whole }
  ) -> [Double]? {
    guard let amount else { return nil }
    return samples.indices.map { seed in
      let perUnit = (part(samples[seed]) - part(base[seed])) / (amount.simulated - amount.none)
      return perUnit <= 0 ? .infinity : amount.none + max(0, drain - own[seed]) / perUnit
    }
  }
}

/// What a cause predicts: many phones and days, each with an amount of the cause.
struct CausePrediction: Sendable {
  /// One drawn phone and day with one amount of the cause; all of a cause weigh alike.
  struct Particle {
    /// What the gauge has fallen by at each reading, in percent points.
    let falls: [Double]
    let seen: [DrainObservation: Double]

    /// The logarithm of the kernel of Student's t with 4 degrees.
    private static func kernel(_ off: Double, _ deviation: Double) -> Double {
      -.log(deviation) - 2.5 * .log(1 + off * off / (4 * deviation * deviation))
    }

    /// What the hours of one course have in common of what the model errs by (estimate, kept on synthetic complaints).
    private static let correlation = 0.5

    /// How likely the observations are where this is the truth. The errors of n falls are correlated: they count as
    /// n / (1 + (n - 1) correlation) independent ones, the design effect of L. Kish, Survey Sampling, 1965.
    func logLikelihood(of complaint: Complaint, _ figures: [(DrainObservation, Double)]) -> Double {
      var sum = 0.0
      for index in complaint.levels.indices.dropFirst() {
        let predicted = falls[index] - falls[index - 1]
        // The hours of a day differ from each other by more than from day to day (estimate).
        let stretch = complaint.levels.count > 2 ? 0.3 * predicted : 0
        let off = complaint.levels[index - 1] - complaint.levels[index] - predicted
        sum += Self.kernel(off, (complaint.readingVariance + stretch * stretch).squareRoot())
      }
      sum /= 1 + Double(max(0, complaint.levels.count - 2)) * Self.correlation
      for (observation, value) in figures {
        let (off, deviation) = deviates(from: value, observation)
        sum += Self.kernel(off, deviation)
      }
      return sum
    }

    /// How far an observation is off, and its deviation, both of logarithms.
    func deviates(from seen: Double, _ observation: DrainObservation) -> (off: Double, deviation: Double) {
      let predicted = self.seen[observation] ?? 0
      let counting = observation.isCount ? 1 / (1 + predicted) : 0
      return (
        observation.scaled(seen) - observation.scaled(predicted),
        (observation.deviation * observation.deviation + counting).squareRoot()
      )
    }
  }

  let cause: DrainCause
  let particles: [Particle]
  /// Falls of the median phone and of nine of ten phones at each reading.
  let course: [(median: Double, range: ClosedRange<Double>)]

  /// Standard normal, with equal probabilities and the variance 1: middles of five shares have 0.77.
  private static let levels: [Double] = {
    let middles = (0..<5).map { NormalDistribution.quantile((Double($0) + 0.5) / 5) }
    let deviation = (middles.reduce(0) { $0 + $1 * $1 } / 5).squareRoot()
    return middles.map { $0 / deviation }
  }()

  /// - Parameters:
  ///   - base: the phones as configured.
  ///   - deviations: log-deviation of what no parameter says, by seed.
  init(
    _ cause: DrainCause, base: [DrainSample], deviations: [Double], gauge: GaugePrediction, complaint: Complaint
  ) {
    self.cause = cause
    particles = base.indices.flatMap { seed in
      (cause.amount?.usual ?? [0]).flatMap { amount in
        let sample = cause.sample(seed, amount: amount, base: base)
        return Self.levels.map { level in
          Self.particle(sample, factor: .exp(deviations[seed] * level), gauge, complaint)
        }
      }
    }
    course = (particles.first?.falls ?? []).indices.map { [particles] reading in
      let falls = particles.map { $0.falls[reading] }.sorted()
      func quantile(_ share: Double) -> Double { falls[Int(share * Double(falls.count))] }
      return (quantile(0.5), quantile(0.05)...quantile(0.95))
    }
  }

  /// - Parameter factor: by which the phone takes more than simulated.
  static func particle(
    _ sample: DrainSample, factor: Double, _ gauge: GaugePrediction, _ complaint: Complaint
  ) -> Particle {
    // A fall is of the whole time, whatever readings the sample has.
    let own = complaint.hours.count == 2 ? [0, sample.drained.last ?? 0] : sample.drained
    let drained = zip(complaint.hours, own).map { $1 * factor + sample.beside * $0 / complaint.length }
    let shown = complaint.levels.first.map {
      gauge.levels(run: "", seed: sample.seed, first: $0, hours: complaint.hours, drained: drained)
    }
    var seen = sample.seen
    seen[.share] = 100 * sample.app * factor / max(.leastNormalMagnitude, drained.last ?? 0)
    return Particle(falls: (shown ?? []).map { (shown?[0] ?? 0) - $0 }, seen: seen)
  }

  /// Whether one phone in twenty or more has counts and shares within two deviations of those seen.
  static func agree(_ particles: [Particle], with figures: [(DrainObservation, Double)]) -> Bool {
    let near = particles.count { particle in
      figures.allSatisfy { observation, value in
        let (off, deviation) = particle.deviates(from: value, observation)
        return abs(off) < 2 * deviation
      }
    }
    return 20 * near >= particles.count
  }
}
