import DeviceModel
import Documents
import LocationServices
import Core
import Simulation
import Strategies
import Testing
import World

/// A phone that dozes draws more for an app whose positions each second are held back, on a phone that says how much.
@Suite struct DozingSessionTests {
  private static let watts = 0.0257

  private func run(
    _ strategy: String, on platform: Platform, price: Double? = Self.watts
  ) throws -> RunRecord {
    var (device, network) = try Trials.phone("nexus-6", .fixed)
    device.processor.dozingSession = price.map { .watts($0) }
    var strategy = try Catalog().strategy(strategy)
    strategy.platform = platform
    let phone = try PhoneConfiguration(device: device, network: network, apps: [strategy.appDefinition()])
    let house = Surroundings(sky: .indoor, accessPoints: .many, cells: .urban, onWiFi: true)
    let scenario = Scenario(
      name: "at rest", summary: "", notes: [], horizon: .seconds(14_400),
      legs: [Leg(dwell: "table", at: Trials.berlin, stay: .toTheEnd, surroundings: house)],
      script: [
        ScriptEvent(instant: .start, kind: .foreground), ScriptEvent(instant: .seconds(60), kind: .background),
      ])
    return PhoneSimulation.record(of: phone, world: Trials.world(scenario, seed: 7, network: network))
  }

  private func dwell(_ record: RunRecord) -> Double {
    record.ledger.dwell(.processor, state: ApplicationProcessor.State.dozingSession.rawValue).seconds
  }

  @Test func itCostsItsPriceForAsLongAsThePhoneDozes() throws {
    let record = try run("fused-high-accuracy", on: .android6)
    // Dozing from minute 63, but for a window from 123 to 128, to 240; the processor lingers 2 s at each begin.
    #expect(abs(dwell(record) - (60 + 112) * 60) < 240, "\(dwell(record))")
    let free = try run("fused-high-accuracy", on: .android6, price: 0)
    #expect(abs((record.energy - free.energy).joules - Self.watts * dwell(record)) < 1e-6)
  }

  @Test(arguments: ["fused-high-accuracy-30s", "fused-balanced", "none"])
  func whoAsksSeldomIsNotHeldBackEachSecond(strategy: String) throws {
    #expect(dwell(try run(strategy, on: .android6)) == 0)
  }

  @Test func withoutAPriceThereIsNoSuchState() throws {
    #expect(dwell(try run("fused-high-accuracy", on: .android6, price: nil)) == 0)
  }

  @Test func sinceAndroid12HighAccuracyIsNotHeldBack() throws {
    #expect(dwell(try run("fused-high-accuracy", on: .android12)) == 0)
  }
}
