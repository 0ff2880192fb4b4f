import Core
import World

/// How the user moves, as the motion sensors report it, and how far that may have taken the phone since the last position.
struct UserMovement {
  private(set) var motion: MotionClass
  /// Which way of moving of the day it is. The patience of auto-pause belongs to such a stretch, not to the number of trials:
  /// asking again draws no new outcomes.
  private(set) var stretch = 0
  private var since = Instant.start
  /// The last position that the phone determined, for any app.
  var lastPosition: Location?
  /// The receiver follows satellites: it has brought a fix since it began to look for one.
  var hasSatelliteFix = false
  /// How far the user may have moved in other ways since the last position, in metres, and which position that was.
  private var earlier = (timestamp: -Double.infinity, metres: 0.0)

  init(_ motion: MotionClass) { self.motion = motion }

  /// The fastest the user can be now, in m/s; a phone at rest stays where it is.
  var fastest: Double { motion.isStill ? 0 : motion.topSpeed }

  /// Since when the phone rests; `never` on the move.
  var restsSince: Instant { motion.isStill ? since : .never }

  /// Keeps a position that no session was given when it was determined, unless a newer one is known.
  mutating func learn(_ location: Location) {
    if location.timestamp > lastPosition?.timestamp ?? -.infinity { lastPosition = location }
  }

  /// How far the user may have moved since a position was determined, in metres.
  func drift(since location: Location, at now: Instant) -> Double {
    let isKnown = location.timestamp == earlier.timestamp
    let begin = isKnown ? max(location.timestamp, since.seconds) : location.timestamp
    return (isKnown ? earlier.metres : 0) + fastest * max(0, now.seconds - begin)
  }

  mutating func change(to motion: MotionClass, at now: Instant) {
    if let last = lastPosition { earlier = (last.timestamp, drift(since: last, at: now)) }
    self.motion = motion
    stretch += 1
    since = now
  }
}

/// What tells a phone, without any positioning, that its user has probably moved.
///
/// From WWDC 2011 session 500: in iOS 4 only the serving cell; since iOS 5 also the access points that the radio hears, the
/// network it joins or leaves, and the screen.
package enum MovementTrigger: CaseIterable, Sendable {
  case servingCell
  /// The scans for known networks hear other access points than before.
  case accessPoints
  /// The phone has joined or left a Wi-Fi network.
  case association
  /// The user has switched the screen on.
  case screenOn

  /// Whether a system takes this hint.
  package func counts(on platform: Platform) -> Bool {
    self == .servingCell || platform.version >= Platform.ios5.version
  }
}
