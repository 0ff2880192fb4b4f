import DeviceModel
import Core
import LocationServices

extension PhoneSimulation {
  /// After each event: wakes the processor for apps, runs their code, and carries out what follows from it.
  ///
  /// After a quiet event apps are handed their positions, and that is mostly all: as long as no demand and no app asks for
  /// more and no deadline has come, what was settled last still holds.
  mutating func settleServices(at now: Instant) {
    let isSilent = quiet.isSilent
    var staysQuiet = quiet.takeQuiet(at: now)
    if followsUptime(at: now) { staysQuiet = false }
    var next = 0
    while !(isSilent && staysQuiet), let app = system.firstWaiting(from: next) {
      if !serve(app, at: now) { staysQuiet = false }
      next = app + 1
    }
    if staysQuiet, !system.needsDemand, isSilent || next == 0 || system.firstWaiting() == nil {
      if system.hasMovedDeadline { armServices(system.serviceDeadline(at: now), at: now) }
      return
    }
    settleAll(at: now)
  }

  /// Asks the services for everything that may have changed.
  private mutating func settleAll(at now: Instant) {
    if system.updateDemand() { applyDemand(at: now) }
    // A new demand may have brought a first cell position; the app's answer to it takes effect at this instant too.
    var rounds = 0
    while device.processor.machine.isReady, rounds < 16, let app = system.firstWaiting() {
      _ = serve(app, at: now)
      if system.updateDemand() { applyDemand(at: now) }
      rounds += 1
    }
    if system.appCount > 0 {
      device.account.record.notRunning.change(to: system.process(of: 0) == .notRunning, at: now)
      if let isHeld = system.holdsWakeLock(0) {
        device.account.record.wakeLocks = device.account.record.wakeLocks ?? OnTimes()
        device.account.record.wakeLocks?.change(to: isHeld, at: now)
      }
    }
    let requests = system.systemRequests()
    // A use that ended at once is one too.
    indicators.follow(system.access, begun: (requests?.begunAccess ?? 0) & ~system.access.apps, at: now)
    updateHold(at: now)
    if system.interest != eventMonitor.interest { followInterest(at: now) }
    if let requests { carryOut(system: requests, at: now) }
    if system.usesAccessPoints, !eventMonitor.followsAccessPoints {
      eventMonitor.followAccessPoints(at: now)
      armEventHints()
    }
    _ = followsUptime(at: now)
    let agenda = system.agenda(at: now)
    device.timers.arm(Slot.significantChange, at: agenda.significantChange)
    device.timers.arm(Slot.reducedAccuracy, at: agenda.reducedAccuracy)
    if let due = agenda.regions { device.timers.arm(Slot.regions, at: due) }
    device.timers.arm(Slot.appTimers, at: agenda.appTimers)
    quiet.settled(agenda, anyoneWaits: system.firstWaiting() != nil)
    armServices(agenda.services, at: now)
  }

  /// Carries out what services asked for.
  private mutating func carryOut(system requests: SystemRequests, at now: Instant) {
    for app in requests.overruns { endUploads(of: app, byUser: false, at: now) }
    if requests.changesNetworkRights { sendWaitingUploads(at: now) }
    for upload in requests.uploads {
      device.account.uploadRequested(upload.identifier, app: upload.app)
      start(upload, at: now)
    }
    if !requests.watchChanges.isEmpty { follow(requests.watchChanges, at: now) }
    for event in requests.notifications { device.account.noteDelivered(event, at: now) }
    link.messages += requests.messages
    link.fixes += requests.companionFixes
  }

  /// Android's timers stand still while the processor is suspended.
  ///
  /// - Returns: whether one is due at another time now.
  private mutating func followsUptime(at now: Instant) -> Bool {
    isAndroid && system.processorChanged(isAwake: device.processor.machine.isReady, at: now)
  }

  private mutating func armServices(_ deadline: Instant, at now: Instant) {
    system.hasMovedDeadline = false
    var due = deadline
    if let battery = device.account.nextBatteryChange { due = min(due, max(now, battery)) }
    device.timers.arm(Slot.services, at: due)
    quiet.servicesDue(at: due)
  }

  /// - Returns: whether positions were handed over and nothing else has changed.
  private mutating func serve(_ app: Int, at now: Instant) -> Bool {
    let cause = EnergyAttribution(.app, app: app + 1)
    if system.needsLaunch(app) {
      guard startingApp == nil else { return false }
      startingApp = app
      device.processor.machine.launch(cause: cause, at: now)
      device.settleProcessor(at: now)
    } else if device.processor.machine.isReady {
      device.run(for: deliveryTime, cause: cause, at: now)
      return dispatch(app, at: now)
    } else if device.processor.machine.isSuspended {
      device.run(for: deliveryTime, cause: cause, at: now)
    }
    return false
  }

  mutating func processorTimerFired(at now: Instant) {
    let output = device.processor.machine.timerFired(at: now)
    device.settleProcessor(at: now)
    guard output == .ready else {
      (quiet.isQuiet, quiet.isSilent) = (true, true)
      return
    }
    let launched = startingApp
    if let app = launched {
      startingApp = nil
      device.run(for: deliveryTime, cause: EnergyAttribution(.app, app: app + 1), at: now)
    }
    for app in 0..<system.appCount where system.wantsProcessor(app) && (!system.needsLaunch(app) || app == launched) {
      // Woken for a session, the processor has no work of the app's yet.
      if device.processor.machine.state != .active {
        device.run(for: deliveryTime, cause: EnergyAttribution(.app, app: app + 1), at: now)
      }
      _ = dispatch(app, at: now)
    }
  }

  /// - Returns: whether positions were handed over and nothing else has changed.
  private mutating func dispatch(_ app: Int, at now: Instant) -> Bool {
    if let level = device.account.batteryLevel(at: now) { system.batteryLevel = level }
    return carryOut(system.dispatch(app, at: now), at: now)
  }

  /// Books what was handed to an app, and carries out what its code asked for.
  ///
  /// - Returns: whether positions were handed over and nothing else has changed.
  @discardableResult
  mutating func carryOut(_ requests: AppRequests?, at now: Instant) -> Bool {
    device.account.noteDelivered(system.delivered, callbacks: system.deliveries, at: now)
    system.forgetDelivered()
    guard let requests else { return true }
    for geocode in requests.geocodes { start(geocode, at: now) }
    for app in requests.scans { startAppScan(askedBy: app, at: now) }
    for lookup in requests.lookups { start(lookup, at: now) }
    for event in requests.events { device.account.noteDelivered(event, at: now) }
    for (app, span) in requests.work { device.run(for: span, cause: EnergyAttribution(.app, app: app + 1), at: now) }
    return false
  }

  /// A process ends. Since iOS 7 the system carries on its uploads; when the user removes the app from the switcher it
  /// cancels them (Apple, `URLSessionConfiguration.background(withIdentifier:)`). Before, they were the process's own.
  mutating func terminate(_ app: Int, byUser: Bool, at now: Instant) {
    system.terminate(app, byUser: byUser, at: now)
    endUploads(of: app, byUser: byUser, at: now)
  }

  private mutating func endUploads(of app: Int, byUser: Bool, at now: Instant) {
    if byUser || !configuration.apps[app].platform.offers(.backgroundTransfers) { dropUploads(of: app, at: now) }
  }

  /// An app on the screen, or one that handles an event or runs a task, keeps the processor awake.
  private mutating func updateHold(at now: Instant) {
    let holder = system.processorHolder(at: now)
    let key = holder.map { $0.app * 2 + ($0.isOnScreen ? 1 : 0) }
    guard key != awakeApp else { return }
    awakeApp = key
    let cause =
      holder.map { EnergyAttribution($0.isOnScreen ? .foreground : .app, app: $0.app + 1) } ?? EnergyAttribution(.app)
    device.processor.machine.setHeldAwake(holder != nil, cause: cause, at: now)
    device.settleProcessor(at: now)
  }
}
