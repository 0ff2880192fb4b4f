import Analysis
import Documents
import FileFormats
import Sweeps
import Testing

@Suite struct SweepWorkTests {
  /// Six cells on 70 seeds, cut into items of three cells on a seed.
  private static func plan(rows: String = "cells", seeds: Int = 70) throws -> SweepPlan {
    try SweepPlanReader.read(
      """
      scenarios: [city-run]
      devices: [modern-phone]
      strategies: [none, hundred-meters]
      axes: [{device_value: base.drain, from: 3 mW, to: 17 mW, points: 3}]
      metrics: [energy_J, error_p95_m]
      rows: \(rows)
      seeds: \(seeds)
      """, file: "p.yml", catalog: Catalog())
  }

  private static func result(_ work: SweepWork) throws -> String {
    var reducer = SweepReducer(work.header)
    var text: [UInt8] = []
    for item in 0..<work.layout.itemCount {
      for piece in Array(AnySequence { work.pieces(of: [item]) }) {
        guard let rows = try work.rows(piece) else { continue }
        text += try reducer.add(item, SweepReducer.rows(rows, work.lines, work.header))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  @Test(arguments: ["cells", "runs"])
  func sharedTimelinesGiveTheBytesOfSeparateRuns(_ rows: String) throws {
    let plan = try Self.plan(rows: rows, seeds: 5)
    let shared = try Self.result(SweepWork(plan, shares: true))
    #expect(shared == (try Self.result(SweepWork(plan, shares: false))))
    #expect(shared.split(separator: "\n").count == (rows == "cells" ? 6 : 30))
  }

  @Test func piecesMakeTheLineOfTheirItemInAnyOrder() throws {
    // Items of ten seeds; the last one has five.
    let work = SweepWork(try Self.plan(seeds: 5125))
    let last = work.layout.itemCount - 1
    let pieces = Array(AnySequence { work.pieces(of: [last]) })
    #expect(pieces.count == 5)
    #expect(pieces.map { work.runs(of: $0) }.reduce(0, +) == 6 * work.layout.seeds(of: last).count)
    var line: [UInt8]?
    for (number, piece) in pieces.reversed().enumerated() {
      let rows = try work.rows(piece)
      #expect((rows != nil) == (number == pieces.count - 1), "the last piece to be done brings the rows")
      line = rows.map { work.line(last, $0) }
    }
    #expect(line == (try work.line(last)))
  }

  @Test func blocksOfSeedsAddUpToTheSumsOfAllRuns() throws {
    let work = SweepWork(try Self.plan())
    #expect(work.layout.blocks == 70)
    let whole = SweepWork(try Self.plan(rows: "runs"))
    var sums = [Int: CellSums]()
    for item in 0..<whole.layout.itemCount {
      for piece in Array(AnySequence { whole.pieces(of: [item]) }) {
        for row in try whole.rows(piece) ?? [] {
          guard case .run(let run) = row.content else {
            Issue.record("a row of runs is a run")
            continue
          }
          let one = try CellSums([run], metrics: whole.plan.metrics)
          if try sums[row.cell]?.merge(one) == nil { sums[row.cell] = one }
        }
      }
    }
    let lines = try Self.result(work).split(separator: "\n")
    #expect(lines.count == 6)
    for (cell, line) in lines.enumerated() {
      let found = try #require(SweepPartReader.sums(Array(line.utf8), work.header))
      guard case .sums(let read) = found.content else {
        Issue.record("a row of cells is a sum")
        continue
      }
      #expect(read.seeds == 70)
      #expect(read.figures == sums[cell]?.figures)
    }
  }

  @Test func itemsOutOfOrderAreRefused() throws {
    let work = SweepWork(try Self.plan())
    var reducer = SweepReducer(work.header)
    #expect(throws: InputError.self) { try reducer.add(1, .text([])) }
    #expect(throws: InputError.self) { try reducer.add(0, .sums([])) }
  }
}
