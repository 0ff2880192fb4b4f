import DeviceModel
import LocationServices
import Quantities
import Simulation
import Strategies
import Testing
import World

/// Design section 5: what apps get, and when.
@Suite struct DeliveryContractTests {
  @Test func nothingIsDeliveredBeforeItExistsOutOfOrderOrWhileNoCodeCanRun() throws {
    var faults: [String] = []
    var deliveries = 0
    try Trials.forEach { trial in
      let (record, observer) = trial.run()
      deliveries += record.fixes.count
      let processor = observer.timeline.filter { $0.component == .processor }
      var place = 0
      var last = (timestamp: Instant.start, delivered: Instant.start)
      for fix in record.fixes {
        if fix.delivered < fix.timestamp || fix.delivered > record.horizon {
          faults.append("\(trial.label): \(fix.timestamp) delivered at \(fix.delivered)")
        }
        if fix.timestamp < last.timestamp || fix.delivered < last.delivered {
          faults.append("\(trial.label): \(fix.timestamp) after \(last.timestamp)")
        }
        last = (fix.timestamp, fix.delivered)
        while place + 1 < processor.count, processor[place].end <= fix.delivered { place += 1 }
        let state = processor[place].state
        // At the horizon's very instant the last segment has ended.
        if fix.delivered < record.horizon, state != ApplicationProcessor.State.active.rawValue {
          faults.append("\(trial.label): delivered at \(fix.delivered) to a processor in state \(state)")
        }
      }
    }
    #expect(deliveries > 500_000)
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }

  /// Spans in which the app's process cannot run are the script's: killed at 640 s, opened again at 911 s.
  @Test func standardUpdatesEndWithTheProcess() throws {
    var faults: [String] = []
    try Trials.forEach { trial in
      guard !trial.isStartedBySystem else { return }
      let (record, _) = trial.run()
      let dead = record.fixes.filter { $0.delivered > .seconds(640) && $0.delivered <= .seconds(911) }
      if !dead.isEmpty { faults.append("\(trial.label): \(dead.count) deliveries to a dead process") }
    }
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }

  @Test func withoutTheBackgroundFlagNothingComesLaterThanFiveSecondsAfterTheScreen() throws {
    let app = ScriptedApp.definition { app, host in app.start(host).allowsBackgroundLocationUpdates = false }
    var count = 0
    for seed: UInt64 in 1...200 {
      let (device, network) = try Trials.phone("modern-phone", .drawn(seed: seed))
      let world = Trials.world(seed: seed, network: network)
      let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
      let record = PhoneSimulation(phone, world: world, observer: SumsOnly()).run().record
      count += record.fixes.count
      for fix in record.fixes {
        let time = fix.delivered.seconds
        #expect(time <= 46 || (time >= 301 && time <= 338) || (time >= 911 && time <= 962))
      }
    }
    #expect(count > 200)
  }

  @Test func nothingIsDeliveredWhileDenied() throws {
    var faults: [String] = []
    try Trials.forEach { trial in
      var phone = trial.configuration
      phone.apps = phone.apps.map {
        AppDefinition(name: $0.name, authorization: .denied, platform: $0.platform, makeApp: $0.makeApp)
      }
      let record = PhoneSimulation(phone, world: trial.world, observer: SumsOnly()).run().record
      let off = record.ledger.dwell(.gnss, state: GNSSReceiver.State.off.rawValue)
      if !record.fixes.isEmpty || record.deliveries != 0 {
        faults.append("\(trial.label): \(record.fixes.count) fixes")
      }
      if off != record.horizon - .start { faults.append("\(trial.label): GNSS was off for \(off)") }
    }
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }

  @Test func theSameSeedGivesTheSameRunToTheLastBit() throws {
    var faults: [String] = []
    try Trials.forEach { trial in
      // The second run has a world of its own; the first shares it with every strategy before.
      let shared = trial.run()
      let world = Trials.world(seed: trial.seed, network: trial.configuration.network)
      let alone = PhoneSimulation(trial.configuration, world: world, observer: TimelineKeeper()).run()
      if shared.record.ledger != alone.record.ledger || shared.record.fixes != alone.record.fixes
        || shared.observer.timeline != alone.observer.timeline
        || shared.observer.payments != alone.observer.payments
        || shared.record.energy.joules.bitPattern != alone.record.energy.joules.bitPattern
        || (shared.record.deliveries, shared.record.wakeups, shared.record.uploads)
          != (alone.record.deliveries, alone.record.wakeups, alone.record.uploads)
      {
        faults.append(trial.label)
      }
    }
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }
}
