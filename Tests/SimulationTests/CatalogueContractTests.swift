import DeviceModel
import Documents
import FileFormats
import LocationServices
import Core
import Simulation
import Strategies
import Testing
import World

/// The rules of the simulation on the catalogue's own days: every strategy of the catalogue and every kind, each on several
/// days and phones.
@Suite struct CatalogueContractTests {
  static let days = [
    "city-run", "canyon-donuts", "express-bus-subway", "run-and-kill", "shop-reminder", "el-paso-juarez",
  ]

  /// Every second strategy on each day, so that each is on three days; the phone changes from strategy to strategy.
  private static func forEach(_ day: String, _ body: (Trial) throws -> Void) throws {
    let place = UInt64(days.firstIndex(of: day) ?? 0)
    let scenario = try Trials.catalog.scenario(day)
    let phones = try Trials.devices.map { try Trials.phone($0, .drawn(seed: 31 + place)) }
    let worlds = phones.map { Trials.world(scenario, seed: 31 + place, network: $0.network) }
    for (index, strategy) in try Trials.strategies().enumerated() where (UInt64(index) + place) % 2 == 0 {
      let (device, network) = phones[(index / 2) % phones.count]
      let configuration = try PhoneConfiguration(device: device, network: network, apps: [strategy.appDefinition()])
      try body(
        Trial(
          seed: 31 + place, strategy: "\(strategy.name) on \(day)", configuration: configuration,
          world: worlds[(index / 2) % phones.count]))
    }
  }

  @Test(arguments: days)
  func segmentsTileTheDayAndEnergyIsTheirSumInEveryPartAndAtEveryPrice(_ day: String) throws {
    var faults: [String] = []
    var runs = 0
    try Self.forEach(day) { trial in
      runs += 1
      let (record, observer) = trial.run()
      let cut = Instant.start + (record.horizon - .start) * 0.3719
      var ends = [Instant](repeating: .start, count: Component.allCases.count)
      var (sum, rest) = (0.0, 0.0)
      var extremes = [(Double, Double)](repeating: (.infinity, 0), count: Component.allCases.count)
      for segment in observer.timeline {
        let index = Int(segment.component.rawValue)
        if segment.start != ends[index] || segment.end <= segment.start { faults.append("\(trial.label): \(segment)") }
        ends[index] = segment.end
        let watts = record.prices.power(segment.component, state: segment.state, bin: segment.bin).watts
        sum += watts * (segment.end - segment.start).seconds
        if segment.end > cut { rest += watts * (segment.end - max(segment.start, cut)).seconds }
        extremes[index] = (min(extremes[index].0, watts), max(extremes[index].1, watts))
      }
      if !ends.allSatisfy({ $0 == record.horizon }) { faults.append("\(trial.label) ends at \(ends)") }
      let paid = observer.payments.reduce(0) { $0 + $1.energy.joules }
      rest += observer.payments.reduce(0) { $1.instant > cut ? $0 + $1.energy.joules : $0 }
      let total = record.energy.joules
      func check(_ value: Double, _ what: String) {
        if abs(value - total) > 1e-9 * total { faults.append("\(trial.label): \(what) \(value), \(total)") }
      }
      check(sum + paid, "segments")
      check(EnergyBreakdown(ledger: record.ledger, prices: record.prices.scaled(by: 2.9)).total.joules / 2.9, "scaled")
      let seconds = record.horizon.seconds
      let limits = extremes.reduce((0.0, 0.0)) { ($0.0 + $1.0 * seconds, $0.1 + $1.1 * seconds) }
      if total < limits.0 + paid - 1e-6 || total > limits.1 + paid + 1e-6 { faults.append("\(trial.label): \(limits)") }
      // A run that ends earlier is the beginning of the longer one.
      let (begun, _) = trial.run(horizon: cut)
      check(begun.energy.joules + rest, "parts")
      if begun.fixes != record.fixes.filter({ $0.delivered <= cut }) { faults.append("\(trial.label): fixes") }
      if begun.events != record.events.filter({ $0.delivered <= cut }) { faults.append("\(trial.label): events") }
    }
    #expect(runs >= 40)
    #expect(faults.isEmpty, "\(faults.count): \(faults.prefix(3))")
  }

  @Test(arguments: days)
  func nothingIsToldBeforeItExistsOrToAProcessThatCannotRun(_ day: String) throws {
    var (faults, told): ([String], Int) = ([], 0)
    try Self.forEach(day) { trial in
      let (record, observer) = trial.run()
      let script = trial.world.script
      let (opened, locked) = (
        RandomScripts.opened(script, to: record.horizon), RandomScripts.locked(script, to: record.horizon)
      )
      let ends = script.filter { [.terminate, .forceQuit, .reboot].contains($0.kind) }.map(\.instant)
      let processor = observer.timeline.filter { $0.component == .processor }
      func check(_ delivered: Instant, exists: Instant) {
        told += 1
        if delivered < exists || delivered > record.horizon { faults.append("\(trial.label): \(exists), \(delivered)") }
        let place = processor.partitioningIndex { $0.end > delivered }
        if place < processor.count, processor[place].state != ApplicationProcessor.State.active.rawValue {
          faults.append("\(trial.label): told at \(delivered) in state \(processor[place].state)")
        }
        if locked.contains(where: { $0.contains(delivered) }) { faults.append("\(trial.label): locked \(delivered)") }
        guard !opened.contains(where: { $0.contains(delivered) }) else { return }
        // Nobody has opened it since it ended: then the system has started a process.
        let end = ends.last { $0 <= delivered } ?? .start
        let isStarted = processor.contains {
          $0.state == ApplicationProcessor.State.launching.rawValue && $0.end > end && $0.end <= delivered
        }
        if !isStarted { faults.append("\(trial.label): told at \(delivered) without a process") }
      }
      for fix in record.fixes { check(fix.delivered, exists: fix.timestamp) }
      // Notifications at regions are the system's own: no process is told.
      for event in record.events where !trial.strategy.hasPrefix("region_notifications") {
        let begin = record.watches.first { $0.serial == event.serial }?.begin
        check(event.delivered, exists: begin ?? .never)
      }
      for (a, b) in zip(record.fixes, record.fixes.dropFirst()) where b.delivered < a.delivered {
        faults.append("\(trial.label): \(a.delivered) after \(b.delivered)")
      }
    }
    #expect(told > 20_000)
    #expect(faults.isEmpty, "\(faults.count): \(faults.prefix(3))")
  }

  @Test(arguments: days)
  func whileDeniedNothingIsToldAndNoSatelliteIsSought(_ day: String) throws {
    var faults: [String] = []
    try Self.forEach(day) { trial in
      var phone = trial.configuration
      phone.apps = phone.apps.map {
        AppDefinition(name: $0.name, authorization: .denied, platform: $0.platform, makeApp: $0.makeApp)
      }
      let record = PhoneSimulation(phone, world: trial.world, observer: TimelineKeeper()).run().record
      let off = record.ledger.dwell(.gnss, state: GNSSReceiver.State.off.rawValue)
      if !record.fixes.isEmpty || !record.events.isEmpty || record.deliveries != 0 || off != record.horizon - .start {
        faults.append(trial.label)
      }
    }
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }

  /// Strategies of a comparison share a day. What one of them asks of it must leave it as it was for the others: also when
  /// an app asks for a position every few minutes in between.
  @Test(arguments: days)
  func aStrategyRunsTheSameAloneAndAfterAnyOtherOnTheSameDay(_ day: String) throws {
    var faults: [String] = []
    let asker = ScriptedApp.definition { app, host in
      let manager = app.start(host)
      manager.stopUpdatingLocation()
      func ask() {
        _ = host.schedule(after: 173.3) {
          manager.requestLocation()
          ask()
        }
      }
      ask()
    }
    try Self.forEach(day) { trial in
      // The day has served every strategy before this one; its own copy has served none.
      var other = trial.configuration
      other.apps = [asker]
      _ = PhoneSimulation(other, world: trial.world, observer: TimelineKeeper()).run()
      let shared = PhoneSimulation(trial.configuration, world: trial.world, observer: TimelineKeeper()).run().record
      let world = Trials.world(
        try Trials.catalog.scenario(day), seed: trial.seed, network: trial.configuration.network)
      let alone = PhoneSimulation(trial.configuration, world: world, observer: TimelineKeeper()).run().record
      if shared.ledger != alone.ledger || shared.fixes != alone.fixes || shared.events != alone.events
        || (shared.deliveries, shared.wakeups, shared.uploads) != (alone.deliveries, alone.wakeups, alone.uploads)
      {
        faults.append(trial.label)
      }
    }
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }
}

extension Array {
  /// Of an array whose elements first fail and then meet a condition: the first place where it is met.
  fileprivate func partitioningIndex(where isMet: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isMet(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
