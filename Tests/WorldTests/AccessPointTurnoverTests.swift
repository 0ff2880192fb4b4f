import Core
import Testing

@testable import World

@Suite struct AccessPointTurnoverTests {
  private func noticed(_ scenario: Scenario, share: Double = 0.2, score: Double = 0) -> [Double] {
    let world = Sample.world(scenario)
    return AccessPointTurnover(
      journey: world.journey, surroundings: world.surroundings, horizon: world.horizon
    ).noticed(share: { _ in share }, score: { _ in score }).map(\.seconds)
  }

  private func way(_ changes: [SurroundingsChange] = []) -> Scenario {
    Sample.day([
      Leg(
        .walk, name: "way", route: RoutePath([Sample.berlin, Sample.east(1000)]), speed: .metresPerSecond(1.25),
        speedVariation: 0, surroundings: Sample.suburb, changes: changes),
      Leg(dwell: "there", at: Sample.east(1000), stay: .toTheEnd, surroundings: Sample.suburb),
    ])
  }

  @Test func aChangeComesAfterItsDistanceAndIsNoticedLater() {
    // 180 m at 1.25 m/s are 144 s, and 40 s until a scan shows it: then 50 m are walked already, and the way counts anew.
    let times = noticed(way())
    #expect(times.count == 5)
    for (index, time) in times.prefix(4).enumerated() {
      #expect(abs(time - Double(index + 1) * 184) < 2, "\(times)")
    }
    // Coming to rest 80 m further on, the phone hears others too.
    #expect(abs((times.last ?? 0) - 840) < 2, "\(times)")
  }

  @Test func whereNothingIsHeardTheChangeWaits() {
    var silent = Sample.suburb
    silent.accessPoints = .none
    // Silent from 100 to 700 m: 560 s on the way.
    let times = noticed(
      way([
        SurroundingsChange(fraction: 0.1, surroundings: silent),
        SurroundingsChange(fraction: 0.7, surroundings: Sample.suburb),
      ]))
    #expect(abs((times.first ?? 0) - 600) < 3, "\(times)")
  }

  @Test func atRestNothingChanges() {
    #expect(noticed(Sample.stay(hours: 5)).isEmpty)
  }

  @Test func theWorldAnswersByTimeAlone() {
    let (a, b) = (Sample.world(way(), seed: 5), Sample.world(way(), seed: 5))
    let first = a.accessPointsChange(after: .start)
    #expect(a.accessPointsChange(after: first) > first)
    #expect(b.accessPointsChange(after: .seconds(700)) == a.accessPointsChange(after: .seconds(700)))
    #expect(b.accessPointsChange(after: .start) == first)
    #expect(a.accessPointsChange(after: a.horizon) == .never)
  }
}
