/// A small queue of events that share one slot: ordered by instant, first-in first-out among equals.
///
/// Made for a handful of pending entries (an app's timers, queued uploads), so it keeps a sorted array. After each
/// change the owner arms its slot at `next`.
@usableFromInline package struct SlotQueue<Payload> {
  /// Names one entry, for cancelling it.
  @usableFromInline package struct Token: Hashable, Sendable {
    @usableFromInline let sequence: UInt64
    @usableFromInline init(sequence: UInt64) { self.sequence = sequence }
  }

  @usableFromInline
  struct Entry {
    @usableFromInline let instant: Instant
    @usableFromInline let sequence: UInt64
    @usableFromInline let payload: Payload
    @usableFromInline
    init(instant: Instant, sequence: UInt64, payload: Payload) {
      self.instant = instant
      self.sequence = sequence
      self.payload = payload
    }
  }

  // Latest first, so that taking the next entry is a removal at the end.
  @usableFromInline var entries: [Entry] = []
  @usableFromInline var nextSequence: UInt64 = 0

  @inlinable package init() {}

  @inlinable package var isEmpty: Bool { entries.isEmpty }
  @inlinable package var count: Int { entries.count }
  /// When the first entry is due, or `Instant.never`.
  @inlinable package var next: Instant { entries.last?.instant ?? .never }

  @inlinable @discardableResult
  package mutating func schedule(_ payload: Payload, at instant: Instant) -> Token {
    let entry = Entry(instant: instant, sequence: nextSequence, payload: payload)
    nextSequence += 1
    var index = entries.count
    while index > 0, entries[index - 1].instant <= instant { index -= 1 }
    entries.insert(entry, at: index)
    return Token(sequence: entry.sequence)
  }

  /// Removes the entry; `false` when it has already been taken or cancelled.
  @inlinable @discardableResult
  package mutating func cancel(_ token: Token) -> Bool {
    guard let index = entries.firstIndex(where: { $0.sequence == token.sequence }) else { return false }
    entries.remove(at: index)
    return true
  }

  @inlinable package mutating func removeAll() { entries.removeAll() }

  /// Takes the first entry due at or before `instant`.
  @inlinable
  package mutating func pop(through instant: Instant) -> (instant: Instant, payload: Payload)? {
    guard let last = entries.last, last.instant <= instant else { return nil }
    entries.removeLast()
    return (last.instant, last.payload)
  }
}
