import EventKernel

/// The random numbers of one block of a latent series.
struct LatentNoise {
  private var generator: Xoshiro256PlusPlus
  private let normals = ZigguratNormal.standard

  init(seed: UInt64) { generator = Xoshiro256PlusPlus(seed: seed) }

  @inline(__always) mutating func normal() -> Double { normals.next(&generator) }
}
