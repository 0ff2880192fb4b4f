import Quantities

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
