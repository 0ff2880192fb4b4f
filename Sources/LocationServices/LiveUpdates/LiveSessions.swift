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
