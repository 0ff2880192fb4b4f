import DeviceModel
import Documents
import FileFormats
import LocationServices
import Core
import Simulation
import Strategies
import Testing
import World

/// Recorders that track while the user moves: when the receiver runs, and for how long.
@Suite struct GatedRecorderTests {
  private static let street = Surroundings(sky: .openSky, accessPoints: .many, cells: .urban)

  /// Rest until 600 s, 1300 m on foot at 1.3 m/s, rest from 1600 s on, under the open sky.
  private static func walk(_ events: [(Double, ScriptEvent.Kind)] = []) -> Scenario {
    let (here, there) = (Trials.berlin, Trials.east(1300))
    return Scenario(
      name: "walk", summary: "", notes: [], horizon: .seconds(3600),
      legs: [
        Leg(dwell: "here", at: here, stay: .until(.seconds(600)), surroundings: street),
        Leg(
          .walk, name: "walk", route: RoutePath([here, there]), speed: .metresPerSecond(1.3), speedVariation: 0,
          surroundings: street),
        Leg(dwell: "there", at: there, stay: .toTheEnd, surroundings: street),
      ],
      script: ([(0, .foreground), (60, .background)] + events).map {
        ScriptEvent(instant: .seconds($0.0), kind: $0.1)
      })
  }

  private static func phone(_ strategy: StrategySpecification) throws -> (PhoneConfiguration, NetworkParameters) {
    let (device, network) = try Trials.phone("modern-phone", .fixed)
    return (
      try PhoneConfiguration(device: device, network: network, apps: [try strategy.appDefinition()]), network
    )
  }

  /// How long the receiver is on, in seconds.
  private static func receiverTime(_ record: RunRecord) -> Double {
    let off: [GNSSReceiver.State] = [.off, .sleeping]
    return (record.horizon - .start).seconds
      - off.map { record.ledger.dwell(.gnss, state: $0.rawValue).seconds }.reduce(0, +)
  }

  /// The receiver starts when the sensors report the walk, and stops three minutes after they report the rest. Medians:
  /// 8 and 15 s on iOS, 30 and 45 s on Android; a tenth of the seeds may lie beyond one and a half deviations.
  @Test(arguments: [
    ("motion-recorder", 602.0...640.0, 1782.0...1830.0), ("motion-recorder-android", 602.0...690.0, 1785.0...1900.0),
  ])
  func theReceiverFollowsTheSensors(
    _ name: String, begin: ClosedRange<Double>, end: ClosedRange<Double>
  ) throws {
    let (phone, network) = try Self.phone(try Trials.catalog.strategy(name))
    var (within, early) = (0, 0)
    for seed: UInt64 in 1...10 {
      let world = Trials.world(Self.walk(), seed: seed, network: network)
      let segments = PhoneSimulation(phone, world: world, observer: TimelineKeeper()).run().1.timeline.filter {
        $0.component == .gnss && $0.state != GNSSReceiver.State.off.rawValue && $0.start > .seconds(400)
      }
      let (first, last) = (try #require(segments.first?.start.seconds), try #require(segments.last?.end.seconds))
      // Never stopped less than three minutes after the walk, and before it only by mistake: once in 4 to 8 h of rest.
      #expect(last >= 1780, "seed \(seed)")
      if first < 602.5 { early += 1 }
      if begin.contains(first), end.contains(last) { within += 1 }
    }
    #expect(within >= 7 && early <= 1, "\(within) and \(early) of 10")
  }

  /// On a day at the desk, under a twentieth of the time for which the receiver of a recorder without a gate is on.
  @Test(arguments: [
    ("continuous", ["motion-recorder", "sdk-gated", "live-updates"]),
    ("fused-high-accuracy", ["motion-recorder-android", "sdk-gated-android", "activity-gated"]),
  ])
  func atTheDeskTheReceiverIsOnForUnderATwentiethOfTheTime(_ name: String, gated: [String]) throws {
    let desk = try Trials.catalog.scenario("desk-day")
    func times(_ name: String) throws -> [Double] {
      let (phone, network) = try Self.phone(try Trials.catalog.strategy(name))
      return (1...12 as ClosedRange<UInt64>).map {
        Self.receiverTime(
          PhoneSimulation.record(
            of: phone, world: Trials.world(desk, seed: $0, network: network), fixConsumer: DiscardingFixConsumer()))
      }
    }
    let all = try times(name)
    // Half of the day and more, with rests where nothing is heard.
    #expect(all.reduce(0, +) > 12 * 28_800)
    for gate in gated {
      let own = try times(gate)
      // A single day may have more false reports of walking, each of which costs the time to stop.
      #expect(zip(own, all).allSatisfy { $0 < 0.08 * $1 }, "\(gate): \(own)")
      let share = own.reduce(0, +) / all.reduce(0, +)
      #expect(share < 0.05 && own.reduce(0, +) > 0, "\(gate): \(share)")
    }
  }

  // MARK: Battery Saver

  private static func saving(
    _ system: Platform, service: Bool, saver: Bool
  ) throws -> (receiver: Double, late: Int) {
    var strategy = try Trials.catalog.strategy("fused-high-accuracy")
    strategy.platform = system
    strategy.parameters["foreground_service"] = .flag(service)
    let events: [(Double, ScriptEvent.Kind)] = [(0, .screenOn), (60, .screenOff)] + (saver ? [(120, .lowPowerOn)] : [])
    let (phone, network) = try phone(strategy)
    let record = PhoneSimulation.record(of: phone, world: Trials.world(walk(events), seed: 5, network: network))
    return (receiverTime(record), record.fixes.count { $0.delivered > .seconds(125) })
  }

  @Test func batterySaverTakesSatellitesOrPositionsFromAppsBehindTheScreen() throws {
    // Android 6 has no limits behind the screen: the receiver runs for the hour, and in Battery Saver until 120 s, for a
    // foreground service too. Then Wi-Fi serves.
    let usual = try Self.saving(.android6, service: false, saver: false)
    #expect(usual.receiver > 3000 && usual.late > 3000)
    for service in [false, true] {
      let sparing = try Self.saving(.android6, service: service, saver: true)
      #expect(sparing.receiver > 60 && sparing.receiver < 125 && sparing.late > 0, "\(sparing)")
      // From 9 to 11 there is no position at all.
      #expect(try Self.saving(.android9, service: service, saver: true).late == 0)
      #expect(try Self.saving(.android11, service: service, saver: true).late == 0)
    }
    // Since 8 such an app gets a position each half an hour; since 9 Battery Saver takes those too.
    #expect((1...4).contains(try Self.saving(.android9, service: false, saver: false).late))
    #expect(try Self.saving(.android14, service: false, saver: true).late == 0)
    // Since 12 a foreground service loses nothing.
    let served = try Self.saving(.android14, service: true, saver: true)
    #expect(served == (try Self.saving(.android14, service: true, saver: false)))
    #expect(served.late > 3000)
  }
}
