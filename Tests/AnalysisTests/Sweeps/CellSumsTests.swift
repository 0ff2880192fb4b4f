import DeviceModel
import Testing

@testable import Analysis

@Suite struct CellSumsTests {
  @Test func partsMergeInAnyOrder() throws {
    var runs = SampleRuns.runs(.energy, [7.1, nil, 3.3, 1900.7, 0.21, 5])
    for (index, note) in ["b", "a", nil, "b", nil, nil].enumerated() { runs[index].notes = note.map { [$0] } ?? [] }
    let metrics: [Metric] = [.energy, .errorP95]
    let whole = try CellSums(runs, metrics: metrics)
    #expect(whole.seeds == 6)
    #expect(whole.firstSeed == 1)
    #expect(whole.notes == ["a", "b"])
    #expect(whole.figures[0].sum.count == 5)
    #expect(whole.figures[0].range == 0.21...1900.7)
    #expect(whole.figures[1].sum.count == 0)
    #expect(whole.figures[1].range == nil)
    #expect(whole.figures[1].deviation == nil)
    let same = try CellSums(SampleRuns.runs(.energy, [0.1, 0.1, 0.1]), metrics: [.energy])
    #expect(same.figures[0].deviation == 0)
    #expect(try CellSums(SampleRuns.runs(.energy, [0.1]), metrics: [.energy]).figures[0].deviation == nil)
    let parts = try [0..<1, 1..<4, 4..<6].map { try CellSums(Array(runs[$0]), metrics: metrics) }
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]] {
      var merged = parts[order[0]]
      for place in order.dropFirst() { try merged.merge(parts[place]) }
      #expect(merged == whole)
    }
  }

  @Test func thePredictionRangeIsThatOfTheModel() throws {
    let discrepancy = Discrepancy(phone: 0.18, occasion: 0.05, run: 0.1, tracking: 0.2)
    func range(_ energies: [Double?], _ model: PredictionModel, share: Double) throws -> ClosedRange<Double> {
      var runs = SampleRuns.runs(.energy, energies)
      for index in runs.indices { runs[index].locationShare = share }
      let parts = try [runs.prefix(2), runs.dropFirst(2)].map {
        try CellSums(Array($0), metrics: [.energy], model: model)
      }
      var sums = parts[1]
      try sums.merge(parts[0])
      #expect(sums == (try CellSums(runs, metrics: [.energy], model: model)))
      return try #require(sums.predictionRange(of: sums.figures[0]))
    }
    // Equal runs, half of their energy location's: 0.18^2 + 0.05^2 + 0.1^2 + 0.5^2 0.2^2 = 0.0549; exp(1.6449 sqrt(0.0549)) = 1.4702.
    let fixed = try range([7, 7, 7], PredictionModel(discrepancy, spread: .none), share: 0.5)
    #expect(abs(fixed.lowerBound - 7 / 1.47021) < 1e-4 && abs(fixed.upperBound - 7 * 1.47021) < 1e-4, "\(fixed)")
    // Runs that differ, as of drawn phones.
    let model = PredictionModel(
      discrepancy, spread: ParameterSpread(rest: 0.03, location: 0.05, covariance: 0.02))
    let energies = [4.9, 5.3, 5.8, 6.1, 6.3, 6.6, 7.0, 7.3, 7.9, 8.9]
    let drawn = try range(energies, model, share: 0.7)
    let mixture = try #require(model.range(energies, shares: energies.map { _ in 0.7 }))
    #expect(abs(drawn.lowerBound / mixture.lowerBound - 1) < 0.05, "\(drawn) \(mixture)")
    #expect(abs(drawn.upperBound / mixture.upperBound - 1) < 0.05, "\(drawn) \(mixture)")
    let none = try CellSums(SampleRuns.runs(.energy, [7]), metrics: [.energy])
    #expect(none.predictionRange(of: none.figures[0]) == nil)
  }
}
