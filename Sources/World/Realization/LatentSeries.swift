import EventKernel

/// A latent series at 1 Hz, made block by block as far as it is asked for.
///
/// The random numbers of a block depend on (seed, stream, block) alone and the state at a block's start is that at the
/// end of the one before, so the values do not depend on who asks for what, or when. From the state at its start a block
/// can be made again: a series need not keep more than the block it is read in.
struct LatentSeries<Sample: Sendable, State: Sendable>: Sendable {
  /// Seconds per block.
  static var blockLength: Int { 1_024 }

  /// One per second from `first` on.
  private(set) var samples: [Sample] = []
  /// The second of the first sample, at the start of a block.
  private(set) var first = 0
  private let stream: UInt64
  /// At the start of each block as far as the series has got.
  private var starts: [Start]
  /// How many seconds to keep; `nil` keeps one block.
  private let length: Int?

  private struct Start: Sendable {
    var state: State
    var hint: Int
  }

  /// - Parameters:
  ///   - length: how many seconds to keep, all of them for a series that is read again and again; `nil` keeps one block, for
  ///     a series that is read forward once. The values are the same.
  ///   - start: draws the state at second 0 from the stationary distribution.
  init(seed: UInt64, stream: String, length: Int?, start: (inout LatentNoise) -> State) {
    self.stream = StableHash.combine(seed, StableHash.name(stream))
    self.length = length
    var noise = LatentNoise(seed: StableHash.combine(self.stream, .max))
    starts = [Start(state: start(&noise), hint: 0)]
  }

  /// The sample of a second, where it is in memory.
  @inline(__always)
  func sample(_ second: Int) -> Sample? {
    let place = second - first
    return place >= 0 && place < samples.count ? samples[place] : nil
  }

  /// Makes blocks until `second` is there, and gives its sample. `next` gives the sample of a second and moves the state to
  /// the next one.
  @inline(__always)
  mutating func extend(
    through second: Int, pace: LatentPace, next: (inout State, inout LatentNoise, LatentPace.Stretch) -> Sample
  ) -> Sample {
    if let length {
      // At once, since growing step by step would copy, and leave holes in memory.
      samples.reserveCapacity((length / Self.blockLength + 1) * Self.blockLength)
    } else {
      forget(before: min(second / Self.blockLength, starts.count - 1))
    }
    while first + samples.count <= second {
      let block = (first + samples.count) / Self.blockLength
      if length == nil { forget(before: block) }
      appendBlock(block, pace: pace, next: next)
    }
    return samples[second - first]
  }

  private mutating func forget(before block: Int) {
    samples.removeAll(keepingCapacity: true)
    first = block * Self.blockLength
  }

  @inline(__always)
  private mutating func appendBlock(
    _ block: Int, pace: LatentPace, next: (inout State, inout LatentNoise, LatentPace.Stretch) -> Sample
  ) {
    var noise = LatentNoise(seed: StableHash.combine(stream, UInt64(block)))
    var (state, hint) = (starts[block].state, starts[block].hint)
    var current = block * Self.blockLength
    let end = current + Self.blockLength
    while current < end {
      let stretch = pace.stretch(at: current, hint: &hint)
      let stretchEnd = min(end, pace.end(hint: hint))
      while current < stretchEnd {
        samples.append(next(&state, &noise, stretch))
        current += 1
      }
    }
    if starts.count == block + 1 { starts.append(Start(state: state, hint: hint)) }
  }
}
