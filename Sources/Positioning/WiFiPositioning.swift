public import DeviceModel
public import Quantities
public import World

/// Positions from a Wi-Fi scan: nearly independent from fix to fix (correlation time 15 s), with rare gross outliers.
///
/// Deviation per axis by how many access points the scan hears; no gain beyond about ten. From sources F, B3
/// (Zandbergen 2012). Outliers are access points that have moved since they were surveyed. Inside a surveyed venue the
/// venue's own deviation counts, and the floor is known (WWDC 2015 session 714).
public struct WiFiPositioning: Sendable {
  let errors: ErrorParameters.WiFi

  public init(errors: ErrorParameters.WiFi) { self.errors = errors }

  /// The position from a scan made at `now`, or `nil` where no access point is heard.
  ///
  /// - Parameters:
  ///   - venue: the surveyed venue around the phone, where there is one.
  ///   - floor: the floor that the system takes the phone to be on there.
  public func fix(
    at now: Instant, truth: EarthVector, accessPoints: AccessPointDensity, venue: Venue? = nil, floor: Int? = nil,
    world: WorldRealization
  ) -> Fix? {
    let deviation: Double
    switch accessPoints {
    case .none: return nil
    case .few: deviation = errors.few.metres
    case .some: deviation = errors.some.metres
    case .many: deviation = errors.many.metres
    }
    let latent = world.wifiError(at: now)
    if let venue {
      let error = venue.error.metres
      return Fix(
        technology: .wifi, timestamp: now,
        position: truth.moved(east: error * latent.east, north: error * latent.north),
        horizontalAccuracy: ReportedAccuracy.report(
          deviation: error, latent: world.reportedAccuracy(at: now), levels: ReportedAccuracy.venueLevels),
        speed: -1, floor: floor.map { min(max($0, venue.floors.lowerBound), venue.floors.upperBound) })
    }
    let scale = deviation * (latent.outlier < errors.outlierProbability ? errors.outlierMultiplier : 1)
    let accuracy = ReportedAccuracy.report(
      deviation: deviation, latent: world.reportedAccuracy(at: now), levels: ReportedAccuracy.wifiLevels)
    return Fix(
      technology: .wifi, timestamp: now, position: truth.moved(east: scale * latent.east, north: scale * latent.north),
      horizontalAccuracy: accuracy, speed: -1)
  }
}
