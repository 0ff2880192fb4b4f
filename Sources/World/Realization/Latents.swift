import Core
import RealModule

/// The pace of the error processes, second by second of a run.
struct LatentPace {
  struct Stretch {
    /// The first second.
    let start: Int
    let fast: GaussMarkovStep
    let slow: GaussMarkovStep
    /// `nil` at rest.
    let wifi: GaussMarkovStep?
    let outlier: GaussMarkovStep
    /// The phone lies still.
    let rests: Bool
    /// Of the leg's satellite errors a standard normal, and how far positions from Wi-Fi scatter at rest.
    let size: JourneyLegs.Size
  }

  /// In order of start; the first starts at 0.
  let stretches: [Stretch]

  /// - Parameter taken: when the user takes the phone in hand: a rest ends, and another begins a second later.
  init(
    surroundings: StepFunction<Surroundings>, motion: StepFunction<MotionClass>, legs: JourneyLegs, taken: [Instant],
    sizeOfLeg: (Int) -> JourneyLegs.Size
  ) {
    var stretches: [Stretch] = []
    let hands = Set(taken.map(Self.second))
    let starts = Set((surroundings.steps.map(\.start) + motion.steps.map(\.start)).map(Self.second))
      .union(hands).union(hands.map { $0 + 1 })
    for start in starts.sorted() {
      // What is in force when the second ends; at its beginning the old value may still be.
      let instant = Instant(nanoseconds: Int64(start + 1) * 1_000_000_000 - 1)
      let times = CorrelationTimes(sky: surroundings.value(at: instant).sky, motion: motion.value(at: instant))
      stretches.append(
        Stretch(
          start: start, fast: GaussMarkovStep(correlationTime: times.fast),
          slow: GaussMarkovStep(correlationTime: times.slow),
          wifi: times.wifi.map(GaussMarkovStep.init(correlationTime:)),
          outlier: GaussMarkovStep(correlationTime: CorrelationTimes.outlier),
          rests: times.wifi == nil && !hands.contains(start),
          size: sizeOfLeg(legs.steps.value(at: instant).number)))
    }
    self.stretches = stretches
  }

  /// The stretch in force at `second`; `hint` is the caller's place, which only moves forward.
  @inline(__always)
  func stretch(at second: Int, hint: inout Int) -> Stretch {
    while hint + 1 < stretches.count, stretches[hint + 1].start <= second { hint += 1 }
    return stretches[hint]
  }

  /// The first second after the stretch at `hint`.
  func end(hint: Int) -> Int { hint + 1 < stretches.count ? stretches[hint + 1].start : .max }

  private static func second(_ instant: Instant) -> Int { Int(max(0, instant.nanoseconds) / 1_000_000_000) }
}

/// The latent state of the satellite error at one instant: standard normals, and a uniform number for outliers.
///
/// `Positioning` multiplies them by the deviations of the surroundings and the device.
package struct AxisLatents: Sendable, Hashable {
  fileprivate let sample: LatentSample
  fileprivate let reported: Float

  package var fastEast: Double { Double(sample.fastEast) }
  package var fastNorth: Double { Double(sample.fastNorth) }
  package var slowEast: Double { Double(sample.slowEast) }
  package var slowNorth: Double { Double(sample.slowNorth) }
  /// The mean of the slow part since the phone came to rest; on the move the slow part.
  package var meanEast: Double { Double(sample.meanEast) }
  package var meanNorth: Double { Double(sample.meanNorth) }
  /// Independent from second to second.
  package var whiteEast: Double { Double(sample.whiteEast) }
  package var whiteNorth: Double { Double(sample.whiteNorth) }
  /// Uniform in (0, 1), correlated over some seconds: an outlier when below its probability.
  package var outlier: Double { Double(sample.outlier) }
  /// How large the errors of this leg are: a standard normal, the same through the leg.
  package var legSize: Double { Double(sample.legSize) }
  /// As `WorldRealization.reportedAccuracy`.
  package var report: Double { Double(reported) }
}

/// The latents of satellite fixes as one run reads them. It keeps the blocks under way: Swift checks each access to the world's
/// variables, which runs share.
struct SatelliteLatents: Sendable {
  private var block = -1
  private var errors: [LatentSample] = []
  private var reports: [Float] = []

  @inline(__always)
  mutating func latents(at instant: Instant, in world: WorldRealization) -> AxisLatents {
    let second = world.second(of: instant)
    let (now, place) = (second / latentBlockLength, second % latentBlockLength)
    if now != block { (block, (errors, reports)) = (now, world.latents.satelliteBlocks(of: second)) }
    return AxisLatents(sample: errors[place], reported: reports[place])
  }
}

/// As kept in memory: 40 bytes per second of the run.
struct LatentSample: Sendable, Hashable {
  var fastEast: Float = 0
  var fastNorth: Float = 0
  var slowEast: Float = 0
  var slowNorth: Float = 0
  var meanEast: Float = 0
  var meanNorth: Float = 0
  var whiteEast: Float = 0
  var whiteNorth: Float = 0
  var outlier: Float = 0.5
  var legSize: Float = 0
}

/// The latent state of the Wi-Fi error at one instant: standard normals, and a uniform number for outliers.
package struct WiFiLatents: Sendable, Hashable {
  package var east: Double
  package var north: Double
  /// Around the place's own error at rest, over the error's deviation; 0 on the move.
  package var scatterEast: Double
  package var scatterNorth: Double
  /// Uniform in (0, 1): an outlier when below its probability.
  package var outlier: Double
}

/// The random numbers of one block of a latent series.
struct LatentNoise {
  private var generator: Xoshiro256PlusPlus
  private let normals = ZigguratNormal.standard

  init(seed: UInt64) { generator = Xoshiro256PlusPlus(seed: seed) }

  @inline(__always) mutating func normal() -> Double { normals.next(&generator) }
}

/// Uniform numbers for the latent series.
struct LatentUniform {
  static let standard = LatentUniform()

  private let table = (0...768).map { NormalDistribution.cumulative(Double($0) / 64 - 6) }

  /// P(Z <= z) for standard normal Z, within 1e-5: turns a correlated normal series into a correlated uniform one.
  ///
  /// Linear between values 1/64 apart (error h²/8 max|phi'| = 7e-6), kept inside (0, 1).
  @inline(__always)
  func fromNormal(_ z: Double) -> Float {
    let place = (min(5.99, max(-5.99, z)) + 6) * 64
    let index = Int(place)
    let low = table[index]
    let value = low + (table[index + 1] - low) * (place - Double(index))
    return min(1 - 0x1p-23, max(0x1p-23, Float(value)))
  }
}

/// One second of a first-order Gauss-Markov process of unit variance: e[k+1] = a e[k] + sqrt(1 - a²) n.
///
/// With a = exp(-1 s / tau). The variance stays 1 whatever tau does from second to second, so a change of surroundings
/// makes no jump.
struct GaussMarkovStep {
  let keep: Double
  let renew: Double

  init(correlationTime: Double) {
    keep = Double.exp(-1 / correlationTime)
    renew = (1 - keep * keep).squareRoot()
  }

  @inline(__always)
  func advance(_ state: inout Double, _ normal: Double) { state = keep * state + renew * normal }
}
