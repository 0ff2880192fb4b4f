public import Quantities

/// Random outcomes of what the system does, the same for every strategy on one day.
public protocol RandomOutcomes {
  /// Patience of automatic pausing in the nth stretch of one way of moving, a standard normal number.
  func pauseVariation(stretch: Int) -> Double
  /// Delay of a background app refresh that is due at an instant.
  func refreshDelay(due: Instant) -> TimeSpan
  /// The `part`-th part of the `ordinal`-th outcome of a kind, a standard normal number.
  func score(_ outcome: String, ordinal: Int, part: Int) -> Double
  /// Offset by which Android moves the approximate place of apps before it takes the middle of a square.
  var placeOffset: PlaceOffset { get }
}

extension RandomOutcomes {
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

/// The median of every outcome; refreshes are granted when they were requested.
public struct MedianOutcomes: RandomOutcomes {
  public init() {}
  public func pauseVariation(stretch: Int) -> Double { 0 }
  public func refreshDelay(due: Instant) -> TimeSpan { .zero }
}
