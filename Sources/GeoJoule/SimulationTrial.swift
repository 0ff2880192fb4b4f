/// One seed's day and phone, on which any number of strategies run. Confined to one worker.
struct SimulationTrial {
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

    init(
      _ choice: WatchChoice, scenario: Scenario, parameters: ParameterChoice, seed: UInt64,
      environment: RadioEnvironment,
      keepsLatents: Bool = true
    ) throws(ProfileFault) {
      // The watch's numbers are drawn apart from the phone's, although they have the same names.
      let own = parameters.mode(seed: StableHash.combine(seed, StableHash.name("watch")))
      network = try choice.network.parameters(mode: own)
      var environment = environment
      environment.accesses = RadioAccessProcess(network)
      world = WorldRealization(
        scenario: scenario, seed: seed, environment: environment, carriedDevice: .watch, keepsLatents: keepsLatents)
      device = try choice.device.parameters(mode: own)
    }
  }

  init(_ request: ComparisonRequest, seed: UInt64) throws {
    let mode = request.parameters.mode(seed: seed)
    device = try request.device.parameters(mode: mode).on(request.scenario.failures)
    network = try request.network.parameters(mode: mode)
    let environment = RadioEnvironment(network)
    let day = request.day(ofSeed: seed)
    world = WorldRealization(scenario: day, seed: seed, environment: environment)
    guard let choice = request.watch, request.strategies.contains(where: \.usesWatch) else {
      watch = nil
      return
    }
    watch = try Watch(
      choice, scenario: day, parameters: request.parameters, seed: seed, environment: environment)
  }

  /// Draws the day and the phone, without a watch.
  init(
    device: DeviceProfile, network: NetworkProfile, scenario: Scenario, parameters: ParameterChoice, seed: UInt64
  ) throws {
    try self.init(
      ComparisonRequest(device: device, network: network, scenario: scenario, strategies: [], parameters: parameters),
      seed: seed)
  }

  /// Draws the day, for a phone whose numbers are known, without a watch.
  init(device: DeviceParameters, network: NetworkParameters, scenario: Scenario, seed: UInt64) {
    self.init(
      world: WorldRealization(scenario: scenario, seed: seed, environment: RadioEnvironment(network)), device: device,
      network: network)
  }

  /// A day that exists already, with its watch where there is one.
  init(world: WorldRealization, device: DeviceParameters, network: NetworkParameters, watch: Watch? = nil) {
    self.world = world
    self.device = device.on(world.failures)
    self.network = network
    self.watch = watch
  }

  var truth: Journey { world.userJourney }

  /// Runs one strategy.
  ///
  /// - Parameters:
  ///   - horizon: where the run ends; the end of the day when left out.
  ///   - withWatch: puts the watch beside the phone although the strategy does not use it.
  ///   - meter: measures the run. It takes the positions, so that the record has none.
  /// - Throws: `ProfileFault`, `UnknownStrategyKind`, `WatchMissing`.
  func run(
    _ strategy: StrategySpecification, untilEmpty: Bool = false, horizon: Instant? = nil, withWatch: Bool = false,
    meter: RunMeter
  ) throws -> (record: RunRecord, figures: RunMetrics) {
    let devices = try devices(strategy, withWatch: withWatch)
    var record = devices.record(horizon: horizon, meter: meter)
    if untilEmpty, let end = [record.batteryEmpty, record.watch?.batteryEmpty].compactMap(\.self).min() {
      let ends = (phone: record.batteryEmpty, watch: record.watch?.batteryEmpty)
      record = devices.record(horizon: end, meter: meter)
      record.endedEmpty = true
      record.batteryEmpty = ends.phone
      record.watch?.batteryEmpty = ends.watch
    }
    record.notes = notes(strategy, of: record)
    var figures = meter.measure(record, truth: truth, gaps: world.gaps)
    figures.powerSaving = powerSaving(strategy, of: record)
    return (record, figures)
  }

  /// Runs several apps on one phone; their positions are not kept.
  func run(_ strategies: [StrategySpecification]) throws -> RunRecord {
    let apps = try strategies.map { try $0.appDefinition() }
    let phone = try PhoneConfiguration(device: device, network: network, apps: apps)
    return PhoneSimulation.record(of: phone, world: world, fixConsumer: DiscardingFixConsumer())
  }

  /// Runs one strategy and keeps every segment and every payment of the phone, and of the watch if there is one.
  func detail(
    of strategy: StrategySpecification
  ) throws -> (record: RunRecord, payments: [EnergyPayment], watchPayments: [EnergyPayment]) {
    var detail = try devices(strategy).detail()
    detail.record.notes = notes(strategy, of: detail.record)
    return detail
  }

  /// Runs one app of the phone alone and keeps its timeline.
  func runWithTimeline(_ app: AppDefinition) throws -> RunRecord {
    let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
    var record = TrialDevices(world: world, phone: phone, watch: nil).detail().record
    record.notes = record.missingServices.map(\.message)
    return record
  }

  /// The devices with a strategy's app on them.
  func devices(_ strategy: StrategySpecification, withWatch: Bool = false) throws -> TrialDevices {
    let phone = try PhoneConfiguration(device: device, network: network, apps: [strategy.appDefinition()])
    guard strategy.usesWatch || withWatch else { return TrialDevices(world: world, phone: phone, watch: nil) }
    guard let watch else { throw WatchMissing(strategy: strategy.name) }
    let configuration = try PhoneConfiguration(
      device: watch.device, network: watch.network, apps: [strategy.watchAppDefinition()])
    return TrialDevices(world: world, phone: phone, watch: (configuration, watch.world))
  }
}

extension DeviceParameters {
  /// The device with the battery that it has when things go wrong.
  fileprivate func on(_ failures: [Failure]) -> DeviceParameters {
    var device = self
    device.battery.health = Failure.health(battery.health, on: failures)
    return device
  }
}

extension RadioEnvironment {
  /// What a network's numbers say about the ground.
  init(_ network: NetworkParameters) {
    let radius = network.cellRadius
    self.init(urban: radius.urban, suburban: radius.suburban, rural: radius.rural)
    if let level = network.coverage.weakBelow { weakBelow = level }
    if let level = network.coverage.noneBelow { noneBelow = level }
    accesses = RadioAccessProcess(network)
  }
}

/// The days of one scenario on which many phones are tried, made once. Confined to one worker.
package final class TrialDays {
  private struct Key: Hashable {
    let seed: UInt64
    let environment: RadioEnvironment
  }

  private let scenario: Scenario
  private var worlds: [Key: WorldRealization] = [:]

  package init(_ scenario: Scenario) { self.scenario = scenario }

  /// A seed's day with a phone at its means. Of the network, only the radio environment shapes the world.
  func day(seed: UInt64, device: DeviceProfile, network: NetworkProfile) throws -> SimulationTrial {
    let device = try device.parameters(mode: .fixed)
    let network = try network.parameters(mode: .fixed)
    let key = Key(seed: seed, environment: RadioEnvironment(network))
    if let world = worlds[key] { return SimulationTrial(world: world, device: device, network: network) }
    let made = SimulationTrial(device: device, network: network, scenario: scenario, seed: seed)
    if worlds.count >= 64 { worlds.removeAll() }
    worlds[key] = made.world
    return made
  }
}

/// The phone of a seed, alone or with a watch, ready to run one strategy.
struct TrialDevices {
  let world: WorldRealization
  let phone: PhoneConfiguration
  let watch: (configuration: PhoneConfiguration, world: WorldRealization)?

  /// Runs to the horizon and keeps the sums, and when each battery was first empty.
  ///
  /// - Parameter fixConsumer: takes the positions that the app gets; `nil` keeps them in the record.
  func record(horizon: Instant?, fixConsumer: (any FixConsumer)? = nil) -> RunRecord {
    guard let watch else {
      return PhoneSimulation.record(of: phone, world: world, horizon: horizon, fixConsumer: fixConsumer)
    }
    return PairSimulation.record(
      phone: phone, watch: watch.configuration, world: world, watchWorld: watch.world, horizon: horizon,
      fixConsumer: fixConsumer)
  }

  /// Runs to the horizon while a meter takes the positions.
  func record(horizon: Instant?, meter: RunMeter) -> RunRecord {
    meter.begin(
      truth: world.userJourney, gaps: world.gaps, horizon: min(horizon ?? world.horizon, world.horizon),
      legs: world.legs(meter.needs))
    return record(horizon: horizon, fixConsumer: meter)
  }

  /// Runs to the horizon and keeps every segment and payment of the phone, and of the watch if there is one.
  func detail() -> (record: RunRecord, payments: [EnergyPayment], watchPayments: [EnergyPayment]) {
    let observer = TimelineKeeper(battery: phone.device.battery)
    guard let watch else {
      var (record, seen) = PhoneSimulation(phone, world: world, observer: observer).run()
      (record.timeline, record.batteryEmpty) = (seen.timeline, seen.firstEmpty)
      return (record, seen.payments, [])
    }
    var (record, seen, other) = PairSimulation(
      phone: phone, watch: watch.configuration, world: world, watchWorld: watch.world, phoneObserver: observer,
      watchObserver: TimelineKeeper(battery: watch.configuration.device.battery)
    ).run()
    (record.timeline, record.batteryEmpty) = (seen.timeline, seen.firstEmpty)
    record.watch?.timeline = other.timeline
    record.watch?.batteryEmpty = other.firstEmpty
    return (record, seen.payments, other.payments)
  }
}

extension WorldRealization {
  /// The legs of the day, to be measured by the thresholds of needs.
  func legs(_ needs: Needs?) -> [LegShares] {
    guard let needs else { return [] }
    return legNames.steps.map {
      LegShares($0.value, from: $0.start, track: needs.trackMetres, now: needs.nowMetres)
    }
  }
}
