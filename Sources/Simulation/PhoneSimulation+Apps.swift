import DeviceModel
import EventKernel
import LocationServices
import Quantities

extension PhoneSimulation {
  /// After each event: wakes the processor for apps, runs their code, and carries out what follows from it.
  mutating func settleServices(at now: Instant) {
    var next = 0
    while let app = system.firstWaiting(from: next) {
      serve(app, at: now)
      next = app + 1
    }
    if system.updateDemand() { applyDemand(at: now) }
    // A new demand may have brought a first cell position; the app's answer to it takes effect at this instant too.
    var rounds = 0
    while processor.isReady, rounds < 16, let app = system.firstWaiting() {
      serve(app, at: now)
      if system.updateDemand() { applyDemand(at: now) }
      rounds += 1
    }
    if system.access != shownAccess {
      shownAccess = system.access
      indicators.access(shownAccess, at: now)
    }
    updateHold(at: now)
    if system.hasOverruns {
      for app in system.takeOverruns() { endUploads(of: app, byUser: false, at: now) }
    }
    startUploads(at: now)
    if system.interest != interest { followInterest(at: now) }
    if system.hasWatchChanges { followWatches(at: now) }
    let agenda = system.agenda(at: now)
    timers.arm(Slot.significantChange, at: agenda.significantChange)
    timers.arm(Slot.reducedAccuracy, at: agenda.reducedAccuracy)
    var due = agenda.services
    if let battery { due = min(due, max(now, battery.nextChange)) }
    timers.arm(Slot.services, at: due)
    if let due = agenda.regions { timers.arm(Slot.regions, at: due) }
    timers.arm(Slot.appTimers, at: agenda.appTimers)
  }

  private mutating func serve(_ app: Int, at now: Instant) {
    let cause = Cause(.app, app: app + 1)
    let work = configuration.device.processor.deliveryTime
    if system.needsLaunch(app) {
      guard startingApp == nil else { return }
      startingApp = app
      processor.launch(cause: cause, at: now)
      settleProcessor(at: now)
    } else if processor.isReady {
      processor.run(for: work, cause: cause, at: now)
      settleProcessor(at: now)
      dispatch(app, at: now)
    } else if processor.isSuspended {
      processor.run(for: work, cause: cause, at: now)
      settleProcessor(at: now)
    }
  }

  mutating func processorTimerFired(at now: Instant) {
    let output = processor.timerFired(at: now)
    settleProcessor(at: now)
    guard output == .ready else { return }
    let launched = startingApp
    if let app = launched {
      startingApp = nil
      processor.run(for: configuration.device.processor.deliveryTime, cause: Cause(.app, app: app + 1), at: now)
      settleProcessor(at: now)
    }
    for app in 0..<system.appCount where system.wantsProcessor(app) && (!system.needsLaunch(app) || app == launched) {
      // Woken for a session, the processor has no work of the app's yet.
      if processor.state != .active {
        processor.run(
          for: configuration.device.processor.deliveryTime, cause: Cause(.app, app: app + 1), at: now)
        settleProcessor(at: now)
      }
      dispatch(app, at: now)
    }
  }

  private mutating func dispatch(_ app: Int, at now: Instant) {
    if battery != nil {
      battery?.advance(to: now)
      system.batteryLevel = battery?.level
    }
    system.dispatch(app, at: now)
    if !system.geocodes.isEmpty { startGeocodes(at: now) }
    if platform.isAndroid {
      startAppScans(at: now)
      startScanLookups(at: now)
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
    if system.hasDeliveredEvents {
      for event in system.takeDeliveredEvents() {
        record.events.append(
          DeliveredEvent(serial: event.serial, isEntry: event.isEntry, isDwell: event.isDwell, delivered: now))
      }
    }
    guard !system.work.isEmpty else { return }
    for (app, span) in system.takeWork() { processor.run(for: span, cause: Cause(.app, app: app + 1), at: now) }
    settleProcessor(at: now)
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
    let cause = holder.map { Cause($0.isOnScreen ? .foreground : .app, app: $0.app + 1) } ?? Cause(.app)
    processor.setHeldAwake(holder != nil, cause: cause, at: now)
    settleProcessor(at: now)
  }
}
