import FileFormats
import GeoJoule
import Testing

/// Every file of the catalogue runs.
@Suite struct CatalogueRunTests {
  /// All pairs: each day with each device, each day with each strategy, each device with each strategy.
  @Test(arguments: Requests.catalog.names(.scenarios), Requests.catalog.names(.devices))
  func everyScenarioEveryDeviceAndEveryStrategyRunTogether(_ scenario: String, _ device: String) async throws {
    let (days, phones) = (Requests.catalog.names(.scenarios), Requests.catalog.names(.devices))
    try #require(days.count >= phones.count)
    let day = try #require(days.firstIndex(of: scenario))
    let strategies = Requests.catalog.names(.strategies).enumerated().filter { place, name in
      ["none", "continuous"].contains(name) || phones[(day + place) % phones.count] == device
    }.map(\.element)
    let request = try Requests.make(device, scenario: scenario, strategies: strategies, seeds: 2, jobs: 1)
    let result = try await Comparison.run(request)
    for row in result.rows {
      let energy = try #require(row[.energy])
      #expect(energy.mean > 0 && energy.mean.isFinite)
      #expect(row.duration == request.scenario.horizon - .start)
      if row.strategy == "none" {
        #expect(row.marginalEnergy?.mean == 0)
        #expect(row[.deliveriesPerHour]?.mean == 0)
      } else {
        // Nothing that asks for positions is cheaper than not asking.
        #expect(try #require(row.marginalEnergy).mean >= 0, "\(row.strategy)")
        // A row without figures of what it gave says why, and one without positions invents none.
        let isSilent = row[.errorP95] == nil && row[.eventLatencyP50] == nil
        #expect(!isSilent || row.notes.contains(where: Self.explains), "\(row.strategy): \(row.notes)")
        if row[.availability]?.mean == 0 {
          let figures: [Metric] = [.errorP50, .errorP68, .errorP95, .ageP50, .ageP95, .trackErrorP50, .trackErrorP95]
          #expect(figures.allSatisfy { row[$0] == nil }, "\(row.strategy)")
        }
      }
    }
    let continuous = try #require(result.rows.first { $0.strategy == "continuous" })
    #expect(try #require(continuous[.availability]).mean > 0)
  }

  private static func explains(_ note: String) -> Bool {
    [
      "no position at all", "no position was good enough for the app", "no event was reported",
      "no event occurred on this day",
    ].contains(where: note.hasPrefix)
  }

  /// What stands in rows of strategies that do not apply: the device, the day or the system lacks something.
  @Test(arguments: [
    (
      "significant-change", "wifi-only", "city-run",
      "significant change rests on cell towers: not available on wifi-only"
    ),
    ("check-in", "wifi-only", "city-run", "significant change rests on cell towers: not available on wifi-only"),
    ("check-in", "wifi-only", "city-run", "no position at all"),
    ("sdk-responsive", "wifi-only", "city-run", "significant change rests on cell towers: not available on wifi-only"),
    (
      "guide-14-5-defer", "wifi-only", "city-run",
      "wifi-only cannot keep fixes on a GNSS chip: updates are not deferred"
    ),
    ("accuracy-filter", "wifi-only", "city-run", "no position was good enough for the app"),
    ("watch-workout", "modern-phone", "city-run", "the watch app is not opened on this day"),
    ("phone-for-watch", "htc-dream", "day-with-watch", "htc-dream has no Bluetooth: the watch is on its own"),
    ("beacons", "htc-dream", "shop-reminder", "htc-dream has no Bluetooth: beacons are not heard"),
    ("monitor", "htc-dream", "shop-reminder", "htc-dream has no Bluetooth: beacons are not heard"),
    ("beacons", "modern-phone", "city-run", "the day has no beacon to listen for"),
    ("address-reminder", "modern-phone", "city-run", "the day names no place 'shop': the address is not found"),
    ("regions", "modern-phone", "hike", "no event was reported"),
    ("visits", "modern-phone", "run-without-phone", "no event was reported"),
  ])
  func aStrategyThatDoesNotApplySaysWhy(
    _ strategy: String, _ device: String, _ scenario: String, _ note: String
  ) async throws {
    let request = try Requests.make(device, scenario: scenario, strategies: ["none", strategy], seeds: 2)
    let rows = try await Comparison.run(request).rows
    #expect(rows.last?.notes.contains { $0.hasPrefix(note) } == true, "\(rows.last?.notes ?? [])")
    // The base line stands beside it without remarks of its own.
    #expect(rows.first?.notes.contains(note) == false)
  }

  /// Before iOS 6 regions needed cellular: the tiles of access points changed that.
  @Test func anOldSystemWithoutCellularSaysThatItMonitorsNoRegions() async throws {
    var request = try Requests.make("wifi-only", scenario: "shop-reminder", strategies: ["none", "regions"], seeds: 1)
    for (platform, notes) in [
      (
        Platform.ios5,
        ["ios-5 monitors no regions on a device without cellular, such as wifi-only", "no event was reported"]
      ),
      (.ios6, []),
    ] {
      request.strategies[1].platform = platform
      let row = try #require(try await Comparison.run(request).rows.last)
      #expect(row.notes == notes)
      #expect((row[.eventLatencyP50] == nil) == !notes.isEmpty)
    }
  }

  /// Phones of today differ where a balanced request is about as frequent as satellites are taken for; the Nexus 6 was measured.
  @Test(arguments: [("modern-phone", 1.0, 1), ("pixel-9", 2, 1), ("modern-phone", 3, 0), ("nexus-6", 1, 0)])
  func aFrequentBalancedRequestSaysThatPhonesDiffer(device: String, interval: Double, notes: Int) async throws {
    var request = try Requests.make(device, scenario: "city-run", strategies: ["fused-balanced"], seeds: 1)
    request.strategies[0].parameters["interval"] = .time(interval)
    let row = try #require(try await Comparison.run(request).rows.first)
    #expect(row.notes.count { $0.hasPrefix("phones differ in whether a balanced request") } == notes, "\(row.notes)")
  }

  /// The limits of the version, where they were met; each 30 s with a service they are not.
  @Test func aRowSaysWhenScansWereRefused() async throws {
    for (platform, interval, limits) in [
      (Platform.android9, 7.0, "on the screen or with a service 4 in 2 min are made"), (.android9, 30, nil),
      (.android6, 7, nil),
    ] as [(Platform, Double, String?)] {
      var request = try Requests.make("nexus-6", strategies: ["wifi-scans"], seeds: 2)
      request.strategies[0].platform = platform
      request.strategies[0].parameters["interval"] = .time(interval)
      let row = try #require(try await Comparison.run(request).rows.first)
      #expect(row.notes.filter { $0.hasPrefix("some scans were refused") }.count == (limits == nil ? 0 : 1))
      #expect(limits.map { limit in row.notes.contains { $0.contains(limit) } } ?? true, "\(row.notes)")
    }
  }

  @Test(arguments: Requests.catalog.names(.networks))
  func everyNetworkServesTheModernPhone(_ network: String) async throws {
    let request = try Requests.make(network: network, strategies: ["continuous", "significant-change"], seeds: 2)
    for row in try await Comparison.run(request).rows { #expect(try #require(row[.energy]).mean > 0) }
  }
}
