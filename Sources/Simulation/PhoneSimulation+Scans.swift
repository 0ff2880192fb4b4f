import Core
import DeviceModel
import LocationServices
import World

/// Wi-Fi: when the phone scans, and what becomes of what it hears.
extension PhoneSimulation {
  /// When a demand that has just changed scans first.
  ///
  /// A session that comes back from the sleep of a filter of kilometres goes on where it was: the cell says roughly where
  /// the phone is, and a scan is made when the coarse cadence has one due. So does the next poll of a fused request.
  func firstScan(at now: Instant) -> Instant {
    let demand = positioning.demand
    guard demand.wifi == .occasional || demand.wifi == .fallback, let last = scans.lastCoarse,
      hasCellPositions || (demand.isFused && !demand.isForOneShot)
    else { return now }
    // The departure arms the next one.
    if day.isStill, last >= day.motionStart { return .never }
    return max(now, last + ScanCadence.coarse)
  }

  mutating func scanDue(at now: Instant) {
    let demand = positioning.demand
    switch demand.wifi {
    case .off: return
    case .bridging
    where device.gnss.machine?.isTracking == true && !positioning.wantsScansWhileTracking(day, at: now):
      device.timers.arm(Slot.scan, at: now + ScanCadence.idleCheck)
      return
    case .bridging, .regular: device.timers.arm(Slot.scan, at: now + positioning.scanInterval(day.motion))
    case .occasional, .fallback:
      if !day.isStill { device.timers.arm(Slot.scan, at: now + ScanCadence.coarse) }
      if demand.wifi == .fallback, hasCellPositions { return }
      scans.lastCoarse = now
    }
    scans.use.session = demand.wifiCause.app
    startScan(cause: demand.wifiCause, at: now)
  }

  /// Starts a scan, or joins the one that runs. A scan without a radio to make it ends at once.
  ///
  /// - Parameter kind: the channels that are known to be in use, while the list is fresh, when left out.
  mutating func startScan(_ kind: WiFiRadio.ScanKind? = nil, cause: EnergyAttribution, at now: Instant) {
    guard let radio = device.wifi.machine, radio.isEnabled else {
      finishScan(at: now)
      return
    }
    guard !radio.isScanning else { return }
    scans.begin(kind, at: now)
    device.wifi.machine?.scan(scans.kind, cause: cause, at: now)
    device.settleWiFi(at: now)
  }

  mutating func finishScan(at now: Instant) {
    let use = scans.takeUse()
    let position = day.position(at: now)
    let enabled = device.isWiFiEnabled
    let heard = enabled ? positioning.wifiFix(&day, at: now) : nil
    if positioning.platform.isAndroid, enabled { tellApps(heard, of: use, at: now) }
    defer { startWaitingAppScan(at: now) }
    guard use.servesSystem else { return }
    guard let fix = heard else {
      // A scan that hears access points without getting a position from them: the receiver does not stand in for that.
      if use.session != nil { noteWiFi(found: enabled && day.surroundings.accessPoints != .none, at: now) }
      scanFoundNothing(for: use, at: now)
      return
    }
    take(fix, at: position, for: use, at: now)
  }

  /// Access points were heard: the phone knows where they are, or asks.
  private mutating func take(_ fix: Fix, at position: EarthVector, for use: ScanUse, at now: Instant) {
    if lookUps.accessPoints.knows(position) {
      useScan(fix, for: use, at: now)
    } else if canReachNetwork, !lookUps.awaitsTile {
      lookUps.tileAsked()
      send(
        .tile(fix, use), uplink: AccessPointCache.requestBytes, downlink: AccessPointCache.answerBytes,
        cause: EnergyAttribution(.lookup, app: use.payer), at: now)
    } else {
      if use.session != nil, positioning.demand.isForOneShot { noteWiFi(found: false, at: now) }
      scanFoundNothing(for: use, at: now)
    }
  }

  /// What the radio hears without a scan for positions is offered to coarse sessions, at no cost: the access point that the
  /// phone has joined, and the scans for known networks as far as the phone knows what they hear. A device without cells
  /// scans for such sessions.
  mutating func offerHeardPosition(at now: Instant) {
    guard positioning.demand.takesWhatIsHeard, MovementTrigger.accessPoints.counts(on: positioning.platform),
      device.isWiFiEnabled, hasCellPositions, let fix = positioning.wifiFix(&day, at: now)
    else { return }
    let position = day.position(at: now)
    if lookUps.accessPoints.knows(position) {
      use(fix, at: now)
    } else if usesWiFi {
      take(fix, at: position, for: ScanUse(session: positioning.demand.wifiCause.app), at: now)
    }
  }

  mutating func scanFoundNothing(for use: ScanUse, at now: Instant) {
    if use.reducedAccuracy != nil { reducedAccuracyScanned(heard: false, at: now) }
    if use.session != nil, positioning.demand.cell {
      let holds = positioning.gnssStandsIn && positioning.lastFix?.technology == .gnss
      offerCellFix(at: now, after: day.isInVehicle && !holds ? .zero : .minutes(1))
    }
    guard use.significantChange != nil, let fix = cellFix(at: now) else { return }
    significantChangeMeasured(fix, at: now)
  }

  mutating func tileArrived(_ fix: Fix, for use: ScanUse, at now: Instant) {
    lookUps.accessPoints.learn(day.position(at: fix.timestamp))
    tileSettled(at: now)
    useScan(fix, for: use, at: now)
  }

  private mutating func useScan(_ fix: Fix, for use: ScanUse, at now: Instant) {
    device.account.pay(
      .wifiFix, cause: EnergyAttribution(use.session == nil ? .service : .fix, app: use.payer), at: now)
    if use.reducedAccuracy != nil { reducedAccuracyScanned(heard: true, at: now) }
    if use.significantChange != nil { significantChangeMeasured(fix, at: now) }
    if use.regions != nil {
      system.regionMeasured(Location(fix), isCell: false, at: now)
    } else if use.session == nil, system.monitorsRegions {
      system.noteForRegions(Location(fix), isCell: false, isOfSession: false, at: now)
    }
    if use.session != nil {
      noteWiFi(found: true, at: now)
      if positioning.aiding.isActive { positioning.aiding.note(fix) }
      if !servesAidingOnly(fix) { self.use(fix, at: now) }
    } else if positioning.demand.cell, positioning.prefers(fix, toOneOf: .seconds(10), at: now) {
      // A scan for another service: running sessions see what it brings.
      self.use(fix, at: now)
    }
    prefetchNeighbours(
      of: day.position(at: now), cause: EnergyAttribution(.lookup, app: use.payer), at: now)
  }

  /// A Wi-Fi position while satellite fixes come is there to mend them, unless it is better.
  private func servesAidingOnly(_ fix: Fix) -> Bool {
    positioning.aiding.usesWiFi && device.gnss.machine?.isTracking == true && fix.floor == nil
  }

  /// On Wi-Fi, the tiles around are fetched as well, so that the user can go on where there is no network.
  private mutating func prefetchNeighbours(of position: EarthVector, cause: EnergyAttribution, at now: Instant) {
    guard usesWiFi, !lookUps.awaitsNeighbours, position != lookUps.surroundedPlace else { return }
    let missing = lookUps.accessPoints.missingNeighbours(of: position)
    guard missing > 0 else {
      lookUps.surroundedPlace = position
      return
    }
    let isSent = send(
      .neighbours(position), uplink: AccessPointCache.requestBytes,
      downlink: AccessPointCache.answerBytes * Int64(missing), cause: cause, at: now)
    if isSent { lookUps.neighboursAsked() }
  }
}

/// Wi-Fi scans that Android apps ask for themselves (`WifiManager.startScan`), and what they send to place them.
extension PhoneSimulation {
  /// Bytes of a question to a positioning service and of its answer: a request in JSON with headers and TLS records, some 60
  /// bytes for each access point (Google, "Geolocation request": its address and signal strength by name), and a
  /// latitude, a longitude and a radius with headers. Estimates: half or twice as much for the headers, which depend on the
  /// service; a connection that is kept open. A radio's tail costs more than all of them.
  private var lookupUplink: (request: Int64, accessPoint: Int64) { (700, 60) }
  private var lookupDownlink: Int64 { 600 }

  /// How many access points a scan hears: within the classes of the surroundings (1 to 2, 3 to 9, 10 or more), an estimate.
  private var heardAccessPoints: Int {
    switch day.surroundings.accessPoints {
    case .none: 0
    case .few: 2
    case .some: 6
    case .many: 15
    }
  }

  /// Makes a scan that an app has asked for and may have: always of all channels (AOSP, `ScanRequestProxy`). One that is
  /// asked for while another of all channels runs is that one; while one of a few channels runs, it waits.
  mutating func startAppScan(askedBy app: Int, at now: Instant) {
    guard system.admitsScan(of: app, isRadioOn: device.isWiFiEnabled, at: now) else { return }
    if scans.admit(app, isScanning: isScanning) { startAppScan(app, at: now) }
  }

  private var isScanning: Bool { device.wifi.machine?.isScanning == true }

  private mutating func startAppScan(_ app: Int, at now: Instant) {
    scans.use.app = scans.use.app ?? app + 1
    startScan(.full, cause: EnergyAttribution(.fix, app: app + 1), at: now)
  }

  /// A scan has ended.
  mutating func startWaitingAppScan(at now: Instant) {
    if let app = scans.takeWaitingApp(isScanning: isScanning) { startAppScan(app, at: now) }
  }

  /// Apps that listen are told what a scan heard.
  mutating func tellApps(_ fix: Fix?, of use: ScanUse, at now: Instant) {
    let heard = fix.map { Location($0) }
    system.scanEnded(
      accessPoints: heard == nil ? 0 : heardAccessPoints, heard, isOfApps: use.app != nil, isFull: scans.kind == .full)
  }

  mutating func start(_ lookup: ScanLookup, at now: Instant) {
    let uplink = lookupUplink.request + lookupUplink.accessPoint * Int64(lookup.accessPoints)
    let isSent = send(
      .scanLookup(lookup), uplink: uplink, downlink: lookupDownlink,
      cause: EnergyAttribution(.lookup, app: lookup.app + 1), at: now)
    if !isSent { system.scanLocated(lookup, isAnswered: false) }
  }
}
