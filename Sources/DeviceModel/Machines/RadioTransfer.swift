/// Bytes to send and then to receive over a radio, as one exchange with a server.
package struct RadioTransfer: Sendable, Hashable {
  /// The driver's own name for it.
  package var id: Int
  package var uplinkBytes: Int64
  package var downlinkBytes: Int64
  package var cause: EnergyAttribution

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
