import DeviceModel
import Documents
import Core
import FileFormats
import LocationServices
import Simulation
import Strategies
import Testing
import World

/// Design section 5 for pairs: both ledgers tile the day, nothing is counted twice, seeds repeat.
@Suite struct PairContractTests {
  /// The short day with a walk without the phone and glances at the watch.
  static let day: Scenario = {
    var legs = Trials.day.legs
    let end = legs.removeLast()
    legs.append(Leg(dwell: "desk", at: Trials.east(6470), stay: .lasting(.seconds(60)), surroundings: end.surroundings))
    var round = Leg(
      .walk, name: "round", route: RoutePath([Trials.east(6470), Trials.east(6570), Trials.east(6470)]),
      speed: .metresPerSecond(1.4), surroundings: Surroundings(sky: .urban, accessPoints: .many, cells: .urban),
      startEvents: [.watchForeground])
    round.phoneAtHand = false
    legs += [round, end]
    let glances: [(Double, ScriptEvent.Kind)] = [
      (13, .watchForeground), (29, .watchBackground), (307, .watchForeground), (331, .watchBackground),
      (655, .watchTerminate), (701, .watchForeground), (733, .watchBackground), (1301, .watchChargerOn),
    ]
    return Scenario(
      name: "short day of a pair", summary: "", notes: [], horizon: .seconds(1440), legs: legs,
      script: Trials.day.script + glances.map { ScriptEvent(instant: .seconds($0.0), kind: $0.1) })
  }()

  static func forEach(seeds: ClosedRange<UInt64> = 1...40, _ body: (PairTrial) throws -> Void) throws {
    let catalog = try ["modern-phone", "iphone-6"].map { try Trials.catalog.device($0) }
    let watch = try Trials.catalog.device("watch")
    for seed in seeds {
      let profile = catalog[Int(seed) % 2]
      let (own, other) = (ParameterMode.drawn(seed: seed), ParameterMode.drawn(seed: seed ^ 0xabcd))
      let device = try profile.parameters(mode: own)
      let network = try Trials.catalog.network(profile.defaultNetwork).parameters(mode: own)
      var watchDevice = try watch.parameters(mode: other)
      watchDevice.gnss?.usedNearPhone = seed % 3 == 0
      let watchNetwork = try Trials.catalog.network(watch.defaultNetwork).parameters(mode: other)
      for kind in StrategyRegistry.kinds where kind.usesWatch {
        let strategy = StrategySpecification(
          name: kind.name, summary: "", kind: kind.name, authorization: .whenInUse,
          upload: seed % 2 == 0 ? UploadPolicy(batchCount: 7) : nil)
        try body(
          PairTrial(
            seed: seed, name: kind.name,
            phone: PhoneConfiguration(device: device, network: network, apps: [strategy.appDefinition()]),
            watch: PhoneConfiguration(
              device: watchDevice, network: watchNetwork, apps: [strategy.watchAppDefinition()])))
      }
    }
  }

  @Test func bothLedgersTileTheDayAndAreTheSumOfTheirSegments() throws {
    var faults: [String] = []
    var runs = 0
    try Self.forEach { trial in
      runs += 1
      let (record, phone, watch) = trial.run()
      guard let part = record.watch else { return faults.append("\(trial.name): no watch") }
      faults += Self.faults(of: phone, record.ledger, record.prices, horizon: record.horizon).map {
        "\(trial.name) phone \($0)"
      }
      faults += Self.faults(of: watch, part.ledger, part.prices, horizon: record.horizon).map {
        "\(trial.name) watch \($0)"
      }
    }
    #expect(runs >= 80)
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }

  private static func faults(
    of observer: TimelineKeeper, _ ledger: EnergyLedger, _ prices: PowerTable, horizon: Instant
  ) -> [String] {
    var faults: [String] = []
    var ends = [Instant](repeating: .start, count: Component.allCases.count)
    var sum = 0.0
    for segment in observer.timeline {
      let index = Int(segment.component.rawValue)
      if segment.start != ends[index] { faults.append("\(segment) does not follow \(ends[index])") }
      ends[index] = segment.end
      sum +=
        prices.power(segment.component, state: segment.state, bin: segment.bin).watts
        * (segment.end - segment.start).seconds
    }
    if !ends.allSatisfy({ $0 == horizon }) { faults.append("ends at \(ends)") }
    let paid = observer.payments.reduce(0) { $0 + $1.energy.joules }
    let total = EnergyBreakdown(ledger: ledger, prices: prices).total.joules
    if abs(sum + paid - total) > 1e-9 * total { faults.append("\(sum) + \(paid), not \(total)") }
    return faults
  }

  /// The catalogue's days with a watch, and one without: the watch strategies of the catalogue on each.
  @Test(arguments: ["day-with-watch", "run-without-phone", "city-run"])
  func onTheCataloguesDaysBothLedgersTileAndRepeatAndNothingIsToldEarly(_ day: String) throws {
    var (faults, runs, fixes): ([String], Int, Int) = ([], 0, 0)
    let scenario = try Trials.catalog.scenario(day)
    for (name, seed) in [("modern-phone", 41), ("iphone-6", 42)] as [(String, UInt64)] {
      let (device, network) = try Trials.phone(name, .drawn(seed: seed))
      let (watchDevice, watchNetwork) = try Trials.phone("watch", .drawn(seed: seed ^ 0xabcd))
      for name in Trials.catalog.names(.strategies) {
        let strategy = try Trials.catalog.strategy(name)
        guard strategy.usesWatch else { continue }
        let trial = PairTrial(
          seed: seed, name: "\(strategy.name) on \(day) with \(device.name)",
          phone: try PhoneConfiguration(device: device, network: network, apps: [strategy.appDefinition()]),
          watch: try PhoneConfiguration(
            device: watchDevice, network: watchNetwork, apps: [strategy.watchAppDefinition()]),
          day: scenario)
        let (record, phone, watch) = trial.run()
        let again = trial.record()
        guard let part = record.watch else { return faults.append("\(trial.name): no watch") }
        (runs, fixes) = (runs + 1, fixes + record.fixes.count)
        faults += Self.faults(of: phone, record.ledger, record.prices, horizon: record.horizon).map {
          "\(trial.name) phone \($0)"
        }
        faults += Self.faults(of: watch, part.ledger, part.prices, horizon: record.horizon).map {
          "\(trial.name) watch \($0)"
        }
        if record.ledger != again.ledger || part.ledger != again.watch?.ledger || record.fixes != again.fixes {
          faults.append("\(trial.name) does not repeat")
        }
        for fix in record.fixes where fix.delivered < fix.timestamp { faults.append("\(trial.name): \(fix)") }
      }
    }
    #expect(runs == 8)
    #expect((fixes > 0) == (day != "city-run"))
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }

  @Test func bothEndsPayForTheSameExchanges() throws {
    var faults: [String] = []
    var exchanges: Int64 = 0
    try Self.forEach { trial in
      let record = trial.record()
      guard let watch = record.watch else { return }
      for index in 0..<UInt8(EnergyAttribution.count) {
        guard let cause = EnergyAttribution(index: index) else { continue }
        let (own, other) = (
          record.ledger.count(.bluetoothMessage, cause: cause), watch.ledger.count(.bluetoothMessage, cause: cause)
        )
        exchanges += own
        if own != other { faults.append("\(trial.name), seed \(trial.seed): \(own) and \(other)") }
      }
    }
    #expect(exchanges > 1000)
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }

  @Test func theSameSeedGivesTheSameResultAndAnObserverChangesNothing() throws {
    var faults: [String] = []
    try Self.forEach(seeds: 1...12) { trial in
      let (record, again, observed) = (trial.record(), trial.record(), trial.run().record)
      for other in [again, observed] {
        if record.ledger != other.ledger || record.watch?.ledger != other.watch?.ledger || record.fixes != other.fixes {
          faults.append("\(trial.name), seed \(trial.seed)")
        }
      }
    }
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }

  @Test func anEarlierEndIsTheBeginningOfTheLongerRun() throws {
    let cut = Instant.seconds(707.31)
    var faults: [String] = []
    try Self.forEach(seeds: 1...12) { trial in
      let (record, _, observer) = trial.run()
      let begun = trial.record(horizon: cut)
      guard let watch = begun.watch, let whole = record.watch else { return }
      var rest = observer.payments.reduce(0) { $1.instant > cut ? $0 + $1.energy.joules : $0 }
      for segment in observer.timeline where segment.end > cut {
        let power = whole.prices.power(segment.component, state: segment.state, bin: segment.bin).watts
        rest += power * (segment.end - max(segment.start, cut)).seconds
      }
      if abs(watch.energy.joules + rest - whole.energy.joules) > 1e-9 * whole.energy.joules {
        faults.append("\(trial.name), seed \(trial.seed)")
      }
      if begun.fixes != record.fixes.filter({ $0.delivered <= cut }) { faults.append("\(trial.name): fixes") }
    }
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }

  @Test func noPositionIsDeliveredBeforeItExistsOrOutOfOrder() throws {
    var faults: [String] = []
    var fixes = 0
    try Self.forEach { trial in
      let record = trial.record()
      fixes += record.fixes.count
      for fix in record.fixes where fix.delivered < fix.timestamp { faults.append("\(trial.name): \(fix)") }
      for (a, b) in zip(record.fixes, record.fixes.dropFirst()) where b.delivered < a.delivered {
        faults.append("\(trial.name): \(a.delivered) before \(b.delivered)")
      }
    }
    #expect(fixes > 5000)
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }

  /// A watch beside it changes nothing about a phone whose app does not use it, but for the link.
  @Test func aPhoneWithAnIdleWatchDiffersByItsLinkOnly() throws {
    let app = try StrategySpecification(name: "s", summary: "", kind: "standard").appDefinition()
    let none = try StrategySpecification(name: "n", summary: "", kind: "none").watchAppDefinition()
    let (device, network) = try Trials.phone("modern-phone", .fixed)
    let (watchDevice, watchNetwork) = try Trials.phone("watch", .fixed)
    let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
    for seed in UInt64(1)...5 {
      let trial = PairTrial(
        seed: seed, name: "", phone: phone,
        watch: try PhoneConfiguration(device: watchDevice, network: watchNetwork, apps: [none]))
      let pair = trial.record()
      let alone = PhoneSimulation.record(of: phone, world: trial.world(.phone))
      for component in Component.allCases where component != .bluetooth {
        #expect(pair.energy(of: component) == alone.energy(of: component))
      }
      #expect(pair.wakeups == alone.wakeups)
    }
  }
}

/// A pair on the short day, ready to run.
struct PairTrial {
  let seed: UInt64
  let name: String
  let phone: PhoneConfiguration
  let watch: PhoneConfiguration
  var day = PairContractTests.day

  func world(_ carriedDevice: CarriedDevice) -> WorldRealization {
    WorldRealization(scenario: day, seed: seed, environment: RadioEnvironment(), carriedDevice: carriedDevice)
  }

  func run() -> (record: RunRecord, phone: TimelineKeeper, watch: TimelineKeeper) {
    PairSimulation(
      phone: phone, watch: watch, world: world(.phone), watchWorld: world(.watch), phoneObserver: TimelineKeeper(),
      watchObserver: TimelineKeeper()
    ).run()
  }

  func record(horizon: Instant? = nil) -> RunRecord {
    PairSimulation.record(phone: phone, watch: watch, world: world(.phone), watchWorld: world(.watch), horizon: horizon)
  }
}
