import DeviceModel
import Core
import LocationServices
import World

/// Satellites, cells, and what becomes of a position. Wi-Fi is in `PhoneSimulation+Scans`.
extension PhoneSimulation {
  /// Whether the receiver is to run.
  private var wantsGNSS: Bool { device.gnss.machine != nil && positioning.wantsGNSS }

  mutating func applyDemand(at now: Instant) {
    let old = positioning.take(system.demand, hasWiFi: device.wifi.machine != nil, at: now)
    let demand = positioning.demand
    device.account.record.coarse.change(to: demand.isCoarse, at: now)
    updateAiding()
    applyGNSSDemand(at: now)
    if demand.wifi == .off {
      device.timers.cancel(Slot.scan)
    } else if demand.wifi != old.wifi {
      device.timers.arm(Slot.scan, at: firstScan(at: now))
    }
    // Each look of a fused request is answered; what is too rough for it is sorted out there.
    if usesWiFi, demand.wifi != old.wifi { offerHeardPosition(at: now) }
    if demand.cell, !old.cell { offerCellFix(at: now, after: positioning.platform.isAndroid ? .zero : .minutes(1)) }
  }

  /// The sky, the way of moving or the demand has changed.
  mutating func updateAiding() { positioning.updateAiding(in: day.surroundings, day.motion) }

  private mutating func applyGNSSDemand(at now: Instant) {
    if wantsGNSS {
      device.gnss.machine?.setMode(positioning.trackingMode, at: now)
      device.gnss.machine?.setCause(positioning.demand.receiverCause, at: now)
      if device.gnss.machine?.isTracking == false, device.gnss.machine?.isAcquiring == false,
        device.timers.deadline(of: Slot.acquisition) == .never
      {
        beginAcquisition(at: now)
      }
    } else {
      device.gnss.machine?.stop(at: now)
      device.timers.cancel(Slot.fix)
      device.timers.cancel(Slot.acquisition)
      device.timers.cancel(Slot.indoorHold)
    }
    device.settleGNSS(at: now)
    updateLocationSession(at: now)
  }

  private mutating func updateLocationSession(at now: Instant) {
    let change = positioning.changeSession(hasReceiver: device.gnss.machine != nil, configuration.device.processor)
    guard let session = change else { return }
    let demand = positioning.demand
    let cause = session == .satellites ? demand.gnssCause : session == .wifi ? demand.wifiCause : demand.cause
    device.processor.machine.setLocationSession(
      session, cause: cause == .system ? EnergyAttribution(.fix) : cause, at: now)
    device.settleProcessor(at: now)
  }

  /// A scan for a session has ended.
  mutating func noteWiFi(found: Bool, at now: Instant) {
    guard device.wifi.machine != nil, positioning.noteWiFi(found: found, at: now) else { return }
    applyGNSSDemand(at: now)
  }

  // MARK: GNSS

  mutating func beginAcquisition(at now: Instant) {
    guard wantsGNSS, let receiver = device.gnss.machine, let model = positioning.gnss else { return }
    let start = receiver.startType(at: now, networkAtHand: canReachNetwork)
    let attempt = model.attempt(start, at: now, sky: skyForSearch, world: world)
    if start == .assisted { fetchAssistance(at: now) }
    device.gnss.machine?.acquire(
      attempt.start, timeToFirstFix: attempt.timeToFirstFix, cause: positioning.demand.receiverCause, at: now)
    device.settleGNSS(at: now)
  }

  /// Where somebody at rest uses the phone, a receiver indoors finds satellites as fast as among houses: all 29 sessions that were
  /// begun by hand in a home had one after 2 to 6 s, on both timelines (iPhone 6, MobilityNet,
  /// `reports/validation/position-errors.md`). For other buildings and phones an estimate.
  private var skyForSearch: SkyView {
    let sky = day.surroundings.sky
    return sky == .indoor && day.isStill && system.isInteractive ? .suburban : sky
  }

  private mutating func fetchAssistance(at now: Instant) {
    guard let parameters = configuration.device.gnss,
      network.asksForAssistance(validFor: parameters.ephemerisValidity, at: now)
    else { return }
    send(
      .assistance, uplink: AccessPointCache.requestBytes, downlink: Int64(parameters.assistanceSize.bytes),
      cause: EnergyAttribution(.lookup, app: positioning.demand.receiverCause.app), at: now)
  }

  mutating func gnssTimerFired(at now: Instant) {
    let output = device.gnss.machine?.timerFired(at: now)
    device.settleGNSS(at: now)
    switch output {
    case .acquired:
      device.timers.arm(Slot.fix, at: now)
      positioning.start = positioning.gnss?.start(at: now, world: world)
      if day.surroundings.sky == .indoor { armIndoorHold(at: now) }
    case .gaveUp:
      system.gnssUnavailable(at: now)
      let pause = positioning.pauseBeforeNextSearch(
        configuration.device.gnss?.retryPause ?? .zero, under: day.surroundings.sky)
      device.timers.arm(
        Slot.acquisition, at: now + (positioning.demand.gnss == .off ? max(pause, ScanCadence.coarse) : pause))
    case .switchedOff, nil: quiet.isQuiet = true
    }
  }

  /// A receiver that tracks goes on tracking indoors for a while, where it could hardly acquire; underground it loses the
  /// sky at once. An attempt that is under way starts anew under the new sky.
  mutating func skyChanged(at now: Instant) {
    guard let receiver = device.gnss.machine else { return }
    device.timers.cancel(Slot.indoorHold)
    positioning.skyChanged()
    if receiver.isTracking {
      if day.surroundings.sky == .underground { signalLost(at: now) }
      if day.surroundings.sky == .indoor { armIndoorHold(at: now) }
      if positioning.demand.wifi == .bridging, positioning.wantsScansWhileTracking(day, at: now) {
        device.timers.arm(Slot.scan, at: now)
      }
    } else if receiver.isAcquiring || device.timers.deadline(of: Slot.acquisition) != .never {
      device.timers.cancel(Slot.acquisition)
      device.gnss.machine?.abandon(at: now)
      beginAcquisition(at: now)
    }
  }

  /// How long tracking lasts indoors, by the random outcome of this time and the depth of this place; without a value, for
  /// ever.
  private mutating func armIndoorHold(at now: Instant) {
    guard let hold = configuration.device.gnss?.indoorHold else { return }
    device.timers.arm(
      Slot.indoorHold,
      at: now + hold.time(score: world.acquisition(at: now).z, multiplier: world.indoorHoldOdds(at: now)))
  }

  /// Tracking ends for want of signal; the receiver tries again, and Wi-Fi bridges the gap.
  mutating func signalLost(at now: Instant) {
    guard device.gnss.machine?.isTracking == true else { return }
    device.gnss.machine?.loseSignal(at: now)
    positioning.aiding.reset()
    device.timers.cancel(Slot.fix)
    device.timers.cancel(Slot.indoorHold)
    device.settleGNSS(at: now)
    system.gnssUnavailable(at: now)
    beginAcquisition(at: now)
    if positioning.demand.wifi != .off { device.timers.arm(Slot.scan, at: now) }
  }

  mutating func fixDue(at now: Instant) {
    guard device.gnss.machine?.isTracking == true else { return }
    device.timers.arm(Slot.fix, at: now + positioning.fixInterval)
    day.movePlane(at: now)
    guard
      let error = positioning.gnss?.error(
        at: now, leg: &positioning.leg, start: &positioning.start, isStill: day.isStill, inVehicle: day.isInVehicle,
        fusesSensors: positioning.demand.fusesSensors, sky: day.surroundings.sky, world: world)
    else { return }
    device.gnss.machine?.noteFix(at: now)
    var fix = Fix(
      technology: .gnss, timestamp: now, position: day.plane.moved(east: error.east, north: error.north),
      horizontalAccuracy: error.accuracy, speed: day.speed(at: now))
    if positioning.demand.fusesSensors {
      device.account.pay(.navigationFix, cause: positioning.demand.receiverCause, at: now)
    }
    quiet.isQuiet = positioning.aiding.isActive && !aid(&fix, at: now) || useSatelliteFix(fix, at: now)
  }

  /// Hands a satellite fix straight to the one session that sees it, in a quiet stretch; else to all, as any position.
  ///
  /// - Returns: as `use`.
  @inline(__always)
  private mutating func useSatelliteFix(_ fix: Fix, at now: Instant) -> Bool {
    guard positioning.demand.gnss != .batching, let session = quiet.session(at: now, in: system),
      device.processor.machine.isReady
    else { return use(fix, at: now) }
    positioning.note(fix)
    let location = Location(fix)
    quiet.isSilent = true
    guard system.admit(location, to: session, at: now) else { return true }
    device.run(for: deliveryTime, cause: EnergyAttribution(.app, app: session.app + 1), at: now)
    switch system.hand(location, to: session, at: now) {
    case .used:
      device.account.noteDelivered(location, at: now)
      return true
    case .dispatched(let requests):
      quiet.isSilent = false
      return carryOut(requests, at: now)
    }
  }

  /// Mends a satellite fix by Wi-Fi or a road.
  ///
  /// - Returns: `false` where a venue's own positions are better.
  private mutating func aid(_ fix: inout Fix, at now: Instant) -> Bool {
    if positioning.aiding.usesWiFi {
      if positioning.aiding.prefersVenue(at: now, isStill: day.isStill) { return false }
      // At rest the motion sensors keep outliers out already.
      if !day.isStill { fix = positioning.aiding.wifi.aided(fix, velocity: day.velocity(at: now)) }
    }
    if positioning.aiding.usesRoads {
      let position = day.position(at: now)
      if positioning.aiding.roads.knows(position) {
        fix = positioning.aiding.map?.aided(fix, velocity: day.velocity(at: now)) ?? fix
      } else {
        fetchRoads(at: now, position)
      }
    }
    return true
  }

  private mutating func fetchRoads(at now: Instant, _ position: EarthVector) {
    guard positioning.demand.roads == .fetched, !lookUps.awaitsRoads else { return }
    let isSent = send(
      .roads(position), uplink: MapCache.requestBytes, downlink: MapCache.answerBytes,
      cause: EnergyAttribution(.lookup, app: positioning.demand.receiverCause.app), at: now)
    if isSent { lookUps.roadsAsked() }
  }

  // MARK: Cell

  /// A cell position is used unless a better one is newer than a minute. In a vehicle whose scan finds nothing it takes the place
  /// of a Wi-Fi position at once, as on measured freeways, but not of a fix of a receiver that stands in for Wi-Fi.
  mutating func offerCellFix(at now: Instant, after age: TimeSpan = .minutes(1)) {
    guard let fix = cellFix(at: now), positioning.prefers(fix, toOneOf: age, at: now) else { return }
    use(fix, at: now)
  }

  /// Whether the phone knows roughly where it is by its cell. One that it cannot use is none.
  var hasCellPositions: Bool {
    day.cell != nil && positioning.cell != nil && device.cellular.machine?.isAvailable == true
  }

  mutating func cellFix(at now: Instant) -> Fix? { hasCellPositions ? positioning.cellFix(&day, at: now) : nil }

  // MARK: Significant change

  mutating func measureSignificantChange(at now: Instant) {
    let (first, isFirst) = system.significantChangeMeasurementBegins(at: now)
    if let known = positionAtHandForSignificantChange(isFirst: isFirst, at: now) {
      return significantChangeMeasured(known, at: now)
    }
    let app = (first ?? -1) + 1
    if day.surroundings.accessPoints == .none || positioning.platform.significantChangeKnowsCellsOnly {
      // Nothing was heard by the scans the radio makes anyway, or cells are all there is: no scan of our own.
      scanFoundNothing(for: ScanUse(significantChange: app), at: now)
    } else {
      scans.use.significantChange = app
      startScan(cause: EnergyAttribution(.service, app: app), at: now)
    }
  }

  /// A position that the service need not measure: another session's, a few seconds old; for the first event any.
  private func positionAtHandForSignificantChange(isFirst: Bool, at now: Instant) -> Fix? {
    guard let known = positioning.lastKnown else { return nil }
    if now - known.timestamp <= Self.freshness, known.horizontalAccuracy <= Self.goodEnough { return known }
    return isFirst ? known : nil
  }

  /// Estimates: a car goes 300 m in ten seconds at most, and Wi-Fi positions are good for 65 m.
  private static var freshness: TimeSpan { .seconds(10) }
  private static var goodEnough: Double { 100 }

  mutating func significantChangeMeasured(_ fix: Fix, at now: Instant) {
    positioning.lastKnown = fix
    if system.significantChangeNeedsArea(at: now) { computeArea(at: now) }
    system.significantChangeMeasured(Location(fix), at: now)
  }

  // MARK: Fixes

  /// A position that had to wait for a look-up may be overtaken by a newer one: then it is of no use any more.
  ///
  /// - Returns: whether plain sessions alone saw it.
  @discardableResult
  mutating func use(_ fix: Fix, at now: Instant) -> Bool {
    if let last = positioning.lastFix, fix.timestamp < last.timestamp { return true }
    let location = Location(fix)
    if positioning.demand.gnss == .batching, fix.technology == .gnss {
      // What the chip keeps while the processor sleeps, nobody sees yet.
      positioning.noteOnChip(fix)
      system.keepOnChip(location, at: now)
      return true
    }
    positioning.note(fix)
    let isForRegions = system.monitorsRegions
    if isForRegions { system.noteForRegions(location, isCell: fix.technology == .cell, at: now) }
    let isPlain = system.ingest(location, fromGNSS: fix.technology == .gnss, at: now)
    return system.shareWithSignificantChange(location, at: now) && isPlain && !isForRegions
  }
}
