public import Quantities

/// What is luck in what the system does, the same for every strategy on one day.
public protocol ServiceLuck {
  /// A standard normal number for how patient automatic pausing is in the nth stretch of one way of moving.
  func pauseVariation(stretch: Int) -> Double
  /// How much later than asked the system grants a background app refresh that is due at an instant.
  func refreshDelay(due: Instant) -> TimeSpan
  /// A standard normal number for the services that own their state: the `part`-th of the `ordinal`-th outcome of a kind.
  func score(_ outcome: String, ordinal: Int, part: Int) -> Double
  /// Where Android moves the approximate place of apps before it takes the middle of a square.
  var placeOffset: PlaceOffset { get }
}

extension ServiceLuck {
  public var placeOffset: PlaceOffset { .none }
  public func score(_ outcome: String, ordinal: Int, part: Int) -> Double { 0 }
}

/// Two standard normal numbers: an offset on the ground in deviations.
public struct PlaceOffset: Sendable, Hashable {
  public let east: Double
  public let north: Double

  public init(east: Double, north: Double) {
    self.east = east
    self.north = north
  }

  public static let none = PlaceOffset(east: 0, north: 0)
}

/// Neither good luck nor bad: average patience, refreshes when they were asked for.
public struct AverageLuck: ServiceLuck {
  public init() {}
  public func pauseVariation(stretch: Int) -> Double { 0 }
  public func refreshDelay(due: Instant) -> TimeSpan { .zero }
}
