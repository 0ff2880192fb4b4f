/// The generator xoshiro256++ 1.0 of Blackman and Vigna, "Scrambled Linear Pseudorandom Number Generators",
/// ACM Transactions on Mathematical Software 47, 2021. Seeded through SplitMix64, as its authors advise.
@frozen
@usableFromInline package struct Xoshiro256PlusPlus: RandomNumberGenerator, Sendable {
  @usableFromInline var s0: UInt64
  @usableFromInline var s1: UInt64
  @usableFromInline var s2: UInt64
  @usableFromInline var s3: UInt64

  @inlinable
  package init(seed: UInt64) {
    s0 = StableHash.mix(seed)
    s1 = StableHash.mix(seed &+ 0x9E37_79B9_7F4A_7C15)
    s2 = StableHash.mix(seed &+ 2 &* 0x9E37_79B9_7F4A_7C15)
    s3 = StableHash.mix(seed &+ 3 &* 0x9E37_79B9_7F4A_7C15)
  }

  @inlinable @inline(__always)
  package mutating func next() -> UInt64 {
    let sum = s0 &+ s3
    let result = ((sum << 23) | (sum >> 41)) &+ s0
    let shifted = s1 << 17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = (s3 << 45) | (s3 >> 19)
    return result
  }

  /// Uniform in the open interval (0, 1).
  @inlinable @inline(__always)
  package mutating func uniform() -> Double { StableHash.unit(next()) }
}
