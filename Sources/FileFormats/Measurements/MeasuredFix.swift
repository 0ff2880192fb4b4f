package import World

/// A position as a receiver or an operating system reported it.
package struct MeasuredFix: Sendable, Hashable {
  /// Seconds since 1970, without leap seconds.
  package var unixSeconds: Double
  package var position: GeodeticPosition
  /// The reported radius in metres; `nil` where none was reported.
  package var accuracy: Double?
  /// In m/s; `nil` where none was reported.
  package var speed: Double?
  /// What made the fix, such as `gps` or `network`; empty where it is not told.
  package var technology: String
  /// The file's line, counted from 1.
  package var line: Int

  package init(
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
