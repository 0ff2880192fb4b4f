import DeviceModel
import Documents
import FileFormats
import LocationServices
import Core
import Simulation
import Testing
import World

/// Whole runs on a network whose technology changes along the way.
@Suite struct RadioAccessRunTests {
  private static func value(_ mean: Double) -> ProfileValue {
    ProfileValue(mean: mean, deviation: 0, range: mean...mean, distribution: .fixed, trust: .estimate, source: "test")
  }

  /// A drive of 30 km that uploads 300 kB every 11 s, with a tunnel in its midst.
  private static func run(
    seed: UInt64, shares: [(RadioTechnology, String, Double, Double)]
  ) throws -> (record: RunRecord, observer: TimelineKeeper) {
    let road = Surroundings(sky: .openSky, accessPoints: .none, cells: .rural)
    var tunnel = road
    (tunnel.sky, tunnel.coverage) = (.underground, .none)
    var stage = try Stage(
      legs: [
        Leg(
          .drive, name: "way", route: RoutePath([Trials.berlin, Trials.east(30_000)]), speed: .metresPerSecond(25),
          speedVariation: 0, surroundings: road,
          changes: [
            SurroundingsChange(fraction: 0.4, surroundings: tunnel),
            SurroundingsChange(fraction: 0.5, surroundings: road),
          ])
      ])
    stage.seconds = 1300
    stage.seed = seed
    var network = try Trials.catalog.network("lte")
    for (technology, name, share, stay) in shares {
      network.accesses[technology] = try Trials.catalog.network(name)
      network.values["access.\(technology.rawValue).share"] = value(share)
      network.values["access.\(technology.rawValue).stay"] = value(stay)
    }
    stage.network = try network.parameters(mode: .fixed)
    return try stage.run { app, host in
      func again(_ left: Int) {
        guard left > 0 else { return }
        host.upload(bytes: 300_000)
        host.schedule(after: 11) { again(left - 1) }
      }
      again(110)
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func timesBytesAndEnergiesAddUp(seed: UInt64) throws {
    let (record, observer) = try Self.run(
      seed: seed, shares: [(.umts, "3g", 0.31, 900), (.nrNSA, "nr-nsa", 0.17, 700), (.nrSA, "nr-sa", 0.11, 500)])
    let spans = EnergyLedger.states(of: .cellular).map { record.ledger.dwell(.cellular, state: $0).nanoseconds }
    #expect(spans.reduce(0, +) == record.horizon.nanoseconds)
    var (energy, ends) = (0.0, Instant.start)
    for segment in observer.timeline {
      energy +=
        record.prices.power(segment.component, state: segment.state, bin: segment.bin).watts
        * (segment.end - segment.start).seconds
      guard segment.component == .cellular else { continue }
      #expect(segment.start == ends)
      ends = segment.end
    }
    energy += observer.payments.reduce(0) { $0 + $1.energy.joules }
    let breakdown = EnergyBreakdown(ledger: record.ledger, prices: record.prices)
    #expect(abs(energy - breakdown.total.joules) < 1e-9 * energy)
    #expect(abs(Component.allCases.reduce(0) { $0 + breakdown.energy(of: $1).joules } - energy) < 1e-9 * energy)
    // Every byte of a finished upload was paid once, on one access or another; what was cut is paid for up to its handover.
    let cause = EnergyAttribution(.upload, app: 1)
    let sent = ([nil] + RadioTechnology.allCases).reduce(Int64(0)) {
      $0 + record.ledger.bytes(.uplink, on: $1, cause: cause)
    }
    #expect(sent >= 300_000 * Int64(record.uploads) && sent < 300_000 * Int64(record.uploads + 4))
    let used = Set(
      observer.timeline.filter { $0.component == .cellular }.compactMap {
        CellularRadio.State.decoded($0.state)?.access
      })
    #expect(used.count >= 2, "\(used)")
  }

  /// Without accesses nothing changes: codes, energies and bytes are those of before.
  @Test func aNetworkOfOneAccessHasPlainStates() throws {
    let (record, observer) = try Self.run(seed: 3, shares: [])
    #expect(observer.timeline.allSatisfy { $0.state < 16 })
    #expect(record.ledger.bytes(.uplink, cause: EnergyAttribution(.upload, app: 1)) == 300_000 * Int64(record.uploads))
  }
}
