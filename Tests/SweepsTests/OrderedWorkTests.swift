import Foundation
import Testing

import Sweeps

@Suite struct OrderedWorkTests {
  private struct Fault: Error, Equatable {
    let piece: Int
  }

  /// Uses what `work` makes of the pieces 0 to 30. Where there is another worker, 12 waits until 13 has come to its end.
  private func run(jobs: Int, failing: Set<Int> = []) async -> (used: [Int], fault: Fault?) {
    let is13Done = DispatchSemaphore(value: 0)
    var next = 0
    var used: [Int] = []
    do {
      try await OrderedWork.run(jobs: jobs) { () -> Int? in
        defer { next += 1 }
        return next <= 30 ? next : nil
      } work: { piece in
        if piece == 12, jobs > 1 {
          _ = is13Done.wait(timeout: .now() + 1)
          Thread.sleep(forTimeInterval: 0.02)
        }
        defer { if piece == 13 { is13Done.signal() } }
        if failing.contains(piece) { throw Fault(piece: piece) }
        return piece
      } use: {
        used.append($0)
      }
      return (used, nil)
    } catch {
      return (used, error as? Fault)
    }
  }

  @Test(arguments: [1, 2, 3, 7]) func resultsAreUsedInOrder(jobs: Int) async {
    let outcome = await run(jobs: jobs)
    #expect(outcome.used == Array(0...30) && outcome.fault == nil)
  }

  /// 13 fails before 12 does; all before 12 are used, none after.
  @Test(arguments: [1, 2, 3, 7]) func theFirstFaultInOrderIsTheOne(jobs: Int) async {
    let outcome = await run(jobs: jobs, failing: [12, 13, 14, 29])
    #expect(outcome.used == Array(0...11))
    #expect(outcome.fault == Fault(piece: 12))
  }
}
