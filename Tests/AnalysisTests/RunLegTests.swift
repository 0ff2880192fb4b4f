import Core
import DeviceModel
import LocationServices
import Testing
import World

@testable import Analysis
@testable import Simulation

/// Two legs and a stay of 100, 200 and 700 s.
@Suite struct RunLegTests {
  private let indoors = Surroundings(sky: .indoor, accessPoints: .many, cells: .urban)
  private let street = Surroundings(sky: .urban, accessPoints: .none, cells: .urban)

  private func steps<Value>(_ values: [(Double, Value)]) -> StepFunction<Value> {
    var result = StepFunction(values[0].1)
    for (start, value) in values.dropFirst() { result.append(value, from: .seconds(start)) }
    return result
  }

  private func shares(moving: Int, track: Int, now: Int) -> LegShares {
    var shares = LegShares("any", from: .start, track: 30, now: 100)
    (shares.moving, shares.track, shares.now) = (moving, track, now)
    return shares
  }

  private func legs(_ use: StrategyUse = .record) -> [RunLeg] {
    let battery = BatteryParameters(energy: .joules(1000), voltage: .volts(3.7), health: 0.8, chargingPower: .watts(5))
    var prices = PowerTable()
    prices.set(.processor, state: ApplicationProcessor.State.active, .watts(3))
    var record = RunRecord(seed: 7, horizon: .seconds(1000), prices: prices, battery: battery)
    record.timeline = [
      StateSegment(
        component: .processor, state: ApplicationProcessor.State.active.rawValue, bin: .strong, cause: .system,
        start: .seconds(90), end: .seconds(310))
    ]
    record.sessions = SessionHistory(pauses: [.init(.seconds(250)...(.seconds(450)), .opened)])
    record.notRunning = OnTimes([.seconds(900)...(.seconds(1000))])
    let payment = EnergyPayment(
      .event(.wifiFix), cause: .system, instant: .seconds(320), energy: .joules(7))
    return RunLeg.all(
      of: steps([(0, "walk"), (100, "ride"), (300, "office")]), in: steps([(0, street), (60, indoors)]), record,
      [payment],
      shares: [
        shares(moving: 100, track: 100, now: 41), shares(moving: 190, track: 57, now: 190),
        shares(moving: 0, track: 0, now: 0),
      ], use: use)
  }

  @Test func energyIsSplitWhereLegsChangeAndAddsUp() {
    #expect(legs().map(\.name) == ["walk", "ride", "office"])
    #expect(legs().map(\.time.seconds) == [100, 200, 700])
    #expect(legs().map(\.energy.joules) == [30, 600, 37])
  }

  /// As a track the walk is whole, so that only the ride lost anything; at rest only what stops the app is named.
  @Test func aCauseIsNamedWhereTheShareIsNotWhole() {
    func failures(_ use: StrategyUse) -> [[RunLeg.Failure]] { legs(use).map(\.failures) }
    let office: [RunLeg.Failure] = [
      .init(cause: .paused, time: .seconds(150)), .init(cause: .notRunning, time: .seconds(100)),
    ]
    #expect(
      failures(.record) == [
        [], [.init(cause: .noSky, time: .seconds(200)), .init(cause: .paused, time: .seconds(50))], office,
      ])
    #expect(
      failures(.live) == [
        [.init(cause: .noSky, time: .seconds(40)), .init(cause: .noAccessPoints, time: .seconds(60))], [], office,
      ])
  }
}
