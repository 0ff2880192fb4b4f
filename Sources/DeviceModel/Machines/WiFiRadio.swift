public import Core

/// A Wi-Fi radio: power save, scans, transfers by rate, and the tail in which it stays awake after the last packet.
///
/// Power: each state has its own (sources A2, F); a scan's power is its energy over its time; awake and tail share one.
/// A transfer transmits its uplink bytes, then receives its downlink bytes, at the profile's rates. The radio does one
/// thing at a time: a scan asked for during a transfer follows it, a transfer asked for during a scan follows that.
/// A scan does not lengthen or shorten a tail that is running. Association is the driver's business.
///
/// Switched off, the radio forgets a scan; transfers wait, and one that was cut begins again when it is on.
@usableFromInline package struct WiFiRadio: PowerStateMachine {
  @inlinable package static var component: Component { .wifi }

  @usableFromInline package enum State: UInt8, ComponentState {
    case off, powerSave, scanPartial, scanFull, active, transmitting, receiving, tail
  }

  /// All channels, or the few on which known access points were heard.
  package enum ScanKind: UInt8, CaseIterable, Sendable { case partial, full }

  package enum Output: Sendable, Hashable {
    case scanFinished
    case transferFinished(RadioTransfer)
  }

  @usableFromInline var now = MachineSituation<State>(.powerSave)
  var queue = TransferQueue()
  var nextScan: (kind: ScanKind, cause: EnergyAttribution)?
  var tailEnd = Instant.start
  var tailCause = EnergyAttribution.system
  var awakeFor: EnergyAttribution?
  let rate: TransferRate
  let tailTime: TimeSpan
  let partialTime: TimeSpan
  let fullTime: TimeSpan

  /// A radio that is on, in power save.
  package init(parameters: WiFiParameters) {
    rate = TransferRate(uplink: parameters.uplinkRate, downlink: parameters.downlinkRate)
    tailTime = parameters.tailTime
    partialTime = parameters.scanPartialTime
    fullTime = parameters.scanFullTime
  }

  @inlinable package var state: State { now.state }
  @inlinable package var cause: EnergyAttribution { now.cause }
  @inlinable package var deadline: Instant { now.deadline }
  @inlinable package var signalStrength: SignalStrength { .strong }
  package var isEnabled: Bool { now.state != .off }
  /// A scan is running or waits for a transfer to end.
  package var isScanning: Bool {
    now.state == .scanPartial || now.state == .scanFull || nextScan != nil
  }
  /// Transfers in progress and waiting.
  package var pendingTransfers: Int { queue.count }

  /// Takes back all transfers, as when the association is lost: one in progress is cut, without a tail.
  package mutating func cancelTransfers(at instant: Instant) -> [RadioTransfer] {
    let cut = isTransferring
    let all = queue.takeAll()
    if cut { proceed(at: instant) }
    return all
  }

  /// Takes back the transfers that nobody wants any more: one in progress is cut, and the tail begins.
  ///
  /// - Returns: what was taken back.
  @discardableResult
  package mutating func withdrawTransfers(
    where isMeant: (RadioTransfer) -> Bool, at instant: Instant
  ) -> [RadioTransfer] {
    let wasTransferring = isTransferring
    let cause = queue.current?.cause ?? .system
    let (removed, hadCurrent) = queue.remove(where: isMeant)
    guard hadCurrent, wasTransferring else { return removed }
    tailEnd = instant + tailTime
    tailCause = cause
    proceed(at: instant)
    return removed
  }

  package mutating func setEnabled(_ enabled: Bool, at instant: Instant) {
    guard enabled != isEnabled else { return }
    if enabled {
      proceed(at: instant)
    } else {
      nextScan = nil
      tailEnd = .start
      now.enter(.off, cause: .system, until: .never)
    }
  }

  /// Keeps the radio awake without traffic (`nil` ends it), as an app on the screen that streams does.
  package mutating func setHeldAwake(for cause: EnergyAttribution?, at instant: Instant) {
    awakeFor = cause
    if now.state == .powerSave || now.state == .active || now.state == .tail { proceed(at: instant) }
  }

  /// Asks for a scan.
  ///
  /// - Returns: `false` when the radio is off or a scan is running or waiting already.
  @discardableResult
  package mutating func scan(_ kind: ScanKind, cause: EnergyAttribution, at instant: Instant) -> Bool {
    guard isEnabled, !isScanning else { return false }
    nextScan = (kind, cause)
    if !isTransferring { proceed(at: instant) }
    return true
  }

  /// Queues a transfer; it starts at once unless the radio is off or busy.
  package mutating func transfer(_ transfer: RadioTransfer, at instant: Instant) {
    if queue.append(transfer), isEnabled, !isScanning { proceed(at: instant) }
  }

  /// - Returns: What ended, or `nil` when nothing was due or only the tail ended.
  @discardableResult
  package mutating func timerFired(at instant: Instant) -> Output? {
    guard now.deadline <= instant else { return nil }
    switch now.state {
    case .scanPartial, .scanFull:
      proceed(at: instant)
      return .scanFinished
    case .transmitting:
      if let transfer = queue.current, transfer.downlinkBytes > 0 {
        now.enter(.receiving, cause: transfer.cause, until: instant + rate.downlinkTime(transfer))
        return nil
      }
      return finishTransfer(at: instant)
    case .receiving:
      return finishTransfer(at: instant)
    case .off, .powerSave, .active, .tail:
      proceed(at: instant)
      return nil
    }
  }

  var isTransferring: Bool { now.state == .transmitting || now.state == .receiving }

  mutating func finishTransfer(at instant: Instant) -> Output? {
    guard let done = queue.takeCurrent() else { return nil }
    tailEnd = instant + tailTime
    tailCause = done.cause
    proceed(at: instant)
    return .transferFinished(done)
  }

  /// Enters what comes next: a scan that waits, the next transfer, what is left of the tail, rest.
  mutating func proceed(at instant: Instant) {
    if let scan = nextScan {
      nextScan = nil
      let (state, time) = scan.kind == .full ? (State.scanFull, fullTime) : (State.scanPartial, partialTime)
      now.enter(state, cause: scan.cause, until: instant + time)
    } else if let transfer = queue.current {
      if transfer.uplinkBytes == 0, transfer.downlinkBytes > 0 {
        now.enter(.receiving, cause: transfer.cause, until: instant + rate.downlinkTime(transfer))
      } else {
        now.enter(.transmitting, cause: transfer.cause, until: instant + rate.uplinkTime(transfer))
      }
    } else if instant < tailEnd {
      now.enter(.tail, cause: tailCause, until: tailEnd)
    } else if let cause = awakeFor {
      now.enter(.active, cause: cause, until: .never)
    } else {
      now.enter(.powerSave, cause: .system, until: .never)
    }
  }
}
