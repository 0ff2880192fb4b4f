import Quantities
import Simulation
import World

/// Compares delivered fixes with the truth at every whole second of a run.
///
/// The app holds the last fix of the last delivery (Apple: the most recent position is the last of the array). The
/// track goes straight between delivered fixes, ordered by their own time; of several fixes with one timestamp the one
/// delivered last counts; between fixes more than `longestInterpolation` apart there is no track.
///
/// Distances are kept squared: a nearest-rank quantile of squares is the square of the quantile, and one root replaces
/// 86,400. Buffers are kept from run to run.
struct AccuracySampler {
  static let longestInterpolation = TimeSpan.minutes(5)

  private struct TrackPoint {
    let instant: Instant
    let position: EarthVector
  }

  /// Squared distances in m^2 from the truth to the held position.
  private(set) var squaredErrors: [Double] = []
  /// Ages in seconds of the held position.
  private(set) var ages: [Double] = []
  /// Squared distances in m^2 from the truth to the track.
  private(set) var squaredTrackErrors: [Double] = []
  /// The same, of the seconds on the way: those in which the user moves, or all where the user never does.
  private(set) var squaredWayErrors: [Double] = []
  /// Ages in seconds of the held position, on the way.
  private var wayAges: [Double] = []
  /// How many of the seconds are on the way.
  private var waySeconds = 0
  /// How many seconds of the run lie outside the gaps.
  private(set) var seconds = 0
  private var track: [TrackPoint] = []

  /// Samples at 0 s, 1 s, ... before `horizon`, without the instants inside `gaps`.
  ///
  /// - Parameter gaps: in order of time, without overlap.
  mutating func sample(
    _ fixes: [DeliveredFix], truth: Journey, gaps: [ClosedRange<Instant>], horizon: Instant
  ) {
    squaredErrors.removeAll(keepingCapacity: true)
    ages.removeAll(keepingCapacity: true)
    squaredTrackErrors.removeAll(keepingCapacity: true)
    squaredWayErrors.removeAll(keepingCapacity: true)
    wayAges.removeAll(keepingCapacity: true)
    (seconds, waySeconds) = (0, 0)
    buildTrack(fixes)
    var cursor = JourneyCursor(truth)
    var held = -1
    var segment = -1
    var gap = 0
    var now = Instant.start
    while now < horizon {
      defer { now = Instant(nanoseconds: now.nanoseconds + 1_000_000_000) }
      while held + 1 < fixes.count, fixes[held + 1].delivered <= now { held += 1 }
      while segment + 1 < track.count, track[segment + 1].instant <= now { segment += 1 }
      while gap < gaps.count, gaps[gap].upperBound < now { gap += 1 }
      if gap < gaps.count, gaps[gap].lowerBound <= now { continue }
      seconds += 1
      let moves = cursor.speed(at: now) > 0
      if moves { waySeconds += 1 }
      if held < 0, segment < 0 { continue }
      let position = cursor.position(at: now)
      if held >= 0 {
        squaredErrors.append(position.squaredDistance(to: fixes[held].position))
        let age = (now - fixes[held].timestamp).seconds
        ages.append(age)
        if moves { wayAges.append(age) }
      }
      if segment >= 0, let point = trackPosition(at: now, segment: segment) {
        let error = position.squaredDistance(to: point)
        squaredTrackErrors.append(error)
        if moves { squaredWayErrors.append(error) }
      }
    }
    if waySeconds == 0 { (waySeconds, squaredWayErrors, wayAges) = (seconds, squaredTrackErrors, ages) }
  }

  /// Quantiles in metres, at ascending thousandths; `nil` without a sample.
  mutating func errors(at perMilles: [Int]) -> [Double]? {
    NearestRankQuantile.select(perMilles: perMilles, from: &squaredErrors)?.map { $0.squareRoot() }
  }
  /// Quantiles in seconds.
  mutating func ages(at perMilles: [Int]) -> [Double]? {
    NearestRankQuantile.select(perMilles: perMilles, from: &ages)
  }
  /// Quantiles in metres.
  mutating func trackErrors(at perMilles: [Int]) -> [Double]? {
    NearestRankQuantile.select(perMilles: perMilles, from: &squaredTrackErrors)?.map { $0.squareRoot() }
  }

  /// Quantiles in metres, of the track on the way.
  mutating func wayErrors(at perMilles: [Int]) -> [Double]? {
    NearestRankQuantile.select(perMilles: perMilles, from: &squaredWayErrors)?.map { $0.squareRoot() }
  }
  /// Quantiles in seconds, on the way.
  mutating func wayAges(at perMilles: [Int]) -> [Double]? {
    NearestRankQuantile.select(perMilles: perMilles, from: &wayAges)
  }
  /// Share of the seconds on the way that the track covers, 0 to 1; `nil` without a second whose truth is known.
  var wayCoverage: Double? { waySeconds > 0 ? Double(squaredWayErrors.count) / Double(waySeconds) : nil }

  private mutating func buildTrack(_ fixes: [DeliveredFix]) {
    track.removeAll(keepingCapacity: true)
    var ascending = true
    for fix in fixes {
      let point = TrackPoint(instant: fix.timestamp, position: fix.position)
      if let last = track.last, last.instant >= point.instant {
        if last.instant == point.instant {
          track[track.count - 1] = point
          continue
        }
        ascending = false
      }
      track.append(point)
    }
    guard !ascending else { return }
    // The standard sort is stable, so of equal instants the one delivered last comes last.
    track.sort { $0.instant < $1.instant }
    var kept = 0
    for index in track.indices {
      if kept > 0, track[kept - 1].instant == track[index].instant { kept -= 1 }
      track[kept] = track[index]
      kept += 1
    }
    track.removeLast(track.count - kept)
  }

  /// The track's position in the stretch after point `segment`, which is at or before `now`.
  private func trackPosition(at now: Instant, segment: Int) -> EarthVector? {
    let start = track[segment]
    if start.instant == now { return start.position }
    guard segment + 1 < track.count else { return nil }
    let end = track[segment + 1]
    let span = end.instant - start.instant
    guard span <= Self.longestInterpolation else { return nil }
    return start.position.interpolated(
      to: end.position,
      fraction: Double((now - start.instant).nanoseconds) / Double(span.nanoseconds))
  }
}
