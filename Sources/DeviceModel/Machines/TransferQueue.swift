/// The transfers a radio has to do, first-in first-out: the current one inline, an array only when more wait.
@usableFromInline struct TransferQueue: Sendable {
  /// The one in progress or next to start.
  @usableFromInline var current: RadioTransfer?
  @usableFromInline var waiting: [RadioTransfer] = []
  // Index of the first entry of `waiting` that has not been taken.
  var first = 0

  init() {}

  /// `true` when the transfer became the current one.
  @inlinable @inline(__always)
  mutating func append(_ transfer: RadioTransfer) -> Bool {
    guard current != nil else {
      current = transfer
      return true
    }
    waiting.append(transfer)
    return false
  }

  /// Removes the current transfer; the next one, if any, takes its place.
  @inline(__always)
  mutating func takeCurrent() -> RadioTransfer? {
    let done = current
    if first == waiting.count {
      current = nil
    } else {
      current = waiting[first]
      first += 1
      if first == waiting.count {
        waiting.removeAll(keepingCapacity: true)
        first = 0
      }
    }
    return done
  }

  /// Empties the queue; the current one comes first.
  mutating func takeAll() -> [RadioTransfer] {
    var all: [RadioTransfer] = []
    while let next = takeCurrent() { all.append(next) }
    return all
  }

  /// Takes out those that are meant.
  ///
  /// - Returns: what was taken out, and whether the current one was among it.
  mutating func remove(where isMeant: (RadioTransfer) -> Bool) -> (removed: [RadioTransfer], current: Bool) {
    let hadCurrent = current.map(isMeant) ?? false
    let all = takeAll()
    for transfer in all where !isMeant(transfer) { _ = append(transfer) }
    return (all.filter(isMeant), hadCurrent)
  }

  var count: Int { (current == nil ? 0 : 1) + waiting.count - first }
}
