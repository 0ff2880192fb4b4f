import DeviceModel
import Core
import World

/// The phone's components, their timers, and the account of what they draw.
///
/// Every change of a component's state passes through one of the `settle` methods, which closes the segment in the ledger: the
/// timeline is the one truth.
struct PhoneDevice<Observer: RunObserver>: ~Copyable {
  var gnss: DrivenComponent<GNSSReceiver?>
  var wifi: DrivenComponent<WiFiRadio?>
  var cellular: DrivenComponent<CellularRadio?>
  var bluetooth: DrivenComponent<BluetoothRadio?>
  var processor: DrivenComponent<ApplicationProcessor>
  private var base = ComponentTrack(.base)
  /// The device tells travelling from rest.
  private let tellsTravelling: Bool
  var switches = PhoneSwitches()
  var timers = SlotTimers(slotCount: Slot.count, busy: Slot.processor)
  var account: RunAccount<Observer>

  init(_ configuration: PhoneConfiguration, account: RunAccount<Observer>) {
    let device = configuration.device
    let receiver = device.gnss.map {
      GNSSReceiver(
        parameters: $0, lastFixAge: configuration.lastFixAge, ephemerisAge: configuration.ephemerisAge,
        almanacAge: configuration.almanacAge, extendedAge: configuration.extendedAge)
    }
    gnss = DrivenComponent(receiver, slot: Slot.gnss)
    wifi = DrivenComponent(device.wifi.map(WiFiRadio.init), slot: Slot.wifi)
    let modem = device.cellular.map { _ in CellularRadio(network: configuration.network) }
    cellular = DrivenComponent(modem, slot: Slot.cellular)
    bluetooth = DrivenComponent(device.bluetooth.map(BluetoothRadio.init), slot: Slot.bluetooth)
    processor = DrivenComponent(ApplicationProcessor(parameters: device.processor), slot: Slot.processor)
    tellsTravelling = device.travelling != nil
    self.account = account
  }

  private var tracks: [ComponentTrack] {
    [gnss.track, wifi.track, cellular.track, bluetooth.track, processor.track, base]
  }

  var isWiFiEnabled: Bool { wifi.machine?.isEnabled == true }
  var isBluetoothEnabled: Bool { bluetooth.machine?.isEnabled == true }
  /// The modem is in service and its data may be used.
  var usesCellularData: Bool { switches.allowsCellularData && cellular.machine?.isAvailable == true }

  // MARK: The run

  mutating func begin(in surroundings: Surroundings, _ motion: MotionClass, on access: RadioTechnology?) {
    settleBluetooth(at: .start)
    settleWiFi(at: .start)
    base.begin(in: baseState(motion).rawValue)
    _ = cellular.machine?.setAccess(access, at: .start)
    apply(surroundings, at: .start)
    for track in tracks { account.announcePower(of: track, at: .start) }
  }

  /// What the ledger holds by an instant that the run has reached, segments under way cut there.
  func ledger(at instant: Instant) -> EnergyLedger {
    var ledger = account.record.ledger
    for track in tracks where instant > track.since {
      ledger.add(
        instant - track.since, component: track.component, state: track.state, bin: track.bin, cause: track.cause)
    }
    return ledger
  }

  mutating func finish(at horizon: Instant) {
    for track in tracks { account.close(track, at: horizon) }
    account.finish(at: horizon)
  }

  // MARK: After an input

  mutating func settleGNSS(at now: Instant) { gnss.settle(&account, &timers, at: now) }
  mutating func settleWiFi(at now: Instant) { wifi.settle(&account, &timers, at: now) }
  mutating func settleCellular(at now: Instant) { cellular.settle(&account, &timers, at: now) }
  mutating func settleBluetooth(at now: Instant) { bluetooth.settle(&account, &timers, at: now) }
  mutating func settleProcessor(at now: Instant) {
    let wasSuspended = processor.track.state == ApplicationProcessor.State.suspended.rawValue
    processor.settle(&account, &timers, at: now)
    // But for a restart only apps wake the processor: whatever it leaves suspension for, it is for one of them.
    if wasSuspended, !processor.machine.isSuspended, !switches.isRestarting { account.record.wakeups += 1 }
  }

  // MARK: The world

  private func baseState(_ motion: MotionClass) -> BaseLoad.State {
    !motion.isStill && tellsTravelling ? .travelling : .on
  }

  mutating func motionChanged(to motion: MotionClass, at now: Instant) {
    base.follow(baseState(motion).rawValue, base.bin, base.cause, &account, at: now)
  }

  /// Tells the radios what they hear.
  mutating func apply(_ surroundings: Surroundings, at now: Instant) {
    cellular.machine?.setLevel(surroundings.level)
    switch surroundings.coverage {
    case .good: cellular.machine?.setCoverage(.good, at: now)
    case .weak: cellular.machine?.setCoverage(.weak, at: now)
    case .none: cellular.machine?.setCoverage(.none, at: now)
    }
    settleCellular(at: now)
    gnss.machine?.setSignal(GNSSPositioning.signal(under: surroundings.sky), at: now)
    settleGNSS(at: now)
  }

  /// The network has another access here; bytes that have flowed are paid at the old one's price.
  mutating func radioAccessChanged(to technology: RadioTechnology?, at now: Instant) {
    let old = cellular.machine?.access
    let flowed = cellular.machine?.setAccess(technology, at: now)
    settleCellular(at: now)
    if let flowed { account.pay(flowed, on: old, in: cellular.machine?.signalStrength ?? .strong, at: now) }
  }

  // MARK: The processor

  mutating func run(for span: TimeSpan, cause: EnergyAttribution, at now: Instant) {
    processor.machine.run(for: span, cause: cause, at: now)
    settleProcessor(at: now)
  }

  // MARK: The radios

  /// Starts a transfer over Wi-Fi or over cellular.
  mutating func transfer(_ transfer: RadioTransfer, overWiFi: Bool, at now: Instant) {
    if overWiFi {
      wifi.machine?.transfer(transfer, at: now)
      settleWiFi(at: now)
    } else {
      account.record.cellularTransfers += 1
      cellular.machine?.transfer(transfer, at: now)
      settleCellular(at: now)
    }
  }

  /// Takes back transfers that nobody wants any more.
  mutating func withdrawTransfers(_ identifiers: Set<Int>, at now: Instant) {
    wifi.machine?.withdrawTransfers(where: { identifiers.contains($0.id) }, at: now)
    settleWiFi(at: now)
    cellular.machine?.withdrawTransfers(where: { identifiers.contains($0.id) }, at: now)
    settleCellular(at: now)
  }

  /// Takes back all transfers of radios that have lost their network.
  mutating func takeCutTransfers(usesWiFi: Bool, at now: Instant) -> [RadioTransfer] {
    var cut: [RadioTransfer] = []
    if let radio = wifi.machine, radio.pendingTransfers > 0, !usesWiFi {
      cut += wifi.machine?.cancelTransfers(at: now) ?? []
      settleWiFi(at: now)
    }
    if let radio = cellular.machine, radio.pendingTransfers > 0, !usesCellularData {
      // Data may be switched off for a modem in service, whose tail then begins.
      let taken =
        radio.isAvailable
        ? cellular.machine?.withdrawTransfers(where: { _ in true }, at: now)
        : cellular.machine?.cancelTransfers(at: now)
      cut += taken ?? []
      settleCellular(at: now)
    }
    return cut
  }

  /// The transfer over cellular that has finished, whose bytes are paid for; those before a handover were paid for then.
  mutating func cellularTimerFired(at now: Instant) -> RadioTransfer? {
    let output = cellular.machine?.timerFired(at: now)
    settleCellular(at: now)
    guard case .transferFinished(let transfer) = output else { return nil }
    account.pay(
      transfer, on: cellular.machine?.access, in: cellular.machine?.signalStrength ?? .strong, at: now)
    return transfer
  }

  /// A watch beside its phone leaves the network to it and keeps its own modem off.
  mutating func setCellularStandsDown(_ standsDown: Bool, at now: Instant) {
    switches.cellularStandsDown = standsDown
    switchModem(off: standsDown || switches.isInAirplaneMode, at: now)
  }

  mutating func switchModem(off isOff: Bool, at now: Instant) {
    cellular.machine?.setAirplane(isOff, at: now)
    settleCellular(at: now)
  }

  /// - Returns: whether the radio has been switched by that.
  mutating func switchWiFi(at now: Instant) -> Bool {
    guard switches.isWiFiOn != wifi.machine?.isEnabled else { return false }
    wifi.machine?.setEnabled(switches.isWiFiOn, at: now)
    settleWiFi(at: now)
    return true
  }

  mutating func switchBluetooth(off isOff: Bool, at now: Instant) {
    bluetooth.machine?.setEnabled(!isOff, at: now)
    settleBluetooth(at: now)
  }

  mutating func setLinked(_ isLinked: Bool, at now: Instant) {
    bluetooth.machine?.setLinked(isLinked, cause: EnergyAttribution(.accessory), at: now)
    settleBluetooth(at: now)
  }

  /// Keeps the radio busy with so many exchanges and pays for them.
  ///
  /// - Returns: when it is done with them.
  mutating func exchangeOverBluetooth(_ count: Int, cause: EnergyAttribution, at now: Instant) -> Instant {
    for _ in 0..<count {
      bluetooth.machine?.message(cause: cause, at: now)
      account.pay(.bluetoothMessage, cause: cause, at: now)
    }
    settleBluetooth(at: now)
    return bluetooth.machine?.deadline ?? now
  }
}
