public import Core

/// An event as the app got it.
public struct DeliveredEvent: Sendable, Hashable {
  /// The watch it belongs to.
  package let serial: Int
  /// An entry or an arrival; otherwise an exit or a departure.
  public let isEntry: Bool
  /// That the phone has stayed in a geofence, rather than the entry itself.
  package let isDwell: Bool
  /// When the app learnt of it.
  public let delivered: Instant

  package init(serial: Int, isEntry: Bool, isDwell: Bool = false, delivered: Instant) {
    self.isDwell = isDwell
    self.serial = serial
    self.isEntry = isEntry
    self.delivered = delivered
  }
}
