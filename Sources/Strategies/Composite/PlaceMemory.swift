import LocationServices

/// Where conditions on moving and staying count from, by their distance.
struct PlaceMemory {
  private var moved: [Double: Location] = [:]
  private var stayed: [Double: Location] = [:]

  /// Whether a position lies at least so many metres from the last one that did; the first one does.
  mutating func hasMoved(_ distance: Double, to location: Location) -> Bool {
    if let last = moved[distance], last.distance(from: location) < distance { return false }
    moved[distance] = location
    return true
  }

  /// Whether positions have stayed within so many metres of one of them for so many seconds.
  mutating func hasStayed(within distance: Double, for time: Double, at location: Location) -> Bool {
    guard let first = stayed[distance], first.distance(from: location) <= distance else {
      stayed[distance] = location
      return false
    }
    return location.timestamp - first.timestamp >= time
  }
}

/// Whether positions still get better: the smallest radius so far, and for how many deliveries none was smaller.
struct AccuracyProgress {
  private var best = Double.infinity
  private(set) var fixesWithoutProgress = 0

  /// Takes a radius in metres into account; returns whether it is the smallest so far.
  mutating func note(_ radius: Double) -> Bool {
    if radius < best {
      best = radius
      fixesWithoutProgress = 0
      return true
    }
    fixesWithoutProgress += 1
    return false
  }
}
