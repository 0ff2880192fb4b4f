import Core
import DeviceModel
import LocationServices
import World

extension PhoneSimulation {
  mutating func armWorld() { device.timers.arm(Slot.world, at: day.nextChange) }

  mutating func worldChanged(at now: Instant) {
    if let old = day.passSurroundings(by: now) {
      device.apply(day.surroundings, at: now)
      if day.surroundings.sky != old.sky { skyChanged(at: now) }
      hintOfAssociation(since: old, at: now)
      networkChanged(at: now)
      updateAiding()
    }
    if let old = day.passMotion(by: now) {
      if day.motion != old { system.motionChanged(to: day.motion, at: now) }
      device.motionChanged(to: world.motion.value(at: now), at: now)
      updateAiding()
      if old == .still, !day.isStill, positioning.demand.wifi != .off { device.timers.arm(Slot.scan, at: now) }
    }
    if day.passCell(by: now) { servingCellChanged(at: now) }
    if let access = day.passAccess(by: now) { device.radioAccessChanged(to: access, at: now) }
    armWorld()
  }

  /// A network was joined or left.
  private mutating func hintOfAssociation(since old: Surroundings, at now: Instant) {
    guard device.isWiFiEnabled, day.surroundings.onWiFi != old.onWiFi else { return }
    system.hintOfMovement(.association)
    system.hintForRegions(.association)
    offerHeardPosition(at: now)
  }

  /// Another cell serves this place. Only a modem in service notices.
  private mutating func servingCellChanged(at now: Instant) {
    guard day.cell != nil, device.cellular.machine?.isAvailable == true else { return }
    day.registerCell()
    if let radio = device.cellular.machine, radio.isConnected {
      device.account.pay(.handover, cause: radio.cause, at: now)
    }
    system.hintOfMovement()
    system.hintForRegions(.servingCell)
    if positioning.demand.cell { offerCellFix(at: now) }
    if positioning.demand.wifi == .occasional, !day.isStill {
      let earliest = (scans.last ?? .start) + .seconds(60)
      device.timers.arm(Slot.scan, at: max(now, min(earliest, device.timers.deadline(of: Slot.scan))))
    }
  }

  // MARK: The day's script

  mutating func armScript() { device.timers.arm(Slot.script, at: day.nextEvent) }

  mutating func scriptFired(at now: Instant) {
    let event = day.takeEvent()
    switch event {
    // While it restarts nobody can open anything.
    case .foreground where device.switches.isRestarting: break
    case .foreground: for app in 0..<system.appCount { system.enterForeground(app, at: now) }
    case .background: for app in 0..<system.appCount { system.leaveForeground(app, at: now) }
    case .terminate, .forceQuit:
      for app in 0..<system.appCount { terminate(app, byUser: event == .forceQuit, at: now) }
    case .reboot: reboot(at: now)
    case .unlock where device.switches.isRestarting: break
    case .unlock: system.unlock(at: now)
    case .backgroundRefresh: for app in 0..<system.appCount { system.backgroundRefresh(app, at: now) }
    case .screenOn:
      system.hintOfMovement(.screenOn)
      system.hintForRegions(.screenOn)
      system.screenChanged(isOn: true, at: now)
    case .screenOff: system.screenChanged(isOn: false, at: now)
    case .chargerOn, .chargerOff:
      system.deviceChanged(.charging, isOn: event == .chargerOn, at: now)
      device.account.chargerChanged(isConnected: event == .chargerOn, at: now)
    case .airplaneOn, .airplaneOff:
      device.switches.isInAirplaneMode = event == .airplaneOn
      if !device.switches.isRestarting { radiosSwitched(at: now) }
    case .allowAlways, .allowWhileUsing, .denyLocation, .preciseOn, .preciseOff: system.userSets(event, at: now)
    // A realization has the events of its own device only, under the names that every device knows.
    case .watchForeground, .watchBackground, .watchTerminate, .watchChargerOn, .watchChargerOff: break
    case .lowPowerOn, .lowPowerOff: setLowPower(event == .lowPowerOn, at: now)
    case .push: system.messageSent(at: now)
    case .wifiOff, .wifiOn:
      device.switches.isWiFiOff = event == .wifiOff
      if !device.switches.isRestarting { updateWiFiSwitch(at: now) }
      networkChanged(at: now)
    case .dataOff, .dataOn:
      device.switches.allowsCellularData = event == .dataOn
      networkChanged(at: now)
    }
    armScript()
  }

  /// The user saves power when the charge is low, and the system ends that when it is charged again.
  mutating func savePower(at level: Double, _ now: Instant) {
    guard let low = world.user.savesPowerBelow else { return }
    let isCharging = device.account.record.charging.isOn
    if level < low, !isCharging {
      setLowPower(true, at: now)
    } else if level >= UserDecisions.savesPowerUntil, isCharging {
      setLowPower(false, at: now)
    }
  }

  private mutating func setLowPower(_ isOn: Bool, at now: Instant) {
    system.deviceChanged(.lowPower, isOn: isOn, at: now)
    device.account.record.lowPower.change(to: system.isLowPower, at: now)
  }

  // MARK: Switches

  /// Airplane mode or a restart has begun or ended.
  mutating func radiosSwitched(at now: Instant) {
    let areOff = device.switches.areRadiosOff
    device.switchModem(off: areOff || device.switches.cellularStandsDown, at: now)
    updateWiFiSwitch(at: now)
    device.switchBluetooth(off: areOff, at: now)
    if !areOff {
      eventMonitor.checkBeacons(at: now)
      armEventHints()
    }
    // The modem may be back in service: it notices that the phone is in another cell than before.
    if day.cell != day.registeredCell { servingCellChanged(at: now) }
    networkChanged(at: now)
  }

  /// The radio is on unless the user, airplane mode or a restart has switched it off.
  private mutating func updateWiFiSwitch(at now: Instant) {
    guard device.switchWiFi(at: now), !device.switches.isWiFiOn else { return }
    system.wifiSwitchedOff(cutScan: scans.use.app != nil || scans.waitingApp != nil)
    makeUp(for: scans.cut())
  }
}

extension PhoneSimulation {
  /// How long a restart takes, during which the radios are off and the processor works: estimate, everyday experience with
  /// phones of the last ten years (half a minute to a minute).
  static var bootTime: TimeSpan { .seconds(45) }

  /// The phone restarts. Apps are gone; what they registered with the system is kept, but nothing starts them before the
  /// first unlock.
  mutating func reboot(at now: Instant) {
    device.switches.isRestarting = true
    startingApp = nil
    system.reboot(at: now)
    for app in 0..<system.appCount where !configuration.apps[app].platform.offers(.backgroundTransfers) {
      dropUploads(of: app, at: now)
    }
    if system.updateDemand() { applyDemand(at: now) }
    radiosSwitched(at: now)
    scans.forgetLast()
    device.run(for: Self.bootTime, cause: .system, at: now)
    device.timers.arm(Slot.boot, at: now + Self.bootTime)
  }

  mutating func bootEnded(at now: Instant) {
    device.switches.isRestarting = false
    radiosSwitched(at: now)
  }
}

/// What has switched radios off: the user, a restart, another device.
struct PhoneSwitches {
  var isInAirplaneMode = false
  /// Between a restart's begin and the end of booting.
  var isRestarting = false
  /// By the user, beside airplane mode.
  var isWiFiOff = false
  /// The user lets the phone use cellular data.
  var allowsCellularData = true
  /// The modem is off because another device has the network.
  var cellularStandsDown = false

  var areRadiosOff: Bool { isInAirplaneMode || isRestarting }
  var isWiFiOn: Bool { !isWiFiOff && !areRadiosOff }
}
