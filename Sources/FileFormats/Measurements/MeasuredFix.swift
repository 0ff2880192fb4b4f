public import World

/// A position as a receiver or an operating system reported it.
public struct MeasuredFix: Sendable, Hashable {
  /// Seconds since 1970, without leap seconds.
  public var unixSeconds: Double
  public var position: GeodeticPosition
  /// The reported radius in metres; `nil` where none was reported.
  public var accuracy: Double?
  /// In m/s; `nil` where none was reported.
  public var speed: Double?
  /// What made the fix, such as `gps` or `network`; empty where it is not told.
  public var technology: String
  /// The file's line, counted from 1.
  public var line: Int

  public init(
    unixSeconds: Double, position: GeodeticPosition, accuracy: Double? = nil, speed: Double? = nil,
    technology: String = "", line: Int
  ) {
    self.unixSeconds = unixSeconds
    self.position = position
    self.accuracy = accuracy
    self.speed = speed
    self.technology = technology
    self.line = line
  }
}
