/// The pending events of a run: one timer per slot, at most 64 slots.
///
/// Each state machine owns one slot. A key is `(nanoseconds << 6) | slot`, so the smallest key is the next event
/// and simultaneous events come in slot order. Finding it is a branch-free minimum over a few words, which beats a
/// heap for the dozen machines of a phone; cancelling is one store. The smallest of all but the busiest two is known until one
/// of them changes. A slot that must hold several events fronts a `SlotQueue`, which keeps them first-in first-out.
///
/// Instants must lie in [0, 2^57 - 1) ns, about four and a half years; a later one counts as `never`.
@usableFromInline package struct SlotTimers: ~Copyable {
  @usableFromInline let keys: UnsafeMutablePointer<Int64>
  @usableFromInline let capacity: Int
  /// How many slots there are.
  @usableFromInline package let slotCount: Int

  /// The first of the busiest two.
  @usableFromInline let busy: Int
  /// The smallest key of the others; negative where it is not known.
  @usableFromInline var smallestOther: Int64 = -1

  @usableFromInline static let idle = Int64.max

  /// - Parameters:
  ///   - slotCount: 1 to 64.
  ///   - busy: an even slot; it and the next change at most events.
  @inlinable
  package init(slotCount: Int, busy: Int = 0) {
    precondition((1...64).contains(slotCount) && (0..<slotCount).contains(busy), "a run has 1 to 64 slots")
    self.slotCount = slotCount
    self.busy = busy & ~1
    capacity = (slotCount + 3) & ~3
    keys = .allocate(capacity: capacity)
    keys.initialize(repeating: Self.idle, count: capacity)
  }

  deinit { keys.deallocate() }

  /// Sets the slot's timer, replacing the one it had. `Instant.never` cancels.
  @inlinable @inline(__always)
  package mutating func arm(_ slot: Int, at instant: Instant) {
    assert(slot >= 0 && slot < slotCount && instant.nanoseconds >= 0)
    keys[slot] = instant.nanoseconds >= (1 << 57) - 1 ? Self.idle : (instant.nanoseconds << 6) | Int64(slot)
    if slot & ~1 != busy { smallestOther = -1 }
  }

  /// Cancels the slot's timer; nothing happens when it has none.
  @inlinable @inline(__always)
  package mutating func cancel(_ slot: Int) { arm(slot, at: .never) }

  /// When the slot fires, or `Instant.never`.
  @inlinable
  package func deadline(of slot: Int) -> Instant {
    let key = keys[slot]
    return key == Self.idle ? .never : Instant(nanoseconds: key >> 6)
  }

  /// When the next event is due, or `Instant.never`.
  @inlinable
  package var nextInstant: Instant {
    let key = smallestKey()
    return key == Self.idle ? .never : Instant(nanoseconds: key >> 6)
  }

  /// Takes the next event due at or before `horizon`: earliest first, ties by slot number.
  ///
  /// The slot is left without a timer. `nil` when nothing is due.
  @inlinable @inline(__always)
  package mutating func popNext(through horizon: Instant) -> (instant: Instant, slot: Int)? {
    let (first, second) = (keys[busy], keys[busy + 1])
    if smallestOther < 0 {
      (keys[busy], keys[busy + 1]) = (Self.idle, Self.idle)
      smallestOther = smallestKey()
      (keys[busy], keys[busy + 1]) = (first, second)
    }
    let key = min(min(first, second), smallestOther)
    let instant = key >> 6
    guard key != Self.idle, instant <= horizon.nanoseconds else { return nil }
    let slot = Int(key & 63)
    cancel(slot)
    return (Instant(nanoseconds: instant), slot)
  }

  @inlinable @inline(__always)
  func smallestKey() -> Int64 {
    var (a, b, c, d) = (keys[0], keys[1], keys[2], keys[3])
    var index = 4
    while index < capacity {
      a = min(a, keys[index])
      b = min(b, keys[index + 1])
      c = min(c, keys[index + 2])
      d = min(d, keys[index + 3])
      index += 4
    }
    return min(min(a, b), min(c, d))
  }
}
