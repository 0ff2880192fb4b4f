import Analysis
import DeviceModel
import LocationServices
import Core
import Simulation
import Strategies
import Testing
import World

/// What apps are told of events, over many seeds, phones and strategies.
@Suite struct EventContractTests {
  /// The strategies that are told events, and how many seeds: each on the next phone.
  private static let kinds = ["regions", "beacons", "visits", "monitor"]
  private static let seeds: ClosedRange<UInt64> = 1...60

  private func forEach(
    authorization: Authorization = .always,
    _ body: (String, UInt64, WorldRealization, RunRecord, TimelineKeeper) throws -> Void
  ) throws {
    for seed in Self.seeds {
      let device = Trials.devices[Int(seed) % Trials.devices.count]
      let (parameters, network) = try Trials.phone(device, .drawn(seed: seed))
      let world = Trials.world(seed: seed, network: network)
      for kind in Self.kinds {
        let strategy = StrategySpecification(name: kind, summary: "", kind: kind, authorization: authorization)
        let phone = try PhoneConfiguration(device: parameters, network: network, apps: [strategy.appDefinition()])
        let (record, observer) = PhoneSimulation(phone, world: world, observer: TimelineKeeper()).run()
        try body("\(kind) on \(device), seed \(seed)", seed, world, record, observer)
      }
    }
  }

  @Test func noEventIsToldBeforeThePhoneHasEverCrossedThatWay() throws {
    var told = 0
    var early: [String] = []
    try forEach { label, _, world, record, _ in
      let stays = world.journey.stays
      for event in record.events {
        told += 1
        guard let watch = record.watches.first(where: { $0.serial == event.serial }) else {
          early.append("\(label): an event of no watch")
          continue
        }
        let happened: Bool
        switch watch.subject {
        case .area(let circles), .beacons(let circles):
          let crossings = RegionOccupancy(in: circles, of: world.journey).crossings
          happened = crossings.contains { $0.isEntry == event.isEntry && $0.instant <= event.delivered }
        case .visits:
          happened = stays.contains { (event.isEntry ? $0.arrival : $0.departure) <= event.delivered }
        }
        if !happened || event.delivered < watch.begin { early.append("\(label): told at \(event.delivered)") }
      }
    }
    #expect(told > 400)
    // A position that errs grossly can tell of a crossing that was none.
    #expect(Double(early.count) <= 0.02 * Double(told), "\(early.count) of \(told): \(early.prefix(3))")
  }

  @Test func noEventIsToldWhileDenied() throws {
    try forEach(authorization: .denied) { label, _, _, record, observer in
      #expect(record.events.isEmpty, "\(label)")
      let scans = observer.timeline.contains {
        $0.component == .bluetooth && $0.state == BluetoothRadio.State.backgroundScan.rawValue
      }
      #expect(!scans, "\(label)")
    }
  }

  /// The script kills the app at 640 s and opens it again at 911 s; it is on the screen until 41 s, from 301 s to 333 s
  /// and from 911 s to 957 s.
  @Test func withWhenInUseNoEventReachesAProcessThatIsSuspendedOrGone() throws {
    var told = 0
    try forEach(authorization: .whenInUse) { label, _, _, record, _ in
      for event in record.events {
        told += 1
        let time = event.delivered.seconds
        let inUse = time <= 61 || (time >= 301 && time <= 353) || (time >= 911 && time <= 977)
        #expect(inUse, "\(label): told at \(time)")
      }
    }
    #expect(told > 0)
  }

  @Test func withAlwaysEventsReachAProcessThatWasKilled() throws {
    var woken = 0
    try forEach { _, _, _, record, _ in
      woken += record.events.count { $0.delivered > .seconds(640) && $0.delivered < .seconds(911) }
    }
    #expect(woken > 20)
  }

  @Test func twoStrategiesHaveTheSameRandomnessWithTheSameCrossing() throws {
    var times: [UInt64: [[Double]]] = [:]
    try forEach { label, seed, _, record, _ in
      guard label.hasPrefix("beacons") || label.hasPrefix("monitor") else { return }
      let circles = record.watches.filter {
        if case .beacons(let circles) = $0.subject { circles.first?.radius == 37 } else { false }
      }
      let own = record.events.filter { event in circles.contains { $0.serial == event.serial } }
      times[seed, default: []].append(own.map(\.delivered.seconds))
    }
    var pairs = 0
    for (seed, lists) in times where lists.count == 2 {
      #expect(lists[0].count == lists[1].count, "seed \(seed)")
      for (a, b) in zip(lists[0], lists[1]) {
        pairs += 1
        // Only the processor's way out of suspension may differ.
        #expect(abs(a - b) < 4, "seed \(seed)")
      }
    }
    #expect(pairs > 30)
  }

  @Test func theSameSeedTellsTheSameEvents() throws {
    var first: [String: [DeliveredEvent]] = [:]
    try forEach { label, _, _, record, _ in first[label] = record.events }
    try forEach { label, _, _, record, _ in #expect(first[label] == record.events, "\(label)") }
  }
}
