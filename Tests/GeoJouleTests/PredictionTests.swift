import Analysis
import DeviceModel
import FileFormats
import GeoJoule
import Testing

@Suite struct PredictionTests {
  private static let figures: [Metric] = [.energy, .averagePower, .drainPercentPerHour]

  private static func rows(
    _ parameters: ParameterChoice, seeds: Int = 3, change: (inout DeviceProfile) -> Void = { _ in }
  ) async throws -> [StrategySummary] {
    var request = try Requests.make(
      strategies: ["none", "continuous", "hundred-meters", "continuous"], seeds: seeds, parameters: parameters)
    change(&request.device)
    return try await Comparison.run(request).rows
  }

  @Test(arguments: ParameterChoice.allCases)
  func equalStrategiesDifferByNothing(_ parameters: ParameterChoice) async throws {
    let rows = try await Self.rows(parameters)
    for metric in Self.figures {
      #expect(PairedDifference.of(metric, rows[1].runs, minus: rows[3].runs)?.mean == 0)
      #expect(rows[1].predictionRange(of: metric) == rows[3].predictionRange(of: metric))
    }
    #expect(rows[1].predictionRange(of: .errorP95) == nil)
  }

  @Test(arguments: ParameterChoice.allCases)
  func aDiscrepancyChangesRangesOnly(_ parameters: ParameterChoice) async throws {
    let rows = try await Self.rows(parameters)
    let wide = try await Self.rows(parameters) { device in
      device.values["discrepancy.phone"]?.mean = 0.47
      device.values["discrepancy.tracking"]?.mean = 0.83
      device.values["discrepancy.tracking"]?.range = 0.05...1
    }
    #expect(rows.map(\.runs) == wide.map(\.runs))
    for (row, other) in zip(rows, wide) {
      let (range, wider) = (
        try #require(row.predictionRange(of: .energy)), try #require(other.predictionRange(of: .energy))
      )
      #expect(wider.lowerBound < range.lowerBound && wider.upperBound > range.upperBound)
      #expect(range.contains(try #require(row[.energy]).mean))
    }
  }

  /// Location takes next to nothing of a phone that rests, and most of one that tracks.
  @Test func theLedgerTellsLocationsShare() async throws {
    let rows = try await Self.rows(.fixed)
    let shares = rows.map { $0.runs.compactMap(\.locationShare) }
    #expect(shares.allSatisfy { $0.count == 3 })
    #expect(shares[0].allSatisfy { $0 < 0.1 })
    #expect(shares[1].allSatisfy { $0 > 0.4 })
    let continuous = rows[1]
    let none = rows[0]
    for (own, alone) in zip(continuous.runs, none.runs) {
      let marginal = 1 - (try #require(alone[.energy])) / (try #require(own[.energy]))
      #expect(abs(try #require(own.locationShare) - marginal) < 0.1)
    }
  }

  @Test func everyDeviceOfTheCatalogueSaysItsDiscrepancy() throws {
    for entry in Requests.catalog.entries(.devices) {
      let device = try Requests.catalog.device(entry)
      #expect(device.saysDiscrepancy, "\(device.name)")
      let network = try Requests.catalog.network(device.defaultNetwork)
      let model = try PredictionModel(device: device, network: network, isDrawn: true)
      // A total of at most a factor of 1.7 either way in 90 % of runs.
      #expect(PredictionModel(model.discrepancy, spread: .none).total(share: 0.7) < 0.33, "\(device.name)")
      #expect(model.spread.rest > 0 && model.spread.location > 0, "\(device.name)")
    }
  }
}
