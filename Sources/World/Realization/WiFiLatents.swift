/// The latent state of the Wi-Fi error at one instant: standard normals, and a uniform number for outliers.
package struct WiFiLatents: Sendable, Hashable {
  package var east: Double
  package var north: Double
  /// Uniform in (0, 1): an outlier when below its probability.
  package var outlier: Double
}
