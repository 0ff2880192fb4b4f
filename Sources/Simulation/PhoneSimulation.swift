import DeviceModel
package import Core
import LocationServices
package import World

/// One phone on one day with its apps, run on the kernel to the horizon.
///
///              DayInProgress
///                    | surroundings, motion, cells, the script
///                    v
///     PhoneDevice <- driver -> LocationSystem: apps and services
///     machines,      ^    |      | demand, watches, uploads, callbacks
///     timers,        |    v      v
///     RunAccount   PhonePositioning, WiFiScans, PositionLookUps,
///                  NetworkTransfers, EventMonitor
///
/// Each of these owns its state. The driver takes the next event of the timers, in the order of `Slot` at one instant, hands it to
/// its owner, carries what comes of it to the others, and then asks the services what has changed (`settleServices`).
package struct PhoneSimulation<Observer: RunObserver>: ~Copyable {
  let configuration: PhoneConfiguration
  // Of the configuration, which is too large to be copied for it at each event.
  let deliveryTime: TimeSpan
  let isAndroid: Bool
  let horizon: Instant
  var device: PhoneDevice<Observer>
  var day: DayInProgress
  var positioning: PhonePositioning
  var scans = WiFiScans()
  var lookUps: PositionLookUps
  var network = NetworkTransfers()
  var eventMonitor: EventMonitor
  var system: LocationSystem
  var indicators: LocationIndicators
  /// Who holds the processor awake: twice the app's number, and one more when it is on the screen.
  var awakeApp: Int?
  var startingApp: Int?
  var quiet: QuietEvents
  /// What waits for the link to another device.
  var link = LinkOutput()

  @inline(__always) var world: WorldRealization { day.world }

  /// - Parameters:
  ///   - horizon: where the run ends; the world's own horizon when left out.
  ///   - fixConsumer: takes the positions that apps get; `nil` keeps them in the record.
  package init(
    _ configuration: PhoneConfiguration, world: WorldRealization, horizon: Instant? = nil, observer: Observer,
    fixConsumer: (any FixConsumer)? = nil
  ) {
    self.init(configuration, end: nil, world: world, horizon: horizon, observer: observer, fixConsumer: fixConsumer)
  }

  /// - Parameter end: which of a pair of devices it is.
  init(
    _ configuration: PhoneConfiguration, end: WatchLink.End?, world: WorldRealization, horizon: Instant?,
    observer: Observer, fixConsumer: (any FixConsumer)?
  ) {
    self.configuration = configuration
    deliveryTime = configuration.device.processor.deliveryTime
    isAndroid = configuration.platform.isAndroid
    self.horizon = min(horizon ?? world.horizon, world.horizon)
    let (parameters, platform) = (configuration.device, configuration.platform)
    let record = RunRecord(
      seed: world.seed, horizon: self.horizon, prices: configuration.prices, battery: parameters.battery)
    let readsBattery = configuration.apps.contains(where: \.readsBattery) || world.user.savesPowerBelow != nil
    device = PhoneDevice(
      configuration,
      account: RunAccount(record, readsBattery: readsBattery, observer: observer, fixConsumer: fixConsumer))
    day = DayInProgress(world)
    positioning = PhonePositioning(parameters, on: platform, roads: world.roads)
    lookUps = PositionLookUps(
      era: platform.supportsTiles ? .tiles : .answers, startingAt: world.journey.position(at: .start))
    eventMonitor = EventMonitor(in: world, for: configuration.apps, on: platform, hasWiFi: parameters.wifi != nil)
    indicators = LocationIndicators(apps: configuration.apps)
    quiet = QuietEvents(isAllowed: !readsBattery && end == nil)
    system = LocationSystem(
      apps: configuration.apps,
      availability: AppHost.Availability(
        deferredLocationUpdates: end != .watch && (parameters.gnss?.batchCapacity ?? 0) > 0,
        significantLocationChangeMonitoring: end != .watch && parameters.cellular != nil,
        regionMonitoring: end != .watch && (parameters.cellular != nil || parameters.wifi != nil),
        beaconMonitoring: end != .watch && parameters.bluetooth != nil, visitMonitoring: end != .watch,
        satellites: parameters.gnss != nil),
      chipCapacity: parameters.gnss?.batchCapacity ?? 0, motion: day.motion, end: end,
      knownPlaces: world.places.map { KnownPlace(name: $0.name, position: $0.position.earthVector()) },
      knownBeacons: world.beacons.map(\.name),
      outcomes: WorldOutcomes(world: world))
    system.balancedInterval = parameters.gnss?.balancedInterval
    system.setUser(world.user, startOfDay: world.startOfDay)
  }

  /// Runs to the horizon.
  package consuming func run() -> (record: RunRecord, observer: Observer) {
    begin()
    advance(through: horizon)
    finish()
    return (device.account.record, device.account.observer)
  }

  /// Runs to the last of the instants and calls `use` with the ledger of the run until each.
  ///
  /// - Parameter instants: in order of time; those after the horizon count as the horizon.
  /// - Returns: the record of the run to its horizon.
  consuming func ledgers(at instants: [Instant], use: (EnergyLedger) throws -> Void) rethrows -> RunRecord {
    begin()
    for instant in instants {
      let instant = min(instant, horizon)
      advance(through: instant)
      try use(device.ledger(at: instant))
    }
    advance(through: horizon)
    finish()
    return device.account.record
  }

  /// Handles all that is due by then.
  @inline(__always)
  private mutating func advance(through instant: Instant) {
    var count = 0
    while let (now, slot) = device.timers.popNext(through: instant) {
      handle(slot, at: now)
      settleServices(at: now)
      count += 1
    }
    device.account.record.handledEvents += count
  }

  mutating func begin() {
    device.begin(in: day.surroundings, day.motion, on: world.radioAccesses.value(at: .start))
    armWorld()
    system.deviceChanged(.onWiFi, isOn: usesWiFi, at: .start)
    armScript()
    settleServices(at: .start)
  }

  mutating func handle(_ slot: Int, at now: Instant) {
    switch slot {
    case Slot.world: worldChanged(at: now)
    case Slot.script: scriptFired(at: now)
    case Slot.gnss: gnssTimerFired(at: now)
    case Slot.wifi: wifiTimerFired(at: now)
    case Slot.cellular: cellularTimerFired(at: now)
    case Slot.bluetooth:
      quiet.isQuiet = true
      device.bluetooth.machine?.timerFired(at: now)
      device.settleBluetooth(at: now)
    case Slot.processor: processorTimerFired(at: now)
    case Slot.fix: fixDue(at: now)
    case Slot.acquisition: beginAcquisition(at: now)
    case Slot.indoorHold: signalLost(at: now)
    case Slot.scan: scanDue(at: now)
    case Slot.significantChange: measureSignificantChange(at: now)
    case Slot.reducedAccuracy: reducedAccuracyDue(at: now)
    case Slot.services:
      system.serviceTimerFired(at: now)
      if let level = device.account.batteryChange(at: now) {
        system.batteryLevelChanged(to: level)
        savePower(at: level, now)
      }
    case Slot.eventHints: eventHintDue(at: now)
    case Slot.regions: measureForRegions(at: now)
    case Slot.appTimers: system.appTimerFired(at: now)
    case Slot.boot: bootEnded(at: now)
    default: break
    }
  }

  mutating func finish() {
    device.account.record.indicators = indicators.times(at: horizon)
    device.account.record.searches = system.searches
    device.account.record.missingServices = system.missingServices
    device.account.record.sessions = system.history.closed(at: horizon)
    let scans = system.scanCounts
    device.account.record.wifiScans = (scans.asked, scans.admitted, scans.refused, scans.limited)
    device.finish(at: horizon)
  }
}
