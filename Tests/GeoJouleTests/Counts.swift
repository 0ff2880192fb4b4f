import Synchronization

/// Numbers noted from any thread.
final class Counts: Sendable {
  private let storage = Mutex<[Int]>([])

  func note(_ count: Int) { storage.withLock { $0.append(count) } }
  var all: [Int] { storage.withLock { $0 } }
}
