/// The latent state of the satellite error at one instant: standard normals, and a uniform number for outliers.
///
/// `Positioning` multiplies them by the deviations of the surroundings and the device.
@frozen
public struct AxisLatents: Sendable, Hashable {
  public var fastEast: Double
  public var fastNorth: Double
  public var slowEast: Double
  public var slowNorth: Double
  /// Independent from second to second.
  public var whiteEast: Double
  public var whiteNorth: Double
  /// Uniform in (0, 1), correlated over some seconds: an outlier when below its probability.
  public var outlier: Double
  /// How large the errors of this leg are: a standard normal, the same through the leg.
  public var legSize: Double

  @inlinable @inline(__always)
  init(_ sample: LatentSample) {
    fastEast = Double(sample.fastEast)
    fastNorth = Double(sample.fastNorth)
    slowEast = Double(sample.slowEast)
    slowNorth = Double(sample.slowNorth)
    whiteEast = Double(sample.whiteEast)
    whiteNorth = Double(sample.whiteNorth)
    outlier = Double(sample.outlier)
    legSize = Double(sample.legSize)
  }
}

/// As kept in memory: 32 bytes per second of the run.
@usableFromInline @frozen
struct LatentSample: Sendable {
  @usableFromInline var fastEast: Float = 0
  @usableFromInline var fastNorth: Float = 0
  @usableFromInline var slowEast: Float = 0
  @usableFromInline var slowNorth: Float = 0
  @usableFromInline var whiteEast: Float = 0
  @usableFromInline var whiteNorth: Float = 0
  @usableFromInline var outlier: Float = 0.5
  @usableFromInline var legSize: Float = 0
}
