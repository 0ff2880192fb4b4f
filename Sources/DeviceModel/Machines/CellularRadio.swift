public import Core

/// A cellular radio on one network: LTE, 3G, 5G NSA or 5G SA.
///
/// Between transfers the network keeps the phone connected for a while, the tail, in which power stays high; a transfer
/// that comes in the tail needs no promotion and restarts the tail. All times count from the last byte:
///
///     LTE   idle - promotion - transferring - connected - shortDRX - longDRX - idle
///     3G    idle - promotion - dch (bytes, then DCH timer) - fach (FACH timer) - idle
///           fach: a transfer within both thresholds stays in FACH, a larger one pays fachPromotion to DCH
///     NSA   idle - promotion - nrSwitch - nrConnected - nrTail - idle
///     SA    idle - promotion - nrConnected - nrTail - inactive - idle;  inactive - resuming - nrConnected
///
/// Sources: Huang et al., MobiSys 2012 (LTE stages); PowerTutor and ARO (3G timers, queue thresholds); SIGCOMM 2021
/// 5G data (NSA switch, SA inactive): sources A3, A4. Each state has one power, the average over its on and off phases,
/// so the split inside a DRX cycle is not charged again; power linear in throughput is an energy per bit, for which the
/// driver counts bytes. A tail has the cause of the transfer before it.
///
/// At the very instant a stage expires, the timer wins: a transfer asked for then finds the next stage, after the last
/// one a promotion is paid again.
///
/// Without coverage the radio searches, in airplane mode it is off; both end any connection at once. Transfers wait; one
/// that was cut begins again from its first byte, with a promotion, when there is coverage.
///
/// Where the network has further accesses, the radio changes its timers, rates and powers with them, at once:
///
///     idle                   idle on the other access (its tracking area update is not charged)
///     setting up             set up anew: a reselection ends it (3GPP TS 36.331, T300)
///     FACH, inactive         idle, with a transfer set up anew: the phone reselects and drops its connection
///                            (TS 25.331, 8.3.9; for NR an estimate)
///     transferring           a handover: the bytes that are left flow at the other rate, without a promotion
///     connected, DCH, DRX    a handover: the tail goes on, its time still counted from the last byte (an estimate: standards
///                            leave the inactivity timer to networks)
///
/// A connection that is handed over to NSA goes to NR without the switch: its power is close to that of NR connected.
@usableFromInline package struct CellularRadio: PowerStateMachine {
  @inlinable package static var component: Component { .cellular }

  @usableFromInline package enum State: UInt8, ComponentState {
    case off, searching, idle, promotion
    /// LTE while bytes flow.
    case transferring
    /// LTE without bytes, before DRX.
    case connected
    case shortDRX, longDRX
    case fachPromotion, fach, dch
    case inactive, resuming, nrSwitch, nrConnected, nrTail

    /// The state on an access as the ledger knows it; `nil` is the network's main one. Off and searching are the same on all.
    @inlinable package func code(on access: RadioTechnology?) -> UInt8 {
      self == .off || self == .searching ? rawValue : rawValue &+ 16 &* (access?.number ?? 0)
    }

    /// State and access of a code; `nil` for a number that stands for none.
    package static func decoded(_ code: UInt8) -> (state: State, access: RadioTechnology?)? {
      guard let state = State(rawValue: code & 15) else { return nil }
      guard code >= 16 else { return (state, nil) }
      guard let access = RadioTechnology.allCases.first(where: { $0.number == code >> 4 }) else { return nil }
      return (state, access)
    }
  }

  @usableFromInline package enum Output: Sendable, Hashable {
    /// Its bytes are those that flowed since its last handover.
    case transferFinished(RadioTransfer)
  }

  @usableFromInline var now = MachineSituation<State>(.idle)
  @usableFromInline var queue = TransferQueue()
  /// Of the access the radio is on.
  @usableFromInline var timing: CellularTiming
  /// Of the network's accesses, the main one first.
  private let timings: [CellularTiming]
  /// The further access of the network that the radio is on; `nil` for the main one.
  @usableFromInline package private(set) var access: RadioTechnology?
  private var level: Double?
  /// At the present received power and coverage.
  var rate: TransferRate
  /// Instant from which the stages count: the last byte, or what stands for it after a transfer in FACH.
  @usableFromInline var tailStart = Instant.start
  @usableFromInline var coverage = RadioCoverage.good
  @usableFromInline var airplane = false
  /// Bytes flow in the present state.
  @usableFromInline var isTransferring = false
  var progress = TransferProgress()

  /// A radio that camps on a cell of the network's main access in good coverage.
  package init(network: NetworkParameters) {
    timings = [CellularTiming(network)] + network.accesses.map { CellularTiming($0.network) }
    timing = timings[0]
    rate = timing.rate
  }

  @inlinable package var state: State { now.state }
  @inlinable package var stateCode: UInt8 { now.state.code(on: access) }
  @inlinable package var cause: EnergyAttribution { now.cause }
  @inlinable package var deadline: Instant { now.deadline }
  /// Off and searching do not depend on the signal and count as strong.
  @inlinable package var signalStrength: SignalStrength { coverage == .weak && isAvailable ? .weak : .strong }
  /// There is coverage and no airplane mode.
  @inlinable package var isAvailable: Bool { !airplane && coverage != .none }
  /// The network holds a connection with the phone, which it hands over from cell to cell.
  package var isConnected: Bool {
    switch now.state {
    case .off, .searching, .idle, .inactive: false
    default: true
    }
  }
  /// Transfers in progress and waiting.
  package var pendingTransfers: Int { queue.count }

  /// Queues a transfer; it starts at once, with a promotion where needed, unless another is under way.
  @inlinable package mutating func transfer(_ transfer: RadioTransfer, at instant: Instant) {
    guard queue.append(transfer), isAvailable else { return }
    if now.deadline <= instant { rest(at: instant) }
    begin(transfer, at: instant)
  }

  /// Takes back all transfers of a radio that is out of service; it starts none when it is back.
  package mutating func cancelTransfers(at instant: Instant) -> [RadioTransfer] {
    precondition(!isAvailable, "a radio in service finishes what it began")
    isTransferring = false
    progress.forget()
    return queue.takeAll()
  }

  /// Takes back the transfers that nobody wants any more: one in progress is cut, and the tail begins. A connection that is
  /// being set up comes about all the same.
  ///
  /// - Returns: what was taken back.
  @discardableResult
  package mutating func withdrawTransfers(
    where isMeant: (RadioTransfer) -> Bool, at instant: Instant
  ) -> [RadioTransfer] {
    let (removed, hadCurrent) = queue.remove(where: isMeant)
    if hadCurrent { progress.forget() }
    guard hadCurrent, isAvailable else { return removed }
    if isTransferring {
      bytesEnded(at: instant)
    } else if queue.current == nil {
      tailStart = now.deadline
    }
    return removed
  }

  package mutating func setCoverage(_ coverage: RadioCoverage, at instant: Instant) {
    let was = isAvailable
    self.coverage = coverage
    rate = timing.rate(at: level, isWeak: coverage == .weak)
    availabilityChanged(from: was, at: instant)
  }

  /// Tells the radio the received power in dBm, `nil` where it is not known: later transfers take the rate of it. One in
  /// progress keeps the rate it began with.
  package mutating func setLevel(_ level: Double?) {
    self.level = level
    rate = timing.rate(at: level, isWeak: coverage == .weak)
  }

  /// The network has another access here; one that the radio does not know counts as the main one.
  ///
  /// - Parameter technology: `nil` for the main access.
  /// - Returns: the bytes of a transfer in progress that flowed on the access before, and for whom; the driver pays for them.
  package mutating func setAccess(_ technology: RadioTechnology?, at instant: Instant) -> RadioTransfer? {
    let found = timings.dropFirst().first { $0.technology == technology }
    guard found?.technology != access else { return nil }
    (timing, access) = (found ?? timings[0], found?.technology)
    rate = timing.rate(at: level, isWeak: coverage == .weak)
    guard isAvailable else { return nil }
    var flowed: RadioTransfer?
    if isTransferring, let current = queue.current {
      flowed = progress.handOver(current, until: now.deadline, at: instant)
    }
    switch now.state {
    case .idle, .off, .searching: break
    case .promotion, .fachPromotion, .resuming, .nrSwitch: setUpAnew(at: instant)
    case .fach, .inactive:
      isTransferring = false
      if queue.current == nil { now.enter(.idle, cause: .system, until: .never) } else { setUpAnew(at: instant) }
    case .transferring, .connected, .shortDRX, .longDRX, .dch, .nrConnected, .nrTail:
      if isTransferring, let current = queue.current {
        flow(current, at: instant)
      } else {
        rest(at: instant)
      }
    }
    return flowed
  }

  private mutating func setUpAnew(at instant: Instant) {
    now.enter(.promotion, cause: queue.current?.cause ?? now.cause, until: instant + timing.promotion)
    if queue.current == nil { tailStart = now.deadline }
  }

  package mutating func setAirplane(_ airplane: Bool, at instant: Instant) {
    let was = isAvailable
    self.airplane = airplane
    availabilityChanged(from: was, at: instant)
  }

  /// - Returns: The transfer whose last byte this was, or `nil`.
  @discardableResult @inlinable
  package mutating func timerFired(at instant: Instant) -> Output? {
    guard now.deadline <= instant else { return nil }
    guard let transfer = queue.current else {
      rest(at: instant)
      return nil
    }
    if isTransferring { return finish(transfer, at: instant) }
    if timing.technology == .nrNSA, now.state == .promotion {
      now.enter(.nrSwitch, cause: transfer.cause, until: instant + timing.secondPromotion)
    } else {
      flow(transfer, at: instant)
    }
    return nil
  }

  /// Leads from any state in coverage to the flow of bytes.
  @usableFromInline
  mutating func begin(_ transfer: RadioTransfer, at instant: Instant) {
    switch now.state {
    case .idle, .off, .searching:
      now.enter(.promotion, cause: transfer.cause, until: instant + timing.promotion)
    case .fach:
      if timing.fitsFACH(transfer) {
        isTransferring = true
        progress.begin(at: instant, uplinkTime: timing.fachRate.uplinkTime(transfer))
        now.enter(.fach, cause: transfer.cause, until: instant + timing.fachRate.time(transfer))
      } else {
        now.enter(.fachPromotion, cause: transfer.cause, until: instant + timing.secondPromotion)
      }
    case .inactive:
      now.enter(.resuming, cause: transfer.cause, until: instant + timing.secondPromotion)
    // Set up already, for a transfer that was taken back.
    case .promotion, .fachPromotion, .resuming, .nrSwitch: break
    default:
      flow(transfer, at: instant)
    }
  }

  /// Bytes flow from now on.
  @usableFromInline
  mutating func flow(_ transfer: RadioTransfer, at instant: Instant) {
    let state: State
    switch timing.technology {
    case .lte: state = .transferring
    case .umts: state = .dch
    case .nrNSA, .nrSA: state = .nrConnected
    }
    isTransferring = true
    let rest = progress.rest(of: transfer)
    progress.begin(at: instant, uplinkTime: rate.uplinkTime(rest))
    now.enter(state, cause: transfer.cause, until: instant + rate.time(rest))
  }

  @usableFromInline
  mutating func finish(_ transfer: RadioTransfer, at instant: Instant) -> Output {
    _ = queue.takeCurrent()
    let rest = progress.rest(of: transfer)
    progress.forget()
    bytesEnded(at: instant)
    return .transferFinished(rest)
  }

  /// The next transfer begins, or the tail.
  mutating func bytesEnded(at instant: Instant) {
    isTransferring = false
    // After a transfer in FACH the DCH stage counts as over, so that the FACH timer starts anew.
    tailStart = now.state == .fach ? instant - timing.ends.0 : instant
    if let next = queue.current {
      begin(next, at: instant)
    } else {
      rest(at: instant)
    }
  }

  /// Enters the stage of the tail that holds at `instant`, or idle.
  @inlinable
  mutating func rest(at instant: Instant) {
    let since = instant - tailStart
    if since < timing.ends.0 {
      now.enter(timing.stages.0, cause: now.cause, until: tailStart + timing.ends.0)
    } else if since < timing.ends.1 {
      now.enter(timing.stages.1, cause: now.cause, until: tailStart + timing.ends.1)
    } else if since < timing.ends.2 {
      now.enter(timing.stages.2, cause: now.cause, until: tailStart + timing.ends.2)
    } else {
      now.enter(.idle, cause: .system, until: .never)
    }
  }

  mutating func availabilityChanged(from wasAvailable: Bool, at instant: Instant) {
    if isAvailable {
      guard !wasAvailable else { return }
      now.enter(.idle, cause: .system, until: .never)
      if let transfer = queue.current { begin(transfer, at: instant) }
    } else {
      isTransferring = false
      progress.forget()
      now.enter(airplane ? .off : .searching, cause: .system, until: .never)
    }
  }
}
