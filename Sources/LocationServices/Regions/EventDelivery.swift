/// An event handed to an app's code.
public struct EventDelivery: Sendable, Hashable {
  /// The registration it belongs to.
  public let serial: Int
  /// An entry or an arrival; otherwise an exit or a departure.
  public let isEntry: Bool

  public init(serial: Int, isEntry: Bool) {
    self.serial = serial
    self.isEntry = isEntry
  }
}
