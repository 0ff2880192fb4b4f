import Synchronization

/// The results of so many pieces of work, in the order of the pieces; each worker takes the next piece.
///
/// They do not depend on the number of workers. All of them are in memory: work of any length streams through `OrderedWork`.
///
/// - Parameters:
///   - context: what a worker keeps from piece to piece; made in each worker.
///   - progress: called after each piece with how many are done, from any thread.
///   - work: the piece's place and the worker's context.
/// - Throws: what `work` throws, and `CancellationError`.
func boundedMap<Context, Result: Sendable>(
  _ count: Int, jobs: Int, context: @escaping @Sendable () -> Context, progress: (@Sendable (Int) -> Void)? = nil,
  work: @escaping @Sendable (Int, Context) throws -> Result
) async throws -> [Result] {
  let counter = WorkCounter()
  return try await withThrowingTaskGroup(of: [(Int, Result)].self) { group in
    for _ in 0..<min(jobs, count) {
      group.addTask {
        let context = context()
        var results: [(Int, Result)] = []
        while let index = counter.take(below: count) {
          try Task.checkCancellation()
          results.append((index, try work(index, context)))
          progress?(counter.finish())
        }
        return results
      }
    }
    var all = [Result?](repeating: nil, count: count)
    for try await results in group {
      for (index, result) in results { all[index] = result }
    }
    return all.compactMap(\.self)
  }
}

/// Hands out pieces of work to workers, and counts those that are done.
final class WorkCounter: Sendable {
  private let next = Atomic<Int>(0)
  private let done = Atomic<Int>(0)

  /// The next piece's place, or `nil` when all are taken.
  func take(below count: Int) -> Int? {
    let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < count ? index : nil
  }

  /// Marks one as done; returns how many are.
  func finish() -> Int { done.wrappingAdd(1, ordering: .relaxed).newValue }
}
