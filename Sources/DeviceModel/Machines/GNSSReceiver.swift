public import Core

/// A satellite receiver.
///
/// Power: one value while acquiring in any signal; tracking costs `trackingStrong`, times `weakMultiplier` in weak
/// signal; batching on the chip is tracking; duty-cycled tracking has its own average. After a stop the receiver sleeps
/// for `sleepTime` before it is off (PowerTutor's GPS model: sources A1, F).
///
/// Start types (sources A1, F): hot when the last fix is younger than `hotLimit`, so that position and time are known well
/// enough, and ephemerides or predicted orbits are valid; assisted when a network can send time, ephemerides and almanac; extended with
/// predicted orbits that the phone has kept; warm with a valid almanac; else cold.
/// Satellites repeat their ephemerides every 30 s and the almanac every 12.5 min (IS-GPS-200), so a receiver that has
/// tracked for that long has fresh ones; warm and cold acquisitions contain the reading of ephemerides.
///
/// The driver decides how long an acquisition takes and when the signal is lost: a receiver that tracks keeps tracking
/// where it could not acquire, because its tracking threshold lies 12 to 19 dB lower.
@usableFromInline package struct GNSSReceiver: PowerStateMachine {
  @inlinable package static var component: Component { .gnss }

  @usableFromInline package enum State: UInt8, ComponentState {
    case off, sleeping, acquiringHot, acquiringAssisted, acquiringExtended, acquiringWarm, acquiringCold, tracking
    case dutyCycled, batching
  }

  /// What the receiver knows when it starts.
  package enum StartType: UInt8, CaseIterable, Sendable { case hot, assisted, extended, warm, cold }

  /// How the receiver tracks once it has a fix.
  package enum TrackingMode: UInt8, CaseIterable, Sendable {
    case continuous
    /// The receiver sleeps between fixes; continuous when it cannot.
    case dutyCycled
    /// Fixes stay on the chip while the processor sleeps; continuous when it has no memory for them.
    case batching
  }

  package enum Output: Sendable, Hashable {
    /// Acquisition ended with a fix; the receiver tracks.
    case acquired
    /// Acquisition failed; the receiver is off, without a sleep.
    case gaveUp
    /// The sleep after a stop is over.
    case switchedOff
  }

  // Computed, so that they are constants in the code; a stored static would be looked up at every fix.
  @inlinable static var ephemerisPeriod: TimeSpan { TimeSpan(nanoseconds: 30_000_000_000) }
  @inlinable static var almanacPeriod: TimeSpan { TimeSpan(nanoseconds: 750_000_000_000) }

  @usableFromInline var now = MachineSituation<State>(.off)
  @usableFromInline var bin = SignalStrength.strong
  var mode = TrackingMode.continuous
  var succeeds = false
  @usableFromInline var trackingSince = Instant.never
  @usableFromInline var lastFix: Instant?
  @usableFromInline var ephemerisRead: Instant?
  @usableFromInline var almanacRead: Instant?
  let canDutyCycle: Bool
  let canBatch: Bool
  let giveUp: TimeSpan
  let sleepTime: TimeSpan
  let hotLimit: TimeSpan
  let ephemerisValidity: TimeSpan
  let almanacValidity: TimeSpan
  let extendedValidity: TimeSpan?
  /// When the phone last downloaded predicted orbits.
  var extendedRead: Instant?

  /// A receiver that is off at the start of the run.
  ///
  /// - Parameters:
  ///   - lastFixAge: Age of the last fix at the start; `nil` when it never had one. Likewise the other ages.
  package init(
    parameters: GNSSParameters, lastFixAge: TimeSpan?, ephemerisAge: TimeSpan?, almanacAge: TimeSpan?,
    extendedAge: TimeSpan? = nil
  ) {
    extendedValidity = parameters.extended == nil ? nil : parameters.extendedValidity
    extendedRead = extendedAge.map { .start - $0 }
    canDutyCycle = parameters.dutyCycled != nil
    canBatch = parameters.batchCapacity > 0
    giveUp = parameters.giveUp
    sleepTime = parameters.sleepTime
    hotLimit = parameters.hotLimit
    ephemerisValidity = parameters.ephemerisValidity
    almanacValidity = parameters.almanacValidity
    lastFix = lastFixAge.map { .start - $0 }
    ephemerisRead = ephemerisAge.map { .start - $0 }
    almanacRead = almanacAge.map { .start - $0 }
  }

  @inlinable package var state: State { now.state }
  @inlinable package var cause: EnergyAttribution { now.cause }
  @inlinable package var deadline: Instant { now.deadline }
  /// Off and sleeping do not depend on the signal and count as strong.
  @inlinable package var signalStrength: SignalStrength {
    now.state.rawValue <= State.sleeping.rawValue ? .strong : bin
  }

  /// The receiver has a fix and follows the satellites, in any tracking mode.
  @inlinable package var isTracking: Bool { now.state.rawValue >= State.tracking.rawValue }
  @inlinable package var isAcquiring: Bool {
    now.state.rawValue >= State.acquiringHot.rawValue && now.state.rawValue <= State.acquiringCold.rawValue
  }

  /// How an acquisition begun now would start.
  ///
  /// - Parameter networkAtHand: A network can deliver time, ephemerides and almanac.
  package func startType(at instant: Instant, networkAtHand: Bool) -> StartType {
    func isYounger(_ read: Instant?, than limit: TimeSpan) -> Bool { read.map { instant - $0 < limit } ?? false }
    let hasPrediction = extendedValidity.map { isYounger(extendedRead, than: $0) } ?? false
    let hasOrbits = isYounger(ephemerisRead, than: ephemerisValidity) || hasPrediction
    if isYounger(lastFix, than: hotLimit), hasOrbits { return .hot }
    if networkAtHand { return .assisted }
    if hasPrediction { return .extended }
    return isYounger(almanacRead, than: almanacValidity) ? .warm : .cold
  }

  /// How often a phone on a network downloads predicted orbits (AOSP, `GnssPsdsDownloader`: each day).
  package static let extendedRefresh = TimeSpan.hours(24)

  /// The phone has been on a network until now: its predicted orbits are a day old at most.
  package mutating func networkSeen(at instant: Instant) {
    guard extendedValidity != nil else { return }
    extendedRead = max(extendedRead ?? .start - Self.extendedRefresh, instant - Self.extendedRefresh)
  }

  /// Starts acquiring from off or asleep. While acquiring or tracking only the cause changes.
  ///
  /// - Parameter timeToFirstFix: `nil` when the attempt fails; an attempt longer than `giveUp` fails too.
  package mutating func acquire(
    _ type: StartType, timeToFirstFix: TimeSpan?, cause: EnergyAttribution, at instant: Instant
  ) {
    guard !isAcquiring, !isTracking else {
      now.cause = cause
      return
    }
    let state: State
    switch type {
    case .hot: state = .acquiringHot
    case .assisted: state = .acquiringAssisted
    case .extended: state = .acquiringExtended
    case .warm: state = .acquiringWarm
    case .cold: state = .acquiringCold
    }
    if let time = timeToFirstFix, time <= giveUp {
      succeeds = true
      now.enter(state, cause: cause, until: instant + time)
    } else {
      succeeds = false
      now.enter(state, cause: cause, until: instant + giveUp)
    }
  }

  /// Changes how the receiver tracks: at once, or when tracking begins.
  package mutating func setMode(_ mode: TrackingMode, at instant: Instant) {
    self.mode = mode
    if isTracking { now.state = trackingState }
  }

  package mutating func setSignal(_ bin: SignalStrength, at instant: Instant) { self.bin = bin }

  package mutating func setCause(_ cause: EnergyAttribution, at instant: Instant) {
    if now.state != .off { now.cause = cause }
  }

  /// Tracking ends for want of signal: off at once, without a sleep, since the driver tries again.
  package mutating func loseSignal(at instant: Instant) {
    guard isTracking else { return }
    switchOff()
  }

  /// An acquisition is broken off, to begin anew: off at once, without a sleep.
  package mutating func abandon(at instant: Instant) {
    if isAcquiring { switchOff() }
  }

  /// The receiver is no longer needed: it sleeps, keeping its last cause, then it is off.
  package mutating func stop(at instant: Instant) {
    guard isTracking || isAcquiring else { return }
    trackingSince = .never
    if sleepTime > .zero {
      now.enter(.sleeping, cause: now.cause, until: instant + sleepTime)
    } else {
      switchOff()
    }
  }

  /// A fix was computed: what the receiver knows is renewed.
  @inlinable package mutating func noteFix(at instant: Instant) {
    lastFix = instant
    guard trackingSince <= instant else { return }
    let tracked = instant - trackingSince
    if tracked >= Self.ephemerisPeriod { ephemerisRead = instant }
    if tracked >= Self.almanacPeriod { almanacRead = instant }
  }

  /// - Returns: What happened, or `nil` when nothing was due.
  @discardableResult
  package mutating func timerFired(at instant: Instant) -> Output? {
    guard now.deadline <= instant else { return nil }
    if now.state == .sleeping {
      switchOff()
      return .switchedOff
    }
    guard isAcquiring else {
      now.deadline = .never
      return nil
    }
    guard succeeds else {
      switchOff()
      return .gaveUp
    }
    // Predicted orbits stand in for ephemerides until those are read.
    if now.state != .acquiringHot, now.state != .acquiringExtended { ephemerisRead = instant }
    if now.state == .acquiringAssisted { almanacRead = instant }
    lastFix = instant
    trackingSince = instant
    now.enter(trackingState, cause: now.cause, until: .never)
    return .acquired
  }

  private var trackingState: State {
    switch mode {
    case .continuous: .tracking
    case .dutyCycled: canDutyCycle ? .dutyCycled : .tracking
    case .batching: canBatch ? .batching : .tracking
    }
  }

  private mutating func switchOff() {
    trackingSince = .never
    now.enter(.off, cause: .system, until: .never)
  }
}
