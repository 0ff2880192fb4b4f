package import Core

/// Takes outliers out of satellite fixes with what Wi-Fi scans say.
///
/// Source: WWDC 2012 session 303: among high buildings Wi-Fi brings the worst peaks of the satellite track back in; the rest
/// of the track stays as it was. A fix is an outlier when it lies far both from the last Wi-Fi position and from where
/// the track has just been, while these two agree: then the phone is taken to be between them. A Wi-Fi position that
/// contradicts the track changes nothing, so an access point that has moved does no harm. The limits are estimates.
package struct WiFiAiding: Sendable {
  /// A Wi-Fi position is used for this long: two scans of a moving phone, and some.
  package static let validity = TimeSpan.seconds(20)
  /// Where the track has just been is remembered for this long.
  static let memory = TimeSpan.seconds(5)
  /// Positions agree within this many of their deviations together.
  static let agreement = 2.5
  /// A reported radius over the deviation per axis that the phone believes in: 1.51 for 68 %, and reports are rounded up.
  static let radiusOverDeviation = 2.0
  /// The least speed that is allowed for between two positions, in m/s.
  static let leastSpeed = 2.0

  private var wifi: Fix?
  private var track: Fix?

  package init() {}

  /// A position from a Wi-Fi scan.
  package mutating func note(_ fix: Fix) { wifi = fix }

  /// What was held no longer holds: the receiver started anew.
  package mutating func reset() { track = nil }

  /// The fix as the phone believes it, with Wi-Fi's help.
  ///
  /// - Parameter velocity: over ground in m/s, as satellite receivers measure it.
  package mutating func aided(_ fix: Fix, velocity: EarthVector) -> Fix {
    let aided = corrected(fix, velocity: velocity)
    track = aided
    return aided
  }

  private func corrected(_ fix: Fix, velocity: EarthVector) -> Fix {
    guard let wifi, let track else { return fix }
    let (age, step) = (fix.timestamp - wifi.timestamp, fix.timestamp - track.timestamp)
    guard age >= .zero, age <= Self.validity, step <= Self.memory else { return fix }
    // Where both should be by now; on the way a corner may have been turned.
    let (reached, heard) = (track.position + velocity * step.seconds, wifi.position + velocity * age.seconds)
    let turned = max(velocity.length, Self.leastSpeed)
    let (own, other) = (Self.deviation(fix), Self.wifiDeviation(wifi))
    let together = Self.agreement * (own * own + other * other).squareRoot()
    let allowed = together + turned * age.seconds / 2
    guard heard.distance(to: reached) <= allowed, fix.position.distance(to: heard) > allowed,
      fix.position.distance(to: reached) > Self.agreement * own + turned * step.seconds / 2
    else { return fix }
    // Between the two that agree, each by its weight.
    let share = own * own / (own * own + other * other)
    let position = reached.interpolated(to: heard, fraction: share * Self.freshness(age))
    return Fix(
      technology: .gnss, timestamp: fix.timestamp, position: position, horizontalAccuracy: fix.horizontalAccuracy,
      speed: fix.speed)
  }

  // A Wi-Fi position says less the longer ago it was.
  private static func freshness(_ age: TimeSpan) -> Double { 1 - age / validity }

  private static func deviation(_ fix: Fix) -> Double { fix.horizontalAccuracy / radiusOverDeviation }

  // Reports of Wi-Fi positions are rounded up to 65 m, three times their radius (sources B1).
  private static func wifiDeviation(_ fix: Fix) -> Double { fix.horizontalAccuracy / 3 }
}
