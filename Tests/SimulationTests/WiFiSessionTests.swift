import DeviceModel
import Documents
import LocationServices
import Core
import Simulation
import Strategies
import Testing
import World

/// An app whose positions come from Wi-Fi is not suspended between them, on a phone that says what that costs.
@Suite struct WiFiSessionTests {
  private func run(
    _ strategy: String, _ change: (inout DeviceParameters) -> Void = { _ in }
  ) throws -> RunRecord {
    var (device, network) = try Trials.phone("iphone-6", .fixed)
    change(&device)
    let app = try Catalog().strategy(strategy).appDefinition()
    let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
    let house = Surroundings(sky: .indoor, accessPoints: .many, cells: .urban, onWiFi: true)
    let scenario = Scenario(
      name: "at rest", summary: "", notes: [], horizon: .seconds(7200),
      legs: [Leg(dwell: "table", at: Trials.berlin, stay: .toTheEnd, surroundings: house)],
      script: [
        ScriptEvent(instant: .start, kind: .foreground), ScriptEvent(instant: .seconds(60), kind: .background),
      ])
    return PhoneSimulation.record(of: phone, world: Trials.world(scenario, seed: 5, network: network))
  }

  private func dwell(_ record: RunRecord, _ state: ApplicationProcessor.State) -> Double {
    record.ledger.dwell(.processor, state: state.rawValue).seconds
  }

  @Test func aSessionOfAHundredMetersHoldsTheProcessorLightly() throws {
    let record = try run("hundred-meters") { $0.processor.wifiSession = .watts(0.0613) }
    #expect(dwell(record, .wifiSession) > 7100)
    #expect(record.wakeups == 1)
    // Priced on top of suspended.
    let free = try run("hundred-meters") { $0.processor.wifiSession = .watts(0) }
    #expect(abs((record.energy - free.energy).joules - 0.0613 * dwell(record, .wifiSession)) < 1e-6)
  }

  @Test func withoutAPriceTheAppIsSuspendedBetweenPositions() throws {
    let record = try run("hundred-meters") { $0.processor.wifiSession = nil }
    #expect(dwell(record, .wifiSession) == 0)
    #expect(dwell(record, .suspended) > 5000 && record.wakeups > 1)
  }

  @Test(arguments: ["none", "kilometer", "significant-change", "deferred"])
  func otherSessionsLetItSleep(strategy: String) throws {
    #expect(dwell(try run(strategy), .wifiSession) == 0)
  }

  @Test func withoutAReceiverBestAccuracyComesFromWiFiAndHoldsItAsLightly() throws {
    let record = try run("continuous") { $0.gnss = nil }
    #expect(dwell(record, .wifiSession) > 7100)
    #expect(dwell(record, .locationSession) == 0)
  }

  @Test func satellitesHoldItFirmly() throws {
    let record = try run("continuous")
    #expect(dwell(record, .wifiSession) == 0 && dwell(record, .locationSession) > 6000)
  }

  /// Ledgers on the way to the horizon: each tiles its time, and the last is the run's own.
  @Test func ledgersUntilInstants() throws {
    var checked = 0
    try Trials.forEach(seeds: 1...5) { trial in
      let whole = trial.run().record
      let instants = [Instant.seconds(0), .seconds(137.3), .seconds(700), trial.world.horizon, .seconds(9_999)]
      var ledgers: [EnergyLedger] = []
      PhoneSimulation.ledgers(of: trial.configuration, world: trial.world, at: instants) { ledgers.append($0) }
      #expect(ledgers.count == 5 && ledgers[3] == whole.ledger && ledgers[4] == whole.ledger, "\(trial.label)")
      for (ledger, instant) in zip(ledgers, instants.prefix(4)) {
        let total = (0..<UInt8(EnergyLedger.stateLimit)).reduce(TimeSpan.zero) {
          $0 + ledger.dwell(.processor, state: $1)
        }
        #expect(total == instant - .start, "\(trial.label)")
      }
      let cut = trial.run(horizon: .seconds(700)).record
      #expect(cut.ledger == ledgers[2], "\(trial.label)")
      checked += 1
    }
    #expect(checked > 50)
  }
}
