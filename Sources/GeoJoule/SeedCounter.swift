import Synchronization

/// Hands out seeds to workers, and counts those that are done.
final class SeedCounter: Sendable {
  private let next = Atomic<Int>(0)
  private let done = Atomic<Int>(0)
  private let count: Int

  init(count: Int) { self.count = count }

  /// The next seed's index, or `nil` when all are taken.
  func take() -> Int? {
    let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < count ? index : nil
  }

  /// Marks one as done; returns how many are.
  func finish() -> Int { done.wrappingAdd(1, ordering: .relaxed).newValue }
}
