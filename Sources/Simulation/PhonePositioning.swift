import DeviceModel
import LocationServices
import World
import Core

/// How the phone finds positions: the technologies' models, what is asked of them, what stands in or helps, and the last positions.
struct PhonePositioning {
  let gnss: GNSSPositioning?
  let wifi: WiFiPositioning?
  let cell: CellPositioning?
  let platform: Platform
  var aiding: FixAiding
  var leg = GNSSPositioning.LegScale()
  /// Of the receiver; `nil` once its errors have settled.
  var start: GNSSPositioning.Start?
  private(set) var demand = PositioningDemand.none
  private(set) var lastFix: Fix?
  /// The newest fix that the chip keeps.
  private var lastOnChip: Fix?
  /// The newest position, whoever it was for.
  var lastKnown: Fix?
  /// GNSS takes the place of Wi-Fi.
  private(set) var gnssStandsIn = false
  /// Since when scans for a session of 100 m have heard nothing.
  private var withoutWiFiSince: Instant?
  /// Searches in a row in which no satellite was heard.
  private var silentSearches = 0
  private var session: ApplicationProcessor.Session?

  init(_ device: DeviceParameters, on platform: Platform, roads: RoadNetwork?) {
    self.platform = platform
    // iPhones report in steps, whatever their profile says.
    let report = ReportedAccuracy(ratio: device.system == .android ? device.error.report : nil)
    if let errors = device.error.gnss, let receiver = device.gnss {
      gnss = GNSSPositioning(
        errors: errors, receiver: receiver, report: report, averagesAtRest: !platform.isAndroid)
    } else {
      gnss = nil
    }
    wifi = device.error.wifi.map { WiFiPositioning(errors: $0, report: report) }
    cell = device.error.cellBiasRatio.map(CellPositioning.init)
    aiding = FixAiding(isOffered: platform.supportsTiles, roads: roads)
  }

  // MARK: Demand

  /// - Returns: what was asked until now.
  mutating func take(_ demand: PositioningDemand, hasWiFi: Bool, at now: Instant) -> PositioningDemand {
    let old = self.demand
    self.demand = demand
    if demand.gnss != .batching, let fix = lastOnChip {
      // What the chip kept is handed over, and known from now on.
      lastOnChip = nil
      if fix.timestamp > lastFix?.timestamp ?? .start { note(fix) }
    }
    if demand.wifi != old.wifi {
      // A session that comes back from sleep knows what scans heard before; fused requests have `SatelliteStandIn` for that.
      if demand.isFused { withoutWiFiSince = nil }
      gnssStandsIn = hasWiFi ? standsIn(at: now) : demand.wifi == .regular
    }
    return old
  }

  /// Whether a receiver is to run: asked for, or in place of Wi-Fi.
  var wantsGNSS: Bool { !demand.barsGNSS && (demand.gnss != .off || gnssStandsIn) }

  var trackingMode: GNSSReceiver.TrackingMode {
    switch demand.gnss {
    case .continuous: .continuous
    case .batching: .batching
    case .off: .dutyCycled
    }
  }

  /// When the next fix is due after one.
  var fixInterval: TimeSpan { demand.gnss == .off ? ScanCadence.dutyCycle : TimeSpan(nanoseconds: 1_000_000_000) }

  /// How often a session of 100 m, or one that waits for satellites, scans. At rest Android's requests for high accuracy alone
  /// wait for satellites.
  func scanInterval(_ motion: MotionClass) -> TimeSpan {
    guard platform.isAndroid else { return ScanCadence.regular(motion) }
    return platform.wifiPositionInterval(isStill: motion.isStill, isForHighAccuracy: demand.wifi == .bridging)
  }

  /// While fixes come each second for a running app, the processor does not suspend; nor does it between positions from
  /// Wi-Fi, on a phone that says what that costs; without a receiver that is what best accuracy comes to. Fixes each second
  /// that Doze holds back have a price of their own.
  ///
  /// - Returns: the processor's session from now on, `nil` when it stays as it is.
  mutating func changeSession(
    hasReceiver: Bool, _ processor: ProcessorParameters
  ) -> ApplicationProcessor.Session?? {
    let session: ApplicationProcessor.Session?
    if hasReceiver, demand.gnss == .continuous {
      session = .satellites
    } else if demand.wifi == .regular || (demand.wifi == .bridging && !hasReceiver), demand.gnss != .batching,
      processor.wifiSession != nil
    {
      session = .wifi
    } else if demand.heldBack, processor.dozingSession != nil {
      session = .dozing
    } else {
      session = nil
    }
    guard session != self.session else { return nil }
    self.session = session
    return .some(session)
  }

  /// 100 m accuracy where no access point has been heard for a while: a duty-cycled receiver stands in, for a single position
  /// at once.
  ///
  /// - Returns: whether it begins or ceases to.
  mutating func noteWiFi(found: Bool, at now: Instant) -> Bool {
    withoutWiFiSince = found ? nil : withoutWiFiSince ?? now
    let old = gnssStandsIn
    gnssStandsIn = standsIn(at: now)
    return gnssStandsIn != old
  }

  private func standsIn(at now: Instant) -> Bool {
    guard demand.wifi == .regular, let withoutWiFiSince else { return false }
    return (demand.isForOneShot && !demand.isFused) || now - withoutWiFiSince >= ScanCadence.gnssStandsInAfter
  }

  // MARK: Searches for satellites

  mutating func skyChanged() { silentSearches = 0 }

  /// How long the receiver rests after a search without a fix. Where it hears no satellite at all it rests longer each time:
  /// receivers then leave the search for a period of inactivity (u-blox M10 integration manual, "Inactive for search"); that
  /// the period doubles up to five minutes is an estimate.
  mutating func pauseBeforeNextSearch(_ pause: TimeSpan, under sky: SkyView) -> TimeSpan {
    guard sky == .underground else {
      silentSearches = 0
      return pause
    }
    silentSearches = min(silentSearches + 1, 16)
    return max(pause, min(pause * Double(1 << (silentSearches - 1)), ScanCadence.longestSearchPause))
  }

  // MARK: Aiding

  /// Called when the sky, the way of moving or the demand has changed.
  mutating func updateAiding(in surroundings: Surroundings, _ motion: MotionClass) {
    guard aiding.isOffered else { return }
    let isWeak = GNSSPositioning.signal(under: surroundings.sky) == .weak
    aiding.usesWiFi = isWeak && demand.gnss == .continuous && surroundings.accessPoints != .none
    let drives = motion == .automotive && demand.roads != .off
    let usesRoads = aiding.map != nil && drives && demand.gnss == .continuous
    if aiding.usesRoads, !usesRoads { aiding.map?.reset() }
    aiding.usesRoads = usesRoads
    aiding.isActive = aiding.usesWiFi || usesRoads
  }

  /// Whether scans go on although the receiver tracks: for a moving phone under a poor sky, and inside a venue.
  func wantsScansWhileTracking(_ day: DayInProgress, at now: Instant) -> Bool {
    guard aiding.isOffered, day.surroundings.accessPoints != .none,
      GNSSPositioning.signal(under: day.surroundings.sky) == .weak
    else { return false }
    return !day.isStill
      || (!day.world.venues.isEmpty && venue(at: day.world.journey.position(at: now), day) != nil)
  }

  private func venue(at position: EarthVector, _ day: DayInProgress) -> Venue? {
    guard !day.world.venues.isEmpty, platform.positionsInVenues, day.surroundings.sky == .indoor else { return nil }
    return day.world.venues.first { $0.contains(position) }
  }

  // MARK: Positions

  /// The position a scan gives; a floor is noticed some time after the stairs.
  func wifiFix(_ day: inout DayInProgress, at now: Instant) -> Fix? {
    let position = day.position(at: now)
    let venue = venue(at: position, day)
    var floor: Int?
    if venue != nil {
      let earlier = max(.start, now + (.zero - platform.floorDelay))
      floor = day.world.surroundings.value(at: earlier).floor ?? day.surroundings.floor ?? 0
    }
    return wifi?.fix(
      at: now, truth: position, speedInVehicle: day.isInVehicle ? day.speed(at: now) : 0,
      accessPoints: day.surroundings.accessPoints, venue: venue, floor: floor, world: day.world)
  }

  /// The position of the cell that serves the phone; `nil` without one, or where cells say nothing.
  func cellFix(_ day: inout DayInProgress, at now: Instant) -> Fix? {
    guard let serving = day.cell, let cell else { return nil }
    return cell.fix(at: now, truth: day.position(at: now), cell: serving, world: day.world)
  }

  /// A cell position is used unless a better one is newer than `age`.
  func prefers(_ fix: Fix, toOneOf age: TimeSpan, at now: Instant) -> Bool {
    guard let last = lastFix else { return true }
    return now - last.timestamp >= age || last.horizontalAccuracy > fix.horizontalAccuracy
  }

  mutating func noteOnChip(_ fix: Fix) { lastOnChip = fix }

  mutating func note(_ fix: Fix) {
    lastFix = fix
    lastKnown = fix
  }
}
