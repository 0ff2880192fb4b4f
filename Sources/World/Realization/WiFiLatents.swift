/// The latent state of the Wi-Fi error at one instant: standard normals, and a uniform number for outliers.
@frozen
public struct WiFiLatents: Sendable, Hashable {
  public var east: Double
  public var north: Double
  /// Uniform in (0, 1): an outlier when below its probability.
  public var outlier: Double
}
