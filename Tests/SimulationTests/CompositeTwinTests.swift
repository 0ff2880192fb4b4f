import DeviceModel
import Documents
import Simulation
import Strategies
import Testing

/// A composite file and an app in Swift that do the same give the same run.
@Suite struct CompositeTwinTests {
  static let continuous = """
    states:
      recording:
        enter:
          - configure: {desired_accuracy: best, distance_filter: none, activity_type: other}
          - configure: {pauses_automatically: false, allows_background: true}
          - start: standard
    """
  static let deferred = """
    system: ios-12
    states:
      asking:
        enter:
          - configure: {desired_accuracy: best, activity_type: fitness, pauses_automatically: false}
          - configure: {allows_background: true}
          - start: standard
        rules:
          - when: delivery
            do: [defer: {distance: none, timeout: 10 min}]
            go_to: deferring
      deferring:
        rules:
          - when: deferral_finished
            go_to: again
      again:
        rules:
          - when: delivery
            do: [defer: {distance: none, timeout: 10 min}]
            go_to: deferring
    """
  static let significantChange = """
    states:
      watching:
        enter: [start: significant_change]
    """

  private func phones(_ seed: UInt64) throws -> [Trial] {
    try Trials.devices.map { device in
      let (device, network) = try Trials.phone(device, .drawn(seed: seed))
      return Trial(
        seed: seed, strategy: "", configuration: try PhoneConfiguration(device: device, network: network, apps: []),
        world: Trials.world(seed: seed, network: network))
    }
  }

  private func run(_ strategy: StrategySpecification, _ trial: Trial) throws -> RunRecord {
    var configuration = trial.configuration
    configuration.apps = [try strategy.appDefinition()]
    var (record, keeper) = PhoneSimulation(configuration, world: trial.world, observer: TimelineKeeper()).run()
    record.timeline = keeper.timeline
    return record
  }

  @Test(arguments: [("continuous", continuous), ("deferred", deferred), ("significant-change", significantChange)])
  func aCompositeFileThatDoesTheSameGivesTheSameRun(_ name: String, _ states: String) throws {
    var original = try Catalog().strategy(name)
    var twin = try StrategyReader.read(
      "summary: t\nkind: composite\n\(states)\n", file: "t.yml", name: EntryName(name))
    var deliveries = 0
    for policy in [nil, UploadPolicy(batchCount: 30, batchInterval: 97)] {
      (original.upload, twin.upload) = (policy, policy)
      for trial in try phones(1) + phones(7) {
        let (a, b) = (try run(original, trial), try run(twin, trial))
        #expect(a.ledger == b.ledger, "\(trial.configuration.device.name)")
        #expect(a.fixes == b.fixes)
        #expect(a.timeline == b.timeline)
        #expect((a.deliveries, a.wakeups, a.uploads) == (b.deliveries, b.wakeups, b.uploads))
        deliveries += a.deliveries
      }
    }
    #expect(deliveries > 5)
  }
}
