public import Quantities

/// An event as the app got it.
public struct DeliveredEvent: Sendable, Hashable {
  /// The watch it belongs to.
  public let serial: Int
  /// An entry or an arrival; otherwise an exit or a departure.
  public let isEntry: Bool
  /// That the phone has stayed in a geofence, rather than the entry itself.
  public let isDwell: Bool
  public let delivered: Instant

  public init(serial: Int, isEntry: Bool, isDwell: Bool = false, delivered: Instant) {
    self.isDwell = isDwell
    self.serial = serial
    self.isEntry = isEntry
    self.delivered = delivered
  }
}
