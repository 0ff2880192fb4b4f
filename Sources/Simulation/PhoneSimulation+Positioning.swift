import DeviceModel
import EventKernel
import LocationServices
import Positioning
import Quantities
import World

extension PhoneSimulation {
  /// Whether the receiver is to run: asked for, or in place of Wi-Fi.
  private var wantsGNSS: Bool { gnss != nil && !demand.barsGNSS && (demand.gnss != .off || gnssStandsIn) }

  mutating func applyDemand(at now: Instant) {
    let old = demand
    demand = system.demand
    updateAiding(at: now)
    if demand.wifi != old.wifi {
      withoutWiFiSince = nil
      gnssStandsIn = wifi == nil && demand.wifi == .regular
    }
    applyGNSSDemand(at: now)
    if demand.wifi == .off {
      timers.cancel(Slot.scan)
    } else if demand.wifi != old.wifi {
      timers.arm(Slot.scan, at: firstScan(at: now))
    }
    if demand.cell, !old.cell { offerCellFix(at: now) }
  }

  /// When a demand that has just changed scans first.
  ///
  /// A session that comes back from the sleep of a filter of kilometres goes on where it was: the cell says roughly where
  /// the phone is, and a scan is made when the coarse cadence has one due.
  private func firstScan(at now: Instant) -> Instant {
    guard demand.wifi == .occasional || demand.wifi == .fallback, let last = lastCoarseScan, hasCellPositions else {
      return now
    }
    // The departure arms the next one.
    if motion == .still, last >= cursor.motionStart(in: world) { return .never }
    return max(now, last + ScanCadence.coarse)
  }

  private mutating func applyGNSSDemand(at now: Instant) {
    if wantsGNSS {
      let mode = trackingMode
      gnss?.setMode(mode, at: now)
      gnss?.setCause(demand.cause, at: now)
      if gnss?.isTracking == false, gnss?.isAcquiring == false, timers.deadline(of: Slot.acquisition) == .never {
        beginAcquisition(at: now)
      }
    } else {
      gnss?.stop(at: now)
      timers.cancel(Slot.fix)
      timers.cancel(Slot.acquisition)
      timers.cancel(Slot.indoorHold)
    }
    settleGNSS(at: now)
    updateLocationSession(at: now)
  }

  private var trackingMode: GNSSReceiver.TrackingMode {
    switch demand.gnss {
    case .continuous: .continuous
    case .batching: .batching
    case .off: .dutyCycled
    }
  }

  /// While fixes come each second for a running app, the processor does not suspend; nor does it between positions from
  /// Wi-Fi, on a phone that says what that costs; without a receiver that is what best accuracy comes to. Fixes each second
  /// that Doze holds back have a price of their own.
  private mutating func updateLocationSession(at now: Instant) {
    let session: ApplicationProcessor.Session?
    if gnss != nil, demand.gnss == .continuous {
      session = .satellites
    } else if demand.wifi == .regular || (demand.wifi == .bridging && gnss == nil), demand.gnss != .batching,
      configuration.device.processor.wifiSession != nil
    {
      session = .wifi
    } else if demand.heldBack, configuration.device.processor.dozingSession != nil {
      session = .dozing
    } else {
      session = nil
    }
    guard session != self.session else { return }
    self.session = session
    processor.setLocationSession(
      session, cause: demand.cause == .system ? EnergyAttribution(.fix) : demand.cause, at: now)
    settleProcessor(at: now)
  }

  /// 100 m accuracy where no access point has been heard for a while: a duty-cycled receiver stands in.
  private mutating func noteWiFi(found: Bool, at now: Instant) {
    guard demand.wifi == .regular, wifi != nil else { return }
    let since = found ? nil : withoutWiFiSince ?? now
    withoutWiFiSince = since
    let standsIn = since.map { now - $0 >= ScanCadence.gnssStandsInAfter } ?? false
    guard standsIn != gnssStandsIn else { return }
    gnssStandsIn = standsIn
    applyGNSSDemand(at: now)
  }

  // MARK: GNSS

  mutating func beginAcquisition(at now: Instant) {
    guard wantsGNSS, let receiver = gnss, let model = gnssModel else { return }
    let start = receiver.startType(at: now, networkAtHand: canReachNetwork)
    let attempt = model.attempt(start, at: now, sky: surroundings.sky, world: world)
    if start == .assisted { fetchAssistance(at: now) }
    gnss?.acquire(attempt.start, timeToFirstFix: attempt.timeToFirstFix, cause: demand.cause, at: now)
    settleGNSS(at: now)
  }

  private mutating func fetchAssistance(at now: Instant) {
    guard let parameters = configuration.device.gnss else { return }
    if let last = lastAssistance, now - last < parameters.ephemerisValidity { return }
    lastAssistance = now
    send(
      .assistance, uplink: AccessPointCache.requestBytes, downlink: Int64(parameters.assistanceSize.bytes),
      cause: EnergyAttribution(.lookup, app: demand.cause.app), at: now)
  }

  mutating func gnssTimerFired(at now: Instant) {
    let output = gnss?.timerFired(at: now)
    settleGNSS(at: now)
    switch output {
    case .acquired:
      timers.arm(Slot.fix, at: now)
      if surroundings.sky == .indoor { armIndoorHold(at: now) }
    case .gaveUp:
      system.gnssUnavailable(at: now)
      let pause = pauseBeforeNextSearch()
      timers.arm(Slot.acquisition, at: now + (demand.gnss == .off ? max(pause, ScanCadence.coarse) : pause))
    case .switchedOff, nil: isQuiet = true
    }
  }

  /// How long the receiver rests after a search without a fix. Where it hears no satellite at all it rests longer each time:
  /// receivers then leave the search for a period of inactivity (u-blox M10 integration manual, "Inactive for search"); that
  /// the period doubles up to five minutes is an estimate.
  private mutating func pauseBeforeNextSearch() -> TimeSpan {
    let pause = configuration.device.gnss?.retryPause ?? .zero
    guard surroundings.sky == .underground else {
      silentSearches = 0
      return pause
    }
    silentSearches = min(silentSearches + 1, 16)
    return max(pause, min(pause * Double(1 << (silentSearches - 1)), ScanCadence.longestSearchPause))
  }

  /// A receiver that tracks goes on tracking indoors for a while, where it could hardly acquire; underground it loses the
  /// sky at once. An attempt that is under way starts anew under the new sky.
  mutating func skyChanged(from old: SkyView, at now: Instant) {
    guard let receiver = gnss else { return }
    timers.cancel(Slot.indoorHold)
    silentSearches = 0
    if receiver.isTracking {
      if surroundings.sky == .underground { signalLost(at: now) }
      if surroundings.sky == .indoor { armIndoorHold(at: now) }
      if demand.wifi == .bridging, wantsScansWhileTracking(at: now) { timers.arm(Slot.scan, at: now) }
    } else if receiver.isAcquiring || timers.deadline(of: Slot.acquisition) != .never {
      timers.cancel(Slot.acquisition)
      gnss?.abandon(at: now)
      beginAcquisition(at: now)
    }
  }

  /// How long tracking lasts indoors, by the random outcome of this time and the depth of this place; without a value, for
  /// ever.
  private mutating func armIndoorHold(at now: Instant) {
    guard let hold = configuration.device.gnss?.indoorHold else { return }
    timers.arm(
      Slot.indoorHold,
      at: now + hold.time(score: world.acquisition(at: now).z, multiplier: world.indoorHoldOdds(at: now)))
  }

  /// Tracking ends for want of signal; the receiver tries again, and Wi-Fi bridges the gap.
  mutating func signalLost(at now: Instant) {
    guard gnss?.isTracking == true else { return }
    gnss?.loseSignal(at: now)
    aiding.reset()
    timers.cancel(Slot.fix)
    timers.cancel(Slot.indoorHold)
    settleGNSS(at: now)
    system.gnssUnavailable(at: now)
    beginAcquisition(at: now)
    if demand.wifi != .off { timers.arm(Slot.scan, at: now) }
  }

  private var isInVehicle: Bool { motion == .automotive || motion == .rail || motion == .airborne }

  mutating func fixDue(at now: Instant) {
    guard gnss?.isTracking == true else { return }
    timers.arm(Slot.fix, at: now + (demand.gnss == .off ? ScanCadence.dutyCycle : .seconds(1)))
    let position = truth.position(at: now)
    if position != plane.origin { plane = LocalPlane(position) }
    guard
      // Called in place: the model's tables are too large to copy for every fix.
      let fix = gnssModel?.fix(
        at: now, truth: plane, speed: truth.speed(at: now), isStill: motion == .still,
        inVehicle: isInVehicle, fusesSensors: demand.fusesSensors, sky: surroundings.sky, world: world)
    else { return }
    gnss?.noteFix(at: now)
    if demand.fusesSensors { payForSensors(at: now) }
    isQuiet = aiding.isActive ? aid(fix, at: now) : use(fix, at: now)
  }

  // MARK: Wi-Fi

  /// How often a session of 100 m, or one that waits for satellites, scans.
  private var scanInterval: TimeSpan {
    guard platform.isAndroid else { return ScanCadence.regular(motion) }
    return platform.wifiPositionInterval(isStill: motion == .still)
  }

  mutating func scanDue(at now: Instant) {
    switch demand.wifi {
    case .off: return
    case .bridging where gnss?.isTracking == true && !wantsScansWhileTracking(at: now):
      timers.arm(Slot.scan, at: now + ScanCadence.idleCheck)
      return
    case .bridging, .regular: timers.arm(Slot.scan, at: now + scanInterval)
    case .occasional:
      if motion != .still { timers.arm(Slot.scan, at: now + ScanCadence.coarse) }
    case .fallback:
      if motion != .still { timers.arm(Slot.scan, at: now + ScanCadence.coarse) }
      guard !hasCellPositions else { return }
    }
    if demand.wifi == .occasional || demand.wifi == .fallback { lastCoarseScan = now }
    scanUse.session = demand.cause.app
    startScan(cause: demand.cause, at: now)
  }

  /// Starts a scan, or joins the one that runs. A scan without a radio to make it ends at once.
  ///
  /// - Parameter kind: the channels that are known to be in use, while the list is fresh, when left out.
  mutating func startScan(_ kind: WiFiRadio.ScanKind? = nil, cause: EnergyAttribution, at now: Instant) {
    guard let radio = wifi, radio.isEnabled else {
      finishScan(at: now)
      return
    }
    guard !radio.isScanning else { return }
    let isStale = lastScan.map { now - $0 > ScanCadence.fullScanAfter } ?? true
    lastScan = now
    scanKind = kind ?? (isStale ? .full : .partial)
    wifi?.scan(scanKind, cause: cause, at: now)
    settleWiFi(at: now)
  }

  mutating func finishScan(at now: Instant) {
    let use = scanUse
    scanUse = ScanUse()
    let position = truth.position(at: now)
    let enabled = wifi?.isEnabled ?? false
    let heard = enabled ? wifiFix(at: now, truth: position) : nil
    if platform.isAndroid, enabled { tellApps(heard, of: use, at: now) }
    defer { startWaitingAppScan(at: now) }
    guard use.servesSystem else { return }
    guard let fix = heard else {
      // A scan that hears access points without getting a position from them: the receiver does not stand in for that.
      if use.session != nil { noteWiFi(found: enabled && surroundings.accessPoints != .none, at: now) }
      scanFoundNothing(for: use, at: now)
      return
    }
    if accessPoints.knows(position) {
      useScan(fix, for: use, at: now)
    } else if canReachNetwork, !awaitsTile {
      awaitsTile = true
      send(
        .tile(fix, use), uplink: AccessPointCache.requestBytes, downlink: AccessPointCache.answerBytes,
        cause: EnergyAttribution(.lookup, app: use.payer), at: now)
    } else {
      scanFoundNothing(for: use, at: now)
    }
  }

  private mutating func scanFoundNothing(for use: ScanUse, at now: Instant) {
    if use.reducedAccuracy != nil { reducedAccuracyScanned(heard: false, at: now) }
    if use.session != nil, demand.cell { offerCellFix(at: now, after: isInVehicle ? .zero : .minutes(1)) }
    guard use.significantChange != nil, let fix = cellFix(at: now) else { return }
    significantChangeMeasured(fix, at: now)
  }

  mutating func tileArrived(_ fix: Fix, for use: ScanUse, at now: Instant) {
    accessPoints.learn(truth.position(at: fix.timestamp))
    tileSettled(at: now)
    useScan(fix, for: use, at: now)
  }

  private mutating func useScan(_ fix: Fix, for use: ScanUse, at now: Instant) {
    pay(.wifiFix, cause: EnergyAttribution(use.session == nil ? .service : .fix, app: use.payer), at: now)
    if use.reducedAccuracy != nil { reducedAccuracyScanned(heard: true, at: now) }
    if use.significantChange != nil { significantChangeMeasured(fix, at: now) }
    if use.regions != nil {
      system.regionMeasured(location(fix), isCell: false, at: now)
    } else if use.session == nil, system.monitorsRegions {
      system.noteForRegions(location(fix), isCell: false, at: now)
    }
    if use.session != nil {
      noteWiFi(found: true, at: now)
      if aiding.isActive { aiding.note(fix) }
      if !servesAidingOnly(fix) { self.use(fix, at: now) }
    }
    prefetchNeighbours(of: truth.position(at: now), cause: EnergyAttribution(.lookup, app: use.payer), at: now)
  }

  // MARK: Cell

  /// A cell position is used unless a better one is newer than a minute. In a vehicle whose scan finds nothing it is used at
  /// once: on measured freeways cell positions come between Wi-Fi positions.
  mutating func offerCellFix(at now: Instant, after age: TimeSpan = .minutes(1)) {
    guard let fix = cellFix(at: now) else { return }
    if let last = lastFix, now - last.timestamp < age, last.horizontalAccuracy <= fix.horizontalAccuracy { return }
    use(fix, at: now)
  }

  /// Whether the phone knows roughly where it is by its cell. One that it cannot use is none.
  private var hasCellPositions: Bool { cell != nil && cellModel != nil && cellular?.isAvailable == true }

  mutating func cellFix(at now: Instant) -> Fix? {
    guard hasCellPositions, let cell, let model = cellModel else { return nil }
    return model.fix(at: now, truth: truth.position(at: now), cell: cell, world: world)
  }

  // MARK: Significant change

  mutating func measureSignificantChange(at now: Instant) {
    let known = positionAtHandForSignificantChange(at: now)
    system.significantChangeMeasurementBegins(at: now)
    if let known {
      significantChangeMeasured(known, at: now)
      return
    }
    let app = (system.significantChangeApp ?? -1) + 1
    if surroundings.accessPoints == .none || platform.significantChangeKnowsCellsOnly {
      // Nothing was heard by the scans the radio makes anyway, or cells are all there is: no scan of our own.
      scanFoundNothing(for: ScanUse(significantChange: app), at: now)
    } else {
      scanUse.significantChange = app
      startScan(cause: EnergyAttribution(.service, app: app), at: now)
    }
  }

  // MARK: Fixes

  /// A position that had to wait for a look-up may be overtaken by a newer one: then it is of no use any more.
  ///
  /// - Returns: whether plain sessions alone saw it.
  @discardableResult
  mutating func use(_ fix: Fix, at now: Instant) -> Bool {
    if let last = lastFix, fix.timestamp < last.timestamp { return true }
    let location = location(fix)
    if demand.gnss == .batching, fix.technology == .gnss {
      // What the chip keeps while the processor sleeps, nobody sees yet.
      return system.keepOnChip(location, at: now)
    }
    lastFix = fix
    lastKnown = fix
    let isForRegions = system.monitorsRegions
    if isForRegions { system.noteForRegions(location, isCell: fix.technology == .cell, at: now) }
    let isPlain = system.ingest(location, fromGNSS: fix.technology == .gnss, at: now)
    return system.shareWithSignificantChange(location, at: now) && isPlain && !isForRegions
  }

  func location(_ fix: Fix) -> Location {
    Location(
      position: fix.position, horizontalAccuracy: fix.horizontalAccuracy, timestamp: fix.timestamp.seconds,
      speed: fix.speed, floor: fix.floor)
  }
}
