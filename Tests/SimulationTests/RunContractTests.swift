import DeviceModel
import LocationServices
import Core
import Simulation
import Strategies
import Testing
import World

/// Design section 5, on every strategy over 200 seeds: what apps get and when, and the timeline as the one truth. Each run is
/// made once and shown to all rules.
@Suite struct RunContractTests {
  private typealias Run = (record: RunRecord, observer: TimelineKeeper)

  /// Seeds in blocks, so that they are worked on side by side.
  static let blocks: [ClosedRange<UInt64>] = (0..<8).map { $0 * 25 + 1...$0 * 25 + 25 }

  @Test(arguments: blocks) func everyRunKeepsTheRules(_ seeds: ClosedRange<UInt64>) throws {
    var faults: [String] = []
    var (runs, deliveries, wakeups) = (0, 0, 0)
    for seed in seeds {
      let trials = try Trials.all(seed: seed)
      let results = trials.map { $0.run() }
      for (trial, run) in zip(trials, results) {
        runs += 1
        deliveries += run.record.fixes.count
        wakeups += run.record.wakeups
        let found =
          Self.ofDeliveries(run) + Self.ofTheProcess(run, isStartedBySystem: trial.isStartedBySystem)
          + Self.ofSegments(run) + Self.ofWakeups(run) + Self.ofEnergy(run) + Self.ofParts(run, trial)
          + Self.ofDenial(trial)
        faults += found.map { "\(trial.label): \($0)" }
      }
      // Once more, the other way round in a world of their own: nothing depends on what was asked of it before.
      let world = Trials.world(seed: seed, network: trials[0].configuration.network)
      for (trial, run) in zip(trials, results).reversed() {
        let again = PhoneSimulation(trial.configuration, world: world, observer: TimelineKeeper()).run()
        if !Self.areSame(run, again) { faults.append("\(trial.label) is another run the second time") }
      }
    }
    #expect(runs >= 25 * 20)
    #expect(deliveries > 40_000)
    #expect(wakeups > 25 * 20)
    #expect(faults.isEmpty, "\(faults.count): \(faults.prefix(3))")
  }

  /// Nothing is delivered before it exists, out of order, or while no code can run.
  private static func ofDeliveries(_ run: Run) -> [String] {
    var faults: [String] = []
    let processor = run.observer.timeline.filter { $0.component == .processor }
    var place = 0
    var last = (timestamp: Instant.start, delivered: Instant.start)
    for fix in run.record.fixes {
      if fix.delivered < fix.timestamp || fix.delivered > run.record.horizon {
        faults.append("\(fix.timestamp) delivered at \(fix.delivered)")
      }
      if fix.timestamp < last.timestamp || fix.delivered < last.delivered {
        faults.append("\(fix.timestamp) after \(last.timestamp)")
      }
      last = (fix.timestamp, fix.delivered)
      while place + 1 < processor.count, processor[place].end <= fix.delivered { place += 1 }
      let state = processor[place].state
      // At the horizon's very instant the last segment has ended.
      if fix.delivered < run.record.horizon, state != ApplicationProcessor.State.active.rawValue {
        faults.append("delivered at \(fix.delivered) to a processor in state \(state)")
      }
    }
    return faults
  }

  /// Standard updates end with the process: the script has it killed at 640 s and opened again at 911 s.
  private static func ofTheProcess(_ run: Run, isStartedBySystem: Bool) -> [String] {
    guard !isStartedBySystem else { return [] }
    let dead = run.record.fixes.filter { $0.delivered > .seconds(640) && $0.delivered <= .seconds(911) }
    return dead.isEmpty ? [] : ["\(dead.count) deliveries to a dead process"]
  }

  /// Segments tile the run, and the ledger is their sum.
  private static func ofSegments(_ run: Run) -> [String] {
    let record = run.record
    var faults: [String] = []
    var ends = [Instant](repeating: .start, count: Component.allCases.count)
    var ledger = EnergyLedger()
    for segment in run.observer.timeline {
      let index = Int(segment.component.rawValue)
      if segment.start != ends[index] || segment.end <= segment.start {
        faults.append("\(segment) does not follow \(ends[index])")
      }
      ends[index] = segment.end
      ledger.add(
        segment.end - segment.start, component: segment.component, state: segment.state, bin: segment.bin,
        cause: segment.cause)
    }
    if !ends.allSatisfy({ $0 == record.horizon }) { faults.append("ends at \(ends)") }
    for line in EnergyBreakdown(ledger: record.ledger, prices: record.prices).lines {
      guard case .state(let state, let bin, let span) = line.kind else { continue }
      if ledger.dwell(line.component, state: state, bin: bin, cause: line.cause) != span {
        faults.append("\(line.component) \(state) \(line.cause)")
      }
    }
    for component in Component.allCases {
      let spans = (0..<UInt8(EnergyLedger.stateLimit)).map { record.ledger.dwell(component, state: $0).nanoseconds }
      if spans.reduce(0, +) != record.horizon.nanoseconds { faults.append("dwell of \(component)") }
    }
    return faults
  }

  /// Wake-ups are the times the processor leaves suspension.
  private static func ofWakeups(_ run: Run) -> [String] {
    let suspended = ApplicationProcessor.State.suspended.rawValue
    let states = run.observer.timeline.filter { $0.component == .processor }.map { $0.state == suspended }
    // A run that begins with the app on the screen has no segment before its first wake-up.
    var count = states.first == false ? 1 : 0
    count += zip(states, states.dropFirst()).count { $0 && !$1 }
    return run.record.wakeups == count ? [] : ["\(run.record.wakeups) wake-ups, \(count) in the timeline"]
  }

  /// Energy is power times dwell plus what was paid at instants, at every price; payments say what for and for whom.
  private static func ofEnergy(_ run: Run) -> [String] {
    let record = run.record
    var faults: [String] = []
    var sum = 0.0
    var (low, high) = (0.0, 0.0)
    var extremes = [(Double, Double)](repeating: (.infinity, 0), count: Component.allCases.count)
    for segment in run.observer.timeline {
      let watts = record.prices.power(segment.component, state: segment.state, bin: segment.bin).watts
      sum += watts * (segment.end - segment.start).seconds
      let index = Int(segment.component.rawValue)
      extremes[index] = (min(extremes[index].0, watts), max(extremes[index].1, watts))
    }
    let paid = run.observer.payments.reduce(0) { $0 + $1.energy.joules }
    let total = record.energy.joules
    if abs(sum + paid - total) > 1e-9 * total { faults.append("\(sum) + \(paid), \(total)") }
    for (least, most) in extremes {
      low += least * record.horizon.seconds
      high += most * record.horizon.seconds
    }
    if total < low + paid - 1e-6 || total > high + paid + 1e-6 { faults.append("\(total) is outside \(low)...\(high)") }
    let breakdown = EnergyBreakdown(ledger: record.ledger, prices: record.prices)
    struct Payee: Hashable {
      let component: Component
      let purpose: EnergyAttribution.Purpose
    }
    var seen: [Payee: Double] = [:]
    for payment in run.observer.payments {
      seen[Payee(component: payment.component, purpose: payment.cause.purpose), default: 0] += payment.energy.joules
    }
    var known: [Payee: Double] = [:]
    for line in breakdown.lines {
      if case .state = line.kind { continue }
      known[Payee(component: line.component, purpose: line.cause.purpose), default: 0] += line.energy.joules
    }
    for payee in Set(seen.keys).union(known.keys) {
      let (own, booked) = (seen[payee] ?? 0, known[payee] ?? 0)
      if abs(own - booked) > 1e-9 * total {
        faults.append("\(payee.component) for \(payee.purpose): \(own), \(booked)")
      }
    }
    let dearer = EnergyBreakdown(ledger: record.ledger, prices: record.prices.scaled(by: 3.7)).total.joules
    if abs(dearer - 3.7 * total) > 1e-9 * dearer { faults.append("scaled \(dearer)") }
    return faults
  }

  /// A run that ends earlier is the beginning of the longer one: energy(0..b) + energy(b..c) = energy(0..c).
  private static func ofParts(_ run: Run, _ trial: Trial) -> [String] {
    let cut = Instant.seconds(707.31)
    let (record, observer) = run
    let begun = trial.run(horizon: cut).record
    var rest = 0.0
    for segment in observer.timeline where segment.end > cut {
      let power = record.prices.power(segment.component, state: segment.state, bin: segment.bin).watts
      rest += power * (segment.end - max(segment.start, cut)).seconds
    }
    rest += observer.payments.reduce(0) { $1.instant > cut ? $0 + $1.energy.joules : $0 }
    var faults: [String] = []
    let (first, total) = (begun.energy.joules, record.energy.joules)
    if abs(first + rest - total) > 1e-9 * total { faults.append("\(first) + \(rest), \(total)") }
    if begun.fixes != record.fixes.filter({ $0.delivered <= cut }) { faults.append("fixes") }
    return faults
  }

  /// Nothing is delivered while denied, and the receiver stays off.
  private static func ofDenial(_ trial: Trial) -> [String] {
    var phone = trial.configuration
    phone.apps = phone.apps.map {
      AppDefinition(name: $0.name, authorization: .denied, platform: $0.platform, makeApp: $0.makeApp)
    }
    let record = PhoneSimulation(phone, world: trial.world, observer: TimelineKeeper()).run().record
    let off = record.ledger.dwell(.gnss, state: GNSSReceiver.State.off.rawValue)
    var faults: [String] = []
    if !record.fixes.isEmpty || record.deliveries != 0 { faults.append("denied: \(record.fixes.count) fixes") }
    if off != record.horizon - .start { faults.append("denied: GNSS was off for \(off)") }
    return faults
  }

  /// To the last bit.
  private static func areSame(_ one: Run, _ other: Run) -> Bool {
    let (a, b) = (one.record, other.record)
    return a.ledger == b.ledger && a.fixes == b.fixes && one.observer.timeline == other.observer.timeline
      && one.observer.payments == other.observer.payments
      && a.energy.joules.bitPattern == b.energy.joules.bitPattern
      && (a.deliveries, a.wakeups, a.uploads) == (b.deliveries, b.wakeups, b.uploads)
  }

  @Test func withoutTheBackgroundFlagNothingComesLaterThanFiveSecondsAfterTheScreen() throws {
    let app = ScriptedApp.definition { app, host in app.start(host).allowsBackgroundLocationUpdates = false }
    var count = 0
    for seed: UInt64 in 1...200 {
      let (device, network) = try Trials.phone("modern-phone", .drawn(seed: seed))
      let world = Trials.world(seed: seed, network: network)
      let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
      let record = PhoneSimulation(phone, world: world, observer: TimelineKeeper()).run().record
      count += record.fixes.count
      for fix in record.fixes {
        let time = fix.delivered.seconds
        #expect(time <= 46 || (time >= 301 && time <= 338) || (time >= 911 && time <= 962))
      }
    }
    #expect(count > 200)
  }
}
