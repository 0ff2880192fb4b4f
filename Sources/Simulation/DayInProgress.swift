import Core
import DeviceModel
import World

/// The day as far as the phone has got with it: where it is, what surrounds it, how its user moves.
struct DayInProgress {
  let world: WorldRealization
  private(set) var surroundings: Surroundings
  /// As the phone feels it.
  private(set) var motion: MotionClass
  private(set) var cell: ServingCell?
  /// The cell that the modem heard last.
  private(set) var registeredCell: ServingCell?
  /// How far the run has come in each of the world's step functions.
  private var (surroundingsStep, motionStep, cellStep, accessStep) = (0, 0, 0, 0)
  private var scriptIndex = 0
  private var truth: JourneyCursor
  /// Through the true position of the last satellite fix.
  private(set) var plane: LocalPlane

  init(_ world: WorldRealization) {
    self.world = world
    surroundings = world.surroundings.value(at: .start)
    motion = world.motion.value(at: .start)
    cell = world.servingCells.value(at: .start)
    registeredCell = cell
    truth = JourneyCursor(world.journey)
    plane = LocalPlane(world.journey.position(at: .start))
  }

  // MARK: The truth

  mutating func position(at now: Instant) -> EarthVector { truth.position(at: now) }
  mutating func speed(at now: Instant) -> Double { truth.speed(at: now) }
  mutating func velocity(at now: Instant) -> EarthVector { truth.velocity(at: now) }

  /// Lays the plane through where the phone is.
  @inline(__always)
  mutating func movePlane(at now: Instant) {
    let position = truth.position(at: now)
    if position != plane.origin { plane = LocalPlane(position) }
  }

  // Asked at every fix: not worth a copy of the day.
  @inline(__always) var isStill: Bool { motion.isStill }
  @inline(__always) var isInVehicle: Bool { motion.isInVehicle }
  /// When the motion that holds began.
  var motionStart: Instant { world.motion.steps[motionStep].start }

  // MARK: Changes

  /// When something of the world changes next; `never` after its last change.
  var nextChange: Instant {
    min(
      Self.start(after: surroundingsStep, in: world.surroundings), Self.start(after: motionStep, in: world.motion),
      Self.start(after: cellStep, in: world.servingCells), Self.start(after: accessStep, in: world.radioAccesses))
  }

  private static func start<Value>(after index: Int, in function: StepFunction<Value>) -> Instant {
    index + 1 < function.steps.count ? function.steps[index + 1].start : .never
  }

  /// - Returns: the value of a step that begins by `now`, taken once.
  private static func pass<Value>(_ index: inout Int, in function: StepFunction<Value>, by now: Instant) -> Value? {
    guard start(after: index, in: function) <= now else { return nil }
    index += 1
    return function.steps[index].value
  }

  /// - Returns: the surroundings until now, if they have changed.
  mutating func passSurroundings(by now: Instant) -> Surroundings? {
    guard let new = Self.pass(&surroundingsStep, in: world.surroundings, by: now) else { return nil }
    defer { surroundings = new }
    return surroundings
  }

  /// - Returns: the motion until now, if it has changed.
  mutating func passMotion(by now: Instant) -> MotionClass? {
    guard let new = Self.pass(&motionStep, in: world.motion, by: now) else { return nil }
    defer { if !(new.isStill && world.failures.contains(.motionStuck)) { motion = new } }
    return motion
  }

  /// - Returns: whether another cell serves, or none.
  mutating func passCell(by now: Instant) -> Bool {
    guard let new = Self.pass(&cellStep, in: world.servingCells, by: now) else { return false }
    cell = new
    return true
  }

  /// - Returns: the network's access from now on, if it has changed.
  mutating func passAccess(by now: Instant) -> RadioTechnology?? {
    Self.pass(&accessStep, in: world.radioAccesses, by: now)
  }

  /// The modem, which is in service, notices which cell serves it.
  mutating func registerCell() { registeredCell = cell }

  // MARK: The script

  var nextEvent: Instant { scriptIndex < world.script.count ? world.script[scriptIndex].instant : .never }

  mutating func takeEvent() -> ScriptEvent.Kind {
    defer { scriptIndex += 1 }
    return world.script[scriptIndex].kind
  }
}
