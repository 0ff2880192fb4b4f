package import Core
import DeviceModel
package import World

/// What the system believes about one circle, from the positions it comes by.
///
/// From: archived Location and Maps Programming Guide (the boundary must be crossed, a minimum distance from it reached,
/// and that held for at least 20 s). An exit needs the buffer beyond the edge, an entry none. A position counts only as
/// far as its uncertainty lets it decide. The buffers are in `Platform`.
package struct RegionTracker: Sendable {
  /// How long the new state must hold before it is believed.
  package static let hold = TimeSpan.seconds(20)
  /// A position may be this uncertain and still decide about a small circle: the poorest class of Wi-Fi positions
  /// (iPhone 6 reports 65 or 165 m).
  static let finestNeeded = 200.0

  package let circle: Circle
  /// How far beyond the edge an exit is believed, in metres.
  package let exitBuffer: Double
  /// iOS 4: positions come from cells only, and are taken for what they are.
  package let fromCells: Bool
  /// How long this one's new state must hold.
  private let holdTime: TimeSpan

  package private(set) var state = RegionState.unknown
  /// Since when positions have spoken for the other state.
  private var changingSince: Instant?
  private var asksAt = Instant.never

  package init(
    circle: Circle, exitBuffer: Double, fromCells: Bool = false, hold: TimeSpan = RegionTracker.hold,
    assuming state: RegionState = .unknown
  ) {
    holdTime = hold
    self.circle = circle
    self.exitBuffer = exitBuffer
    self.fromCells = fromCells
    self.state = state
  }

  /// When a position is needed to see whether a change has held, or `never`.
  package var deadline: Instant { asksAt }

  /// Whether positions so far speak for a change that has not been held yet.
  package var isChanging: Bool { changingSince != nil }

  /// The position for the end of the hold has been asked for.
  package mutating func asked() { asksAt = .never }

  /// A position is known.
  ///
  /// - Returns: the new state when it has changed.
  package mutating func note(_ location: Location, at now: Instant) -> RegionState? {
    guard let seen = evidence(location) else { return nil }
    if state == .unknown {
      state = seen
      return seen
    }
    guard seen != state else {
      changingSince = nil
      asksAt = .never
      return nil
    }
    guard let since = changingSince ?? (holdTime > .zero ? nil : now) else {
      changingSince = now
      asksAt = now + holdTime
      return nil
    }
    guard now - since >= holdTime else { return nil }
    changingSince = nil
    asksAt = .never
    state = seen
    return seen
  }

  /// Whether a position this rough says all there is to know: clearly outside, and believed to be outside.
  func isSettled(by location: Location) -> Bool {
    fromCells
      || state == .outside && !isChanging
        && location.position.distance(to: circle.center) > circle.radius + 2 * location.horizontalAccuracy
  }

  /// Whether a position leaves open on which side of the edge the phone is.
  func isOpen(after location: Location) -> Bool {
    guard !fromCells, location.horizontalAccuracy <= max(circle.radius, Self.finestNeeded) else { return false }
    let edge = state == .inside ? circle.radius + exitBuffer : circle.radius
    return abs(location.position.distance(to: circle.center) - edge) <= location.horizontalAccuracy
  }

  // What a position says; `nil` when it is too rough to tell.
  private func evidence(_ location: Location) -> RegionState? {
    let distance = location.position.distance(to: circle.center)
    let accuracy = location.horizontalAccuracy
    if fromCells {
      // The position is the cell's: the circle cannot be finer than that.
      let radius = max(circle.radius, accuracy)
      if distance <= radius { return .inside }
      return distance > radius + exitBuffer || state != .inside ? .outside : .inside
    }
    if distance > circle.radius + max(exitBuffer, accuracy) { return .outside }
    guard accuracy <= max(circle.radius, Self.finestNeeded) else { return nil }
    if distance <= circle.radius { return .inside }
    // Between the edge and the buffer nothing changes.
    return state == .inside ? .inside : .outside
  }
}

extension Platform {
  /// How long a region's new state must hold. Apple's guide says 20 s; Android documents none.
  package var regionHold: TimeSpan { system == .android ? .zero : RegionTracker.hold }
}

/// When the system looks where the phone is, for the sake of regions.
///
/// It looks when something hints at a movement, at the end of a hold, and again while a position leaves open on which
/// side of an edge the phone is. Other access points, or a network joined or left, are worth two looks: such a hint may be
/// the last for hours, and one scan that errs must not close the case (estimate).
struct RegionSight {
  /// Time between looks while the side is open, and how many follow one hint (estimates: a minute is a walk through
  /// the uncertainty of a Wi-Fi position).
  static let followUpInterval = TimeSpan.minutes(1)
  static let followUpLimit = 5

  private var isHinted = false
  private var owesSecondLook = false
  private var secondLook = Instant.never
  private var followUp = Instant.never
  private var followUpsLeft = 0
  private var sleepsUntil = Instant.start

  /// When to look next, the ends of holds left aside.
  func due(at now: Instant) -> Instant { max(isHinted ? now : min(followUp, secondLook), sleepsUntil) }

  /// Does not look before `end`, and then does.
  mutating func sleep(until end: Instant) { (isHinted, sleepsUntil) = (true, end) }
  func sleeps(at now: Instant) -> Bool { now < sleepsUntil }

  /// - Parameter isOfNetworks: the hint is one of access points or of a network.
  mutating func hint(isOfNetworks: Bool = false) {
    isHinted = true
    owesSecondLook = owesSecondLook || isOfNetworks
    followUpsLeft = Self.followUpLimit
  }

  /// An app wants to know where the phone is.
  mutating func ask() {
    sleepsUntil = .start
    hint()
  }

  mutating func looks(at now: Instant) {
    isHinted = false
    if secondLook <= now { secondLook = .never }
    if owesSecondLook { secondLook = now + Self.followUpInterval }
    owesSecondLook = false
    followUp = .never
  }

  mutating func looked(isOpen: Bool, at now: Instant) {
    guard isOpen, followUpsLeft > 0, followUp == .never else { return }
    followUpsLeft -= 1
    followUp = now + Self.followUpInterval
  }
}
