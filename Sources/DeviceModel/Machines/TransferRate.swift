public import Quantities

/// How long bytes take, precomputed for the hot path.
@usableFromInline
struct TransferRate: Sendable {
  @usableFromInline let uplinkNanosecondsPerByte: Double
  @usableFromInline let downlinkNanosecondsPerByte: Double

  init(uplink: DataRate, downlink: DataRate) {
    uplinkNanosecondsPerByte = 8e9 / uplink.bitsPerSecond
    downlinkNanosecondsPerByte = 8e9 / downlink.bitsPerSecond
  }

  @inlinable @inline(__always)
  func uplinkTime(_ transfer: RadioTransfer) -> TimeSpan {
    TimeSpan(nanoseconds: Int64((Double(transfer.uplinkBytes) * uplinkNanosecondsPerByte).rounded()))
  }

  @inlinable @inline(__always)
  func downlinkTime(_ transfer: RadioTransfer) -> TimeSpan {
    TimeSpan(nanoseconds: Int64((Double(transfer.downlinkBytes) * downlinkNanosecondsPerByte).rounded()))
  }

  /// Uplink, then downlink.
  @inlinable @inline(__always)
  func time(_ transfer: RadioTransfer) -> TimeSpan { uplinkTime(transfer) + downlinkTime(transfer) }
}
