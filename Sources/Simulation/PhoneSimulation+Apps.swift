import DeviceModel
import EventKernel
import LocationServices
import Quantities

extension PhoneSimulation {
  /// After each event: wakes the processor for apps, runs their code, and carries out what follows from it.
  ///
  /// After a quiet event apps are handed their positions, and that is mostly all: as long as no demand and no app asks for
  /// more and no deadline has come, what was settled last still holds.
  mutating func settleServices(at now: Instant) {
    var staysQuiet = isQuiet && now < quietUntil
    isQuiet = false
    var next = 0
    while let app = system.firstWaiting(from: next) {
      if !serve(app, at: now) { staysQuiet = false }
      next = app + 1
    }
    if staysQuiet, !system.needsDemand, system.firstWaiting() == nil {
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
    while processor.isReady, rounds < 16, let app = system.firstWaiting() {
      _ = serve(app, at: now)
      if system.updateDemand() { applyDemand(at: now) }
      rounds += 1
    }
    let begun = system.takeBegunAccess() & ~system.access
    if begun != 0 {
      // Used and stopped within this instant.
      indicators.access(system.access | begun, at: now)
      indicators.access(system.access, at: now)
      shownAccess = system.access
    } else if system.access != shownAccess {
      shownAccess = system.access
      indicators.access(shownAccess, at: now)
    }
    updateHold(at: now)
    if system.hasOverruns {
      for app in system.takeOverruns() { endUploads(of: app, byUser: false, at: now) }
    }
    if platform.isAndroid, system.takeNetworkRightsChange() { sendWaitingUploads(at: now) }
    startUploads(at: now)
    if system.interest != interest { followInterest(at: now) }
    if system.hasWatchChanges { followWatches(at: now) }
    if system.heedsAccessPoints, !followsAccessPoints { followAccessPoints(at: now) }
    let agenda = system.agenda(at: now)
    timers.arm(Slot.significantChange, at: agenda.significantChange)
    timers.arm(Slot.reducedAccuracy, at: agenda.reducedAccuracy)
    if let due = agenda.regions { timers.arm(Slot.regions, at: due) }
    timers.arm(Slot.appTimers, at: agenda.appTimers)
    // An app that still waits is looked after at every event.
    quietUntilBesideServices =
      !mayBeQuiet || system.firstWaiting() != nil
      ? .start : min(agenda.significantChange, agenda.reducedAccuracy, agenda.regions ?? .never, agenda.appTimers)
    armServices(agenda.services, at: now)
  }

  private mutating func armServices(_ deadline: Instant, at now: Instant) {
    system.hasMovedDeadline = false
    var due = deadline
    if let battery { due = min(due, max(now, battery.nextChange)) }
    timers.arm(Slot.services, at: due)
    quietUntil = min(due, quietUntilBesideServices)
  }

  /// - Returns: whether positions were handed over and nothing else has changed.
  private mutating func serve(_ app: Int, at now: Instant) -> Bool {
    let cause = EnergyAttribution(.app, app: app + 1)
    if system.needsLaunch(app) {
      guard startingApp == nil else { return false }
      startingApp = app
      processor.launch(cause: cause, at: now)
      settleProcessor(at: now)
    } else if processor.isReady {
      processor.run(for: deliveryTime, cause: cause, at: now)
      settleProcessor(at: now)
      return dispatch(app, at: now)
    } else if processor.isSuspended {
      processor.run(for: deliveryTime, cause: cause, at: now)
      settleProcessor(at: now)
    }
    return false
  }

  mutating func processorTimerFired(at now: Instant) {
    let output = processor.timerFired(at: now)
    settleProcessor(at: now)
    guard output == .ready else {
      isQuiet = true
      return
    }
    let launched = startingApp
    if let app = launched {
      startingApp = nil
      processor.run(for: deliveryTime, cause: EnergyAttribution(.app, app: app + 1), at: now)
      settleProcessor(at: now)
    }
    for app in 0..<system.appCount where system.wantsProcessor(app) && (!system.needsLaunch(app) || app == launched) {
      // Woken for a session, the processor has no work of the app's yet.
      if processor.state != .active {
        processor.run(
          for: deliveryTime, cause: EnergyAttribution(.app, app: app + 1), at: now)
        settleProcessor(at: now)
      }
      _ = dispatch(app, at: now)
    }
  }

  /// - Returns: whether positions were handed over and nothing else has changed.
  private mutating func dispatch(_ app: Int, at now: Instant) -> Bool {
    if battery != nil {
      battery?.advance(to: now)
      system.batteryLevel = battery?.level
    }
    let isPlain = system.dispatch(app, at: now)
    if !isPlain {
      if !system.geocodes.isEmpty { startGeocodes(at: now) }
      if platform.isAndroid {
        startAppScans(at: now)
        startScanLookups(at: now)
      }
    }
    record.deliveries += system.deliveries
    for location in system.delivered {
      record.add(
        DeliveredFix(
          timestamp: .seconds(location.timestamp), delivered: now, position: location.position,
          horizontalAccuracy: location.horizontalAccuracy),
        to: fixSink)
    }
    system.forgetDelivered()
    if isPlain { return true }
    if system.hasDeliveredEvents {
      for event in system.takeDeliveredEvents() {
        record.events.append(
          DeliveredEvent(serial: event.serial, isEntry: event.isEntry, isDwell: event.isDwell, delivered: now))
      }
    }
    guard !system.work.isEmpty else { return false }
    for (app, span) in system.takeWork() {
      processor.run(for: span, cause: EnergyAttribution(.app, app: app + 1), at: now)
    }
    settleProcessor(at: now)
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
    processor.setHeldAwake(holder != nil, cause: cause, at: now)
    settleProcessor(at: now)
  }
}
