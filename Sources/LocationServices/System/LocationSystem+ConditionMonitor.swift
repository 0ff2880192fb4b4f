import Core

/// Condition monitors: the same engine as region monitoring, told in another way.
extension LocationSystem {
  mutating func addCondition(
    _ condition: MonitorCondition, identifier: String, monitor: String, assuming state: MonitorEvent.State, app: Int,
    at now: Instant
  ) {
    let region: Region
    switch condition {
    case .circular(let center, let radius):
      region = .circular(CircularRegion(center: center, radius: radius, identifier: identifier))
    case .beacon(let beacon): region = .beacon(BeaconRegion(beacon: beacon, identifier: identifier))
    }
    let known = apps[app].regions.firstIndex { $0.monitor == monitor && $0.region.identifier == identifier }
    if let known, apps[app].regions[known].isServed, apps[app].regions[known].region.watchesSameArea(as: region) {
      return
    }
    if let known { endWatch(at: known, app: app) }
    let isDenied = !apps[app].mayBeAsked
    let isAvailable: Bool
    switch region {
    case .circular(let region): isAvailable = availabilityFor(app).regionMonitoring && region.radius > 0
    case .beacon: isAvailable = availabilityFor(app).beaconMonitoring
    }
    let isFull = regionCount(app) >= Self.regionLimit
    let isOffered = has(.conditionMonitor, app: app)
    let isServed = !isDenied && isAvailable && !isFull && isOffered
    let assumed: RegionState
    switch state {
    case .satisfied: assumed = .inside
    case .unsatisfied: assumed = .outside
    case .unknown, .unmonitored: assumed = .unknown
    }
    begin(region, app: app, monitor: monitor, manager: nil, isServed: isServed, assuming: assumed)
    guard !isServed else { return }
    let event = MonitorEvent(
      identifier: identifier, state: .unmonitored, date: now.seconds, conditionLimitExceeded: isFull,
      authorizationDenied: isDenied)
    apps[app].post(.monitor(name: monitor, serial: nil, event))
  }

  mutating func removeCondition(_ identifier: String, monitor: String, app: Int) {
    guard
      let index = apps[app].regions.firstIndex(where: { $0.monitor == monitor && $0.region.identifier == identifier })
    else { return }
    endWatch(at: index, app: app)
  }

  /// Hands an event to the monitor's one consumer; without one it waits.
  mutating func deliver(_ event: MonitorEvent, serial: Int?, monitor name: String, app: Int, host: AppHost) {
    guard let consumer = host.monitors.first(where: { $0.name == name })?.consumer else {
      apps[app].mailbox.unreceived.append(.monitor(name: name, serial: serial, event))
      return
    }
    if let serial { events.delivered.append(EventDelivery(serial: serial, isEntry: event.state == .satisfied)) }
    consumer(event)
  }
}
