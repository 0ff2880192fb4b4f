import DeviceModel
import LocationServices
import Core
import Simulation
import Strategies
import Testing
import World

/// A watch of the first years, without satellites and without a modem: a copy of the catalogue's with both taken out.
@Suite struct WatchWithoutGNSSTests {
  private func run(gnss: Bool, seed: UInt64) throws -> RunRecord {
    let (device, network) = try Trials.phone("modern-phone", .drawn(seed: seed))
    var (watch, watchNetwork) = try Trials.phone("watch", .drawn(seed: seed ^ 0xabcd))
    if !gnss { (watch.gnss, watch.error.gnss, watch.cellular) = (nil, nil, nil) }
    let strategy = StrategySpecification(name: "w", summary: "", kind: "watch_workout", authorization: .whenInUse)
    return PairTrial(
      seed: seed, name: "old watch",
      phone: try PhoneConfiguration(device: device, network: network, apps: [strategy.appDefinition()]),
      watch: try PhoneConfiguration(device: watch, network: watchNetwork, apps: [strategy.watchAppDefinition()])
    ).record()
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func itRecordsByThePhonesReceiverAndAccessPoints(seed: UInt64) throws {
    let (old, new) = (try run(gnss: false, seed: seed), try run(gnss: true, seed: seed))
    let ledger = try #require(old.watch).ledger
    #expect(ledger.dwell(.gnss, state: GNSSReceiver.State.tracking.rawValue) == .zero)
    #expect(!old.fixes.isEmpty)
    // Beside the phone it has the phone's satellites: the phone pays for them, as it does not for the newer watch.
    let tracking = GNSSReceiver.State.tracking.rawValue
    #expect(old.ledger.dwell(.gnss, state: tracking) > .zero)
    #expect(new.ledger.dwell(.gnss, state: tracking) == .zero)
  }
}
