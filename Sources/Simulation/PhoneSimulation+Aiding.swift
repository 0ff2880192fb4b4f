import DeviceModel
import LocationServices
import Positioning
import Quantities
import World

extension PhoneSimulation {
  // MARK: When aiding helps

  /// Called when the sky, the way of moving or the demand has changed.
  mutating func updateAiding(at now: Instant) {
    guard aiding.isOffered else { return }
    let isWeak = GNSSPositioning.signal(under: surroundings.sky) == .weak
    aiding.usesWiFi = isWeak && demand.gnss == .continuous && surroundings.accessPoints != .none
    let drives = motion == .automotive && demand.roads != .off
    let usesRoads = aiding.map != nil && drives && demand.gnss == .continuous
    if aiding.usesRoads, !usesRoads { aiding.map?.reset() }
    aiding.usesRoads = usesRoads
    aiding.isActive = aiding.usesWiFi || usesRoads
  }

  /// A fix that Wi-Fi, a venue or a road may mend.
  ///
  /// - Returns: whether plain sessions alone saw it.
  mutating func aid(_ fix: Fix, at now: Instant) -> Bool {
    var aided = fix
    let velocity = truth.velocity(at: now)
    if aiding.usesWiFi {
      if aiding.prefersVenue(at: now, isStill: motion == .still) { return true }
      // At rest the motion sensors keep outliers out already.
      if motion != .still { aided = aiding.wifi.aided(aided, velocity: velocity) }
    }
    if aiding.usesRoads {
      let position = truth.position(at: now)
      if aiding.roads.knows(position) {
        aided = aiding.map?.aided(aided, velocity: velocity) ?? aided
      } else {
        fetchRoads(at: now, position)
      }
    }
    return use(aided, at: now)
  }

  private mutating func fetchRoads(at now: Instant, _ position: EarthVector) {
    guard demand.roads == .fetched, !awaitsRoads else { return }
    awaitsRoads = send(
      .roads(position), uplink: MapCache.requestBytes, downlink: MapCache.answerBytes,
      cause: EnergyAttribution(.lookup, app: demand.cause.app), at: now)
  }

  mutating func roadsArrived(at position: EarthVector) {
    awaitsRoads = false
    aiding.roads.learn(position)
  }

  /// Fusing the motion sensors into this fix.
  mutating func payForSensors(at now: Instant) {
    pay(.navigationFix, cause: EnergyAttribution(.fix, app: demand.cause.app), at: now)
  }

  // MARK: Wi-Fi

  /// Whether scans go on although the receiver tracks: for a moving phone under a poor sky, and inside a venue.
  func wantsScansWhileTracking(at now: Instant) -> Bool {
    guard aiding.isOffered, surroundings.accessPoints != .none,
      GNSSPositioning.signal(under: surroundings.sky) == .weak
    else { return false }
    return motion != .still || (!world.venues.isEmpty && venue(at: world.journey.position(at: now)) != nil)
  }

  /// A Wi-Fi position while satellite fixes come is there to mend them, unless it is better.
  func servesAidingOnly(_ fix: Fix) -> Bool {
    aiding.usesWiFi && gnss?.isTracking == true && fix.floor == nil
  }

  private func venue(at position: EarthVector) -> Venue? {
    guard !world.venues.isEmpty, platform.positionsInVenues, surroundings.sky == .indoor else { return nil }
    return world.venues.first { $0.contains(position) }
  }

  /// The position a scan gives; a floor is noticed some time after the stairs.
  mutating func wifiFix(at now: Instant, truth position: EarthVector) -> Fix? {
    let venue = venue(at: position)
    var floor: Int?
    if venue != nil {
      let earlier = max(.start, now + (.zero - platform.floorDelay))
      floor = world.surroundings.value(at: earlier).floor ?? surroundings.floor ?? 0
    }
    return wifiModel?.fix(
      at: now, truth: position, speed: truth.speed(at: now), accessPoints: surroundings.accessPoints, venue: venue,
      floor: floor, world: world)
  }

  /// On Wi-Fi, the tiles around are fetched as well, so that the user can go on where there is no network.
  mutating func prefetchNeighbours(of position: EarthVector, cause: EnergyAttribution, at now: Instant) {
    guard usesWiFi, !awaitsNeighbours else { return }
    let missing = accessPoints.missingNeighbours(of: position)
    guard missing > 0 else { return }
    awaitsNeighbours = send(
      .neighbours(position), uplink: AccessPointCache.requestBytes,
      downlink: AccessPointCache.answerBytes * Int64(missing), cause: cause, at: now)
  }

  mutating func neighboursArrived(around position: EarthVector) {
    awaitsNeighbours = false
    accessPoints.learnNeighbours(of: position)
  }

  /// A network was joined or left.
  mutating func hintOfAssociation(since old: Surroundings) {
    guard wifi?.isEnabled == true, surroundings.onWiFi != old.onWiFi else { return }
    system.hintOfMovement(.association)
    system.hintForRegions(.association)
  }

  // MARK: Significant change

  /// A position that the service need not measure: another session's, a few seconds old; for the first event any.
  func positionAtHandForSignificantChange(at now: Instant) -> Fix? {
    guard let known = lastKnown else { return nil }
    if now - known.timestamp <= Self.freshness, known.horizontalAccuracy <= Self.goodEnough { return known }
    return system.firstSignificantChangeIsDue(at: now) ? known : nil
  }

  /// Estimates: a car goes 300 m in ten seconds at most, and Wi-Fi positions are good for 65 m.
  private static var freshness: TimeSpan { .seconds(10) }
  private static var goodEnough: Double { 100 }

  mutating func significantChangeMeasured(_ fix: Fix, at now: Instant) {
    lastKnown = fix
    if system.significantChangeNeedsArea(at: now) { computeArea(at: now) }
    system.significantChangeMeasured(location(fix), at: now)
  }

  // MARK: Switches

  mutating func switchWiFi(off: Bool, at now: Instant) {
    isWiFiSwitchedOff = off
    if !isRestarting { updateWiFiSwitch(at: now) }
    networkChanged(at: now)
  }

  /// The radio is on unless the user, airplane mode or a restart has switched it off.
  mutating func updateWiFiSwitch(at now: Instant) {
    let isOn = !isWiFiSwitchedOff && !isInAirplaneMode && !isRestarting
    guard isOn != wifi?.isEnabled else { return }
    wifi?.setEnabled(isOn, at: now)
    settleWiFi(at: now)
    guard !isOn else { return }
    system.wifiSwitchedOff(cutScan: scanUse.app != nil || waitingAppScan != nil)
    waitingAppScan = nil
    makeUp(for: scanUse)
    scanUse = ScanUse()
  }

  /// A scan or its look-up was cut: the services that it was for look again. The next approximate area is due anyway.
  mutating func makeUp(for use: ScanUse) {
    if use.significantChange != nil { system.hintOfMovement() }
    if use.regions != nil { system.hintForRegions(.accessPoints) }
  }

  mutating func allowCellularData(_ isAllowed: Bool, at now: Instant) {
    allowsCellularData = isAllowed
    networkChanged(at: now)
  }
}
