import DeviceModel
import EventKernel
import LocationServices
import Positioning
import Quantities
import World

extension PhoneSimulation {
  mutating func armWorld() { timers.arm(Slot.world, at: cursor.nextChange(in: world)) }

  mutating func worldChanged(at now: Instant) {
    if let surroundings = cursor.passSurroundings(in: world, by: now) {
      let old = self.surroundings
      self.surroundings = surroundings
      applySurroundings(at: now)
      if surroundings.sky != old.sky { skyChanged(from: old.sky, at: now) }
      hintOfAssociation(since: old)
      networkChanged(at: now)
      updateAiding(at: now)
    }
    if let motion = cursor.passMotion(in: world, by: now) {
      let wasStill = self.motion == .still
      self.motion = motion
      system.motionChanged(to: motion, at: now)
      settleBase(at: now)
      updateAiding(at: now)
      if wasStill, motion != .still, demand.wifi != .off { timers.arm(Slot.scan, at: now) }
    }
    if let cell = cursor.passCell(in: world, by: now) {
      self.cell = cell
      servingCellChanged(at: now)
    }
    if let access = cursor.passAccess(in: world, by: now) { radioAccessChanged(to: access, at: now) }
    armWorld()
  }

  /// Tells the radios what they hear.
  mutating func applySurroundings(at now: Instant) {
    cellular?.setLevel(surroundings.level)
    switch surroundings.coverage {
    case .good: cellular?.setCoverage(.good, at: now)
    case .weak: cellular?.setCoverage(.weak, at: now)
    case .none: cellular?.setCoverage(.none, at: now)
    }
    settleCellular(at: now)
    gnss?.setSignal(GNSSPositioning.signal(under: surroundings.sky), at: now)
    settleGNSS(at: now)
  }

  /// Another cell serves this place. Only a modem in service notices.
  private mutating func servingCellChanged(at now: Instant) {
    guard cell != nil, cellular?.isAvailable == true else { return }
    registeredCell = cell
    system.hintOfMovement()
    system.hintForRegions(.servingCell)
    if demand.cell { offerCellFix(at: now) }
    if demand.wifi == .occasional, motion != .still {
      let earliest = (lastScan ?? .start) + .seconds(60)
      timers.arm(Slot.scan, at: max(now, min(earliest, timers.deadline(of: Slot.scan))))
    }
  }

  /// The modem may be back in service: it notices that the phone is in another cell than before.
  mutating func modemSwitched(at now: Instant) {
    if cell != registeredCell { servingCellChanged(at: now) }
  }

  // MARK: The day's script

  mutating func armScript() {
    timers.arm(Slot.script, at: scriptIndex < world.script.count ? world.script[scriptIndex].instant : .never)
  }

  mutating func scriptFired(at now: Instant) {
    let event = world.script[scriptIndex]
    scriptIndex += 1
    switch event.kind {
    // While it restarts nobody can open anything.
    case .foreground where isRestarting: break
    case .foreground: for app in 0..<system.appCount { system.enterForeground(app, at: now) }
    case .background: for app in 0..<system.appCount { system.leaveForeground(app, at: now) }
    case .terminate, .forceQuit:
      for app in 0..<system.appCount { terminate(app, byUser: event.kind == .forceQuit, at: now) }
    case .reboot: reboot(at: now)
    case .unlock where isRestarting: break
    case .unlock: system.unlock(at: now)
    case .backgroundRefresh: for app in 0..<system.appCount { system.backgroundRefresh(app, at: now) }
    case .screenOn:
      system.hintOfMovement(.screenOn)
      system.hintForRegions(.screenOn)
      system.screenChanged(isOn: true, at: now)
    case .screenOff: system.screenChanged(isOn: false, at: now)
    case .chargerOn:
      chargingSince = chargingSince ?? now
      system.chargerChanged(isConnected: true, at: now)
      battery?.chargerChanged(isConnected: true, at: now)
      observer.chargerChanged(isConnected: true, at: now)
    case .chargerOff:
      if let since = chargingSince { record.charging.append(since...now) }
      chargingSince = nil
      system.chargerChanged(isConnected: false, at: now)
      battery?.chargerChanged(isConnected: false, at: now)
      observer.chargerChanged(isConnected: false, at: now)
    case .airplaneOn, .airplaneOff:
      isInAirplaneMode = event.kind == .airplaneOn
      if !isRestarting { setRadiosOff(isInAirplaneMode, at: now) }
    case .allowAlways, .allowWhileUsing, .denyLocation, .preciseOn, .preciseOff: system.userSets(event.kind, at: now)
    // A realization has the events of its own device only, under the names that every device knows.
    case .watchForeground, .watchBackground, .watchTerminate, .watchChargerOn, .watchChargerOff: break
    case .lowPowerOn, .lowPowerOff: setLowPower(event.kind == .lowPowerOn, at: now)
    case .push: system.messageSent(at: now)
    case .wifiOff, .wifiOn: switchWiFi(off: event.kind == .wifiOff, at: now)
    case .dataOff, .dataOn: allowCellularData(event.kind == .dataOn, at: now)
    }
    armScript()
  }

  /// The user saves power when the charge is low, and the system ends that when it is charged again.
  mutating func savePower(at level: Double, _ now: Instant) {
    guard let low = world.user.savesPowerBelow else { return }
    if level < low, chargingSince == nil {
      setLowPower(true, at: now)
    } else if level >= UserDecisions.savesPowerUntil, chargingSince != nil {
      setLowPower(false, at: now)
    }
  }

  private mutating func setLowPower(_ isOn: Bool, at now: Instant) {
    system.deviceChanged(.lowPower, isOn: isOn, at: now)
    record.lowPowerChanged(isOn: system.isLowPower, at: now)
  }

  mutating func setRadiosOff(_ isOn: Bool, at now: Instant) {
    cellular?.setAirplane(isOn || cellularStandsDown, at: now)
    settleCellular(at: now)
    updateWiFiSwitch(at: now)
    bluetooth?.setEnabled(!isOn, at: now)
    settleBluetooth(at: now)
    if !isOn { bluetoothReturned(at: now) }
    modemSwitched(at: now)
    networkChanged(at: now)
  }
}
