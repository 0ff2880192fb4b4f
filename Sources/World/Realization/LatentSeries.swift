import Core
import RealModule

/// Seconds per block of a latent series.
let latentBlockLength = 1_024

/// A latent series at 1 Hz, made block by block as far as it is asked for.
///
/// The random numbers of a block depend on (seed, stream, block) alone and the state at a block's start is that at the
/// end of the one before, so the values do not depend on who asks for what, or when. From the state at its start a block
/// can be made again: a series need not keep more than the block it is read in.
struct LatentSeries<Sample: Sendable, State: Sendable>: Sendable {
  /// The kept blocks; empty where they have not been made.
  private var blocks: [[Sample]]
  /// The number of each kept block, -1 where it has not been made.
  private var kept: [Int]
  private let blank: Sample
  private let stream: UInt64
  /// At the start of each block as far as the series has got.
  private var starts: [Start]

  private struct Start: Sendable {
    var state: State
    var hint: Int
  }

  /// - Parameters:
  ///   - length: how many seconds to keep, all of them for a series that is read again and again; `nil` keeps one block, for
  ///     a series that is read forward once. The values are the same.
  ///   - blank: stands where no sample has been made.
  ///   - start: draws the state at second 0 from the stationary distribution.
  init(seed: UInt64, stream: String, length: Int?, blank: Sample, start: (inout LatentNoise) -> State) {
    self.stream = StableHash.combine(seed, StableHash.name(stream))
    self.blank = blank
    kept = Array(repeating: -1, count: (length ?? 0) / latentBlockLength + 1)
    blocks = Array(repeating: [], count: kept.count)
    var noise = LatentNoise(seed: StableHash.combine(self.stream, .max))
    starts = [Start(state: start(&noise), hint: 0)]
  }

  /// Where a block is kept; blocks without a place of their own share the first.
  @inline(__always)
  private func place(of block: Int) -> Int { block < kept.count ? block : 0 }

  /// The sample of a second, where it is in memory.
  @inline(__always)
  func sample(_ second: Int) -> Sample? {
    let block = second / latentBlockLength
    let place = place(of: block)
    return kept[place] == block ? blocks[place][second % latentBlockLength] : nil
  }

  /// The block of a second whose sample is in memory.
  func block(of second: Int) -> [Sample] { blocks[place(of: second / latentBlockLength)] }

  /// Makes the block of `second`, and gives its sample. `next` gives the sample of a state, and moves the state by a second.
  @inline(__always)
  mutating func extend(
    through second: Int, pace: LatentPace, next: (inout State, inout LatentNoise, LatentPace.Stretch) -> Sample
  ) -> Sample {
    let wanted = second / latentBlockLength
    var samples = Array(repeating: blank, count: latentBlockLength)
    samples.withUnsafeMutableBufferPointer { samples in
      for block in min(starts.count - 1, wanted)...wanted {
        var noise = LatentNoise(seed: StableHash.combine(stream, UInt64(block)))
        var (state, hint, place) = (starts[block].state, starts[block].hint, 0)
        while place < latentBlockLength {
          let current = block * latentBlockLength + place
          let stretch = pace.stretch(at: current, hint: &hint)
          let end = min(latentBlockLength, pace.end(hint: hint) - current + place)
          while place < end {
            samples[place] = next(&state, &noise, stretch)
            place += 1
          }
        }
        if starts.count == block + 1 { starts.append(Start(state: state, hint: hint)) }
      }
    }
    let place = place(of: wanted)
    (kept[place], blocks[place]) = (wanted, samples)
    return samples[second % latentBlockLength]
  }
}

/// How long positioning errors keep their value, in seconds.
///
/// By sky view from sources F (error model per axis). Section B2 there shows that movement matters too, so those times
/// are multiplied by a factor per motion class, chosen to meet B2's measured autocorrelations at 10/30/60/120 s when
/// fast and slow parts have equal weight, as in the open and in suburbs:
/// - walking, suburban: .93/.81/.67/.47, measured .91/.79/.64/.48;
/// - automotive, suburban: .62/.25/.08/.01, measured .29/.06/-.04/0 (car, suburb) to .50/.23/.12/.02 (freeway) and
///   .55-.77/.32-.38/.19-.32/.07-.15 (bus, e-scooter), all with the route's own error in them;
/// - cycling, suburban: .54/.36/.26/.13, measured .36/.22/.15/.10.
/// A phone at rest is taken as walking at least.
struct CorrelationTimes {
  var fast: Double
  var slow: Double
  /// `nil` at rest: the same access points are heard, and the error is the place's.
  var wifi: Double?

  /// Outliers come in bursts: of two phones in one vehicle, seconds in which they differ by more than three times the median
  /// have a correlation of .62, .58, .29 and .18 after 2, 5, 10 and 20 s (MobilityNet,
  /// `reports/validation/position-errors.md`); a share of a tenth below a threshold on a normal series with this time has
  /// .63, .44, .27 and .12.
  static let outlier = 16.0

  /// At rest Wi-Fi positions scatter around the place's own error: by 4.9 m per axis on iPhones 6 in the middle one of nine
  /// nights, whose sizes have a log-deviation of 0.42; `share` is of the 18 m per axis of their Wi-Fi errors. Differences grow by
  /// 63 % in 130 s, and hardly from ten minutes to two hours (MobilityNet, `reports/validation/position-errors.md`).
  static let wifiAtRest = (share: 4.9 / 18, logDeviation: 0.42, time: 130.0)

  init(sky: SkyView, motion: MotionClass) {
    let bySky: (fast: Double, slow: Double) =
      switch sky {
      case .openSky: (20, 300)
      case .suburban: (15, 300)
      case .urban: (20, 200)
      case .canyon: (40, 200)
      case .indoor, .underground: (60, 600)
      }
    let factor: (fast: Double, slow: Double) =
      switch motion {
      case .still, .walking: (6, 1)
      case .running: (2, 0.5)
      case .cycling: (0.4, 0.3)
      case .automotive, .rail, .airborne: (1, 0.1)
      }
    slow = bySky.slow * factor.slow
    // The fast part stays the faster one, also of a pedestrian in a canyon.
    fast = min(bySky.fast * factor.fast, slow / 2)
    // Sources F: 15 s per fix.
    wifi = motion.isStill ? nil : 15
  }
}
