import Core

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

/// How far the transfer under way has come: it sends first, then receives, and may go on at another rate after a handover.
struct TransferProgress: Sendable {
  private var start = Instant.start
  private var uplinkTime = TimeSpan.zero
  /// Bytes that flowed before the last handover.
  private var handedOver: (uplink: Int64, downlink: Int64) = (0, 0)

  init() {}

  /// Bytes flow from `instant` on.
  mutating func begin(at instant: Instant, uplinkTime: TimeSpan) {
    (start, self.uplinkTime) = (instant, uplinkTime)
  }

  /// The next transfer has not begun.
  mutating func forget() { handedOver = (0, 0) }

  /// What is left of `transfer` since its last handover.
  func rest(of transfer: RadioTransfer) -> RadioTransfer {
    var rest = transfer
    rest.uplinkBytes -= handedOver.uplink
    rest.downlinkBytes -= handedOver.downlink
    return rest
  }

  /// A transfer that would end at `end` goes on at another rate.
  ///
  /// - Returns: what of it has flowed since it began or was handed over before.
  mutating func handOver(_ transfer: RadioTransfer, until end: Instant, at instant: Instant) -> RadioTransfer {
    func part(_ bytes: Int64, _ span: TimeSpan, _ whole: TimeSpan) -> Int64 {
      guard whole > .zero else { return span < .zero ? 0 : bytes }
      return Int64((Double(bytes) * min(1, max(0, span / whole))).rounded(.down))
    }
    var flowed = rest(of: transfer)
    let span = instant - start
    flowed.uplinkBytes = part(flowed.uplinkBytes, span, uplinkTime)
    flowed.downlinkBytes = part(flowed.downlinkBytes, span - uplinkTime, end - start - uplinkTime)
    handedOver.uplink += flowed.uplinkBytes
    handedOver.downlink += flowed.downlinkBytes
    return flowed
  }
}

/// How long bytes take, precomputed for the hot path.
struct TransferRate: Sendable {
  let uplinkNanosecondsPerByte: Double
  let downlinkNanosecondsPerByte: Double

  init(uplink: DataRate, downlink: DataRate) {
    uplinkNanosecondsPerByte = 8e9 / uplink.bitsPerSecond
    downlinkNanosecondsPerByte = 8e9 / downlink.bitsPerSecond
  }

  @inline(__always)
  func uplinkTime(_ transfer: RadioTransfer) -> TimeSpan {
    TimeSpan(nanoseconds: Int64((Double(transfer.uplinkBytes) * uplinkNanosecondsPerByte).rounded()))
  }

  @inline(__always)
  func downlinkTime(_ transfer: RadioTransfer) -> TimeSpan {
    TimeSpan(nanoseconds: Int64((Double(transfer.downlinkBytes) * downlinkNanosecondsPerByte).rounded()))
  }

  /// Uplink, then downlink.
  @inline(__always)
  func time(_ transfer: RadioTransfer) -> TimeSpan { uplinkTime(transfer) + downlinkTime(transfer) }
}

/// Bytes to send and then to receive over a radio, as one exchange with a server.
@usableFromInline package struct RadioTransfer: Sendable, Hashable {
  /// The driver's own name for it.
  @usableFromInline package var id: Int
  @usableFromInline package var uplinkBytes: Int64
  @usableFromInline package var downlinkBytes: Int64
  @usableFromInline package var cause: EnergyAttribution

  /// - Parameters:
  ///   - uplinkBytes: 0 or more.
  ///   - downlinkBytes: 0 or more.
  package init(id: Int, uplinkBytes: Int64, downlinkBytes: Int64, cause: EnergyAttribution) {
    precondition(uplinkBytes >= 0 && downlinkBytes >= 0, "a transfer has no negative bytes")
    self.id = id
    self.uplinkBytes = uplinkBytes
    self.downlinkBytes = downlinkBytes
    self.cause = cause
  }
}

/// What a cellular radio hears.
@usableFromInline package enum RadioCoverage: UInt8, CaseIterable, Sendable { case good, weak, none }
