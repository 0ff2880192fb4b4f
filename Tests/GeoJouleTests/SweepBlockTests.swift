import Analysis
import DeviceModel
import FileFormats
import Testing
import World

@testable import GeoJoule

/// Sharing a timeline never changes a result: the figures are those of each run on its own, to the last bit.
@Suite struct SweepBlockTests {
  /// Phones of one shape with other prices, and two that are of another shape.
  static func phones(_ name: String, count: Int) throws -> [DeviceProfile] {
    let base = try Requests.catalog.device(name)
    let prices = base.values.keys.sorted().filter { DeviceSchema.schema(of: $0)?.isPrice == true }
    var phones = (0..<count).map { number in
      var phone = base
      phone.name = "\(name)-\(number)"
      for (place, key) in prices.enumerated() where (place + number) % 3 == 0 {
        guard let value = base.values[key] else { continue }
        let share = Double((7 * place + 3 * number) % 11) / 10
        phone.values[key]?.mean = min(
          value.range.lowerBound + share * (value.range.upperBound - value.range.lowerBound), value.range.upperBound)
      }
      return phone
    }
    var slow = base
    slow.values["processor.linger"]?.mean *= 1.3
    phones.append(slow)
    return phones
  }

  static func cells(
    _ strategies: [String], _ phones: [DeviceProfile], scenario: String = "city-run", parameters: ParameterChoice,
    untilEmpty: Bool = false
  ) throws -> [SweepCell] {
    let day = try Requests.catalog.scenario(scenario)
    return try Requests.strategies(strategies).flatMap { strategy in
      try phones.map { phone in
        SweepCell(
          phone: try PreparedPhone(device: phone, network: try Requests.catalog.network(phone.defaultNetwork)),
          scenario: day, scenarioNumber: 0, strategy: strategy, watch: try Requests.watch(), parameters: parameters,
          untilEmpty: untilEmpty)
      }
    }
  }

  /// What a comparison of each cell for itself says.
  static func alone(_ cell: SweepCell, seed: UInt64) async throws -> RunMetrics {
    var request = ComparisonRequest(
      device: cell.phone.device, network: cell.phone.network, scenario: cell.scenario, strategies: [cell.strategy],
      firstSeed: seed, seedCount: 1, parameters: cell.parameters, untilEmpty: cell.untilEmpty)
    request.watch = cell.watch
    return try #require(try await Comparison.run(request).rows.first?.runs.first)
  }

  static func expectSame(_ one: RunMetrics, _ other: RunMetrics, _ cell: SweepCell) {
    for metric in Metric.allCases {
      #expect(
        one[metric]?.bitPattern == other[metric]?.bitPattern,
        "\(metric) of \(cell.strategy.name) on \(cell.phone.device.name)")
    }
    #expect(one.notes == other.notes)
    #expect(one.duration == other.duration)
    #expect(one.seed == other.seed)
  }

  @Test(arguments: [ParameterChoice.fixed, .drawn], ["modern-phone", "iphone-6", "wifi-only"])
  func sharingChangesNoFigure(parameters: ParameterChoice, device: String) async throws {
    let strategies = [
      "none", "hundred-meters", "distance-filter", "battery-aware", "one-shot", "regions", "watch-workout",
    ]
    let cells = try Self.cells(strategies, try Self.phones(device, count: 3), parameters: parameters)
    let shared = SweepBlock(cells, metrics: Metric.allCases)
    let each = SweepBlock(cells, metrics: Metric.allCases, shares: false)
    for seed in [UInt64(1), 7, 1000] {
      let (one, other) = (try shared.run(seed: seed), try each.run(seed: seed))
      #expect(one.count == cells.count && other.count == cells.count)
      for (place, cell) in cells.enumerated() {
        Self.expectSame(one[place], other[place], cell)
        #expect(one[place].seed == seed)
      }
    }
    // And both are what a comparison says.
    let (seed, figures) = (UInt64(7), try shared.run(seed: 7))
    for place in stride(from: 0, to: cells.count, by: 3) {
      Self.expectSame(figures[place], try await Self.alone(cells[place], seed: seed), cells[place])
    }
  }

  /// A battery so small that some phones are empty before the day ends: those are simulated for themselves.
  @Test(arguments: [false, true])
  func phonesThatRunOutAreSimulatedThemselves(untilEmpty: Bool) async throws {
    var phones = try Self.phones("modern-phone", count: 4)
    for (place, joules) in [(1, 731.0), (3, 419)] {
      let old = try #require(phones[place].values["battery.energy"])
      phones[place].values["battery.energy"] = ProfileValue(
        mean: joules, deviation: 0, range: joules...joules, distribution: .fixed, trust: old.trust, source: old.source)
    }
    let cells = try Self.cells(["continuous", "none"], phones, parameters: .fixed, untilEmpty: untilEmpty)
    let shared = SweepBlock(cells, metrics: Metric.allCases)
    let figures = try shared.run(seed: 3)
    for (place, cell) in cells.enumerated() {
      Self.expectSame(figures[place], try await Self.alone(cell, seed: 3), cell)
    }
    #expect(figures.contains { $0[.batteryEmpty] != nil })
    #expect(figures.contains { $0[.batteryEmpty] == nil })
    if untilEmpty { #expect(figures.contains { $0[.lifetime] != nil }) }
  }

  /// A network, and others that differ from it in a timer or rate each.
  static func networks(_ name: String) throws -> [NetworkProfile] {
    let base = try Requests.catalog.network(name)
    let keys = base.values.filter { key, value in
      NetworkSchema.schema(of: key)?.isPrice == false && !key.hasPrefix("cell_radius.")
        && value.mean < value.range.upperBound
    }.keys.sorted()
    return [base]
      + keys.map { key in
        var network = base
        if let value = base.values[key] {
          network.values[key]?.mean = (value.mean + value.range.upperBound) / 2
          network.values[key]?.deviation = value.deviation / 2
        }
        return network
      }
  }

  /// Timers and rates of the network change nothing in runs without a transfer, and much in the others.
  @Test(
    arguments: [ParameterChoice.fixed, .drawn],
    [("modern-phone", "lte"), ("modern-phone", "nr-sa"), ("modern-phone", "nr-nsa"), ("iphone-6", "3g")])
  func timersOfANetworkThatIsNotUsedAreSimulatedOnce(
    parameters: ParameterChoice, phone: (device: String, network: String)
  ) throws {
    let networks = try Self.networks(phone.network)
    #expect(networks.count > 5)
    let device = try Requests.catalog.device(phone.device)
    let day = try Requests.catalog.scenario("freeway-jam")
    // The last one looks access points up on the way.
    let strategies = try Requests.strategies(["none", "distance-filter", "hundred-meters"])
    let cells = try strategies.flatMap { strategy in
      try networks.map { network in
        SweepCell(
          phone: try PreparedPhone(device: device, network: network), scenario: day, scenarioNumber: 0,
          strategy: strategy, watch: try Requests.watch(), parameters: parameters)
      }
    }
    let shared = SweepBlock(cells, metrics: [.energy])
    let each = SweepBlock(cells, metrics: [.energy], shares: false)
    var energies: [String: Set<Double>] = [:]
    for seed in [UInt64(2), 9] {
      let (one, other) = (try shared.run(seed: seed), try each.run(seed: seed))
      for (place, cell) in cells.enumerated() {
        Self.expectSame(one[place], other[place], cell)
        energies["\(cell.strategy.name) \(seed)", default: []].insert(try #require(one[place][.energy]))
      }
    }
    #expect(energies["none 2"]?.count == 1)
    #expect(energies["distance-filter 2"]?.count == 1)
    #expect(try #require(energies["hundred-meters 2"]).count > 3)
  }

  @Test func aRunWithTransfersStandsForItsOwnTimersOnly() throws {
    let networks = try Self.networks("lte")
    let device = try Requests.catalog.device("modern-phone")
    let phones = try networks.map { try PreparedPhone(device: device, network: $0).numbers(.fixed) }
    let radius = phones[0].network.cellRadius
    let world = WorldRealization(
      scenario: try Requests.catalog.scenario("freeway-jam"), seed: 1,
      environment: RadioEnvironment(urban: radius.urban, suburban: radius.suburban, rural: radius.rural))
    let day = SimulationTrial(world: world, device: phones[0].device, network: phones[0].network)
    let meter = RunMeter([])
    for (name, isForAll) in [("none", true), ("distance-filter", true), ("hundred-meters", false)] {
      let strategy = try #require(try Requests.strategies([name]).first)
      let timeline = try #require(try SharedTimeline(strategy, on: day, shape: phones[0].shape, meter: meter))
      #expect(timeline.stands(for: phones[0].shape))
      for place in networks.indices.dropFirst() {
        #expect(timeline.stands(for: phones[place].shape) == isForAll, "\(name), \(place)")
      }
    }
  }

  @Test func withoutFiguresOfPositionsNoneAreMade() throws {
    let cells = try Self.cells(["hundred-meters"], try Self.phones("modern-phone", count: 1), parameters: .fixed)
    let block = SweepBlock(cells, metrics: [.energy])
    let run = try #require(try block.run(seed: 5).first)
    #expect(run[.energy] != nil && run[.locationsPerHour] != nil)
    #expect(run[.errorP95] == nil && run[.ageP50] == nil && run[.trackCoverage] == nil)
  }
}
