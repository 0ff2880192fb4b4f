package import Quantities

/// Where the phone is at one instant.
package struct Knot: Sendable, Hashable {
  package var instant: Instant
  package var position: EarthVector

  package init(instant: Instant, position: EarthVector) {
    self.instant = instant
    self.position = position
  }
}
