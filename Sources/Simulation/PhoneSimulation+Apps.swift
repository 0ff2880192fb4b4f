import DeviceModel
import EventKernel
import LocationServices
import Quantities

extension PhoneSimulation {
  /// After each event: wakes the processor for apps, runs their code, and carries out what follows from it.
  mutating func settleServices(at now: Instant) {
    for app in 0..<system.appCount where system.wantsProcessor(app) { serve(app, at: now) }
    if system.updateDemand() { applyDemand(at: now) }
    // A new demand may have brought a first cell position; the app's answer to it takes effect at this instant too.
    var rounds = 0
    while processor.isReady, let app = (0..<system.appCount).first(where: { system.wantsProcessor($0) }), rounds < 16 {
      serve(app, at: now)
      if system.updateDemand() { applyDemand(at: now) }
      rounds += 1
    }
    if system.access != shownAccess {
      shownAccess = system.access
      indicators.access(shownAccess, at: now)
    }
    updateHold(at: now)
    startUploads(at: now)
    timers.arm(Slot.significantChange, at: system.significantChangeDue(at: now))
    timers.arm(Slot.reducedAccuracy, at: system.reducedAccuracyDue(at: now))
    var due = system.serviceDeadline(at: now)
    if let battery { due = min(due, max(now, battery.nextChange)) }
    timers.arm(Slot.services, at: due)
    if system.hasWatchChanges { followWatches(at: now) }
    if system.monitorsRegions { timers.arm(Slot.regions, at: system.regionMeasurementDue(at: now)) }
    timers.arm(Slot.appTimers, at: system.appTimerDeadline)
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
    record.deliveries += system.deliveries
    for location in system.delivered {
      record.fixes.append(
        DeliveredFix(
          timestamp: .seconds(location.timestamp), delivered: now, position: location.position,
          horizontalAccuracy: location.horizontalAccuracy))
    }
    system.forgetDelivered()
    if system.hasDeliveredEvents {
      for event in system.takeDeliveredEvents() {
        record.events.append(DeliveredEvent(serial: event.serial, isEntry: event.isEntry, delivered: now))
      }
    }
    guard !system.work.isEmpty else { return }
    for (app, span) in system.takeWork() { processor.run(for: span, cause: Cause(.app, app: app + 1), at: now) }
    settleProcessor(at: now)
  }

  /// An app on the screen, or one that handles an event or runs a task, keeps the processor awake.
  private mutating func updateHold(at now: Instant) {
    var holder: Int?
    for app in 0..<system.appCount where holder == nil && system.holdsProcessor(app, at: now) { holder = app }
    let purpose: Cause.Purpose = holder.map { system.process(of: $0) == .foreground ? .foreground : .app } ?? .app
    let key = holder.map { $0 * 2 + (purpose == .foreground ? 1 : 0) }
    guard key != awakeApp else { return }
    awakeApp = key
    processor.setHeldAwake(holder != nil, cause: Cause(purpose, app: (holder ?? -1) + 1), at: now)
    settleProcessor(at: now)
  }
}
