/// One second of a drive as the fits see it. Every quantity is `nil` where the log does not know it.
package struct DrivePoint: Sendable, Hashable {
  /// Seconds, from any start.
  package var time: Double
  /// Metres along the way since the drive's start.
  package var distance: Double
  /// East and north in metres from a point that all drives share.
  package var place: SIMD2<Double>?
  /// Received power of the serving cell in dBm.
  package var level: Double?
  /// In dB.
  package var snr: Double?
  /// Identity of the serving cell.
  package var cell: Int?
  /// The radio access; numbers are the caller's.
  package var access: Int?
  /// Whether the phone says that it has no service.
  package var isOut: Bool

  package init(
    time: Double, distance: Double, place: SIMD2<Double>? = nil, level: Double? = nil, snr: Double? = nil,
    cell: Int? = nil, access: Int? = nil, isOut: Bool = false
  ) {
    self.time = time
    self.distance = distance
    self.place = place
    self.level = level
    self.snr = snr
    self.cell = cell
    self.access = access
    self.isOut = isOut
  }

  /// A longer time between two rows is a pause of the log: nothing is known across it.
  package static let longestGap = 30.0

  /// Metres; a shorter way says little of rates, shares and lengths along it.
  package static let shortestWay = 200.0
}
