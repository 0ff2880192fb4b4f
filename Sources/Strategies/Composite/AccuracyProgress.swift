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
