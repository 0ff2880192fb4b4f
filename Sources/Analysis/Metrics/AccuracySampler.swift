import Quantities
import Simulation
import World

/// Compares delivered fixes with the truth at every whole second of a run.
///
/// The app holds the last fix of the last delivery (Apple: the most recent position is the last of the array). The
/// track goes straight between delivered fixes, ordered by their own time; of several fixes with one timestamp the one
/// delivered last counts; between fixes more than `longestInterpolation` apart there is no track.
///
/// Fixes come one by one. Seconds are looked at as soon as no fix can change them any more, and fixes are forgotten when no
/// second needs them any more: memory holds `chunk` fixes or two, however long the run. A fix that comes when `chunk` newer
/// ones have come already leaves the track behind it as it is; no app gets one.
///
/// Distances are kept squared: a nearest-rank quantile of squares is the square of the quantile, and one root replaces
/// 86,400. Buffers are kept from run to run; how large they become, `SecondSamples` limits.
struct AccuracySampler {
  // Computed, so that it is a constant in the code; a stored static would be looked up at every second.
  static var longestInterpolation: TimeSpan { TimeSpan(nanoseconds: 300_000_000_000) }
  static let chunk = 4_096

  /// Squared distances in m^2 from the truth to the held position.
  private(set) var squaredErrors = SecondSamples()
  /// Ages in seconds of the held position.
  private(set) var ages = SecondSamples()
  /// Squared distances in m^2 from the truth to the track.
  private(set) var squaredTrackErrors = SecondSamples()
  /// How many of the seconds are on the way: those in which the user moves, or all where the user never does.
  private var movingSeconds = 0
  /// Whether the user moves in none of the seconds.
  private(set) var isAtRest = false
  /// How many seconds of the run lie outside the gaps.
  private(set) var seconds = 0

  /// Fixes that a second may still need, in the order of delivery.
  private var fixes: [DeliveredFix] = []
  /// How many make it worth while to look at the seconds before them.
  private var limit = 2 * chunk
  /// The track through them: their places in the order of their own time, each time once.
  private var track: [Int] = []
  private var cursor: JourneyCursor?
  private var gaps: [ClosedRange<Instant>] = []
  private var horizon = Instant.start
  /// The next second to look at.
  private var now = Instant.start
  /// The place of the fix that the app holds; -1 before the first.
  private var held = -1
  private var gap = 0

  /// Begins a run, whose seconds are 0 s, 1 s, ... before `horizon`, without the instants inside `gaps`.
  ///
  /// - Parameter gaps: in order of time, without overlap.
  mutating func begin(truth: Journey, gaps: [ClosedRange<Instant>], horizon: Instant) {
    squaredErrors.removeAll()
    ages.removeAll()
    squaredTrackErrors.removeAll()
    (seconds, movingSeconds) = (0, 0)
    forget()
    cursor = JourneyCursor(truth)
    (self.gaps, self.horizon) = (gaps, horizon)
    (now, gap) = (.start, 0)
  }

  /// - Parameter fix: in the order of delivery.
  mutating func add(_ fix: DeliveredFix) {
    if fixes.isEmpty {
      // At once, since growing step by step would copy, and leave holes in memory.
      let count = Int(max(0, horizon.nanoseconds) / 1_000_000_000) + 1
      squaredErrors.reserveCapacity(count)
      ages.reserveCapacity(count)
      squaredTrackErrors.reserveCapacity(count)
      fixes.reserveCapacity(2 * Self.chunk)
    }
    fixes.append(fix)
    guard fixes.count >= limit else { return }
    let settled = fixes.suffix(Self.chunk).reduce(fix.delivered) { min($0, $1.timestamp) }
    sample(until: min(settled, horizon))
    dropFixes()
    limit = max(2 * Self.chunk, 2 * fixes.count)
  }

  /// Looks at what is left of the run.
  mutating func finish() {
    sample(until: horizon)
    isAtRest = movingSeconds == 0 && seconds > 0
    if isAtRest {
      movingSeconds = seconds
      squaredTrackErrors.takeAllAsWay()
      ages.takeAllAsWay()
    }
    forget()
  }

  private mutating func forget() {
    fixes.removeAll(keepingCapacity: true)
    track.removeAll(keepingCapacity: true)
    cursor = nil
    held = -1
    limit = 2 * Self.chunk
  }

  /// Quantiles in metres or seconds, at ascending thousandths; `nil` without a sample.
  mutating func quantiles(of series: PositionSeries, at perMilles: [Int]) -> [Double]? {
    switch series {
    case .error: squaredErrors.quantiles(perMilles)?.map { $0.squareRoot() }
    case .age: ages.quantiles(perMilles)
    case .movingAge: ages.quantiles(perMilles, onWayOnly: true)
    case .trackError: squaredTrackErrors.quantiles(perMilles)?.map { $0.squareRoot() }
    case .movingError: squaredTrackErrors.quantiles(perMilles, onWayOnly: true)?.map { $0.squareRoot() }
    }
  }
  /// Share of the seconds on the way that the track covers, 0 to 1; `nil` without a second whose truth is known.
  var movingCoverage: Double? {
    movingSeconds > 0 ? Double(squaredTrackErrors.movingCount) / Double(movingSeconds) : nil
  }

  /// Looks at the seconds before `end`, for which all fixes are there.
  private mutating func sample(until end: Instant) {
    guard now < end, var cursor else { return }
    orderTrack()
    // Local, so that the loop need not copy or write back at each second.
    var (now, held, gap, seconds, movingSeconds) = (self.now, self.held, self.gap, self.seconds, self.movingSeconds)
    let (fixes, track, gaps) = (self.fixes, self.track, self.gaps)
    var (errors, ages, trackErrors) = (SecondSamples(), SecondSamples(), SecondSamples())
    swap(&errors, &squaredErrors)
    swap(&ages, &self.ages)
    swap(&trackErrors, &squaredTrackErrors)
    defer {
      swap(&errors, &squaredErrors)
      swap(&ages, &self.ages)
      swap(&trackErrors, &squaredTrackErrors)
    }
    var segment = -1
    let second = TimeSpan(nanoseconds: 1_000_000_000)
    // In stretches in which neither the line of the truth, nor the held position, nor the track's stretch changes.
    while now < end {
      while held + 1 < fixes.count, fixes[held + 1].delivered <= now { held += 1 }
      while segment + 1 < track.count, fixes[track[segment + 1]].timestamp <= now { segment += 1 }
      while gap < gaps.count, gaps[gap].upperBound < now { gap += 1 }
      if gap < gaps.count, gaps[gap].lowerBound <= now {
        now = now + second
        continue
      }
      // With a fix a second, which is what there is most to do for, every stretch is one second.
      var count = 1
      let following = now + second
      if held + 1 >= fixes.count || fixes[held + 1].delivered > following {
        var next = min(end, cursor.endOfLine(at: now))
        if held + 1 < fixes.count { next = min(next, fixes[held + 1].delivered) }
        if segment + 1 < track.count { next = min(next, fixes[track[segment + 1]].timestamp) }
        if gap < gaps.count { next = min(next, gaps[gap].lowerBound) }
        count = Int((next.nanoseconds - now.nanoseconds + 999_999_999) / 1_000_000_000)
      }
      let moves = cursor.isMoving(at: now)
      seconds += count
      if moves { movingSeconds += count }
      let hasTrack = segment >= 0 && Self.reaches(now, from: segment, of: track, through: fixes)
      if held < 0, !hasTrack {
        now = Instant(nanoseconds: now.nanoseconds + Int64(count) * 1_000_000_000)
        continue
      }
      var position = cursor.position(at: now)
      if held >= 0, !moves {
        errors.append(position.squaredDistance(to: fixes[held].position), count: count, isOnWay: false)
      }
      for place in 0..<count {
        if moves, place > 0 { position = cursor.position(at: now) }
        if held >= 0 {
          if moves { errors.append(position.squaredDistance(to: fixes[held].position), isOnWay: false) }
          ages.append((now - fixes[held].timestamp).seconds, isOnWay: moves)
        }
        if hasTrack, let point = Self.trackPosition(at: now, segment: segment, of: track, through: fixes) {
          trackErrors.append(position.squaredDistance(to: point), isOnWay: moves)
        }
        now = now + second
      }
    }
    (self.now, self.held, self.gap, self.seconds, self.movingSeconds) = (now, held, gap, seconds, movingSeconds)
    self.cursor = cursor
  }

  /// Forgets fixes that no second from `now` on needs: the app holds a later one, and so does the track.
  private mutating func dropFixes() {
    let segment = (track.firstIndex { fixes[$0].timestamp > now } ?? track.count) - 1
    guard held > 0, segment >= 0 else { return }
    let count = min(held, track[segment...].min() ?? 0)
    fixes.removeFirst(count)
    held -= count
  }

  private mutating func orderTrack() {
    track.removeAll(keepingCapacity: true)
    var ascending = true
    for place in fixes.indices {
      if let last = track.last, fixes[last].timestamp >= fixes[place].timestamp {
        if fixes[last].timestamp == fixes[place].timestamp {
          track[track.count - 1] = place
          continue
        }
        ascending = false
      }
      track.append(place)
    }
    guard !ascending else { return }
    // The standard sort is stable, so of equal instants the one delivered last comes last.
    track.sort { fixes[$0].timestamp < fixes[$1].timestamp }
    var kept = 0
    for index in track.indices {
      if kept > 0, fixes[track[kept - 1]].timestamp == fixes[track[index]].timestamp { kept -= 1 }
      track[kept] = track[index]
      kept += 1
    }
    track.removeLast(track.count - kept)
  }

  /// Whether the track has a position in the stretch after point `segment`, at `now` or later.
  private static func reaches(
    _ now: Instant, from segment: Int, of track: [Int], through fixes: [DeliveredFix]
  ) -> Bool {
    let start = fixes[track[segment]].timestamp
    if start == now { return true }
    return segment + 1 < track.count && fixes[track[segment + 1]].timestamp - start <= longestInterpolation
  }

  /// The track's position in the stretch after point `segment`, which is at or before `now`.
  @inline(__always)
  private static func trackPosition(
    at now: Instant, segment: Int, of track: [Int], through fixes: [DeliveredFix]
  ) -> EarthVector? {
    let start = fixes[track[segment]]
    if start.timestamp == now { return start.position }
    guard segment + 1 < track.count else { return nil }
    let end = fixes[track[segment + 1]]
    let span = end.timestamp - start.timestamp
    guard span <= Self.longestInterpolation else { return nil }
    return start.position.interpolated(
      to: end.position,
      fraction: Double((now - start.timestamp).nanoseconds) / Double(span.nanoseconds))
  }
}
