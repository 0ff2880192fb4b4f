/// A track with straight lines between its points, unknown across long gaps.
struct TruthPath {
  struct State {
    let place: SIMD3<Double>
    /// Metres per second, between the two points around the time.
    let velocity: SIMD3<Double>
  }

  let points: [TimedPlace]
  let longestGap: Double

  /// `nil` before the first point, after the last, and in a gap.
  func state(at time: Double) -> State? {
    guard let first = points.first, let last = points.last, time >= first.time, time <= last.time else { return nil }
    var (low, high) = (0, points.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if points[middle].time <= time { low = middle } else { high = middle }
    }
    let (a, b) = (points[low], points[high])
    let span = b.time - a.time
    if span > longestGap {
      // The points themselves are known.
      if time == a.time { return State(place: a.place, velocity: .zero) }
      if time == b.time { return State(place: b.place, velocity: .zero) }
      return nil
    }
    let velocity = (b.place - a.place) / span
    return State(place: a.place + velocity * (time - a.time), velocity: velocity)
  }
}
