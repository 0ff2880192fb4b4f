public import Core

/// A Bluetooth Low Energy radio: beacon scans, the link to a watch or accessory, messages.
///
/// Power: one state at a time (sources A5, F). A link costs its power beside a scan as well; a background scan is priced by
/// what it adds to a radio that is on anyway, a foreground scan as a radio that receives all the time. While a message is
/// sent, some hundredths of a second, the power is the link's and no scan goes on; the message's own energy is paid per
/// event (`EventCharge.bluetoothMessage`, counted by the driver), because sources give energy per message. Messages that
/// come while one is sent follow it. Switched off, the radio forgets messages; scan and link come back when it is on.
@usableFromInline package struct BluetoothRadio: PowerStateMachine {
  @inlinable package static var component: Component { .bluetooth }

  @usableFromInline package enum State: UInt8, ComponentState {
    case off, idle, backgroundScan, foregroundScan, link, message, linkedBackgroundScan, linkedForegroundScan
  }

  package enum ScanLevel: UInt8, CaseIterable, Sendable { case none, background, foreground }

  @usableFromInline var now = MachineSituation<State>(.idle)
  var scan = ScanLevel.none
  var scanCause = EnergyAttribution.system
  var isLinked = false
  var linkCause = EnergyAttribution.system
  let messageTime: TimeSpan

  /// A radio that is on, neither scanning nor linked.
  package init(parameters: BluetoothParameters) { messageTime = parameters.messageTime }

  @inlinable package var state: State { now.state }
  @inlinable package var cause: EnergyAttribution { now.cause }
  @inlinable package var deadline: Instant { now.deadline }
  @inlinable package var signalStrength: SignalStrength { .strong }
  package var isEnabled: Bool { now.state != .off }

  package mutating func setEnabled(_ enabled: Bool, at instant: Instant) {
    guard enabled != isEnabled else { return }
    if enabled {
      settle()
    } else {
      now.enter(.off, cause: .system, until: .never)
    }
  }

  package mutating func setScan(_ level: ScanLevel, cause: EnergyAttribution, at instant: Instant) {
    scan = level
    scanCause = cause
    settleUnlessBusy()
  }

  package mutating func setLinked(_ linked: Bool, cause: EnergyAttribution, at instant: Instant) {
    isLinked = linked
    linkCause = cause
    settleUnlessBusy()
  }

  /// Sends a message, after those that are being sent.
  ///
  /// - Returns: `false` when the radio is off.
  @discardableResult
  package mutating func message(cause: EnergyAttribution, at instant: Instant) -> Bool {
    guard isEnabled else { return false }
    let begin = now.state == .message ? max(now.deadline, instant) : instant
    now.enter(.message, cause: cause, until: begin + messageTime)
    return true
  }

  package mutating func timerFired(at instant: Instant) {
    if now.deadline <= instant { settle() }
  }

  private mutating func settleUnlessBusy() {
    if now.state != .off, now.state != .message { settle() }
  }

  private mutating func settle() {
    switch scan {
    case .foreground:
      now.enter(isLinked ? .linkedForegroundScan : .foregroundScan, cause: scanCause, until: .never)
    case .background:
      now.enter(isLinked ? .linkedBackgroundScan : .backgroundScan, cause: scanCause, until: .never)
    case .none:
      if isLinked {
        now.enter(.link, cause: linkCause, until: .never)
      } else {
        now.enter(.idle, cause: .system, until: .never)
      }
    }
  }
}
