import Core

/// Decides when live updates rest because the user stays.
///
/// Documented is only that updates rest when the device is stationary and go on by themselves (WWDC 2023, session 10180).
/// Estimates: the motion sensors must report stillness for two minutes, each stretch of the day a quarter more or less; and
/// the system notices rest and movement when the sensors report them to apps (`RecognitionErrors`).
struct StationaryMonitor {
  static let standardPatience = TimeSpan.minutes(2)

  let patience: TimeSpan
  private var stillSince: Instant?

  /// - Parameters:
  ///   - seemsStill: the sensors report that the user is still.
  ///   - variation: a standard normal number that spreads the patience by at most a quarter either way.
  init(seemsStill: Bool, variation: Double, at now: Instant) {
    patience = Self.standardPatience * min(max(1 + 0.125 * variation, 0.75), 1.25)
    stillSince = seemsStill ? now : nil
  }

  mutating func activityChanged(seemsStill: Bool, at now: Instant) {
    stillSince = seemsStill ? stillSince ?? now : nil
  }

  /// When the updates rest if nothing changes, or `never`.
  var deadline: Instant { stillSince.map { $0 + patience } ?? .never }
}

/// What the process of one app holds so that live updates come, and go on behind the screen.
struct LiveSessions {
  /// Background activity sessions.
  private(set) var activity = 0
  /// Service sessions.
  private(set) var service = 0
  /// The process ended while live updates had the right to go on in the background: they start it again.
  var resumes = false

  mutating func changeActivity(by change: Int) { activity = max(0, activity + change) }
  mutating func changeService(by change: Int) { service = max(0, service + change) }

  mutating func processEnded(resumes: Bool) { self = LiveSessions(resumes: resumes) }
}
