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
  private var cursor = WorldCursor()
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
  var motionStart: Instant { cursor.motionStart(in: world) }

  // MARK: Changes

  /// When something of the world changes next.
  var nextChange: Instant { cursor.nextChange(in: world) }

  /// - Returns: the surroundings until now, if they have changed.
  mutating func passSurroundings(by now: Instant) -> Surroundings? {
    guard let new = cursor.passSurroundings(in: world, by: now) else { return nil }
    defer { surroundings = new }
    return surroundings
  }

  /// - Returns: the motion until now, if it has changed.
  mutating func passMotion(by now: Instant) -> MotionClass? {
    guard let new = cursor.passMotion(in: world, by: now) else { return nil }
    defer { if !(new.isStill && world.failures.contains(.motionStuck)) { motion = new } }
    return motion
  }

  /// - Returns: whether another cell serves, or none.
  mutating func passCell(by now: Instant) -> Bool {
    guard let new = cursor.passCell(in: world, by: now) else { return false }
    cell = new
    return true
  }

  /// - Returns: the network's access from now on, if it has changed.
  mutating func passAccess(by now: Instant) -> RadioTechnology?? { cursor.passAccess(in: world, by: now) }

  /// The modem, which is in service, notices which cell serves it.
  mutating func registerCell() { registeredCell = cell }

  // MARK: The script

  var nextEvent: Instant { scriptIndex < world.script.count ? world.script[scriptIndex].instant : .never }

  mutating func takeEvent() -> ScriptEvent.Kind {
    defer { scriptIndex += 1 }
    return world.script[scriptIndex].kind
  }
}

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
