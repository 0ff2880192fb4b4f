/// The latent state of the satellite error at one instant: standard normals, and a uniform number for outliers.
///
/// `Positioning` multiplies them by the deviations of the surroundings and the device.
package struct AxisLatents: Sendable, Hashable {
  package var fastEast: Double
  package var fastNorth: Double
  package var slowEast: Double
  package var slowNorth: Double
  /// Independent from second to second.
  package var whiteEast: Double
  package var whiteNorth: Double
  /// Uniform in (0, 1), correlated over some seconds: an outlier when below its probability.
  package var outlier: Double
  /// How large the errors of this leg are: a standard normal, the same through the leg.
  package var legSize: Double

  @inline(__always)
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
struct LatentSample: Sendable {
  var fastEast: Float = 0
  var fastNorth: Float = 0
  var slowEast: Float = 0
  var slowNorth: Float = 0
  var whiteEast: Float = 0
  var whiteNorth: Float = 0
  var outlier: Float = 0.5
  var legSize: Float = 0
}
