import DeviceModel
import FileFormats
import GeoJoule
import Testing

@Suite struct PricedRunsTests {
  /// Another value of every price leaves everything that happens as it was; another timer does not.
  @Test(arguments: ["modern-phone", "iphone-6", "wifi-only", "htc-dream", "watch"])
  func pricesDoNotFeedBack(device: String) throws {
    // An app that reads the battery does what its powers say.
    let names = try Requests.catalog.names(.strategies).filter { !(try Requests.catalog.strategy($0).readsBattery) }
    let plain = try Requests.make(device, strategies: names, seeds: 1, parameters: .fixed)
    var dear = plain
    var changed = 0
    // To the other end of its range, where there is one.
    func moved(_ value: ProfileValue) -> Double {
      value.mean < value.range.upperBound ? value.range.upperBound : value.range.lowerBound
    }
    for (key, value) in plain.device.values where DeviceSchema.schema(of: key)?.isPrice == true {
      dear.device.values[key]?.mean = moved(value)
      if moved(value) != value.mean { changed += 1 }
    }
    for (key, value) in plain.network.values where NetworkSchema.schema(of: key)?.isPrice == true {
      dear.network.values[key]?.mean = moved(value)
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
    for (key, value) in ["processor.location_session": 0.211, "gnss.weak_multiplier": 1.7, "battery.health": 0.83] {
      try #require(dear.device.values[key]?.range.contains(value) == true)
      dear.device.values[key]?.mean = value
    }
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
