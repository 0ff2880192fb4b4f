/// Work that runs on several workers and is used in the order in which it was given out.
enum OrderedWork {
  /// Takes the next piece when a worker is free, and uses results in order. At most four pieces per worker are under way or
  /// waiting for their turn, so memory does not grow with the number of pieces. With one worker a piece is used before
  /// the next one is asked for.
  ///
  /// - Parameters:
  ///   - jobs: at least 1.
  ///   - next: `nil` ends the work; must not wait for anything, since results wait for it.
  ///   - work: on any thread.
  ///   - use: never twice at once.
  /// - Throws: what `next`, `work` and `use` throw; pieces under way are waited for.
  static func run<Piece: Sendable, Result: Sendable>(
    jobs: Int, next: () throws -> Piece?, work: @escaping @Sendable (Piece) throws -> Result,
    use: (Result) throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var (started, used, running) = (0, 0, 0)
      var atEnd = false
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
            return (index, try work(piece))
          }
          started += 1
          running += 1
        }
        guard let (index, result) = try await group.next() else { return }
        running -= 1
        waiting[index] = result
        while let result = waiting.removeValue(forKey: used) {
          used += 1
          try use(result)
        }
      }
    }
  }
}
