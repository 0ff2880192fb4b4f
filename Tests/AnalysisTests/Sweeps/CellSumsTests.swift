import Analysis
import Testing

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
}
