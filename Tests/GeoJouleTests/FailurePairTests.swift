import Core
import DeviceModel
import GeoJoule
import Testing
import World

/// The same seed of the commute with a failure and without: the app is left in the night, so that failures begin when the phone
/// leaves home, from 7:40 on.
@Suite struct FailurePairTests {
  private static func run(_ failure: Failure?, _ strategy: String = "continuous") throws -> SingleRun {
    var request = try Requests.make(scenario: "commute", strategies: [strategy], seeds: 1, parameters: .fixed)
    request.scenario = request.scenario.with([failure].compactMap(\.self))
    return try SingleRun(request)
  }

  private static func fixes(_ run: SingleRun, before end: Double = .infinity) -> [Double] {
    run.record.fixes.map(\.delivered.seconds).filter { $0 < end }
  }

  @Test(arguments: Failure.allCases.filter { $0 != .weakSignal && $0 != .wifiScanningOff })
  func beforeItBeginsTheDayIsTheSame(_ failure: Failure) throws {
    let begin: Double = failure == .killedAtScreenOff ? 60 : 27_600
    let (well, ill) = (
      Self.fixes(try Self.run(nil), before: begin), Self.fixes(try Self.run(failure), before: begin)
    )
    #expect(well.count > 9 && ill == well)
  }

  /// The same run and energy; a battery of which less is left.
  @Test(arguments: [Failure.coldDay, .agedBattery])
  func batteriesChangePercentsOnly(_ failure: Failure) throws {
    let (well, ill) = (try Self.run(nil), try Self.run(failure))
    #expect(Self.fixes(well) == Self.fixes(ill))
    #expect(well.metrics[.averagePower] == ill.metrics[.averagePower])
    let health = try #require(try Requests.make().device.values["battery.health"]?.mean)
    let (drain, usual) = (
      try #require(ill.metrics[.drainPercentPerHour]), try #require(well.metrics[.drainPercentPerHour])
    )
    let ratio = drain / usual
    #expect(abs(ratio - health / Failure.health(health, on: [failure])) < 1e-9 && ratio > 1.05, "\(ratio)")
  }

  /// The components whose energy a failure changes on this day, and whether as many positions come. Energies of the others are
  /// equal to the last bit. What waited for the network or the server goes over the office's Wi-Fi.
  @Test(arguments: [
    (Failure.serviceKilled, "overland", [Component.gnss, .wifi, .cellular, .processor], false),
    (.killedAtScreenOff, "overland", [.gnss, .wifi, .cellular, .processor], false),
    (.noService, "overland", [.wifi, .cellular], true), (.serverDown, "overland", [.wifi, .cellular], true),
    (.weakSignal, "overland", [.cellular], true),
    (.motionStuck, "activity-gated", [.gnss, .wifi, .cellular, .processor], false),
    (.whenInUse, "significant-change", [.wifi, .processor], false),
    (.wifiScanningOff, "overland", [.wifi, .cellular, .processor], false), (.coldDay, "overland", [], true),
    (.agedBattery, "overland", [], true),
  ])
  func whatItTouchesNotChanges(
    _ failure: Failure, _ strategy: String, _ changed: [Component], _ keepsPositions: Bool
  ) throws {
    let (well, ill) = (try Self.run(nil, strategy), try Self.run(failure, strategy))
    #expect(Component.allCases.filter { well.metrics[.component($0)] != ill.metrics[.component($0)] } == changed)
    #expect((Self.fixes(well).count == Self.fixes(ill).count) == keepsPositions)
    if failure == .wifiScanningOff { #expect(ill.metrics[.component(.wifi)] == 0) }
  }

  @Test func withoutServiceTheModemSearchesForAnHour() throws {
    let (well, ill) = (try Self.run(nil), try Self.run(.noService))
    func searching(_ run: SingleRun) -> Double {
      run.record.ledger.dwell(.cellular, state: CellularRadio.State.searching.rawValue).seconds
    }
    #expect((3500...3600).contains(searching(ill) - searching(well)), "\(searching(well)) \(searching(ill))")
    #expect(abs(Self.fixes(ill).count - Self.fixes(well).count) < Self.fixes(well).count / 100)
  }

  @Test func weakSignalTakesPowerAndLeavesPositions() throws {
    let (well, ill) = (try Self.run(nil), try Self.run(.weakSignal))
    #expect(Self.fixes(ill) == Self.fixes(well))
    let (power, usual) = (try #require(ill.metrics[.averagePower]), try #require(well.metrics[.averagePower]))
    #expect(power > usual, "\(power) \(usual)")
  }

  @Test func whatEndsTheAppOrItsPermissionEndsItsPositions() throws {
    // Until the app is opened again at 12:20, or at 7:45, there are none.
    for (failure, without) in [(Failure.serviceKilled, 29_000.0...44_000), (.killedAtScreenOff, 3700...27_800)] {
      let (well, ill) = (Self.fixes(try Self.run(nil)), Self.fixes(try Self.run(failure)))
      #expect(ill.count < well.count && !ill.contains(where: without.contains), "\(failure) \(ill.count)")
    }
    let always = Self.fixes(try Self.run(nil, "significant-change"))
    let inUse = Self.fixes(try Self.run(.whenInUse, "significant-change"))
    // Later only while the app is on the screen.
    #expect(2 * inUse.count < always.count, "\(always.count) \(inUse)")
  }

  @Test func stuckMotionKeepsUpdatesRunning() throws {
    let (well, ill) = (try Self.run(nil, "activity-gated"), try Self.run(.motionStuck, "activity-gated"))
    #expect(Self.fixes(ill).count > 2 * Self.fixes(well).count, "\(Self.fixes(well).count) \(Self.fixes(ill).count)")
  }
}
