import DeviceModel
import FileFormats
import GeoJoule
import Testing

@Suite struct SensitivityModelTests {
  private func model(_ strategies: [String], prefixes: [String], isDifference: Bool = false) throws -> SensitivityModel
  {
    let request = try Requests.make(strategies: strategies, seeds: 3)
    return SensitivityModel(
      request: request, metric: .energy, isDifference: isDifference,
      parameters: SensitivityModel.parameters(request, prefixes: prefixes))
  }

  /// A power that is drawn the whole time moves the energy by its own change times the length of the day.
  @Test func aBaseLoadCostsItsPowerTimesTheDay() async throws {
    let model = try model(["none"], prefixes: ["base.drain"])
    let load = try #require(model.parameters.first)
    #expect(model.parameters.map(\.name) == ["base.drain"] && load.isPrice)
    let answers = try await model.answers([[0.07], [0.5], [0.83]], jobs: 2) { _ in }
    let day = model.request.scenario.horizon.seconds
    for (index, share) in [0.07, 0.5, 0.83].enumerated() {
      let expected = (load.value.quantile(atShare: share) - load.value.quantile(atShare: 0.07)) * day
      #expect(abs(answers[index] - answers[0] - expected) < 1e-6 * answers[0], "\(share)")
    }
  }

  /// What both strategies pay alike cancels; what one pays alone is the energy of its difference.
  @Test func aDifferenceLeavesOutWhatBothPay() async throws {
    let difference = try model(["continuous", "none"], prefixes: ["base.drain"], isDifference: true)
    let answers = try await difference.answers([[0.11], [0.89]], jobs: 1) { _ in }
    #expect(answers[0] > 0)
    #expect(abs(answers[0] - answers[1]) < 1e-9 * answers[0])
  }

  /// Points that share a simulation give what each gives alone, in the order they were asked in, for any number of jobs.
  @Test func sharedRunsChangeNothing() async throws {
    let model = try model(["hundred-meters"], prefixes: ["wifi."])
    let hasPrices = model.parameters.contains { $0.isPrice }
    #expect(hasPrices)
    let count = model.parameters.count
    let points = [0.13, 0.71, 0.37].map { share in model.parameters.map { $0.isPrice ? share : 0.5 } }
    let together = try await model.answers(points, jobs: 3) { _ in }
    for (point, answer) in zip(points, together) {
      #expect(try await model.answers([point], jobs: 1) { _ in } == [answer])
    }
    #expect(Set(together).count == 3 && count > 1)
  }

  /// A value so far below the mean that its deviation would not be possible there is taken as it is.
  @Test func aValueFarBelowTheMeanIsExact() async throws {
    let model = try model(["continuous"], prefixes: ["processor.delivery_time"])
    let value = try #require(model.parameters.first).value
    let low = value.quantile(atShare: 0.003)
    #expect(low > 0 && ProfileValue.largestLogNormalSpread * low < value.deviation)
    var request = model.request
    request.device.values["processor.delivery_time"] = ProfileValue(
      mean: low, deviation: 0, range: value.range, distribution: .fixed, trust: .estimate, source: "by hand")
    let fixed = SensitivityModel(request: request, metric: .energy, isDifference: false, parameters: [])
    let answers = try await model.answers([[0.003], [0.5]], jobs: 1) { _ in }
    #expect(try await fixed.answers([[]], jobs: 1) { _ in } == [answers[0]])
    #expect(answers[0] < answers[1])
  }

  /// Fixed values, values without deviation, and what only widens predictions are no parameters.
  @Test func onlyWhatVariesIsAParameter() throws {
    let model = try model(["none"], prefixes: [])
    #expect(!model.parameters.isEmpty)
    for parameter in model.parameters {
      #expect(parameter.value.distribution != .fixed && parameter.value.deviation > 0, "\(parameter.name)")
      #expect(parameter.isNetwork == parameter.name.hasPrefix("network: "), "\(parameter.name)")
      #expect(!parameter.key.hasPrefix(Discrepancy.section), "\(parameter.name)")
    }
  }
}
