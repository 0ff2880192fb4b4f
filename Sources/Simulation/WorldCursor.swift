import DeviceModel
import Core
import World

/// How far a run has come in the step functions of its world.
struct WorldCursor: Sendable {
  private var surroundings = 0
  private var motion = 0
  private var cell = 0
  private var access = 0

  /// When the next of the steps begins; `never` after the last.
  func nextChange(in world: WorldRealization) -> Instant {
    min(
      Self.start(after: surroundings, in: world.surroundings), Self.start(after: motion, in: world.motion),
      Self.start(after: cell, in: world.servingCells), Self.start(after: access, in: world.radioAccesses))
  }

  /// The value of a step that begins by `now`, taken once.
  mutating func passSurroundings(in world: WorldRealization, by now: Instant) -> Surroundings? {
    Self.pass(&surroundings, in: world.surroundings, by: now)
  }

  /// As `passSurroundings`.
  mutating func passMotion(in world: WorldRealization, by now: Instant) -> MotionClass? {
    Self.pass(&motion, in: world.motion, by: now)
  }

  /// As `passSurroundings`; the value itself is `nil` where no cell serves.
  mutating func passCell(in world: WorldRealization, by now: Instant) -> ServingCell?? {
    Self.pass(&cell, in: world.servingCells, by: now)
  }

  /// As `passSurroundings`; the value itself is `nil` on the network's main access.
  mutating func passAccess(in world: WorldRealization, by now: Instant) -> RadioTechnology?? {
    Self.pass(&access, in: world.radioAccesses, by: now)
  }

  /// When the motion that holds began.
  func motionStart(in world: WorldRealization) -> Instant { world.motion.steps[motion].start }

  private static func start<Value>(after index: Int, in function: StepFunction<Value>) -> Instant {
    index + 1 < function.steps.count ? function.steps[index + 1].start : .never
  }

  private static func pass<Value>(_ index: inout Int, in function: StepFunction<Value>, by now: Instant) -> Value? {
    guard start(after: index, in: function) <= now else { return nil }
    index += 1
    return function.steps[index].value
  }
}
