import Quantities

/// What is true on one day of a scenario: everything about it but the errors of positioning.
struct Day: Sendable {
  var journey: Journey
  var surroundings: StepFunction<Surroundings>
  var motion: StepFunction<MotionClass>
  var script: [ScriptEvent]
  var gaps: [ClosedRange<Instant>]
  /// The name of the leg under way: as a scenario's file has it, or the motion of a recording.
  var legNames: StepFunction<String>
  /// Whether the user has the phone with them, and not only the watch.
  var phoneAtHand = StepFunction(true)
}
