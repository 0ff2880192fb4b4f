import DeviceModel
import Core
import LocationServices
import Simulation
import Testing
import World

/// Design section 5: what uploads cost in radio tails.
@Suite struct RadioContractTests {
  /// An app on the screen that uploads 600 bytes at each of these seconds, at home without Wi-Fi.
  private func uploads(
    at times: [Double], device: DeviceParameters, network: NetworkParameters, seconds: Double = 600
  ) throws -> (record: RunRecord, observer: TimelineKeeper) {
    let app = ScriptedApp.definition { _, host in
      for time in times {
        host.schedule(after: time - host.now) { [weak host] in host?.upload(bytes: 600) }
      }
    }
    let street = Surroundings(sky: .suburban, accessPoints: .some, cells: .urban)
    let stay = Leg(dwell: "street", at: Trials.berlin, stay: .toTheEnd, surroundings: street)
    let scenario = Scenario(
      name: "uploads", summary: "", notes: [], horizon: .seconds(seconds), legs: [stay],
      script: [ScriptEvent(instant: .start, kind: .foreground)])
    let world = Trials.world(scenario, seed: 1, network: network)
    let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
    return PhoneSimulation(phone, world: world, observer: TimelineKeeper()).run()
  }

  private func cellular(_ run: (record: RunRecord, observer: TimelineKeeper)) -> [StateSegment] {
    run.observer.timeline.filter { $0.component == .cellular }
  }

  private func state(_ segment: StateSegment) -> CellularRadio.State? { CellularRadio.State(rawValue: segment.state) }

  @Test func uploadsMoreFrequentThanTheTailNeverLetTheRadioIdle() throws {
    let (device, network) = try Trials.phone("modern-phone", .fixed)
    // The tail is 10.6 s from the last byte.
    let often = cellular(
      try uploads(at: Array(stride(from: 20, through: 500, by: 10.3)), device: device, network: network))
    let idle = often.filter { state($0) == .idle }
    #expect(idle.count == 2)
    #expect(often.filter { state($0) == .promotion }.count == 1)
    let seldom = cellular(
      try uploads(at: Array(stride(from: 20, through: 500, by: 12.3)), device: device, network: network))
    #expect(seldom.filter { state($0) == .promotion }.count == 40)
    #expect(seldom.filter { state($0) == .idle }.count == 41)
  }

  @Test func anExtraUploadSavesAtMostThePromotionsItAvoids() throws {
    let (device, network) = try Trials.phone("modern-phone", .fixed)
    let (longer, price) = (network.promotion, try PowerTable(device: device, network: network))
    let promotion = price.power(.cellular, state: CellularRadio.State.promotion.rawValue, bin: .strong) * longer
    var avoided = 0
    for seed: UInt64 in 1...200 {
      var random = Xoshiro256PlusPlus(seed: seed)
      let times = (0..<14).map { _ in 5 + 400 * random.uniform() }.sorted()
      let extra = 5 + 400 * random.uniform()
      let without = try uploads(at: times, device: device, network: network)
      let with = try uploads(at: (times + [extra]).sorted(), device: device, network: network)
      #expect(without.record.uploads == 14)
      #expect(with.record.uploads == 15)
      func cost(_ run: (record: RunRecord, observer: TimelineKeeper)) -> (energy: Double, promotions: Int) {
        let breakdown = EnergyBreakdown(ledger: run.record.ledger, prices: run.record.prices)
        return (
          breakdown.energy(of: .cellular).joules, cellular(run).filter { state($0) == .promotion }.count
        )
      }
      let (a, b) = (cost(without), cost(with))
      let saved = max(0, a.promotions - b.promotions)
      avoided += saved
      #expect(b.energy >= a.energy - Double(saved) * promotion.joules - 1e-9)
    }
    #expect(avoided >= 3)
  }

  @Test func aLongerTailNeverShortensTailTime() throws {
    let tail: [CellularRadio.State] = [.connected, .shortDRX, .longDRX]
    var faults: [String] = []
    for seed: UInt64 in 1...200 {
      let trials = try Trials.all(seed: seed, devices: ["modern-phone"]).filter { $0.strategy.contains("uploads") }
      // Every fifth on each seed, so that each is on forty: what an app does has little to do with how long a tail is.
      for (place, trial) in trials.enumerated() where (UInt64(place) + seed) % 5 == 0 {
        var last = TimeSpan.zero
        for seconds in [3.1, 5, 10.6, 11.7, 60] {
          var configuration = trial.configuration
          guard case .lte(var timers) = configuration.network.timers else { continue }
          timers.tail = .seconds(seconds)
          configuration.network.timers = .lte(timers)
          let longer = Trial(
            seed: trial.seed, strategy: trial.strategy, configuration: configuration, world: trial.world)
          let ledger = longer.run().record.ledger
          let time = tail.reduce(TimeSpan.zero) { $0 + ledger.dwell(.cellular, state: $1.rawValue) }
          if time < last { faults.append("\(trial.label): \(time) with a tail of \(seconds) s, \(last) with less") }
          last = time
        }
      }
    }
    #expect(faults.isEmpty, "\(faults.prefix(3))")
  }

  @Test func oneUploadAMinuteCostsTenTimesTheTailOfOneInTenMinutes() throws {
    let (device, network) = try Trials.phone("modern-phone", .fixed)
    func tail(every period: Double) throws -> Double {
      let run = try uploads(
        at: Array(stride(from: 20, to: 6020, by: period)), device: device, network: network, seconds: 6100)
      return run.record.ledger.dwell(.cellular, state: CellularRadio.State.longDRX.rawValue).seconds
    }
    #expect(abs(try tail(every: 60) / tail(every: 600) - 10) < 1e-6)
  }

  @Test func anUploadForWiFiOnlyWaitsForIt() throws {
    let (device, network) = try Trials.phone("modern-phone", .fixed)
    let app = ScriptedApp.definition { _, host in host.upload(bytes: 6000, onWiFiOnly: true) }
    let street = Surroundings(sky: .suburban, accessPoints: .some, cells: .urban)
    var cafe = street
    cafe.onWiFi = true
    let scenario = Scenario(
      name: "cafe", summary: "", notes: [], horizon: .seconds(600),
      legs: [
        Leg(dwell: "street", at: Trials.berlin, stay: .lasting(.seconds(301)), surroundings: street),
        Leg(dwell: "cafe", at: Trials.berlin, stay: .toTheEnd, surroundings: cafe),
      ], script: [ScriptEvent(instant: .start, kind: .foreground)])
    let world = Trials.world(scenario, seed: 1, network: network)
    let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
    let (record, observer) = PhoneSimulation(phone, world: world, observer: TimelineKeeper()).run()
    #expect(record.uploads == 1)
    #expect(record.ledger.dwell(.cellular, state: CellularRadio.State.promotion.rawValue) == .zero)
    let sending = observer.timeline.filter {
      $0.component == .wifi && $0.state == WiFiRadio.State.transmitting.rawValue
    }
    #expect(sending.map(\.start) == [.seconds(301)])
    #expect(sending.map(\.cause) == [EnergyAttribution(.upload, app: 1)])
  }

  /// On a street without a network until 700 s; the app's 500 bytes wait, or, with a network, a long transfer is under way.
  private func quit(
    _ kind: ScriptEvent.Kind, on platform: Platform, offline: Bool
  ) throws -> (record: RunRecord, observer: TimelineKeeper) {
    let street = Surroundings(sky: .suburban, accessPoints: .some, cells: .urban)
    var dead = street
    dead.coverage = .none
    var stage = try Stage(
      legs: [
        Leg(
          dwell: "here", at: Trials.berlin, stay: .lasting(.seconds(700)), surroundings: offline ? dead : street),
        Leg(dwell: "here", at: Trials.berlin, stay: .toTheEnd, surroundings: street),
      ])
    stage.platform = platform
    stage.seconds = 1200
    stage.script = [ScriptEvent(instant: .seconds(60), kind: kind)]
    // Minutes at any rate of the profile.
    let app = stage.app { _, host in
      host.schedule(after: 50 - host.now) { [weak host] in host?.upload(bytes: offline ? 500 : 500_000_000) }
    }
    return try stage.run([app])
  }

  @Test func whoeverRemovesAnAppEndsItsUploads() throws {
    let fates: [(ScriptEvent.Kind, Platform, survives: Bool)] = [
      (.forceQuit, .ios18, false), (.terminate, .ios18, true), (.reboot, .ios18, true),
      (.forceQuit, .ios6, false), (.terminate, .ios6, false), (.reboot, .ios6, false),
    ]
    for (kind, platform, survives) in fates {
      let waiting = try quit(kind, on: platform, offline: true)
      #expect(waiting.record.uploads == (survives ? 1 : 0), "\(kind) on \(platform.name)")
      let running = try quit(kind, on: platform, offline: false).observer.timeline.filter {
        $0.component == .cellular && $0.state == CellularRadio.State.transferring.rawValue
      }
      let end = try #require(running.map(\.end).max())
      #expect((end > .seconds(60)) == survives, "\(kind) on \(platform.name)")
    }
  }
}
