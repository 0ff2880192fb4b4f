import Analysis
import RealModule

/// What a cause of a drain predicts: many phones and days, each with an amount of the cause.
struct CausePrediction: Sendable {
  /// One drawn phone and day with one amount of the cause; all of a cause weigh alike.
  struct Particle {
    /// What the gauge has fallen by at each reading, in percent points.
    var falls: [Double]
    /// In the order of `DrainObservation`.
    var values: [Double]

    /// The logarithm of the kernel of Student's t with 4 degrees.
    private static func kernel(_ off: Double, _ deviation: Double) -> Double {
      -.log(deviation) - 2.5 * .log(1 + off * off / (4 * deviation * deviation))
    }

    /// How likely the observations are where this is the truth.
    func logLikelihood(of complaint: Complaint) -> Double {
      var sum = 0.0
      for index in complaint.levels.indices.dropFirst() {
        let predicted = falls[index] - falls[index - 1]
        // The hours of a day differ from each other by more than from day to day (estimate).
        let stretch = complaint.levels.count > 2 ? 0.3 * predicted : 0
        let off = complaint.levels[index - 1] - complaint.levels[index] - predicted
        sum += Self.kernel(off, (complaint.readingVariance + stretch * stretch).squareRoot())
      }
      return deviates(from: complaint).reduce(sum) { $0 + Self.kernel($1.off, $1.deviation) }
    }

    /// How far other observations are off, and their deviations, both of logarithms.
    func deviates(from complaint: Complaint) -> [(off: Double, deviation: Double)] {
      DrainObservation.allCases.compactMap { observation in
        guard let seen = complaint.seen[observation] else { return nil }
        let predicted = values[observation.rawValue]
        let counting = observation.isCount ? 1 / (1 + predicted) : 0
        return (
          observation.scaled(seen) - observation.scaled(predicted),
          (observation.deviation * observation.deviation + counting).squareRoot()
        )
      }
    }
  }

  /// How much of a cause there is.
  struct Amount {
    /// `h`, `%/h`, or `x` for a factor.
    var unit: String
    var most: Double
    /// Percent points over the whole time that one unit takes, by seed; for a factor the fall itself.
    var perUnit: [Double]
    /// What the prior rests on.
    var source: String

    /// By seed, as much of the cause as makes a fall.
    func needed(_ fall: Double, _ configured: [Double]) -> [Double] {
      zip(configured, perUnit).map { own, perUnit in
        perUnit <= 0 ? .infinity : unit == "x" ? max(1, fall / perUnit) : max(0, fall - own) / perUnit
      }
    }

    /// By seed, the fall with so much of it.
    func falls(with amount: Double, _ configured: [Double]) -> [Double] {
      zip(configured, perUnit).map { unit == "x" ? $1 * amount : $0 + $1 * amount }
    }
  }

  let name: String
  var isApp = false
  /// `nil` for what has no amount: the phone as configured, or its battery.
  var amount: Amount?
  let particles: [Particle]

  /// Whether one phone in twenty or more has counts and shares within two deviations of those seen.
  func agrees(with complaint: Complaint) -> Bool {
    let near = particles.count { $0.deviates(from: complaint).allSatisfy { abs($0.off) < 2 * $0.deviation } }
    return 20 * near >= particles.count
  }
}
