import Dispatch
import Foundation

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
