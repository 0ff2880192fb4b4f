import EventKernel

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
