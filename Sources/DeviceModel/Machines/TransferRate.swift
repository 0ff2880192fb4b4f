import Quantities

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
