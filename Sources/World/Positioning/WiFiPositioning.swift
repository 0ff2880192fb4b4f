package import DeviceModel
package import Core
import RealModule

/// Positions from a Wi-Fi scan: nearly independent from fix to fix (correlation time 15 s), with rare gross outliers.
///
/// Deviation per axis by how many access points the scan hears; no gain beyond about ten. From sources F, B3
/// (Zandbergen 2012). Outliers are access points that have moved since they were surveyed. Where the profile gives the
/// deviation s of the logarithm of an error's length, the length is 1.177 sigma exp(s z) with the same median and a longer tail,
/// z being the normal score of the latent error's length. Inside a surveyed venue the venue's own deviation counts, and the
/// floor is known (WWDC 2015 session 714).
///
/// Vehicles make positions worse where the profile says so (`WiFiGrades`): a uniform latent, correlated over 30 s, picks the
/// grade. Elsewhere none is drawn as worse: of 755 measured positions one was (`reports/validation/position-errors.md`). A
/// position of a lower grade is an old one: it lies where the phone was `lag` before, off by a share of the radius that is
/// reported. With ten access points or more around, a scan in passing still hears some: the shares are those of the next lower
/// speed (estimate).
///
/// Some trips begin without positions from Wi-Fi. How long that lasts is exponential with the profile's mean.
package struct WiFiPositioning: Sendable {
  let errors: ErrorParameters.WiFi
  let report: ReportedAccuracy

  package init(errors: ErrorParameters.WiFi, report: ReportedAccuracy = .cautious) {
    self.errors = errors
    self.report = report
  }

  /// The position from a scan made at `now`, or `nil` where no access point is heard.
  ///
  /// - Parameters:
  ///   - speedInVehicle: in metres per second; 0 at rest and outside of vehicles.
  ///   - venue: the surveyed venue around the phone, where there is one.
  ///   - floor: the floor that the system takes the phone to be on there.
  package func fix(
    at now: Instant, truth: EarthVector, speedInVehicle speed: Double = 0, accessPoints: AccessPointDensity,
    venue: Venue? = nil, floor: Int? = nil, world: WorldRealization
  ) -> Fix? {
    let deviation: Double
    switch accessPoints {
    case .none: return nil
    case .few: deviation = errors.few.metres
    case .some: deviation = errors.some.metres
    case .many: deviation = errors.many.metres
    }
    let latent = world.wifiError(at: now)
    let believed = world.reportedAccuracy(at: now)
    if let venue {
      let error = venue.error.metres
      return Fix(
        technology: .wifi, timestamp: now,
        position: truth.moved(
          east: error * (latent.east + latent.scatterEast), north: error * (latent.north + latent.scatterNorth)),
        horizontalAccuracy: report.radius(deviation: error, latent: believed, levels: ReportedAccuracy.venueLevels),
        speed: -1, floor: floor.map { min(max($0, venue.floors.lowerBound), venue.floors.upperBound) })
    }
    if errors.tripFailure > 0, let trip = world.wifiTrip(at: now), trip.failure < errors.tripFailure {
      guard let mean = errors.failureTime, trip.elapsed >= mean * -Double.log(trip.length) else { return nil }
    }
    let (grade, share) = grade(speed: speed, accessPoints: accessPoints, latent: believed)
    let radius: Double
    let error: (east: Double, north: Double)
    var from = truth
    switch grade {
    case .lost: return nil
    case .usual:
      radius = report.radius(deviation: deviation, latent: share, levels: ReportedAccuracy.wifiLevels)
      let scale = latent.outlier < errors.outlierProbability ? errors.outlierMultiplier : 1
      error =
        errors.logDeviation.map { Self.error(.init(median: 1.177 * scale * deviation, logDeviation: $0), latent) }
        ?? (scale * deviation * latent.east, scale * deviation * latent.north)
    case .worse(let old, let radii):
      radius = (radii.lowerBound * Double.pow(radii.upperBound / radii.lowerBound, share)).rounded()
      error = Self.error(.init(median: radius * old.ratio.median, logDeviation: old.ratio.logDeviation), latent)
      if old.lag > 0, speed > 0 { from = world.journey.position(at: max(.start, now + .seconds(-old.lag))) }
    }
    return Fix(
      technology: .wifi, timestamp: now,
      position: from.moved(
        east: error.east + deviation * latent.scatterEast, north: error.north + deviation * latent.scatterNorth),
      horizontalAccuracy: radius, speed: -1)
  }

  private enum Grade {
    case usual, lost
    case worse(WiFiGrades.Grade, radii: ClosedRange<Double>)
  }

  // The grade, and a latent that is uniform within it.
  private func grade(
    speed: Double, accessPoints: AccessPointDensity, latent: Double
  ) -> (grade: Grade, latent: Double) {
    // Measured while phones moved: at rest the same access points give the same position.
    guard let grades = errors.grades, speed > 0 else { return (.usual, latent) }
    let step =
      (speed > WiFiGrades.fastFrom ? 2 : speed > WiFiGrades.briskFrom ? 1 : 0) - (accessPoints == .many ? 1 : 0)
    let shares = step > 1 ? grades.fast : step == 1 ? grades.brisk : grades.slow
    var rest = latent
    let worse: [(Grade, Double)] = [
      (.lost, shares.none), (.worse(grades.poor, radii: 500...1500), shares.poor),
      (.worse(grades.rough, radii: 200...500), shares.rough), (.worse(grades.fair, radii: 165...165), shares.fair),
    ]
    var left = 1.0
    for (grade, share) in worse {
      if rest < share { return (grade, rest / share) }
      rest -= share
      left -= share
    }
    return (.usual, left > 0 ? min(rest / left, 1 - 0x1p-23) : 0.5)
  }

  // The length is log-normal with the rank of the latent error's length among such; the direction is the latent's.
  private static func error(_ length: ErrorParameters.Spread, _ latent: WiFiLatents) -> (east: Double, north: Double) {
    let square = latent.east * latent.east + latent.north * latent.north
    guard square > 0 else { return (0, 0) }
    let rank = min(1 - 0x1p-40, max(0x1p-40, -Double.expMinusOne(-square / 2)))
    let scale = length.value(score: NormalDistribution.quantile(rank)) / square.squareRoot()
    return (scale * latent.east, scale * latent.north)
  }
}

/// How often the system scans for Wi-Fi positions. Observed behaviour of iOS, not a property of a device.
package enum ScanCadence {
  /// 100 m accuracy while moving: mean interval between fixes 7.7 s (sources B1, of more days than the shared ones, which
  /// have 6.9 s).
  package static let moving = TimeSpan.seconds(7.7)
  /// 100 m accuracy at rest: 29 deliveries an hour (sources B1).
  package static let still = TimeSpan.seconds(124)
  /// 1 km accuracy, and 3 km without a cell, while moving: an estimate; at the speed of a car a kilometre takes a minute,
  /// on foot a quarter of an hour.
  package static let coarse = TimeSpan.minutes(5)
  /// While GNSS delivers, Wi-Fi positions are not needed; looked at again after this time.
  package static let idleCheck = TimeSpan.seconds(30)
  /// After this long without a scan the list of channels in use is stale, and all are scanned (estimate).
  package static let fullScanAfter = TimeSpan.minutes(10)

  /// 100 m accuracy "usually doesn't need to turn on the GPS" (sources C2). On a freeway, where scans hear nothing for
  /// seconds at a time, measured phones did not (sources B1); on a trail, where no scan hears anything, something must.
  /// After this long without a Wi-Fi position a duty-cycled receiver stands in (estimate).
  package static let gnssStandsInAfter = TimeSpan.minutes(2)
  /// Time between fixes of a receiver that stands in: cyclic tracking reaches to 10 s (sources A1).
  package static let dutyCycle = TimeSpan.seconds(10)

  /// The longest rest of a receiver that hears no satellite (estimate).
  package static let longestSearchPause = TimeSpan.minutes(5)

  package static func regular(_ motion: MotionClass) -> TimeSpan { motion.isStill ? still : moving }
}
