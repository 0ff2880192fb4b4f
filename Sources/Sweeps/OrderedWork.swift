/// Work that runs on several workers and is used in the order in which it was given out.
package enum OrderedWork {
  /// Takes the next piece when a worker is free, and uses results in order. At most four pieces per worker are under way or
  /// waiting for their turn, so memory does not grow with the number of pieces. With one worker a piece is used before
  /// the next one is asked for.
  ///
  /// - Parameters:
  ///   - jobs: at least 1.
  ///   - next: `nil` ends the work; must not wait for anything, since results wait for it.
  ///   - work: on any thread.
  ///   - use: never twice at once.
  /// - Throws: what `next`, `work` and `use` throw; pieces under way are waited for. Of several pieces that fail it is the first
  ///   in the order whose error is thrown, after all before it were used: so it is for any number of jobs.
  package static func run<Piece: Sendable, Result: Sendable>(
    jobs: Int, next: () throws -> Piece?, work: @escaping @Sendable (Piece) throws -> Result,
    use: (Result) throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: (Int, Swift.Result<Result, any Error>).self) { group in
      var (started, used, running) = (0, 0, 0)
      var atEnd = false
      var failure: (index: Int, error: any Error)?
      var waiting: [Int: Result] = [:]
      while true {
        while !atEnd, running < jobs, started - used < 4 * jobs {
          guard let piece = try next() else {
            atEnd = true
            break
          }
          let index = started
          group.addTask {
            try Task.checkCancellation()
            return (index, Swift.Result { try work(piece) })
          }
          started += 1
          running += 1
        }
        guard let (index, outcome) = try await group.next() else { break }
        running -= 1
        switch outcome {
        case .success(let result): waiting[index] = result
        case .failure(let error):
          // All pieces before it are under way or done.
          atEnd = true
          if index < failure?.index ?? .max { failure = (index, error) }
        }
        while let result = waiting.removeValue(forKey: used) {
          used += 1
          try use(result)
        }
      }
      if let failure { throw failure.error }
    }
  }
}
