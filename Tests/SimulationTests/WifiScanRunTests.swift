import DeviceModel
import Core
import LocationServices
import Simulation
import Strategies
import Synchronization
import Testing
import World

/// Whole runs of an app that scans for itself, carried about so that the phone does not doze.
@Suite struct WifiScanRunTests {
  /// A walk of 1 m/s among access points, with the app on the screen for the first 10 s unless the script says otherwise.
  private func run(
    _ platform: Platform, hours: Double, _ parameters: [String: StrategyValue],
    script: [ScriptEvent] = [ScriptEvent(instant: .seconds(10), kind: .background)], seed: UInt64 = 3,
    accessPoints: AccessPointDensity = .many, coverage: Coverage = .good, onWiFi: Bool = false, apps: Int = 1,
    _ change: (inout DeviceParameters) -> Void = { _ in }
  ) throws -> (record: RunRecord, scans: [StateSegment]) {
    var street = Surroundings(sky: .suburban, accessPoints: accessPoints, cells: .urban, onWiFi: onWiFi)
    street.coverage = coverage
    var stage = try Stage(.walk, at: 1, through: street)
    stage.seconds = hours * 3600
    stage.script = script
    stage.seed = seed
    change(&stage.device)
    let strategy = StrategySpecification(
      name: "s", summary: "", kind: "wifi_scans", platform: platform,
      parameters: parameters.merging(["placed_by": .choice("own_database")]) { given, _ in given })
    let (record, observer) = try stage.run((0..<apps).map { _ in try strategy.appDefinition() })
    let scans = observer.timeline.filter {
      $0.component == .wifi && $0.state == WiFiRadio.State.scanFull.rawValue
    }
    return (record, scans)
  }

  private static let behind: [String: StrategyValue] = ["interval": .time(11), "foreground_service": .flag(false)]
  private static let service: [String: StrategyValue] = ["interval": .time(11)]

  /// 11 s, and the tenth of a second in which the processor wakes: some 648 in two hours.
  @Test func before8AnAppScansAsOftenAsItLikes() throws {
    let (record, scans) = try run(.android6, hours: 2, Self.behind)
    #expect(scans.count == record.wifiScans.asked && record.wifiScans.refused == 0)
    #expect((640...655).contains(scans.count), "\(scans.count)")
    #expect((scans.count - 1...scans.count).contains(record.fixes.count))
  }

  /// One on the screen, then at once and each half hour: 10800 s hold six of those.
  @Test(arguments: [(Platform.android8, 7), (.android9, 7), (.android12, 7)])
  func behindTheScreenItScansOnceInHalfAnHour(_ platform: Platform, count: Int) throws {
    let (record, scans) = try run(platform, hours: 3, Self.behind)
    #expect(scans.count == count && record.wifiScans.admitted == count)
    #expect(record.fixes.count == count)
    #expect(record.wifiScans.asked > 960)
  }

  /// Of eleven questions in 122 s the first four are let through.
  @Test(arguments: [Platform.android9, .android10, .android12])
  func withAServiceItScansFourTimesInTwoMinutes(_ platform: Platform) throws {
    let (record, scans) = try run(platform, hours: 2, Self.service)
    let asked = record.wifiScans.asked
    #expect(scans.count == 4 * (asked / 11) + min(4, asked % 11) && asked > 640, "\(scans.count) of \(asked)")
  }

  /// What limits do not reach: a service on Android 8, the developer option since 10, and 30 s with a service on any.
  @Test func whereLimitsDoNotReachEveryScanIsMade() throws {
    let free: [String: StrategyValue] = ["interval": .time(11), "scan_throttling": .flag(false)]
    let calm: [String: StrategyValue] = ["interval": .time(30)]
    for (platform, parameters) in [(Platform.android8, Self.service), (.android10, free), (.android12, calm)] {
      let (record, scans) = try run(platform, hours: 1, parameters)
      #expect(record.wifiScans.refused == 0 && scans.count == record.wifiScans.asked && scans.count > 115)
    }
  }

  /// All apps behind the screen together on 9, each for itself on 8; every app is told of either's scans.
  @Test func appsBehindTheScreenShareOneScanSince9() throws {
    for (platform, inBackground) in [(Platform.android8, 2), (.android9, 1)] {
      let (record, _) = try run(platform, hours: 0.45, Self.behind, apps: 2)
      #expect(record.wifiScans.admitted == 2 + inBackground, "\(platform)")
      // Whoever asks while a scan runs gets that one.
      #expect(record.fixes.count >= 4 && record.fixes.count % 2 == 0)
    }
  }

  /// A scan takes 2.3 s and costs 0.7 J by these figures; 0.5 J more for each shows in the total.
  @Test func eachScanCostsTheProfilesEnergyAndNoRefusedOneDoes() throws {
    func energy(_ joules: Double, _ platform: Platform) throws -> (RunRecord, Energy) {
      let (record, _) = try run(platform, hours: 1.01, Self.behind) {
        $0.wifi?.scanFull = .joules(joules)
        $0.wifi?.scanFullTime = .seconds(2.3)
      }
      return (record, record.energy)
    }
    for (platform, count) in [(Platform.android6, 327), (.android9, 4)] {
      let (record, base) = try energy(0.7, platform)
      let (_, more) = try energy(1.2, platform)
      let scans = record.wifiScans.admitted
      #expect(abs(scans - count) <= (count > 100 ? 4 : 0), "\(scans)")
      #expect(abs((more - base).joules - 0.5 * Double(scans)) < 1e-6)
      let dwell = record.ledger.dwell(.wifi, state: WiFiRadio.State.scanFull.rawValue).seconds
      #expect(abs(dwell - 2.3 * Double(scans)) < 2.3)
    }
  }

  /// 700 bytes and 60 for each of 15 access points up, 600 down, over cellular.
  @Test func placingByAServiceSendsWhatWasHeard() throws {
    let (record, _) = try run(.android6, hours: 0.1, ["placed_by": .choice("service"), "interval": .time(61)])
    let cause = EnergyAttribution(.lookup, app: 1)
    #expect(record.fixes.count == 6 && record.cellularTransfers == 6)
    #expect(record.ledger.bytes(.uplink, cause: cause) == 6 * 1600)
    #expect(record.ledger.bytes(.downlink, cause: cause) == 6 * 600)
  }

  @Test func withoutANetworkOnlyAnOwnDatabasePlacesAndWithoutAccessPointsNothing() throws {
    for (placedBy, accessPoints, hasFixes) in [
      ("service", AccessPointDensity.some, false), ("own_database", .some, true), ("own_database", .none, false),
    ] {
      let (record, scans) = try run(
        .android6, hours: 0.2, ["placed_by": .choice(placedBy)], accessPoints: accessPoints, coverage: .none)
      #expect(scans.count > 20 && record.fixes.isEmpty != hasFixes)
    }
  }

  /// At rest, dark and unplugged it dozes at 63 min: no question until the window at 123 min.
  @Test func whileThePhoneDozesNobodyAsks() throws {
    let house = Surroundings(sky: .indoor, accessPoints: .many, cells: .urban, onWiFi: true)
    var stage = try Stage(stayingIn: house)
    stage.seconds = 122 * 60
    stage.script = [ScriptEvent(instant: .seconds(10), kind: .background)]
    let strategy = StrategySpecification(
      name: "s", summary: "", kind: "wifi_scans", platform: .android9, parameters: ["interval": .time(61)])
    let (record, observer) = try stage.run([strategy.appDefinition()])
    #expect((60...63).contains(record.wifiScans.asked) && record.wifiScans.refused == 0)
    let last = try #require(observer.timeline.last { $0.component == .wifi && $0.cause.purpose == .fix })
    #expect(last.end.seconds < 64 * 60)
  }

  private final class Heard: Sendable {
    private let results = Mutex<[ScanResults]>([])
    func note(_ result: ScanResults) { results.withLock { $0.append(result) } }
    var count: Int { results.withLock { $0.count } }
  }

  /// An app that listens and never asks.
  private final class Listener: SimulatedApp {
    private let heard: Heard
    private var wifi: WifiManager?

    init(_ heard: Heard) { self.heard = heard }
    func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
      let wifi = host.makeWifiManager()
      wifi.registerScanResultsReceiver { [heard] in heard.note($0) }
      self.wifi = wifi
    }
  }

  /// The provider polls on either day. With Wi-Fi off from the start nothing is heard, and nobody is told of a scan.
  @Test(arguments: [false, true])
  func aScanThatIsNotMadeIsToldToNobody(isOff: Bool) throws {
    var stage = try Stage(
      .walk, at: 1, through: Surroundings(sky: .suburban, accessPoints: .many, cells: .urban, onWiFi: false))
    stage.seconds = 1300
    if isOff { stage.script = [ScriptEvent(instant: .start, kind: .wifiOff)] }
    let heard = Heard()
    let polling = StrategySpecification(
      name: "s", summary: "", kind: "fused", platform: .android12,
      parameters: ["priority": .choice("balanced"), "interval": .time(11)])
    let (record, _) = try stage.run([
      polling.appDefinition(), AppDefinition(name: "listener", platform: .android12) { Listener(heard) },
    ])
    #expect(record.wifiScans.asked == 0)
    #expect((heard.count == 0) == isOff, "\(heard.count)")
  }

  /// An app that asks for one scan, once.
  private final class Asker: SimulatedApp {
    private let second: Double
    private let heard: Heard
    private var wifi: WifiManager?

    init(at second: Double, _ heard: Heard) { (self.second, self.heard) = (second, heard) }
    func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
      let wifi = host.makeWifiManager()
      wifi.registerScanResultsReceiver { [heard] in heard.note($0) }
      self.wifi = wifi
      host.setAlarm(after: second - host.now) { wifi.startScan() }
    }
  }

  /// A request that meets a provider's scan of a few channels waits for its end, and gets a scan of all.
  @Test(arguments: [3, 7, 13]) func aScanOfAFewChannelsDoesNotServeAnApp(number: Int) throws {
    var stage = try Stage(
      .walk, at: 1, through: Surroundings(sky: .suburban, accessPoints: .many, cells: .urban, onWiFi: true))
    stage.seconds = 400
    let polling = StrategySpecification(
      name: "s", summary: "", kind: "fused", platform: .android6,
      parameters: ["priority": .choice("balanced"), "interval": .time(11)])
    func scans(_ observer: TimelineKeeper) -> [StateSegment] {
      let states = [WiFiRadio.State.scanPartial, .scanFull].map(\.rawValue)
      return observer.timeline.filter { $0.component == .wifi && states.contains($0.state) }
    }
    let alone = scans(try stage.run([polling.appDefinition()]).observer)
    let met = alone[number]
    try #require(met.state == WiFiRadio.State.scanPartial.rawValue && met.end - met.start > .seconds(0.2))
    let heard = Heard()
    let (record, observer) = try stage.run([
      polling.appDefinition(),
      AppDefinition(name: "asker", platform: .android6) { Asker(at: met.start.seconds + 0.05, heard) },
    ])
    let both = scans(observer)
    #expect(record.wifiScans.admitted == 1 && heard.count == 1)
    #expect(both[number].start == met.start && both[number].end == met.end && both[number].state == met.state)
    #expect(both[number + 1].state == WiFiRadio.State.scanFull.rawValue && both[number + 1].start == met.end)
    #expect(both.count(where: { $0.cause == EnergyAttribution(.fix, app: 2) }) == 1)
  }

  /// Any interval, any coming and going of the app.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func noScheduleGetsMoreThanTheRules(seed: UInt64) throws {
    func draw(_ name: String, _ index: UInt64) -> Double {
      StableHash.unit(StableHash.combine(seed, StableHash.name(name), index))
    }
    let hasService = seed.isMultiple(of: 2)
    var script: [ScriptEvent] = []
    var time = 3.0
    for step in 0..<12 {
      script.append(ScriptEvent(instant: .seconds(time), kind: step.isMultiple(of: 2) ? .background : .foreground))
      time += 5 + 1200 * draw("stay", UInt64(step))
    }
    let (record, scans) = try run(
      .android9, hours: 2,
      ["interval": .time(5 + 55 * draw("interval", 0)), "foreground_service": .flag(hasService)], script: script,
      seed: seed)
    let counts = record.wifiScans
    #expect(counts.asked == counts.admitted + counts.refused && counts.admitted == scans.count)
    // With a service every scan is of the foreground; else by where the app was.
    func isBehind(_ time: Double) -> Bool {
      !hasService && script.last { $0.instant.seconds <= time }?.kind == .background
    }
    let starts = scans.map(\.start.seconds)
    let (front, back) = (starts.filter { !isBehind($0) }, starts.filter(isBehind))
    #expect(zip(front.dropFirst(4), front).allSatisfy { $0 - $1 > 120 }, "\(front)")
    #expect(zip(back.dropFirst(), back).allSatisfy { $0 - $1 >= 1800 }, "\(back)")
    #expect(front.count >= 4)
  }
}
