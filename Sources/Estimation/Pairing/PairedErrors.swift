import Core

/// Errors of fixes against a truth, and how they were paired.
package struct PairedErrors: Sendable {
  package let errors: [PairedError]
  package let geometry: ErrorGeometry
  /// Estimated from the data or given; `nil` where time plays no part.
  package let clock: ClockOffset?
  /// Fixes that could not be paired: before, after or in a gap of the truth, or nearest to a route's very end.
  package let unpaired: Int
  /// Fixes that were paired and then left out by the trimming rule.
  package let trimmed: Int
  /// What a reader has to know.
  package let warnings: [FitWarning]
}

/// A fix beside the truth.
package struct PairedError: Sendable, Hashable {
  /// Which of the given fixes it is.
  package let index: Int
  /// Of the fix, in seconds.
  package let time: Double
  /// In metres: the distance to the true position, or to the route.
  package let magnitude: Double
  /// Components in metres. Two for a known position (east, north); one against a route (positive to the left of its
  /// direction).
  package let axes: [Double]
}

extension PairedError {
  /// Of a fix that belongs to a place.
  init(_ index: Int, _ fix: TimedPlace, from place: SIMD3<Double>) {
    let (east, north) = Vector.axes(at: place)
    let (e, n) = (Vector.dot(fix.place - place, east), Vector.dot(fix.place - place, north))
    self.init(index: index, time: fix.time, magnitude: (e * e + n * n).squareRoot(), axes: [e, n])
  }
}

/// Which errors are left out as mistakes of the truth (a detour, a wrong label) rather than of the receiver. Always
/// stated with the result.
package enum ErrorTrim: Sendable, Hashable {
  case none
  /// Errors of more than this many metres.
  case beyond(metres: Double)
  /// This share of the errors, the largest ones; 0 to below 1.
  case largest(share: Double)

  /// The rule in words, for reports; `nil` for none.
  package var text: String? {
    switch self {
    case .none: nil
    case .beyond(let metres): "errors above \(ShortNumber.short(metres)) m were left out"
    case .largest(let share): "the largest \(ShortNumber.short(share * 100)) % of the errors were left out"
    }
  }

  /// What stays, in the same order, and what to say of it.
  ///
  /// - Throws: `badInput` where nothing stays.
  func apply(_ errors: [PairedError]) throws(EstimationError) -> (kept: [PairedError], warnings: [FitWarning]) {
    let kept: [PairedError]
    switch self {
    case .none: kept = errors
    case .beyond(let metres): kept = errors.filter { $0.magnitude <= metres }
    case .largest(let share):
      let count = errors.count - Int((share * Double(errors.count)).rounded())
      let order = errors.indices.sorted { (errors[$0].magnitude, $0) < (errors[$1].magnitude, $1) }
      kept = order.prefix(max(0, count)).sorted().map { errors[$0] }
    }
    guard !kept.isEmpty else { throw .badInput("--trim leaves none of the \(errors.count) fixes") }
    guard let text, kept.count < errors.count else { return (kept, []) }
    return (kept, [.alteredSamples(count: errors.count - kept.count, reason: text)])
  }
}

/// Somewhere at some time: a fix, or a point of a track that is taken as true.
package struct TimedPlace: Sendable, Hashable {
  /// Seconds, from any start.
  package let time: Double
  /// Earth-centred, in metres.
  package let place: SIMD3<Double>

  package init(time: Double, place: SIMD3<Double>) {
    self.time = time
    self.place = place
  }
}

/// Products of Earth-centred vectors.
enum Vector {
  static func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }
  static func length(_ a: SIMD3<Double>) -> Double { dot(a, a).squareRoot() }
  static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  /// East and north at a place, in the plane perpendicular to the line to the Earth's centre.
  static func axes(at place: SIMD3<Double>) -> (east: SIMD3<Double>, north: SIMD3<Double>) {
    let up = place / max(length(place), 1e-300)
    var east = SIMD3(-up.y, up.x, 0)
    let size = length(east)
    east = size > 1e-9 ? east / size : SIMD3(0, 1, 0)
    return (east, cross(up, east))
  }
}

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
    let next = min(max(1, points.partitioningIndex { $0.time > time }), points.count - 1)
    let (a, b) = (points[next - 1], points[next])
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
