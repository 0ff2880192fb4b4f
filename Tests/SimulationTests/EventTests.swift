import Analysis
import DeviceModel
import Documents
import LocationServices
import Core
import Simulation
import Synchronization
import Testing
import World

/// Events of a walk along a line, with positions that do not err.
@Suite struct EventTests {
  private final class Seen: Sendable {
    private let storage = Mutex<[Visit]>([])
    func note(_ visit: Visit) { storage.withLock { $0.append(visit) } }
    var visits: [Visit] { storage.withLock { $0 } }
  }

  /// An app that asks for events at launch and does nothing else.
  private final class Listener: SimulatedApp, LocationManagerDelegate {
    private let ask: @Sendable (LocationManager) -> Void
    private let seen: Seen
    private var manager: LocationManager?

    init(_ seen: Seen, _ ask: @escaping @Sendable (LocationManager) -> Void) {
      self.seen = seen
      self.ask = ask
    }
    func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
      let manager = host.makeLocationManager()
      manager.delegate = self
      self.manager = manager
      ask(manager)
    }
    func locationManager(_ manager: LocationManager, didVisit visit: Visit) { seen.note(visit) }
  }

  /// Without a modem, so that only access points speak, and with scans that do not err.
  private func phone() throws -> (device: DeviceParameters, network: NetworkParameters) {
    var (device, network) = try Trials.phone("modern-phone", .fixed)
    device.cellular = nil
    device.error.cellBiasRatio = nil
    device.error.wifi?.few = .zero
    device.error.wifi?.some = .zero
    device.error.wifi?.many = .zero
    device.error.wifi?.outlierProbability = 0
    device.error.wifi?.grades = nil
    device.error.wifi?.tripFailure = 0
    return (device, network)
  }

  private func run(
    _ scenario: Scenario, seed: UInt64 = 3, authorization: Authorization = .always, platform: Platform = .ios18,
    seen: Seen = Seen(), cellular: Bool = false, _ ask: @escaping @Sendable (LocationManager) -> Void
  ) throws -> (record: RunRecord, world: WorldRealization, observer: TimelineKeeper) {
    let (device, network) = cellular ? try Trials.phone("modern-phone", .fixed) : try phone()
    let app = AppDefinition(name: "listener", authorization: authorization, platform: platform) {
      Listener(seen, ask)
    }
    let world = Trials.world(scenario, seed: seed, network: network)
    let configuration = try PhoneConfiguration(device: device, network: network, apps: [app])
    let (record, observer) = PhoneSimulation(configuration, world: world, observer: TimelineKeeper()).run()
    return (record, world, observer)
  }

  private func fence(_ east: Double, _ radius: Double = 103) -> CircularRegion {
    CircularRegion(center: Trials.east(east), radius: radius, identifier: "\(east)")
  }

  /// Walks to 0 in the first 500 s, rests there, and walks to 1300 m east.
  private static func halt(minutes: Double) -> Scenario {
    let street = Surroundings(sky: .suburban, accessPoints: .many, cells: .urban)
    func walk(_ from: Double, _ to: Double) -> Leg {
      Leg(
        .walk, name: "walk", route: RoutePath([Trials.east(from), Trials.east(to)]), speed: .metresPerSecond(1.3),
        speedVariation: 0, surroundings: street)
    }
    return Scenario(
      name: "halt", summary: "", notes: [], horizon: .seconds(4400 + 60 * minutes),
      legs: [
        walk(-650, 0),
        Leg(dwell: "here", at: Trials.berlin, stay: .lasting(.minutes(minutes)), surroundings: street),
        walk(0, 1300), Leg(dwell: "there", at: Trials.east(1300), stay: .toTheEnd, surroundings: street),
      ],
      script: [ScriptEvent(instant: .start, kind: .foreground), ScriptEvent(instant: .seconds(10), kind: .background)])
  }

  /// How long after the last crossing of an edge each of 20 days tells of it.
  private func delays(
    _ region: CircularRegion, edge: Circle, isEntry: Bool, in scenario: Scenario = Trials.walk()
  ) throws -> [Double] {
    var delays: [Double] = []
    for seed: UInt64 in 1...20 {
      let (record, world, _) = try run(scenario, seed: seed) { $0.startMonitoring(for: region) }
      let crossing = try #require(world.journey.occupancy(in: edge).crossings.last)
      guard let told = record.events.last, told.delivered > crossing.instant else { continue }
      #expect(told.isEntry == isEntry)
      delays.append((told.delivered - crossing.instant).seconds)
    }
    return delays.sorted()
  }

  // The hold is 20 s. The walk ends 79 s after the edge, where 50 m of way are enough for other access points; a scan shows
  // them after 40 s in the median, 250 s at most; then two scans.
  @Test func anEntryIsToldAfterAHintTwoScansAndTwentySeconds() throws {
    let region = fence(1300)
    let delays = try delays(region, edge: region.circle, isEntry: true)
    #expect(delays.count >= 18 && delays.allSatisfy { (20...350).contains($0) }, "\(delays)")
    #expect((45...120).contains(delays[delays.count / 2]), "\(delays)")
  }

  // Beyond the buffer other access points are heard after up to 300 m, 231 s; else as above.
  @Test func anExitIsToldAfterTheBufferHasBeenCrossed() throws {
    let region = fence(0)
    let delays = try delays(
      region, edge: Circle(center: region.center, radius: 203), isEntry: false, in: Self.halt(minutes: 10))
    #expect(delays.count >= 18 && delays.allSatisfy { (19...500).contains($0) }, "\(delays)")
    #expect((110...270).contains(delays[delays.count / 2]), "\(delays)")
  }

  /// How long after the ring of 203 m around 0 each of 150 days tells that the phone has left.
  private func departures(
    from scenario: Scenario, follows: Bool = false, alsoSignificant: Bool = false
  ) throws -> [Double] {
    let region = fence(0)
    let ring = Circle(center: region.center, radius: 203)
    return try (1...150 as ClosedRange<UInt64>).map { seed in
      let (record, world, _) = try run(scenario, seed: seed) { manager in
        manager.startMonitoring(for: region)
        if alsoSignificant { manager.startMonitoringSignificantLocationChanges() }
        guard follows else { return }
        manager.allowsBackgroundLocationUpdates = true
        manager.pausesLocationUpdatesAutomatically = false
        manager.startUpdatingLocation()
      }
      let crossing = try #require(world.journey.occupancy(in: ring).crossings.last { !$0.isEntry })
      let told = record.events.first { !$0.isEntry && $0.delivered > crossing.instant }
      return told.map { ($0.delivered - crossing.instant).seconds } ?? .infinity
    }
  }

  /// A third of 150 is missed for 6 min in the mean. What exceeds the usual 170 s makes 120 exp(-170 / 360) = 75 s more in the mean of all
  /// (standard error 18), and 150 exp(-600 / 360) / 3 = 9 of them take over 10 min.
  private func expectMisses(_ long: [Double], beside short: [Double]) {
    let more = (long.reduce(0, +) - short.reduce(0, +)) / 150
    #expect((30...120).contains(more), "\(more)")
    #expect(short.allSatisfy { $0 < 600 } && (3...20).contains(long.count { $0 > 600 }), "\(long)")
  }

  @Test func aThirdOfTheDeparturesAfterALongRestIsMissed() throws {
    expectMisses(try departures(from: Self.halt(minutes: 31)), beside: try departures(from: Self.halt(minutes: 29)))
    #expect(try departures(from: Self.halt(minutes: 31), follows: true).allSatisfy { $0 < 40 })
  }

  /// The rest in which the day begins lasts two minutes of it, and nobody knows how long before. A position of significant change,
  /// which the walk of 1300 m brings, tells nothing of a missed departure.
  @Test func theRestInWhichTheDayBeginsIsLong() throws {
    let short = try departures(from: Self.halt(minutes: 29))
    expectMisses(try departures(from: Trials.walk(rest: .minutes(2))), beside: short)
    expectMisses(try departures(from: Trials.walk(rest: .minutes(2)), alsoSignificant: true), beside: short)
  }

  /// A visit's departure waits for the same outcome. Where a region's exit comes over 10 min late, the miss took over 500 s, and so the
  /// visit's departure comes 400 s after the ring at least, 479 s after it was 100 m away. Of other visits 8 % are as late.
  @Test func aMissedDepartureIsNoVisitsEither() throws {
    let (region, ring) = (fence(0), Circle(center: Trials.berlin, radius: 203))
    var late: [[UInt64]] = [[], []]
    for seed: UInt64 in 1...150 {
      let (record, world, _) = try run(Trials.walk(rest: .minutes(40)), seed: seed) {
        $0.startMonitoring(for: region)
        $0.startMonitoringVisits()
      }
      let visits = try #require(record.watches.first { $0.subject == .visits }).serial
      let left = try #require(world.journey.occupancy(in: ring).crossings.last { !$0.isEntry }).instant
      for isVisit in [false, true] {
        let told = record.events.first { !$0.isEntry && ($0.serial == visits) == isVisit }
        if (told?.delivered ?? .never) > left + .seconds(isVisit ? 400 : 600) { late[isVisit ? 1 : 0].append(seed) }
      }
    }
    #expect((3...20).contains(late[0].count) && Set(late[1]).isSuperset(of: late[0]), "\(late)")
    #expect(late[1].count <= 45, "\(late)")
  }

  /// At a quarter of the third it is twice the median of 6 min ln 2.
  @Test func howLongADepartureIsMissed() throws {
    let missed = try #require(EventLatency.missedExit(score: NormalDistribution.quantile(1 / 12.0)))
    #expect(abs(missed.seconds - 499.07) < 0.01)
    #expect(EventLatency.missedExit(score: NormalDistribution.quantile(0.334)) == nil)
  }

  @Test func aPhoneWithoutANetworkNoticesThreeTimesAsLate() {
    let slow = EventLatency.fence(score: 0.3, hasNetwork: false)
    #expect(slow == EventLatency.fence(score: 0.3, hasNetwork: true) * 3)
    #expect(EventLatency.fence(score: 0, hasNetwork: true) == .seconds(40))
  }

  @Test func withoutAccessPointsAndTowersNothingIsNoticed() throws {
    let region = fence(1300)
    let (record, world, _) = try run(Trials.walk(accessPoints: .none)) { $0.startMonitoring(for: region) }
    #expect(record.events.isEmpty)
    #expect(EventScore(record, truth: world.journey).missed == 1)
  }

  @Test func monitoringCostsScansOnlyWhenSomethingMoves() throws {
    // Both sides of the walk lie at rest; far from the way there is nothing to look for but the start.
    let region = fence(-7000)
    let (record, _, observer) = try run(Trials.walk(), cellular: true) { $0.startMonitoring(for: region) }
    let scans = observer.timeline.filter {
      $0.component == .wifi && $0.cause == EnergyAttribution(.service, app: 1)
        && WiFiRadio.State(rawValue: $0.state)?.name.contains("scan") == true
    }
    #expect(scans.count <= 1)
    #expect(record.events.isEmpty)
  }

  @Test func anotherAppsPositionsServeTheRegionWithoutAScanOfItsOwn() throws {
    let region = fence(1300)
    let (record, world, _) = try run(Trials.walk()) { manager in
      manager.allowsBackgroundLocationUpdates = true
      manager.pausesLocationUpdatesAutomatically = false
      manager.startUpdatingLocation()
      manager.startMonitoring(for: region)
    }
    let crossing = try #require(world.journey.occupancy(in: region.circle).crossings.first)
    let told = try #require(record.events.first { $0.isEntry })
    // A fix each second: the hold is what is left.
    let latency = (told.delivered - crossing.instant).seconds
    #expect(latency > 10 && latency < 35, "\(latency)")
  }

  // MARK: Beacons

  private let beacons = [Beacon(name: "door", position: Trials.east(700), range: 31)]
  private static let door = BeaconRegion(beacon: "door", identifier: "door")

  @Test func aBeaconIsHeardWithinASecondOrTwoAndMissedAfterHalfAMinute() throws {
    for seed: UInt64 in 1...40 {
      let (record, world, _) = try run(Trials.walk(beacons: beacons), seed: seed) { $0.startMonitoring(for: Self.door) }
      let crossings = world.journey.occupancy(
        in: Circle(center: Trials.east(700), radius: 31)
      ).crossings
      #expect(record.events.map(\.isEntry) == [true, false])
      let latencies = zip(record.events, crossings).map { ($0.delivered - $1.instant).seconds }
      #expect(latencies[0] > 0 && latencies[0] < 5, "\(latencies)")
      #expect(latencies[1] >= 30 && latencies[1] < 61, "\(latencies)")
    }
  }

  @Test func theFirstSoftwareWithBeaconsTookUpToAQuarterOfAnHour() {
    #expect(EventLatency.beaconEntry(score: 0, isPrompt: false) == .seconds(450))
    #expect(EventLatency.beaconEntry(score: 5, isPrompt: false) <= .minutes(15))
    #expect(!Platform.ios7.watchesBeaconsPromptly && Platform.ios8.watchesBeaconsPromptly)
  }

  @Test func listeningForABeaconCostsTheRadiosScanForAsLongAsItIsMonitored() throws {
    let (_, _, observer) = try run(Trials.walk(beacons: beacons)) { $0.startMonitoring(for: Self.door) }
    let scanning = observer.timeline.filter {
      $0.component == .bluetooth && $0.state == BluetoothRadio.State.backgroundScan.rawValue
    }
    #expect(scanning.map(\.cause) == [EnergyAttribution(.service, app: 1)])
    let since = try #require(scanning.first?.start)
    #expect(since < .seconds(5) && scanning.last?.end == .seconds(4000))
    let (_, _, silent) = try run(Trials.walk(beacons: beacons)) { _ in }
    #expect(!silent.timeline.contains { $0.state != 1 && $0.component == .bluetooth })
  }

  @Test func listeningForABeaconCostsWhatTheProfileSaysItAdds() throws {
    for seed: UInt64 in 1...12 {
      let catalog = Catalog()
      let profile = try catalog.device("modern-phone")
      let device = try profile.parameters(mode: .drawn(seed: seed))
      let network = try catalog.network(profile.defaultNetwork).parameters(mode: .drawn(seed: seed))
      let world = Trials.world(Trials.walk(beacons: beacons), seed: seed, network: network)
      func bluetooth(_ ask: @escaping @Sendable (LocationManager) -> Void) throws -> Double {
        let app = AppDefinition(name: "listener", platform: .ios18) { Listener(Seen(), ask) }
        let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
        let record = PhoneSimulation.record(of: phone, world: world)
        return EnergyBreakdown(ledger: record.ledger, prices: record.prices).energy(of: .bluetooth).joules
      }
      let added = try bluetooth { $0.startMonitoring(for: Self.door) } - bluetooth { _ in }
      let price = try #require(device.bluetooth).beaconScan.watts
      // From the launch, in the first seconds, to the end.
      #expect(price > 0 && added <= 4000 * price && added > 3990 * price, "\(added / price)")
    }
  }

  @Test func nobodyListensForAnAppThatMayNotBeTold() throws {
    func listened(_ authorization: Authorization, _ script: [ScriptEvent] = []) throws -> [ClosedRange<Instant>] {
      let scenario = Trials.walk(beacons: beacons, script: script)
      return try run(scenario, authorization: authorization) { $0.startMonitoring(for: Self.door) }.observer.timeline
        .filter { $0.component == .bluetooth && $0.state == BluetoothRadio.State.backgroundScan.rawValue }
        .map { $0.start...$0.end }
    }
    #expect(try listened(.always).map(\.upperBound) == [.seconds(4000)])
    #expect(try listened(.denied).isEmpty)
    // In use until five seconds after it has left the screen at 10 s.
    let inUse = try listened(.whenInUse)
    #expect(inUse.count == 1 && inUse[0].upperBound == .seconds(15))
    // From and until the user changes it.
    let changes = [
      ScriptEvent(instant: .seconds(601), kind: .allowAlways), ScriptEvent(instant: .seconds(1201), kind: .preciseOff),
      ScriptEvent(instant: .seconds(1801), kind: .preciseOn),
      ScriptEvent(instant: .seconds(2401), kind: .allowWhileUsing),
    ]
    let changing = try listened(.whenInUse, changes)
    #expect(changing.map(\.lowerBound).dropFirst() == [.seconds(601), .seconds(1801)])
    #expect(changing.map(\.upperBound) == [.seconds(15), .seconds(1201), .seconds(2401)])
  }

  @Test func aBeaconThatIsNearWhenListeningBeginsIsHeard() throws {
    // The user walks by between 1117 and 1164 s. Listening while the app was on the screen at first, the phone knew itself
    // outside; allowed while it is beside the sender, it hears it and tells of that, and later of its being left.
    let script = [ScriptEvent(instant: .seconds(1130), kind: .allowAlways)]
    let scenario = Trials.walk(beacons: beacons, script: script)
    let (record, world, _) = try run(scenario, authorization: .whenInUse) { $0.startMonitoring(for: Self.door) }
    let crossings = world.journey.occupancy(in: Circle(center: Trials.east(700), radius: 31)).crossings
    #expect(crossings[0].instant < .seconds(1130) && crossings[1].instant > .seconds(1140))
    #expect(record.events.map(\.isEntry) == [true, false])
    #expect(record.events.allSatisfy { $0.delivered > .seconds(1130) })
  }

  @Test func aRadioThatIsOffHearsNoBeacon() throws {
    let scenario = Trials.walk(
      beacons: beacons,
      script: [
        ScriptEvent(instant: .seconds(700), kind: .airplaneOn),
        ScriptEvent(instant: .seconds(2000), kind: .airplaneOff),
      ])
    let (record, world, _) = try run(scenario) { $0.startMonitoring(for: Self.door) }
    #expect(record.events.isEmpty)
    #expect(EventScore(record, truth: world.journey).missed == 2)
  }

  // MARK: Visits

  @Test func aVisitIsToldAfterArrivingAndAgainAfterLeaving() throws {
    for seed: UInt64 in 1...20 {
      let seen = Seen()
      let (record, world, _) = try run(Trials.walk(), seed: seed, seen: seen) { $0.startMonitoringVisits() }
      let stays = world.journey.stays
      #expect(record.events.map(\.isEntry) == [false, true])
      // Monitoring began at the first place: nobody knows since when.
      #expect(seen.visits[0].arrivalDate == Visit.distantPast)
      #expect(seen.visits[0].departureDate == stays[0].departure.seconds)
      #expect(seen.visits[1].arrivalDate == stays[1].arrival.seconds)
      #expect(seen.visits[1].departureDate == Visit.distantFuture)
      let missed = EventLatency.missedExit(score: world.latency("missed departure", ordinal: 0)) ?? .zero
      let departure = max(EventLatency.departure(score: world.latency("visit departure", ordinal: 0)), missed)
      let arrival = EventLatency.arrival(score: world.latency("visit arrival", ordinal: 1))
      #expect(abs((record.events[0].delivered - stays[0].gone - departure).seconds) < 3)
      #expect(abs((record.events[1].delivered - stays[1].arrival - arrival).seconds) < 3)
      #expect(seen.visits[1].position.distance(to: Trials.east(1300)) < 1)
    }
  }

  @Test func visitsMakeNoScans() throws {
    let (_, _, observer) = try run(Trials.walk(), cellular: true) { $0.startMonitoringVisits() }
    #expect(
      !observer.timeline.contains {
        $0.component == .wifi && WiFiRadio.State(rawValue: $0.state)?.name.contains("scan") == true
      })
  }

  @Test func nobodyLooksWhereTheUserIsForAnAppThatMayNotBeTold() throws {
    for (authorization, told) in [(Authorization.always, 2), (.whenInUse, 0), (.denied, 0)] {
      let (record, _, _) = try run(Trials.walk(), authorization: authorization) { $0.startMonitoringVisits() }
      #expect(record.events.count == told)
      #expect(record.ledger.count(of: .wifiFix) == told)
    }
    // Allowed in the middle of the second stay: since when is not known, and the departure is still to come.
    let script = [ScriptEvent(instant: .seconds(3001), kind: .allowAlways)]
    let (record, _, _) = try run(Trials.walk(script: script), authorization: .whenInUse) { $0.startMonitoringVisits() }
    #expect(record.events.isEmpty && record.ledger.count(of: .wifiFix) == 0)
  }

  @Test func visitLatenciesHaveTheMeasuredMedians() throws {
    let world = Trials.world(seed: 5, network: try Trials.phone("modern-phone", .fixed).network)
    func median(_ value: (Int) -> TimeSpan) -> Double { (0..<4001).map { value($0).seconds }.sorted()[2000] }
    let arrival = median { EventLatency.arrival(score: world.latency("visit arrival", ordinal: $0)) }
    let departure = median { EventLatency.departure(score: world.latency("visit departure", ordinal: $0)) }
    #expect(abs(arrival - 94) < 6, "\(arrival)")
    #expect(abs(departure - 336) < 8, "\(departure)")
  }
}
