public import Core

/// The application processor: suspended until something needs it, then resuming, working, lingering, suspended.
///
/// Power: each state adds to `suspended` (sources A6, F); resuming and launching have their energy over their time.
/// The most demanding state holds: launching or resuming, active, location session, awake idle, Wi-Fi session, dozing session.
/// After the last work, hold or session the processor lingers awake before it suspends.
///
/// An app whose session is served by Wi-Fi is not suspended either: code runs at once, and between positions the phone
/// draws `wifi_session` on top of `suspended`. Measured iPhone 6 at rest draw twice as much in such a session as without
/// one, while no radio has anything to do (MobilityNet, stationary runs; reports/validation/fits.md).
///
/// A phone that dozes draws `dozing_session` for an app whose positions each second are held back meanwhile: measured Nexus 6
/// at rest draw more with such an app than with others after their first hour (the same page).
///
/// Code runs one after another: work that comes while other work runs follows it, and the segment has the cause that came
/// last.
@usableFromInline package struct ApplicationProcessor: PowerStateMachine {
  @inlinable package static var component: Component { .processor }

  @usableFromInline package enum State: UInt8, ComponentState {
    case suspended, resuming, launching, awakeIdle, locationSession, active, wifiSession, dozingSession
  }

  /// What keeps the app of a location session from being suspended.
  package enum Session: Sendable, Hashable {
    /// A satellite fix each second.
    case satellites
    /// A position from Wi-Fi now and then.
    case wifi
    /// None while the phone dozes, each second before and after.
    case dozing
  }

  package enum Output: Sendable, Hashable {
    /// Resuming or launching is done: code can run.
    case ready
    case suspended
  }

  @usableFromInline var now = MachineSituation<State>(.suspended)
  /// Work that waits for the processor to be ready.
  var waitingWork = TimeSpan.zero
  var workCause = EnergyAttribution.system
  var session: Session?
  var sessionCause = EnergyAttribution.system
  var holdCause: EnergyAttribution?
  let resumeTime: TimeSpan
  let launchTime: TimeSpan
  let linger: TimeSpan

  /// A suspended processor.
  package init(parameters: ProcessorParameters) {
    resumeTime = parameters.resumeTime
    launchTime = parameters.launchTime
    linger = parameters.linger
  }

  @inlinable package var state: State { now.state }
  @inlinable package var cause: EnergyAttribution { now.cause }
  @inlinable package var deadline: Instant { now.deadline }
  @inlinable package var signalStrength: SignalStrength { .strong }
  @inlinable package var isSuspended: Bool { now.state == .suspended }
  /// Code can run now.
  @inlinable package var isReady: Bool { now.state.rawValue >= State.awakeIdle.rawValue }

  /// Runs code for `span`, after a resume if need be and after what runs already.
  package mutating func run(for span: TimeSpan, cause: EnergyAttribution, at instant: Instant) {
    workCause = cause
    switch now.state {
    case .active:
      now.enter(.active, cause: cause, until: max(now.deadline, instant) + span)
    case .resuming, .launching:
      waitingWork += span
      now.cause = cause
    case .suspended:
      waitingWork = span
      now.enter(.resuming, cause: cause, until: instant + resumeTime)
    case .awakeIdle, .locationSession, .wifiSession, .dozingSession:
      now.enter(.active, cause: cause, until: instant + span)
    }
  }

  /// Launches an app; `ready` comes after `launchTime`. A second launch follows the first, running code is put off.
  package mutating func launch(cause: EnergyAttribution, at instant: Instant) {
    var begin = instant
    switch now.state {
    case .launching: begin = max(now.deadline, instant)
    case .active: waitingWork = max(now.deadline - instant, .zero)
    default: break
    }
    now.enter(.launching, cause: cause, until: begin + launchTime)
  }

  /// A location session keeps the processor from suspending; `nil` ends it.
  package mutating func setLocationSession(_ session: Session?, cause: EnergyAttribution, at instant: Instant) {
    self.session = session
    sessionCause = cause
    holdsChanged(cause: cause, at: instant)
  }

  /// A background task or an app on the screen keeps the processor from suspending.
  package mutating func setHeldAwake(_ held: Bool, cause: EnergyAttribution, at instant: Instant) {
    holdCause = held ? cause : nil
    holdsChanged(cause: cause, at: instant)
  }

  /// - Returns: `ready`, `suspended`, or `nil` when work ended or nothing was due.
  @discardableResult
  package mutating func timerFired(at instant: Instant) -> Output? {
    guard now.deadline <= instant else { return nil }
    switch now.state {
    case .resuming, .launching:
      if waitingWork > .zero {
        now.enter(.active, cause: workCause, until: instant + waitingWork)
        waitingWork = .zero
      } else {
        settle(at: instant)
      }
      return .ready
    case .active:
      settle(at: instant)
      return nil
    case .awakeIdle:
      now.enter(.suspended, cause: .system, until: .never)
      return .suspended
    case .suspended, .locationSession, .wifiSession, .dozingSession:
      now.deadline = .never
      return nil
    }
  }

  mutating func holdsChanged(cause: EnergyAttribution, at instant: Instant) {
    switch now.state {
    case .suspended:
      if session != nil || holdCause != nil {
        now.enter(.resuming, cause: cause, until: instant + resumeTime)
      }
    case .awakeIdle where session == nil && holdCause == nil && now.deadline != .never:
      // Lingering already: a release of what was not held does not lengthen it.
      break
    case .awakeIdle, .locationSession, .wifiSession, .dozingSession:
      settle(at: instant)
    case .resuming, .launching, .active:
      break
    }
  }

  /// Enters the state that sessions and holds ask for; without any, the linger begins.
  mutating func settle(at instant: Instant) {
    if session == .satellites {
      now.enter(.locationSession, cause: sessionCause, until: .never)
    } else if let holdCause {
      now.enter(.awakeIdle, cause: holdCause, until: .never)
    } else if session == .wifi {
      now.enter(.wifiSession, cause: sessionCause, until: .never)
    } else if session == .dozing {
      now.enter(.dozingSession, cause: sessionCause, until: .never)
    } else {
      now.enter(.awakeIdle, cause: now.cause, until: instant + linger)
    }
  }
}
