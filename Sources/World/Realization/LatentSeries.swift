import EventKernel

/// A latent series at 1 Hz, made block by block as far as it is asked for.
///
/// The random numbers of a block depend on (seed, stream, block) alone and the state at a block's start is that at the
/// end of the one before, so the values do not depend on who asks for what, or when.
@usableFromInline
struct LatentSeries<Sample: Sendable, State: Sendable>: Sendable {
  /// Seconds per block.
  static var blockLength: Int { 1_024 }

  /// One per second from the run's start.
  @usableFromInline private(set) var samples: [Sample] = []
  private let stream: UInt64
  private var state: State
  private var hint = 0

  /// - Parameter start: draws the state at second 0 from the stationary distribution.
  init(seed: UInt64, stream: String, start: (inout LatentNoise) -> State) {
    self.stream = StableHash.combine(seed, StableHash.name(stream))
    var noise = LatentNoise(seed: StableHash.combine(self.stream, .max))
    state = start(&noise)
  }

  /// Makes blocks until `second` is there. `next` gives the sample of a second and moves the state to the next one.
  @inline(__always)
  mutating func extend(
    through second: Int, pace: LatentPace, next: (inout State, inout LatentNoise, LatentPace.Stretch) -> Sample
  ) {
    while samples.count <= second {
      let first = samples.count
      let end = first + Self.blockLength
      var noise = LatentNoise(seed: StableHash.combine(stream, UInt64(first / Self.blockLength)))
      var (state, hint) = (self.state, self.hint)
      var current = first
      while current < end {
        let stretch = pace.stretch(at: current, hint: &hint)
        let stretchEnd = min(end, pace.end(hint: hint))
        while current < stretchEnd {
          samples.append(next(&state, &noise, stretch))
          current += 1
        }
      }
      (self.state, self.hint) = (state, hint)
    }
  }
}
