public import Quantities

/// How a device's positions err, per technology; `nil` for a technology it lacks. Deviations are per horizontal axis.
///
/// From sources F, "Error model per axis".
public struct ErrorParameters: Sendable, Equatable {
  /// Satellite fixes in one kind of surroundings.
  public struct Satellite: Sendable, Equatable {
    /// Deviation of the fast Gauss-Markov process.
    public var fast: Distance
    /// Deviation of the slow Gauss-Markov process.
    public var slow: Distance
    /// Share of fixes that are outliers, 0 to 1.
    public var outlierProbability: Double
    /// Multiplies an outlier's error.
    public var outlierMultiplier: Double
  }

  /// Satellite fixes.
  public struct GNSS: Sendable, Equatable {
    /// White noise per axis, under any sky.
    public var white: Distance
    /// Correlated errors, by the view of the sky.
    public var sky: SkyTable<Satellite>
  }

  /// Wi-Fi fixes by how many access points a scan hears: 1 to 2, 3 to 9, 10 or more.
  public struct WiFi: Sendable, Equatable {
    /// Deviation per axis with few access points.
    public var few: Distance
    /// Deviation per axis with some access points.
    public var some: Distance
    /// Deviation per axis with many access points.
    public var many: Distance
    /// Share of fixes that are outliers, 0 to 1.
    public var outlierProbability: Double
    /// Error of an outlier over that of other fixes.
    public var outlierMultiplier: Double
  }

  /// `nil` without a satellite receiver.
  public var gnss: GNSS?
  /// `nil` without Wi-Fi.
  public var wifi: WiFi?
  /// Deviation of a tower's bias over the cell's radius.
  public var cellBiasRatio: Double?

  init(_ values: ParameterValues) throws(ProfileFault) {
    if values.has(section: "gnss") {
      let sky = try SkyTable<Satellite> { name throws(ProfileFault) in
        Satellite(
          fast: try values.distance("error.\(name).fast"), slow: try values.distance("error.\(name).slow"),
          outlierProbability: try values.number("error.\(name).outlier_probability"),
          outlierMultiplier: try values.number("error.\(name).outlier_multiplier"))
      }
      gnss = GNSS(white: try values.distance("error.white"), sky: sky)
    }
    if values.has(section: "wifi") {
      wifi = WiFi(
        few: try values.distance("error.wifi.few.sigma"), some: try values.distance("error.wifi.some.sigma"),
        many: try values.distance("error.wifi.many.sigma"),
        outlierProbability: try values.number("error.wifi.outlier_probability"),
        outlierMultiplier: try values.number("error.wifi.outlier_multiplier"))
    }
    if values.has(section: "cellular") { cellBiasRatio = try values.number("error.cell.bias_ratio") }
  }
}
