import DeviceModel
import FileFormats
import GeoJoule
import Testing

@Suite struct PricedRunsTests {
  /// Another value of every price leaves everything that happens as it was; another timer does not.
  @Test(arguments: ["modern-phone", "iphone-6", "wifi-only", "htc-dream", "watch"])
  func pricesDoNotFeedBack(device: String) throws {
    let names = Requests.catalog.names(.strategies)
    let plain = try Requests.make(device, strategies: names, seeds: 1, parameters: .fixed)
    var dear = plain
    var changed = 0
    for (key, value) in plain.device.values where DeviceSchema.schema(of: key)?.isPrice == true {
      dear.device.values[key]?.mean = value.mean * 1.37
      changed += 1
    }
    for (key, value) in plain.network.values where NetworkSchema.schema(of: key)?.isPrice == true {
      dear.network.values[key]?.mean = value.mean * 1.37
    }
    #expect(changed > 10)
    for index in names.indices {
      let (before, after) = (try SingleRun(plain, strategy: index), try SingleRun(dear, strategy: index))
      #expect(before.record.ledger == after.record.ledger, "\(names[index])")
      #expect(before.record.fixes == after.record.fixes)
    }
    var slow = plain
    slow.device.values["processor.linger"]?.mean += 1.7
    let place = try #require(names.firstIndex(of: "significant-change") ?? names.indices.last)
    if device == "modern-phone" {
      #expect(
        try SingleRun(slow, strategy: place).record.ledger != SingleRun(plain, strategy: place).record.ledger)
    }
  }

  @Test func pricedAgainARunIsWhatAComparisonSays() async throws {
    let request = try Requests.make(seeds: 3, parameters: .fixed)
    var dear = request
    dear.device.values["processor.location_session"]?.mean *= 1.9
    dear.device.values["gnss.weak_multiplier"]?.mean *= 1.3
    dear.device.values["battery.health"]?.mean *= 0.7
    let days = TrialDays(request.scenario)
    let runs = try PricedRuns(request, on: days, measuresAccuracy: true)
    let metrics = try runs.metrics(device: dear.device, network: dear.network)
    let rows = try await Comparison.run(dear).rows
    for (row, own) in zip(rows, metrics) {
      for (one, other) in zip(row.runs, own) {
        for metric in Metric.allCases where metric != .batteryEmpty && metric != .lifetime {
          #expect(one[metric] == other[metric], "\(row.strategy) \(metric)")
        }
      }
    }
    // Without accuracy the energies are the same.
    let sums = try PricedRuns(request, on: days, measuresAccuracy: false)
    let again = try sums.metrics(device: dear.device, network: dear.network)
    #expect(again.map { $0.map { $0[.energy] } } == metrics.map { $0.map { $0[.energy] } })
    #expect(again[1][0][.errorP95] == nil && metrics[1][0][.errorP95] != nil)
  }
}
