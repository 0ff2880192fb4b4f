import Analysis
import DeviceModel
import EventKernel
import LocationServices
import Quantities
import Simulation
import Strategies
import World

/// One seed's day and phone, on which any number of strategies run. Confined to one worker.
struct SeedWorld {
  let world: WorldRealization
  let device: DeviceParameters
  let network: NetworkParameters
  /// `nil` when no strategy of the request uses a watch.
  let watch: Watch?

  /// The watch of the seed, and the day as it sees it.
  struct Watch {
    let world: WorldRealization
    let device: DeviceParameters
    let network: NetworkParameters
  }

  /// Draws the day and the devices.
  ///
  /// - Throws: `ProfileFault` for a profile that cannot be used.
  init(_ request: ComparisonRequest, seed: UInt64) throws {
    let mode = request.parameters.mode(seed: seed)
    device = try request.device.parameters(mode: mode)
    network = try request.network.parameters(mode: mode)
    let radius = network.cellRadius
    let radii = CellRadii(urban: radius.urban, suburban: radius.suburban, rural: radius.rural)
    world = WorldRealization(scenario: request.scenario, seed: seed, cellRadii: radii)
    guard let choice = request.watch, request.strategies.contains(where: \.usesWatch) else {
      watch = nil
      return
    }
    // The watch's numbers are drawn apart from the phone's, although they have the same names.
    let own = request.parameters.mode(seed: StableHash.combine(seed, StableHash.name("watch")))
    let watchNetwork = try choice.network.parameters(mode: own)
    watch = Watch(
      world: WorldRealization(scenario: request.scenario, seed: seed, cellRadii: radii, bearer: .watch),
      device: try choice.device.parameters(mode: own), network: watchNetwork)
  }

  /// Draws the day and the phone, without a watch.
  ///
  /// - Throws: `ProfileFault` for a profile that cannot be used.
  init(
    device: DeviceProfile, network: NetworkProfile, scenario: Scenario, parameters: ParameterChoice, seed: UInt64
  ) throws {
    try self.init(
      ComparisonRequest(device: device, network: network, scenario: scenario, strategies: [], parameters: parameters),
      seed: seed)
  }

  /// Draws the day, for a phone whose numbers are known, without a watch.
  init(device: DeviceParameters, network: NetworkParameters, scenario: Scenario, seed: UInt64) {
    let radius = network.cellRadius
    self.init(
      world: WorldRealization(
        scenario: scenario, seed: seed,
        cellRadii: CellRadii(urban: radius.urban, suburban: radius.suburban, rural: radius.rural)),
      device: device, network: network)
  }

  /// A day that exists already, for a phone without a watch.
  init(world: WorldRealization, device: DeviceParameters, network: NetworkParameters) {
    self.world = world
    self.device = device
    self.network = network
    watch = nil
  }

  /// Where the user is.
  var truth: Journey { world.userJourney }

  /// Runs one strategy; the battery's end is looked for only where the energy drawn makes it possible.
  ///
  /// - Parameters:
  ///   - horizon: where the run ends; the end of the day when left out.
  ///   - withWatch: puts the watch beside the phone although the strategy does not use it.
  /// - Throws: `ProfileFault`, `UnknownStrategyKind`, `WatchMissing`.
  func run(
    _ strategy: StrategySpecification, untilEmpty: Bool = false, horizon: Instant? = nil, withWatch: Bool = false
  ) throws -> RunRecord {
    let devices = try devices(strategy, withWatch: withWatch)
    var record = devices.record(horizon: horizon)
    if devices.mayEmpty(record) {
      let ends = devices.firstEmpty(horizon: horizon)
      if untilEmpty, let end = [ends.phone, ends.watch].compactMap(\.self).min() {
        record = devices.record(horizon: end)
        record.endedEmpty = true
      }
      record.batteryEmpty = ends.phone
      record.watch?.batteryEmpty = ends.watch
    }
    record.note = note(strategy)
    return record
  }

  /// Runs several apps on one phone.
  func run(_ strategies: [StrategySpecification]) throws -> RunRecord {
    let apps = try strategies.map { try $0.appDefinition() }
    let phone = try PhoneConfiguration(device: device, network: network, apps: apps)
    return PhoneSimulation.record(of: phone, world: world)
  }

  /// Runs one strategy and keeps its timeline.
  ///
  /// - Throws: as `run`.
  func runWithTimeline(_ strategy: StrategySpecification) throws -> RunRecord {
    var record = try run(try devices(strategy))
    record.note = note(strategy)
    return record
  }

  /// Runs one app of the phone alone and keeps its timeline.
  ///
  /// - Throws: `ProfileFault`.
  func runWithTimeline(_ app: AppDefinition) throws -> RunRecord {
    let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
    return try run(SeedDevices(world: world, phone: phone, watch: nil))
  }

  private func run(_ devices: SeedDevices) throws -> RunRecord {
    var (record, phone, watch) = devices.run(observing: TimelineKeeper(), TimelineKeeper())
    record.timeline = phone.timeline
    record.watch?.timeline = watch?.timeline ?? []
    let ends = devices.firstEmpty(horizon: nil)
    record.batteryEmpty = ends.phone
    record.watch?.batteryEmpty = ends.watch
    return record
  }

  /// The devices with a strategy's app on them.
  ///
  /// - Throws: as `run`.
  func devices(_ strategy: StrategySpecification, withWatch: Bool = false) throws -> SeedDevices {
    let phone = try PhoneConfiguration(device: device, network: network, apps: [strategy.appDefinition()])
    guard strategy.usesWatch || withWatch else { return SeedDevices(world: world, phone: phone, watch: nil) }
    guard let watch else { throw WatchMissing(strategy: strategy.name) }
    let configuration = try PhoneConfiguration(
      device: watch.device, network: watch.network, apps: [strategy.watchAppDefinition()])
    return SeedDevices(world: world, phone: phone, watch: (configuration, watch.world))
  }

  /// What a reader must know about the row: a service that the device lacks, and what the strategy's file says.
  private func note(_ strategy: StrategySpecification) -> String? {
    var notes: [String] = []
    if strategy.kind == "significant_change", device.cellular == nil {
      notes.append("significant change rests on cell towers: not available on \(device.name)")
    }
    if strategy.kind == "deferred", (device.gnss?.batchCapacity ?? 0) == 0 {
      notes.append("\(device.name) cannot keep fixes on a GNSS chip: updates are not deferred")
    }
    if let note = strategy.authorizationNote { notes.append(note) }
    notes += watchNotes(strategy)
    if ["regions", "monitor"].contains(strategy.kind), world.places.isEmpty {
      notes.append("the day names no place: there is no circle to watch")
    }
    if ["regions", "monitor"].contains(strategy.kind), world.places.count > LocationSystem.regionLimit {
      notes.append("the day names \(world.places.count) places: the first \(LocationSystem.regionLimit) are watched")
    }
    if strategy.kind == "beacons", world.beacons.isEmpty {
      notes.append("the day has no beacon to listen for")
    }
    if strategy.kind == "beacons", device.bluetooth == nil {
      notes.append("\(device.name) has no Bluetooth: beacons are not heard")
    }
    if let note = strategy.note { notes.append(note) }
    return notes.isEmpty ? nil : notes.joined(separator: "; ")
  }

  private func watchNotes(_ strategy: StrategySpecification) -> [String] {
    guard strategy.usesWatch, let watch else {
      let isLeft = world.phoneAtHand.steps.contains { !$0.value }
      return isLeft ? ["the phone is left behind for part of the day, errors are those against its user"] : []
    }
    var notes = ["with \(watch.device.name) on the wrist: figures of positions are those on the watch"]
    if device.bluetooth == nil { notes.append("\(device.name) has no Bluetooth: the watch is on its own") }
    return notes
  }
}
