import DeviceModel
import Core
import World

/// The day as far as the phone has got with it: where it is, what surrounds it, how its user moves.
struct DayInProgress {
  let world: WorldRealization
  private(set) var surroundings: Surroundings
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
    defer { motion = new }
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
