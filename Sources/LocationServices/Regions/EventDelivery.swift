/// An event handed to an app's code.
package struct EventDelivery: Sendable, Hashable {
  /// The registration it belongs to.
  package let serial: Int
  /// An entry or an arrival; otherwise an exit or a departure.
  package let isEntry: Bool
  /// Not the entry itself, but that the phone has stayed for as long as a geofence asks.
  package let isDwell: Bool

  package init(serial: Int, isEntry: Bool, isDwell: Bool = false) {
    self.serial = serial
    self.isEntry = isEntry
    self.isDwell = isDwell
  }
}
