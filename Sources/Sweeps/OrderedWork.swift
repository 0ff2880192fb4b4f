import Dispatch
import Foundation

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

/// Pieces of work that somebody asks for one by one, and may wait for each answer before the next question.
package struct RequestStream<Piece: Sendable>: Sendable {
  private let pieces: AsyncThrowingStream<Piece, any Error>
  private let wanted = DispatchSemaphore(value: 0)

  /// - Parameter open: runs on a thread of its own, which waiting for a question does not take from the workers; gives
  ///   what reads the next question, `nil` at the end.
  package init(_ open: @escaping @Sendable () throws -> () throws -> Piece?) {
    let (pieces, continuation) = AsyncThrowingStream.makeStream(of: Piece.self)
    self.pieces = pieces
    let wanted = wanted
    Thread.detachNewThread {
      do {
        let next = try open()
        while true {
          // Only what a worker is free for is read.
          wanted.wait()
          guard let piece = try next() else { break }
          continuation.yield(piece)
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }

  private enum Event<Result: Sendable>: Sendable {
    case asked(Piece)
    case end
    case refused(any Error)
    case done(Result)
  }

  /// Works on so many pieces at once, and uses each result as soon as it is there, whatever its place.
  ///
  /// - Parameters:
  ///   - jobs: at least 1.
  ///   - work: on any thread.
  ///   - use: never twice at once.
  /// - Throws: what `work` and `use` throw, and what reading throws, after the answers to all that was asked before.
  package func answer<Result: Sendable>(
    jobs: Int, work: @escaping @Sendable (Piece) throws -> Result, use: (Result) throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Event<Result>.self) { group in
      let pieces = pieces
      var (running, isAsking, isAtEnd) = (0, false, false)
      var refusal: (any Error)?
      while true {
        if !isAtEnd, !isAsking, running < jobs {
          isAsking = true
          wanted.signal()
          group.addTask {
            do {
              for try await piece in pieces { return .asked(piece) }
              return .end
            } catch {
              return .refused(error)
            }
          }
        }
        guard let event = try await group.next() else { break }
        switch event {
        case .asked(let piece):
          isAsking = false
          running += 1
          group.addTask { .done(try work(piece)) }
        case .end: isAtEnd = true
        case .refused(let error): (isAtEnd, refusal) = (true, error)
        case .done(let result):
          running -= 1
          try use(result)
        }
      }
      if let refusal { throw refusal }
    }
  }
}
