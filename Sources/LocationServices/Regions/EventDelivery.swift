/// An event handed to an app's code.
public struct EventDelivery: Sendable, Hashable {
  /// The registration it belongs to.
  public let serial: Int
  /// An entry or an arrival; otherwise an exit or a departure.
  public let isEntry: Bool
  /// Not the entry itself, but that the phone has stayed for as long as a geofence asks.
  public let isDwell: Bool

  public init(serial: Int, isEntry: Bool, isDwell: Bool = false) {
    self.serial = serial
    self.isEntry = isEntry
    self.isDwell = isDwell
  }
}
