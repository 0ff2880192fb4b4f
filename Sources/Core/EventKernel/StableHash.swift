/// Hashes that give the same value on every machine and in every run.
///
/// Random quantities of a world are functions of (seed, name, index), not of the order in which they are asked for.
/// Mixing function: the finalizer of SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number
/// Generators", OOPSLA 2014). Names: FNV-1a, 64 bits (Fowler, Noll, Vo).
@usableFromInline package enum StableHash {
  @inlinable @inline(__always)
  package static func mix(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  @inlinable @inline(__always)
  package static func combine(_ a: UInt64, _ b: UInt64) -> UInt64 { mix(mix(a) ^ (b &* 0xD6E8_FEB8_6659_FD93)) }

  @inlinable @inline(__always)
  package static func combine(_ a: UInt64, _ b: UInt64, _ c: UInt64) -> UInt64 { combine(combine(a, b), c) }

  @inlinable
  package static func name(_ text: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return hash
  }

  /// A number in the open interval (0, 1) made of the hash's upper 52 bits.
  @inlinable @inline(__always)
  package static func unit(_ hash: UInt64) -> Double { (Double(hash >> 12) + 0.5) * 0x1p-52 }

  /// That of a seed and a name.
  package static func unit(_ seed: UInt64, _ name: String) -> Double { unit(combine(seed, Self.name(name))) }
}
