public import Quantities
public import World

/// Decides when live updates rest because the user stays.
///
/// The motion sensors' stillness for two minutes, each stretch of the day a quarter more or less: estimate; documented is only
/// that updates rest when the device is stationary and go on by themselves (WWDC 2023, session 10180). Moving ends it at once.
public struct StationaryMonitor: Sendable {
  static let standardPatience = TimeSpan.minutes(2)

  let patience: TimeSpan
  private var stillSince: Instant?

  /// - Parameter variation: a standard normal number that spreads the patience by at most a quarter either way.
  public init(motion: MotionClass, variation: Double, at now: Instant) {
    patience = Self.standardPatience * min(max(1 + 0.125 * variation, 0.75), 1.25)
    stillSince = motion == .still ? now : nil
  }

  public mutating func motionChanged(to motion: MotionClass, at now: Instant) {
    stillSince = motion == .still ? stillSince ?? now : nil
  }

  /// When the updates rest if nothing changes, or `never`.
  public var deadline: Instant { stillSince.map { $0 + patience } ?? .never }
}
