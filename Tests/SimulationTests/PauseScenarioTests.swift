import DeviceModel
import Documents
import LocationServices
import Core
import Simulation
import Strategies
import Synchronization
import Testing
import World

/// Automatic pausing on the catalogue's days: what the 2012 session and the Guide say of them, over seeds.
@Suite struct PauseScenarioTests {
  struct Told: Sendable {
    var launches: [Double] = []
    var paused: [Double] = []
    var resumed: [Double] = []
    var fixes: [Double] = []
  }

  final class Diary: Sendable {
    let told = Mutex(Told())
  }

  /// Records with the properties of the test, and answers a pause as it says. Starts only when the user opens it first.
  final class Recorder: SimulatedApp, LocationManagerDelegate {
    let diary: Diary
    let type: ActivityType
    let answer: @Sendable (LocationManager) -> Void
    private var manager: LocationManager?
    private weak var host: AppHost?

    init(_ diary: Diary, _ type: ActivityType, answer: @escaping @Sendable (LocationManager) -> Void) {
      self.diary = diary
      self.type = type
      self.answer = answer
    }
    func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
      self.host = host
      let isFirst = diary.told.withLock { told in
        told.launches.append(host.now)
        return told.launches.count == 1
      }
      let manager = host.makeLocationManager()
      manager.delegate = self
      manager.activityType = type
      manager.allowsBackgroundLocationUpdates = true
      if isFirst { manager.startUpdatingLocation() }
      self.manager = manager
    }
    private var now: Double { host?.now ?? -1 }
    func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
      let now = now
      diary.told.withLock { $0.fixes.append(now) }
    }
    func locationManagerDidPauseLocationUpdates(_ manager: LocationManager) {
      let now = now
      diary.told.withLock { $0.paused.append(now) }
      answer(manager)
    }
    func locationManagerDidResumeLocationUpdates(_ manager: LocationManager) {
      let now = now
      diary.told.withLock { $0.resumed.append(now) }
    }
  }

  /// One day as it was, and what the app was told on it.
  private func run(
    _ scenario: String, _ type: ActivityType, seed: UInt64, also events: [(Double, ScriptEvent.Kind)] = [],
    answer: @escaping @Sendable (LocationManager) -> Void = { _ in }
  ) throws -> (told: Told, stays: [(begin: Double, end: Double)]) {
    let (device, network) = try Trials.phone("modern-phone", .drawn(seed: seed))
    var day = try Catalog().scenario(scenario)
    if !events.isEmpty {
      day = Scenario(
        name: day.name, summary: "", notes: [], startOfDay: day.startOfDay, horizon: day.horizon, legs: day.legs,
        script: day.script + events.map { ScriptEvent(instant: .seconds($0.0), kind: $0.1) })
    }
    let world = Trials.world(day, seed: seed, network: network)
    let diary = Diary()
    let app = AppDefinition(name: "recorder") { Recorder(diary, type, answer: answer) }
    let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
    _ = PhoneSimulation(phone, world: world, observer: TimelineKeeper()).run()
    let steps = world.motion.steps
    let stays = steps.indices.filter { steps[$0].value == .still }.map { index in
      (
        begin: steps[index].start.seconds,
        end: index + 1 < steps.count ? steps[index + 1].start.seconds : world.horizon.seconds
      )
    }
    return (diary.told.withLock { $0 }, stays)
  }

  // Eight days of each: the patience of a seed spreads by a quarter either way.
  private static let seeds: ClosedRange<UInt64> = 1...8

  // MARK: Traffic on a freeway

  @Test(arguments: seeds)
  func inACrawlADriverIsNotPausedButOnAClosedRoadTheyAreAndNothingMoreComes(seed: UInt64) throws {
    let (told, stays) = try run("freeway-jam", .automotiveNavigation, seed: seed)
    // Stays: at home, on the closed road, at the lake.
    try #require(stays.count == 3)
    let closure = stays[1]
    try #require(told.paused.count == 1)
    #expect(told.paused[0] > closure.begin + 60 * 7.4 && told.paused[0] < closure.end)
    #expect(told.resumed.isEmpty)
    // The rest of the way is lost: the user does not open the app.
    #expect(try #require(told.fixes.last) <= told.paused[0])
    // Before that, the crawl is recorded without a gap of minutes.
    let crawl = told.fixes.filter { $0 > stays[0].end + 120 && $0 < closure.begin }
    let gaps = zip(crawl.dropFirst(), crawl).map { $0 - $1 }
    #expect((gaps.max() ?? .infinity) < 120)
  }

  @Test(arguments: seeds)
  func startingAgainFromAPauseGivesANewTrialThatLastsForTheRestOfTheWay(seed: UInt64) throws {
    let (told, stays) = try run("freeway-jam", .automotiveNavigation, seed: seed) { $0.startUpdatingLocation() }
    let closure = stays[1]
    let onTheWay = told.fixes.filter { $0 > closure.end + 120 && $0 < stays[2].begin }
    #expect(Double(onTheWay.count) > 0.9 * (stays[2].begin - closure.end - 120))
    // At the lake the next trials end as the first did.
    #expect(told.paused.contains { $0 > stays[2].begin })
  }

  // MARK: Dinner on the way to Los Angeles

  /// Packing takes nine minutes, give or take some, and so does the patience of the system: on some days the pause comes
  /// before the drive. The driver looks at the app when setting off, so that the drive is recorded on every day.
  @Test(arguments: seeds)
  func dinnerPausesADriverUntilTheAppIsOpenedAgain(seed: UInt64) throws {
    let (dinner, stays) = try run("drive-to-la", .automotiveNavigation, seed: seed)
    try #require(stays.count >= 3)
    let (begin, stay) = (stays[0].end, stays[1])
    // What a pause in packing has stopped, the look takes up again; dinner ends it.
    let early = dinner.paused.filter { $0 < begin }
    #expect(early.count <= 1 && early.allSatisfy { $0 > 60 + 60 * 7.4 })
    #expect(dinner.resumed.count == early.count)
    #expect(dinner.resumed.allSatisfy { $0 > begin - 61 && $0 < begin - 50 })
    let driven = dinner.fixes.filter { $0 > begin && $0 < stay.begin }
    #expect(Double(driven.count) > 0.9 * (stay.begin - begin))
    let pauses = dinner.paused.filter { $0 > begin }
    try #require(pauses.count == 1)
    #expect(pauses[0] > stay.begin + 420 && pauses[0] < stay.end)
    #expect(!dinner.fixes.contains { $0 > pauses[0] + 1 })
    // Back in the car, ten minutes on, the user looks at the app.
    let (told, _) = try run(
      "drive-to-la", .automotiveNavigation, seed: seed,
      also: [(stay.end + 600, .foreground), (stay.end + 660, .background)])
    #expect(told.paused.filter { $0 > begin }.first == pauses[0])
    let resumed = told.resumed.filter { $0 > pauses[0] }
    try #require(resumed.count == 1)
    #expect(resumed[0] >= stay.end + 600 && resumed[0] < stay.end + 603)
    #expect(told.fixes.contains { $0 > stay.end + 700 })
    #expect(!told.fixes.contains { $0 > pauses[0] + 1 && $0 < stay.end + 600 })
  }

  // MARK: A run, stretching, a shower, a kill

  @Test(arguments: seeds)
  func stretchingInARunIsNoPauseTheEveningAtHomeIs(seed: UInt64) throws {
    let (told, stays) = try run("run-and-shower", .fitness, seed: seed)
    // Stays: shoes, stretching, home.
    try #require(stays.count == 3)
    try #require(!told.paused.isEmpty)
    #expect(told.paused[0] > stays[2].begin + 60 * 14.9)
    // Later where the home lets the receiver hold on, so that fixes still move.
    #expect(told.paused[0] < stays[2].begin + 60 * 40)
    // At nine the user opens the app: it goes on where it was, with a callback.
    #expect(told.resumed.count == 1)
    #expect(abs(told.resumed[0] - 10_800) < 3)
    #expect(told.fixes.contains { $0 > 10_800 })
    #expect(told.launches.count == 1)
  }

  @Test(arguments: seeds)
  func afterAKillInThePauseTheNextOpeningIsAFirstLaunch(seed: UInt64) throws {
    let (told, _) = try run("run-and-kill", .fitness, seed: seed)
    #expect(told.paused.count == 1)
    #expect(told.resumed.isEmpty)
    #expect(told.launches.count == 2)
    #expect(!told.fixes.contains { $0 > told.paused[0] + 1 })
  }

  @Test(arguments: seeds)
  func aRecorderThatStopsWhenPausedIsNotResumed(seed: UInt64) throws {
    let (told, _) = try run("run-and-shower", .fitness, seed: seed) { $0.stopUpdatingLocation() }
    #expect(told.paused.count == 1)
    #expect(told.resumed.isEmpty)
    #expect(!told.fixes.contains { $0 > told.paused[0] + 1 })
  }

  // MARK: Activity types

  @Test(arguments: seeds)
  func theActivityTypeDecidesWhoIsPausedWhen(seed: UInt64) throws {
    // A runner's app in a car is paused on the way; a driver's app on a run is too.
    let (runner, roads) = try run("freeway-jam", .fitness, seed: seed)
    #expect(try #require(runner.paused.first) < roads[1].begin)
    let (driver, stays) = try run("run-and-shower", .automotiveNavigation, seed: seed)
    #expect(try #require(driver.paused.first) < stays[1].begin + 60)
    // Nothing on the ground contradicts the other types: only staying ends them, each after its own time.
    let (pilot, _) = try run("freeway-jam", .airborne, seed: seed)
    #expect(try #require(pilot.paused.first) > roads[1].begin + 60 * 14.8)
  }

  /// The session advises a timer of the app's own of half a minute to a minute: the system takes far longer.
  @Test(arguments: seeds)
  func pausingIsSlowerThanAnAppsOwnTimer(seed: UInt64) throws {
    for type in ActivityType.allCases {
      let (told, _) = try run("desk-day", type, seed: seed)
      #expect(try #require(told.paused.first) > 60 + 60 * 7.4, "\(type)")
    }
  }
}
