import DeviceModel
import LocationServices
import Core
import Simulation
import Strategies
import Synchronization
import Testing
import World

/// A strategy cannot act when its process could not.
@Suite struct ProcessContractTests {
  private func forEachRandomDay(
    seeds: ClosedRange<UInt64>, _ body: (Scenario, UInt64, DeviceParameters, NetworkParameters) throws -> Void
  ) throws {
    for seed in seeds {
      let name = Trials.devices[Int(seed) % Trials.devices.count]
      let (device, network) = try Trials.phone(name, .drawn(seed: seed))
      try body(RandomScripts.day(seed: seed), seed, device, network)
    }
  }

  @Test func onRandomDaysNothingReachesAProcessThatIsNotThere() throws {
    let apps = try Trials.strategies().map { (name: $0.name, app: try $0.appDefinition()) }
    var (faults, kills, deliveries): ([String], Int, Int) = ([], 0, 0)
    try forEachRandomDay(seeds: 1...60) { day, seed, device, network in
      let world = Trials.world(day, seed: seed, network: network)
      let opened = RandomScripts.opened(world.script, to: world.horizon)
      let locked = RandomScripts.locked(world.script, to: world.horizon)
      let ends = world.script.filter { [.terminate, .forceQuit, .reboot].contains($0.kind) }.map(\.instant)
      kills += ends.count
      for (name, app) in apps {
        let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
        let (record, observer) = PhoneSimulation(phone, world: world, observer: TimelineKeeper()).run()
        let label = "\(name) on \(device.name), seed \(seed)"
        let launches = observer.timeline.filter {
          $0.component == .processor && $0.state == ApplicationProcessor.State.launching.rawValue
        }
        deliveries += record.fixes.count
        for fix in record.fixes {
          if locked.contains(where: { $0.contains(fix.delivered) }) {
            faults.append("\(label): delivered at \(fix.delivered) before the first unlock")
          }
          guard !opened.contains(where: { $0.contains(fix.delivered) }) else { continue }
          // Nobody opened it since it ended: then the system must have started a process.
          let end = ends.last { $0 <= fix.delivered } ?? .start
          if !launches.contains(where: { $0.end > end && $0.end <= fix.delivered }) {
            faults.append("\(label): delivered at \(fix.delivered) without a process")
          }
        }
        for launch in launches {
          guard locked.contains(where: { $0.contains(launch.start) && launch.start > $0.lowerBound }) else { continue }
          faults.append("\(label): launched at \(launch.start) before the first unlock")
        }
      }
    }
    #expect(kills > 60)
    #expect(deliveries > 20_000)
    let isClean = faults.isEmpty
    #expect(isClean, "\(faults.count): \(faults.prefix(3))")
  }

  /// When any code of an app ran, and why.
  final class Diary: Sendable {
    private let storage = Mutex<[(time: Double, text: String)]>([])
    func note(_ text: String, at time: Double) { storage.withLock { $0.append((time, text)) } }
    var entries: [(time: Double, text: String)] { storage.withLock { $0 } }
  }

  /// An app that uses all it can and writes down each time its code runs.
  final class Witness: SimulatedApp, LocationManagerDelegate {
    let diary: Diary
    let background: Bool
    private weak var host: AppHost?
    private var managers: [LocationManager] = []

    init(_ diary: Diary, background: Bool) {
      self.diary = diary
      self.background = background
    }

    func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
      self.host = host
      diary.note("launched by \(reason)", at: host.now)
      for accuracy in [DesiredAccuracy.best, .kilometer] {
        let manager = host.makeLocationManager()
        manager.delegate = self
        manager.desiredAccuracy = accuracy
        manager.allowsBackgroundLocationUpdates = background
        manager.pausesLocationUpdatesAutomatically = false
        manager.startUpdatingLocation()
        managers.append(manager)
      }
      host.scheduleBackgroundRefresh(after: 240)
      tick()
    }
    private func tick() {
      _ = host?.schedule(after: 3.1) { [weak self] in
        guard let self, let host = self.host else { return }
        diary.note("timer", at: host.now)
        host.upload(bytes: 700) { [weak self] in
          guard let self, let host = self.host else { return }
          diary.note("uploaded", at: host.now)
        }
        tick()
      }
    }
    func didEnterBackground(_ host: AppHost) { diary.note("background", at: host.now) }
    func willEnterForeground(_ host: AppHost) { diary.note("foreground", at: host.now) }
    func performBackgroundRefresh(_ host: AppHost) { diary.note("refresh", at: host.now) }
    func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
      diary.note("locations", at: host?.now ?? -1)
    }
  }

  /// Without the background flag an app has what its user gives it, five seconds after that, and half a minute for each
  /// refresh; a launch takes a while, and so does waking the processor.
  @Test func onRandomDaysAnAppWithoutTheBackgroundFlagRunsOnlyInItsOwnTime() throws {
    var (faults, runs, refreshes): ([String], Int, Int) = ([], 0, 0)
    try forEachRandomDay(seeds: 1...120) { day, seed, device, network in
      let world = Trials.world(day, seed: seed, network: network)
      let diary = Diary()
      let app = AppDefinition(name: "witness", platform: .ios12) { Witness(diary, background: false) }
      let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
      _ = PhoneSimulation(phone, world: world, observer: TimelineKeeper()).run()
      // The user's time in the app, by the script.
      var spans: [Range<Double>] = []
      var (since, bootEnds): (Instant?, Instant) = (nil, .start)
      for event in world.script {
        switch event.kind {
        case .foreground where event.instant >= bootEnds: since = since ?? event.instant
        case .background, .terminate, .forceQuit, .reboot:
          if event.kind == .reboot { bootEnds = event.instant + RandomScripts.bootTime }
          guard let begin = since else { continue }
          let grace = event.kind == .background ? 5 + device.processor.launchTime.seconds + 0.5 : 1e-9
          spans.append(begin.seconds..<event.instant.seconds + grace)
          since = nil
        default: break
        }
      }
      if let since { spans.append(since.seconds..<world.horizon.seconds + 1) }
      // What waited while it was suspended comes first when a refresh wakes it.
      let entries = diary.entries
      for (time, text) in entries where text == "refresh" || text == "launched by backgroundRefresh" {
        refreshes += 1
        spans.append(time..<time + 30.6)
      }
      runs += entries.count
      for (time, text) in entries where !spans.contains(where: { $0.contains(time) }) {
        faults.append("seed \(seed): \(text) at \(time)")
      }
    }
    // Random days save power now and then, when no refresh comes.
    #expect(runs > 4000 && refreshes > 15, "\(runs) \(refreshes)")
    let isClean = faults.isEmpty
    #expect(isClean, "\(faults.count): \(faults.prefix(5))")
  }

  @Test func onRandomDaysNoCodeRunsBetweenAKillAndTheNextLaunch() throws {
    var (faults, launches): ([String], Int) = ([], 0)
    try forEachRandomDay(seeds: 1...120) { day, seed, device, network in
      let world = Trials.world(day, seed: seed, network: network)
      let diary = Diary()
      let app = AppDefinition(name: "witness", platform: .ios12) { Witness(diary, background: true) }
      let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
      _ = PhoneSimulation(phone, world: world, observer: TimelineKeeper()).run()
      var ends = world.script.filter { [.terminate, .forceQuit, .reboot].contains($0.kind) }.map(\.instant.seconds)[...]
      var isAlive = false
      for (time, text) in diary.entries {
        while let end = ends.first, end < time {
          isAlive = false
          ends.removeFirst()
        }
        if text.hasPrefix("launched") {
          if isAlive { faults.append("seed \(seed): launched twice, at \(time)") }
          isAlive = true
          launches += 1
        }
        if !isAlive { faults.append("seed \(seed): \(text) at \(time) without a process") }
      }
    }
    #expect(launches > 120)
    let isClean = faults.isEmpty
    #expect(isClean, "\(faults.count): \(faults.prefix(5))")
  }
}
