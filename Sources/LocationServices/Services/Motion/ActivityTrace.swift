import Core
import World

/// What the motion sensors say about the user through the day: each stretch of one way of moving shows after a latency, and
/// may be mistaken for spells.
///
/// A stretch that is over before it shows is never seen: a halt at lights. After a stretch has shown, each `window` begins
/// a spell with the class's chance. All of it is a function of the day's stretches and their random outcomes, so that it
/// does not depend on who asks, or when.
struct ActivityTrace {
  static let window = TimeSpan.minutes(1)
  /// So many windows are looked through at once; a trace without spells is asked again then.
  private static let longestLook = 1024

  private(set) var current: MotionActivity
  /// When it may change next, or `never`.
  private(set) var next: Instant
  private let isAndroid: Bool
  private var motion: MotionClass
  private var stretch: Int
  private var shownSince: Instant
  private var window = 0
  private var phase = Phase.shown

  private enum Phase {
    case awaited
    /// The sensors are right; the next look is at the window that begins at `next`.
    case shown
    case mistaken
  }

  /// - Parameter motion: what the user has been doing since before the run.
  init(_ motion: MotionClass, isAndroid: Bool, outcomes: any RandomOutcomes) {
    self.motion = motion
    self.isAndroid = isAndroid
    stretch = 0
    shownSince = .start
    current = MotionActivity(DetectedActivity(motion))
    next = .start
    lookAhead(outcomes)
  }

  /// The user moves in another way from now on.
  mutating func begin(_ motion: MotionClass, stretch: Int, at now: Instant, outcomes: any RandomOutcomes) {
    self.motion = motion
    self.stretch = stretch
    phase = .awaited
    window = 0
    let errors = RecognitionErrors(motion, isAndroid: isAndroid)
    shownSince = now + errors.latency(score: outcomes.score("activity-latency", ordinal: stretch, part: 0))
    next = shownSince
  }

  /// Goes on to `next`.
  mutating func step(outcomes: any RandomOutcomes) {
    switch phase {
    case .awaited, .mistaken:
      phase = .shown
      current = said(DetectedActivity(motion), outcomes)
      lookAhead(outcomes)
    case .shown:
      // The window's spell, or nothing in as many windows as were looked through.
      let errors = RecognitionErrors(motion, isAndroid: isAndroid)
      guard chance("activity-confusion", outcomes) < errors.confusion else { return lookAhead(outcomes) }
      phase = .mistaken
      current = said(errors.mistake(uniform: chance("activity-mistake", outcomes)), outcomes)
      next = next + RecognitionErrors.spell(score: outcomes.score("activity-spell", ordinal: stretch, part: window))
    }
  }

  // The first of the following windows that begins with a spell.
  private mutating func lookAhead(_ outcomes: any RandomOutcomes) {
    let confusion = RecognitionErrors(motion, isAndroid: isAndroid).confusion
    let last = window + Self.longestLook
    repeat { window += 1 } while window < last && chance("activity-confusion", outcomes) >= confusion
    next = shownSince + Self.window * Double(window)
  }

  private func said(_ activity: DetectedActivity, _ outcomes: any RandomOutcomes) -> MotionActivity {
    guard !isAndroid else { return MotionActivity(activity) }
    // Shares of high, medium and low: 7, 2 and 1 in 10 when right, 1, 3 and 6 when not (estimates).
    let isRight = activity == DetectedActivity(motion)
    let uniform = chance("activity-confidence", outcomes)
    let confidence: MotionConfidence =
      uniform < (isRight ? 0.7 : 0.1) ? .high : uniform < (isRight ? 0.9 : 0.4) ? .medium : .low
    return MotionActivity(activity, confidence: confidence)
  }

  private func chance(_ outcome: String, _ outcomes: any RandomOutcomes) -> Double {
    NormalDistribution.cumulative(outcomes.score(outcome, ordinal: stretch, part: window))
  }
}
