import DeviceModel
import EventKernel
import LocationServices
import Positioning
public import Quantities
public import World

/// One phone on one day with its apps, run on the kernel to the horizon.
///
/// The machines are pure structs; this driver performs what they and the services ask for. Every state change of a
/// component passes through `settle`, which closes the segment in the ledger: the timeline is the one truth.
public struct PhoneSimulation<Observer: RunObserver>: ~Copyable {
  let configuration: PhoneConfiguration
  // Of the configuration, which is too large to be copied for them at each event.
  let prices: PowerTable
  let deliveryTime: TimeSpan
  let world: WorldRealization
  let horizon: Instant
  var timers = SlotTimers(slotCount: Slot.count)
  var truth: JourneyCursor
  /// Through the true position of the last satellite fix.
  var plane: LocalPlane
  var record: RunRecord
  var observer: Observer
  /// Takes the positions that apps get; `nil` keeps them in the record.
  let fixSink: (any FixConsumer)?

  // Device
  var gnss: GNSSReceiver?
  var wifi: WiFiRadio?
  var cellular: CellularRadio?
  var bluetooth: BluetoothRadio?
  var processor: ApplicationProcessor
  var gnssTrack = ComponentTrack(.gnss, state: 0)
  var wifiTrack = ComponentTrack(.wifi, state: 0)
  var cellularTrack = ComponentTrack(.cellular, state: 0)
  var bluetoothTrack = ComponentTrack(.bluetooth, state: 0)
  var processorTrack = ComponentTrack(.processor, state: 0)
  var baseTrack = ComponentTrack(.base, state: 0)
  /// Only where an app reads the battery.
  var battery: BatteryMeter?

  // World, as far as it has got
  var surroundings: Surroundings
  var motion: MotionClass
  var cell: ServingCell?
  /// The cell that the modem heard last.
  var registeredCell: ServingCell?
  var cursor = WorldCursor()
  var scriptIndex = 0
  var chargingSince: Instant?
  var isInAirplaneMode = false
  /// Between a restart's begin and the end of booting.
  var isRestarting = false

  // Positioning
  let gnssModel: GNSSPositioning?
  let wifiModel: WiFiPositioning?
  let cellModel: CellPositioning?
  let platform: Platform
  var accessPoints: AccessPointCache
  var aiding: FixAiding
  var demand = PositioningDemand.none
  var lastFix: Fix?
  /// The newest position, whoever it was for.
  var lastKnown: Fix?
  var lastScan: Instant?
  /// The last scan for a session of 1 km or coarser.
  var lastCoarseScan: Instant?
  /// Whom the scan under way serves.
  var scanUse = ScanUse()
  /// Has asked for a scan of all channels while one of a few was under way.
  var waitingAppScan: Int?
  /// What the last scan covers.
  var scanKind = WiFiRadio.ScanKind.full
  /// Since when scans for a session of 100 m have heard nothing.
  var withoutWiFiSince: Instant?
  /// Searches in a row in which no satellite was heard.
  var silentSearches = 0
  /// GNSS takes the place of Wi-Fi.
  var gnssStandsIn = false
  /// One request for a tile at a time.
  var awaitsTile = false
  /// What has to wait for it.
  var hintsAwaitingTile: [PendingObservation] = []
  var awaitsNeighbours = false
  var awaitsRoads = false
  /// The user lets the phone use cellular data.
  var allowsCellularData = true
  var isWiFiSwitchedOff = false
  var session: ApplicationProcessor.Session?

  // Network
  /// A network was at hand when that was last looked at.
  var hadNetwork = false
  var transfers: [Int: TransferPurpose] = [:]
  var nextTransfer = 0
  var waitingUploads: [LocationSystem.Upload] = []
  var lastAssistance: Instant?

  /// The modem is off because another device has the network.
  var cellularStandsDown = false
  // Events
  var eventHints = SlotQueue<PendingObservation>()
  var areaWatches: [Int: AreaWatch] = [:]
  /// The next change of the access points heard is scheduled.
  var followsAccessPoints = false
  var visitWatches: [Int: VisitWatch] = [:]
  /// Registrations of beacon regions and whose they are, in order.
  var beaconWatchers: [(serial: Int, app: Int)] = []
  /// For whom the radio listens for beacons: the first app that may be told.
  var listeningApp: Int?
  /// For whom events are looked out for, as far as that has been followed.
  var interest = EventInterest.none

  // Services and apps
  var system: LocationSystem
  var indicators: LocationIndicators
  /// Whose access the indicators show.
  var shownAccess = LocationAccess()
  var awakeApp: Int?
  var startingApp: Int?
  /// The event that is being handled was a machine's own affair, or a position that only plain sessions saw.
  var isQuiet = false
  /// Services need not be asked after a quiet event: no app reads the battery, whose level has changed, and no other
  /// device has had a hand in them. Tests switch it off: the results are the same.
  var mayBeQuiet: Bool
  /// From when on services must be asked again after any event, since time itself changes their answers.
  var quietUntil = Instant.start
  /// The same without the services' own timer, which a position may move.
  var quietUntilBesideServices = Instant.start

  /// What a transfer is for.
  enum TransferPurpose {
    case upload(LocationSystem.Upload)
    case geocode(LocationSystem.Geocode)
    case scanLookup(LocationSystem.ScanLookup)
    case tile(Fix, ScanUse)
    /// The access points around a visited place.
    case placeTile(EarthVector)
    case neighbours(EarthVector)
    case roads(EarthVector)
    case assistance
  }

  /// - Parameters:
  ///   - horizon: where the run ends; the world's own horizon when left out.
  ///   - fixSink: takes the positions that apps get; `nil` keeps them in the record.
  public init(
    _ configuration: PhoneConfiguration, world: WorldRealization, horizon: Instant? = nil, observer: Observer,
    fixSink: (any FixConsumer)? = nil
  ) {
    self.init(configuration, end: nil, world: world, horizon: horizon, observer: observer, fixSink: fixSink)
  }

  /// - Parameter end: which of a pair of devices it is.
  init(
    _ configuration: PhoneConfiguration, end: WatchLink.End?, world: WorldRealization, horizon: Instant?,
    observer: Observer, fixSink: (any FixConsumer)?
  ) {
    self.configuration = configuration
    prices = configuration.prices
    deliveryTime = configuration.device.processor.deliveryTime
    self.world = world
    self.horizon = min(horizon ?? world.horizon, world.horizon)
    self.observer = observer
    self.fixSink = fixSink
    truth = JourneyCursor(world.journey)
    plane = LocalPlane(world.journey.position(at: .start))
    let device = configuration.device
    record = RunRecord(
      seed: world.seed, horizon: self.horizon, prices: configuration.prices, battery: device.battery)
    gnss = device.gnss.map {
      GNSSReceiver(
        parameters: $0, lastFixAge: configuration.lastFixAge, ephemerisAge: configuration.ephemerisAge,
        almanacAge: configuration.almanacAge, extendedAge: configuration.extendedAge)
    }
    wifi = device.wifi.map(WiFiRadio.init)
    cellular = device.cellular.map { _ in CellularRadio(network: configuration.network) }
    bluetooth = device.bluetooth.map(BluetoothRadio.init)
    processor = ApplicationProcessor(parameters: device.processor)
    let readsBattery = configuration.apps.contains(where: \.readsBattery) || world.user.savesPowerBelow != nil
    if readsBattery { battery = BatteryMeter(battery: device.battery) }
    mayBeQuiet = !readsBattery && end == nil
    surroundings = world.surroundings.value(at: .start)
    motion = world.motion.value(at: .start)
    cell = world.servingCells.value(at: .start)
    registeredCell = cell
    // iPhones report in steps, whatever their profile says.
    let report = ReportedAccuracy(ratio: device.system == .android ? device.error.report : nil)
    if let errors = device.error.gnss, let receiver = device.gnss {
      gnssModel = GNSSPositioning(errors: errors, receiver: receiver, report: report)
    } else {
      gnssModel = nil
    }
    wifiModel = device.error.wifi.map { WiFiPositioning(errors: $0, report: report) }
    cellModel = device.error.cellBiasRatio.map(CellPositioning.init)
    indicators = LocationIndicators(apps: configuration.apps)
    platform = configuration.platform
    accessPoints = AccessPointCache(
      era: platform.knowsTilesAndAiding ? .tiles : .answers, startingAt: world.journey.position(at: .start))
    aiding = FixAiding(isOffered: platform.knowsTilesAndAiding, roads: world.roads)
    system = LocationSystem(
      apps: configuration.apps,
      availability: AppHost.Availability(
        deferredLocationUpdates: end != .watch && (device.gnss?.batchCapacity ?? 0) > 0,
        significantLocationChangeMonitoring: end != .watch && device.cellular != nil,
        regionMonitoring: end != .watch && (device.cellular != nil || device.wifi != nil),
        beaconMonitoring: end != .watch && device.bluetooth != nil, visitMonitoring: end != .watch),
      chipCapacity: device.gnss?.batchCapacity ?? 0, motion: motion, end: end,
      knownPlaces: world.places.map { KnownPlace(name: $0.name, position: $0.position.earthVector()) },
      knownBeacons: world.beacons.map(\.name),
      outcomes: WorldOutcomes(world: world))
    system.setUser(world.user, startOfDay: world.startOfDay)
  }

  /// Runs to the horizon.
  public consuming func run() -> (record: RunRecord, observer: Observer) {
    begin()
    advance(through: horizon)
    finish()
    return (record, observer)
  }

  /// Handles all that is due by then.
  @inline(__always)
  private mutating func advance(through instant: Instant) {
    while let (now, slot) = timers.popNext(through: instant) {
      handle(slot, at: now)
      settleServices(at: now)
    }
  }

  mutating func begin() {
    settleBluetooth(at: .start)
    settleWiFi(at: .start)
    if isTravelling { baseTrack.state = BaseLoad.State.travelling.rawValue }
    _ = cellular?.setAccess(world.radioAccesses.value(at: .start), at: .start)
    applySurroundings(at: .start)
    for track in [gnssTrack, wifiTrack, cellularTrack, bluetoothTrack, processorTrack, baseTrack] {
      announcePower(of: track, at: .start)
    }
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
      isQuiet = true
      bluetooth?.timerFired(at: now)
      settleBluetooth(at: now)
    case Slot.processor: processorTimerFired(at: now)
    case Slot.fix: fixDue(at: now)
    case Slot.acquisition: beginAcquisition(at: now)
    case Slot.indoorHold: signalLost(at: now)
    case Slot.scan: scanDue(at: now)
    case Slot.significantChange: measureSignificantChange(at: now)
    case Slot.reducedAccuracy: reducedAccuracyDue(at: now)
    case Slot.services:
      system.serviceTimerFired(at: now)
      if let level = battery?.change(at: now) {
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

  /// Runs on through `instant` and gives what the ledger holds by then, segments under way cut there.
  private mutating func ledger(at instant: Instant) -> EnergyLedger {
    advance(through: instant)
    var ledger = record.ledger
    for track in [gnssTrack, wifiTrack, cellularTrack, bluetoothTrack, processorTrack, baseTrack] {
      guard instant > track.since else { continue }
      ledger.add(
        instant - track.since, component: track.component, state: track.state, bin: track.bin, cause: track.cause)
    }
    return ledger
  }

  /// Runs to the last of the instants and calls `use` with the ledger of the run until each.
  ///
  /// - Parameter instants: in order of time; those after the horizon count as the horizon.
  /// - Returns: the record of the run to its horizon.
  consuming func ledgers(at instants: [Instant], use: (EnergyLedger) throws -> Void) rethrows -> RunRecord {
    begin()
    for instant in instants { try use(ledger(at: min(instant, horizon))) }
    advance(through: horizon)
    finish()
    return record
  }

  mutating func finish() {
    if let since = chargingSince { record.charging.append(since...horizon) }
    record.lowPowerChanged(isOn: false, at: horizon)
    for track in [gnssTrack, wifiTrack, cellularTrack, bluetoothTrack, processorTrack, baseTrack] {
      close(track, at: horizon)
    }
    record.indicators = indicators.times(at: horizon)
    record.searches = system.searches
    record.missingServices = system.missingServices
    let scans = system.scanCounts
    record.wifiScans = (scans.asked, scans.admitted, scans.refused, scans.limited)
    observer.finished(at: horizon)
  }

  // MARK: Segments

  /// Reads a machine after an input: what it was in until now is closed if state, signal or cause changed.
  @inline(__always)
  mutating func follow<Machine: PowerStateMachine>(
    _ machine: Machine, _ track: ComponentTrack, at now: Instant
  ) -> ComponentTrack {
    let (state, bin, cause) = (machine.stateCode, machine.signalBin, machine.cause)
    guard state != track.state || bin != track.bin || cause != track.cause else { return track }
    close(track, at: now)
    var next = track
    (next.state, next.bin, next.cause, next.since) = (state, bin, cause, now)
    announcePower(of: next, at: now)
    return next
  }

  /// Only where the device tells travelling from rest.
  private var isTravelling: Bool { motion != .still && configuration.device.travelling != nil }

  mutating func settleBase(at now: Instant) {
    let state = (isTravelling ? BaseLoad.State.travelling : .on).rawValue
    guard state != baseTrack.state else { return }
    close(baseTrack, at: now)
    baseTrack.state = state
    baseTrack.since = now
    announcePower(of: baseTrack, at: now)
  }

  mutating func settleGNSS(at now: Instant) {
    guard let machine = gnss else { return }
    gnssTrack = follow(machine, gnssTrack, at: now)
    timers.arm(Slot.gnss, at: machine.deadline)
  }

  mutating func settleWiFi(at now: Instant) {
    guard let machine = wifi else { return }
    wifiTrack = follow(machine, wifiTrack, at: now)
    timers.arm(Slot.wifi, at: machine.deadline)
  }

  mutating func settleCellular(at now: Instant) {
    guard let machine = cellular else { return }
    cellularTrack = follow(machine, cellularTrack, at: now)
    timers.arm(Slot.cellular, at: machine.deadline)
  }

  mutating func settleBluetooth(at now: Instant) {
    guard let machine = bluetooth else { return }
    bluetoothTrack = follow(machine, bluetoothTrack, at: now)
    timers.arm(Slot.bluetooth, at: machine.deadline)
  }

  mutating func settleProcessor(at now: Instant) {
    let wasSuspended = processorTrack.state == ApplicationProcessor.State.suspended.rawValue
    processorTrack = follow(processor, processorTrack, at: now)
    // But for a restart only apps wake the processor: whatever it leaves suspension for, it is for one of them.
    if wasSuspended, !processor.isSuspended, !isRestarting { record.wakeups += 1 }
    timers.arm(Slot.processor, at: processor.deadline)
  }

  @inline(__always)
  private mutating func announcePower(of track: ComponentTrack, at now: Instant) {
    let power = prices.power(track.component, state: track.state, bin: track.bin)
    battery?.powerChanged(track.component, to: power, at: now)
    observer.powerChanged(track.component, to: power, at: now)
  }

  mutating func close(_ track: ComponentTrack, at now: Instant) {
    guard now > track.since else { return }
    record.ledger.add(
      now - track.since, component: track.component, state: track.state, bin: track.bin, cause: track.cause)
    observer.segmentEnded(
      StateSegment(
        component: track.component, state: track.state, bin: track.bin, cause: track.cause, start: track.since,
        end: now))
  }
}
