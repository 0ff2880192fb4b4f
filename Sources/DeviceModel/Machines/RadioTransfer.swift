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
