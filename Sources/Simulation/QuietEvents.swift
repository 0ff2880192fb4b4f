import LocationServices
import Core

/// Says after which events the services need not be asked for what may have changed.
struct QuietEvents {
  /// The event that is being handled was a machine's own affair, or a position that only plain sessions saw.
  var isQuiet = false
  /// Besides, it left nothing for an app.
  var isSilent = false
  /// Services need not be asked after a quiet event: no app reads the battery, whose level has changed, and no other
  /// device has had a hand in them. Tests switch it off: the results are the same.
  var isAllowed: Bool
  /// From when on services must be asked again after any event, since time itself changes their answers.
  private var until = Instant.start
  /// The same without the services' own timer, which a position may move.
  private var untilBesideServices = Instant.start

  /// The one session that sees satellite fixes, while all events are quiet; found when it is first asked for. What was found before
  /// stays, since it is mostly found again.
  private var plain: PlainSession?
  private var isPlainKnown = false

  init(isAllowed: Bool) { self.isAllowed = isAllowed }

  /// The session that a fix goes straight to; `nil` where it takes the long way.
  @inline(__always)
  mutating func session(at now: Instant, in system: borrowing LocationSystem) -> PlainSession? {
    guard now < until else { return nil }
    return isPlainKnown ? plain : find(in: system)
  }

  @inline(never)
  private mutating func find(in system: borrowing LocationSystem) -> PlainSession? {
    plain = system.plainSession(after: plain)
    isPlainKnown = true
    return plain
  }

  /// The event has been handled.
  ///
  /// - Returns: whether it was quiet.
  mutating func takeQuiet(at now: Instant) -> Bool {
    defer { (isQuiet, isSilent) = (false, false) }
    return isQuiet && now < until
  }

  /// The services have been asked.
  ///
  /// - Parameter anyoneWaits: an app that still waits is looked after at every event.
  mutating func settled(_ agenda: LocationSystem.Agenda, anyoneWaits: Bool) {
    isPlainKnown = false
    untilBesideServices =
      !isAllowed || anyoneWaits
      ? .start : min(agenda.significantChange, agenda.reducedAccuracy, agenda.regions ?? .never, agenda.appTimers)
  }

  /// The services' own timer is due then.
  mutating func servicesDue(at due: Instant) { until = min(due, untilBesideServices) }
}
