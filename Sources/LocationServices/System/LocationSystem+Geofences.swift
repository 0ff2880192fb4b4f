import Core

/// What geofences do beyond regions: they tell what is already so, they tell of dwelling, and they end by themselves.
///
/// What is already so when a geofence is added is no event of the day: it goes without the registration's number, and is
/// neither late nor false.
extension LocationSystem {
  /// Added, or added again: its time begins anew, and what is known to be so is told.
  mutating func geofenceAdded(at index: Int, app: Int, now: Instant) {
    guard let terms = apps[app].regions[index].region.geofence else { return }
    // A stay that began under this registration and is not dwelling yet remains an event.
    let isPending = apps[app].regions[index].dwellDue != .never && !apps[app].regions[index].dwellsInitially
    apps[app].regions[index].dwellDue = .never
    apps[app].regions[index].expires =
      terms.expirationDuration.isFinite ? now + .seconds(terms.expirationDuration) : .never
    if terms.expirationDuration.isFinite { scheduleGeofences(app, at: apps[app].regions[index].expires) }
    guard apps[app].regions[index].state != .unknown else { return }
    tellInitially(at: index, isInitialStay: !isPending, app: app, now: now)
  }

  /// Tells on which side the phone is, as far as the geofence asks for that.
  mutating func tellInitially(at index: Int, isInitialStay: Bool = true, app: Int, now: Instant) {
    let entry = apps[app].regions[index]
    guard let trigger = entry.region.geofence?.initialTrigger else { return }
    let isInside = entry.state == .inside
    if isInside, trigger.contains(.dwell) { followDwelling(at: index, app: app, isInitial: isInitialStay, now: now) }
    guard isInside ? entry.region.notifyOnEntry : entry.region.notifyOnExit,
      trigger.contains(isInside ? .enter : .exit)
    else { return }
    tell(isInside ? .entered : .exited, of: entry, isInitial: true, app: app, now: now)
  }

  /// The phone has come in, and dwells after the delay; or it has left, and does not.
  mutating func followDwelling(at index: Int, app: Int, isInitial: Bool, now: Instant) {
    let entry = apps[app].regions[index]
    guard entry.state == .inside, let time = entry.region.geofence?.dwellTime else {
      apps[app].regions[index].dwellDue = .never
      return
    }
    apps[app].regions[index].dwellDue = now + time
    apps[app].regions[index].dwellsInitially = isInitial
    scheduleGeofences(app, at: now + time)
  }

  private mutating func scheduleGeofences(_ app: Int, at instant: Instant) {
    timers.lookAtGeofences(of: app, at: instant)
  }

  /// A stay may have become dwelling, or a geofence's time be over.
  mutating func geofencesDue(_ app: Int, at now: Instant) {
    for index in apps[app].regions.indices where apps[app].regions[index].dwellDue <= now {
      apps[app].regions[index].dwellDue = .never
      let entry = apps[app].regions[index]
      guard watches(.regionMonitoring, for: app) else { continue }
      tell(.dwelt, of: entry, isInitial: entry.dwellsInitially, app: app, now: now)
    }
    for index in apps[app].regions.indices.reversed() where apps[app].regions[index].expires <= now {
      endWatch(at: index, app: app)
    }
  }

  private mutating func tell(
    _ kind: RegionCallback.Kind, of entry: RegionEntry, isInitial: Bool, app: Int, now: Instant
  ) {
    let callback = RegionCallback(
      serial: isInitial ? nil : entry.serial, region: entry.region, manager: isInitial ? entry.manager : nil,
      kind: kind)
    notify(app, .region(callback), at: now)
  }
}
