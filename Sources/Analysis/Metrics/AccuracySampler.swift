import Core
import Simulation
import World

/// Compares delivered fixes with the truth at one instant of every second of a run.
///
/// The instants are stratified: that of second k lies a share frac((k + 1) / golden ratio) into it (Weyl's sequence), so that
/// neither fixes at 1 Hz nor any other period alias with them. They are the same for all runs of a day.
///
/// The app holds the last fix of the last delivery (Apple: the most recent position is the last of the array). The
/// track goes straight between delivered fixes, ordered by their own time; of several fixes with one timestamp the one
/// delivered last counts; between fixes more than `longestInterpolation` apart there is no track. As in recorders, fixes with a
/// reported radius above `largestRadius` do not enter it.
///
/// Fixes come one by one. Instants are looked at as soon as no fix can change them any more, and fixes are forgotten when no
/// instant needs them any more: memory holds six times `chunk` fixes, however long the run. A fix that comes when `chunk` newer
/// ones have come already leaves the track behind it as it is; no app gets one.
///
/// Distances are kept squared: a nearest-rank quantile of squares is the square of the quantile, and one root replaces
/// 86,400. Buffers are kept from run to run; how large they become, `SecondSamples` limits.
struct AccuracySampler: ~Copyable {
  // Computed, so that it is a constant in the code; a stored static would be looked up at every second.
  static var longestInterpolation: TimeSpan { TimeSpan(nanoseconds: 300_000_000_000) }
  /// Metres: a position with a larger reported radius does not enter the track. A background SDK's default (sources [S104]).
  static var largestRadius: Double { 100 }
  static let chunk = 4_096

  /// Squared distances in m^2 from the truth to the held position.
  private(set) var squaredErrors = SecondSamples()
  /// Ages in seconds of the held position.
  private(set) var ages = SecondSamples()
  /// Squared distances in m^2 from the truth to the track.
  private(set) var squaredTrackErrors = SecondSamples()
  /// Squared distances in m^2 from the truth to the newest position at the app's server.
  private(set) var squaredServerErrors = SecondSamples()
  /// Shares of positions that are near and fresh, as far as they are asked for.
  private(set) var freshShares: [FreshShare] = []
  private(set) var legs: [LegShares] = []
  private(set) var lengths = TrackLength()
  /// How many instants are moving time: those in which the user moves, or all where the user never does.
  private(set) var movingSeconds = 0
  /// Whether the user moves at none of the instants.
  private(set) var isAtRest = false
  /// How many instants of the run lie outside the gaps.
  private(set) var seconds = 0

  /// Fixes that an instant may still need, in the order of delivery.
  private var fixes: [DeliveredFix] = []
  /// What reached the app's server, by arrival; each newer than the one before.
  private var server: [DeliveredFix] = []
  /// The track: those that enter it in the order of their own time, each time once.
  private var track: [DeliveredFix] = []
  private var cursor: JourneyCursor?
  private var gaps: [ClosedRange<Instant>] = []
  private var horizon = Instant.start
  /// The second to look at next.
  private var second = 0
  /// The place of the fix that the app holds, of that at the server, and of the track's last point; -1 before the first.
  private var (held, shown, segment) = (-1, -1, -1)
  private var (gap, leg) = (0, 0)

  /// The instant of a second at which positions are compared.
  @inline(__always)
  static func instant(of second: Int) -> Instant {
    let share = ((UInt64(second) &+ 1) &* 0x9E37_79B9_7F4A_7C15) >> 32
    return Instant(nanoseconds: Int64(second) &* 1_000_000_000 &+ Int64((share &* 1_000_000_000) >> 32))
  }

  /// The first second whose instant lies at or after `instant`.
  @inline(__always)
  private static func firstSecond(from instant: Instant) -> Int {
    let second = Int(instant.nanoseconds / 1_000_000_000)
    return Self.instant(of: second) < instant ? second + 1 : second
  }

  /// Begins a run, whose instants lie before `horizon` and outside `gaps`.
  ///
  /// - Parameters:
  ///   - gaps: in order of time, without overlap.
  ///   - legs: what is told apart, in order of time.
  ///   - fresh: shares of near and fresh positions to count.
  mutating func begin(
    truth: Journey, gaps: [ClosedRange<Instant>], horizon: Instant, legs: [LegShares] = [], fresh: [NowShare] = []
  ) {
    squaredErrors.removeAll()
    ages.removeAll()
    squaredTrackErrors.removeAll()
    squaredServerErrors.removeAll()
    (seconds, movingSeconds) = (0, 0)
    forget()
    cursor = JourneyCursor(truth)
    (self.gaps, self.horizon, self.legs, lengths) = (gaps, horizon, legs, TrackLength())
    freshShares = fresh.map { FreshShare($0, truth) }
    (second, gap, leg) = (0, 0, 0)
  }

  /// - Parameter more: in the order of delivery.
  mutating func add(_ more: [DeliveredFix]) {
    for fix in more where fix.horizontalAccuracy <= Self.largestRadius { addToTrack(fix) }
    fixes += more
    guard fixes.count - max(0, held) >= 2 * Self.chunk, let newest = fixes.last else { return }
    let settled = fixes.suffix(Self.chunk).reduce(newest.delivered) { min($0, $1.timestamp) }
    sample(until: min(settled, horizon))
    // Seldom, since what stays is moved.
    if held >= 4 * Self.chunk { dropFixes() }
  }

  private mutating func addToTrack(_ fix: DeliveredFix) {
    guard let last = track.last, last.timestamp >= fix.timestamp else { return track.append(fix) }
    var place = track.count
    while place > 0, track[place - 1].timestamp > fix.timestamp { place -= 1 }
    if place > 0, track[place - 1].timestamp == fix.timestamp {
      // Of equal times the one delivered last counts.
      track[place - 1] = fix
    } else {
      track.insert(fix, at: place)
    }
  }

  /// - Parameter fix: delivered when it reached the app's server; in the order of arrival.
  mutating func addToServer(_ fix: DeliveredFix) {
    guard server.last.map({ $0.timestamp <= fix.timestamp }) ?? true else { return }
    server.append(fix)
  }

  /// Looks at what is left of the run.
  mutating func finish() {
    sample(until: horizon)
    isAtRest = movingSeconds == 0 && seconds > 0
    if isAtRest {
      movingSeconds = seconds
      squaredErrors.countAllAsMoving()
      squaredTrackErrors.countAllAsMoving()
      squaredServerErrors.countAllAsMoving()
      ages.countAllAsMoving()
    }
    forget()
  }

  private mutating func forget() {
    fixes.removeAll(keepingCapacity: true)
    server.removeAll(keepingCapacity: true)
    track.removeAll(keepingCapacity: true)
    cursor = nil
    (held, shown, segment) = (-1, -1, -1)
  }

  /// Quantiles in metres or seconds, at ascending thousandths; `nil` without a sample.
  mutating func quantiles(of series: PositionSeries, at perMilles: [Int]) -> [Double]? {
    switch series {
    case .error: squaredErrors.quantiles(perMilles)?.map { $0.squareRoot() }
    case .age: ages.quantiles(perMilles)
    case .movingAge: ages.quantiles(perMilles, movingOnly: true)
    case .trackError: squaredTrackErrors.quantiles(perMilles)?.map { $0.squareRoot() }
    case .movingError: squaredTrackErrors.quantiles(perMilles, movingOnly: true)?.map { $0.squareRoot() }
    }
  }

  /// A share of the run's instants, 0 to 1; `nil` without an instant whose truth is known.
  func share(_ share: NowShare) -> Double? {
    let total = share.isAllDay ? seconds : movingSeconds
    guard total > 0 else { return nil }
    if share.longestAge != nil {
      guard let found = freshShares.first(where: { $0.share == share }) else { return nil }
      return Double(share.isAllDay || isAtRest ? found.count : found.movingCount) / Double(total)
    }
    let (square, movingOnly) = (share.metres * share.metres, !share.isAllDay)
    let count =
      share.isAtServer
      ? squaredServerErrors.count(upTo: square, movingOnly: movingOnly)
      : squaredErrors.count(upTo: square, movingOnly: movingOnly)
    return Double(count) / Double(total)
  }

  /// Share of the moving time in which the track lies within `metres` of the truth.
  func trackShare(within metres: Double) -> Double? {
    movingSeconds > 0
      ? Double(squaredTrackErrors.count(upTo: metres * metres, movingOnly: true)) / Double(movingSeconds) : nil
  }

  /// Share of the moving time that the track covers, 0 to 1; `nil` without an instant whose truth is known.
  var movingCoverage: Double? { trackShare(within: .infinity) }

  /// Goes on to the fix that the app holds and the track's last point. In `sample`, Swift would check each access to what it shares.
  @inline(__always)
  private static func follow(
    _ now: Instant, _ fixes: [DeliveredFix], _ held: inout Int, _ track: [DeliveredFix], _ segment: inout Int,
    _ lengths: inout TrackLength
  ) {
    while held + 1 < fixes.count, fixes[held + 1].delivered <= now { held += 1 }
    while segment + 1 < track.count, track[segment + 1].timestamp <= now {
      segment += 1
      lengths.add(track[segment])
    }
  }

  /// Looks at the instants before `end`, for which all fixes are there.
  private mutating func sample(until end: Instant) {
    guard Self.instant(of: second) < end, var cursor else { return }
    // Local, so that the loop need not copy or write back at each second.
    var (second, held, shown, segment, gap, leg, lengths) = (
      self.second, self.held, self.shown, self.segment, self.gap, self.leg, self.lengths
    )
    let (fixes, server, track, gaps) = (self.fixes, self.server, self.track, self.gaps)
    var now = Self.instant(of: second)
    // In stretches in which neither the line of the truth, nor the leg, nor what the server has changes.
    while now < end {
      Self.follow(now, fixes, &held, track, &segment, &lengths)
      while shown + 1 < server.count, server[shown + 1].delivered <= now { shown += 1 }
      while leg + 1 < legs.count, legs[leg + 1].start <= now { leg += 1 }
      while gap < gaps.count, gaps[gap].upperBound < now { gap += 1 }
      if gap < gaps.count, gaps[gap].lowerBound <= now {
        lengths.skip()
        second += 1
        now = Self.instant(of: second)
        continue
      }
      var next = min(end, cursor.endOfLine(at: now))
      if shown + 1 < server.count { next = min(next, server[shown + 1].delivered) }
      if leg + 1 < legs.count { next = min(next, legs[leg + 1].start) }
      if gap < gaps.count { next = min(next, gaps[gap].lowerBound) }
      let following = Self.firstSecond(from: next)
      let (count, moves) = (following - second, cursor.isMoving(at: now))
      seconds += count
      lengths.follow(isMoving: moves, way: moves ? cursor.speed(at: now) * Double(count) : 0)
      if moves {
        movingSeconds += count
        if !legs.isEmpty { legs[leg].moving += count }
      }
      var position = cursor.position(at: now)
      let newest = shown >= 0 ? server[shown] : nil
      var place = fixes.isEmpty ? following : second
      while place < following {
        now = Self.instant(of: place)
        Self.follow(now, fixes, &held, track, &segment, &lengths)
        var end = place + 1
        if moves {
          position = cursor.position(at: now)
        } else {
          // Errors stay until the app or the track gets its next position.
          var change = next
          if held + 1 < fixes.count { change = min(change, fixes[held + 1].delivered) }
          if segment + 1 < track.count { change = min(change, track[segment + 1].timestamp) }
          end = Self.firstSecond(from: change)
        }
        if held >= 0 {
          let square = position.squaredDistance(to: fixes[held].position)
          squaredErrors.append(square, isMoving: moves, count: end - place)
          if moves, !legs.isEmpty, square <= legs[leg].nowLimit { legs[leg].now += 1 }
        }
        if let newest {
          let square = position.squaredDistance(to: newest.position)
          squaredServerErrors.append(square, isMoving: moves, count: end - place)
        }
        let (first, count) = (place, end - place)
        if held >= 0 {
          let taken = fixes[held].timestamp
          ages.append(isMoving: moves, count: count) { (Self.instant(of: first + $0) - taken).seconds }
        }
        if segment >= 0 {
          let line = TrackLine(after: segment, of: track)
          squaredTrackErrors.append(isMoving: moves, count: line.holds ? count : line.start == now ? 1 : 0) {
            position.squaredDistance(to: line.position(at: Self.instant(of: first + $0)))
          }
          if moves, !legs.isEmpty, line.holds || line.start == now,
            position.squaredDistance(to: line.position(at: now)) <= legs[leg].trackLimit
          {
            legs[leg].track += 1
          }
        }
        for index in freshShares.indices {
          for place in place..<end {
            let (fix, now) = (held >= 0 ? fixes[held] : nil, Self.instant(of: place))
            freshShares[index].look(at: now, fix, server: newest, isMoving: moves)
          }
        }
        place = end
      }
      second = following
      now = Self.instant(of: second)
    }
    (self.second, self.held, self.shown, self.segment) = (second, held, shown, segment)
    (self.gap, self.leg, self.lengths, self.cursor) = (gap, leg, lengths, cursor)
  }

  /// Forgets what no instant to come needs: the app holds a later fix, and the track has a later point.
  private mutating func dropFixes() {
    fixes.removeFirst(max(0, held))
    held = min(held, 0)
    track.removeFirst(max(0, segment))
    segment = min(segment, 0)
  }

  /// The track after one of its points.
  private struct TrackLine {
    let start: Instant
    /// Whether there is a next point, soon enough; otherwise the track has but the point at `start`.
    let holds: Bool
    private let origin, way: EarthVector
    private let span: Double

    @inline(__always)
    init(after point: Int, of track: [DeliveredFix]) {
      (start, origin) = (track[point].timestamp, track[point].position)
      guard point + 1 < track.count, track[point + 1].timestamp - start <= AccuracySampler.longestInterpolation
      else {
        (holds, way, span) = (false, .zero, 1)
        return
      }
      (holds, way) = (true, track[point + 1].position - origin)
      span = Double((track[point + 1].timestamp - start).nanoseconds)
    }

    @inline(__always)
    func position(at now: Instant) -> EarthVector {
      origin + way * (Double((now - start).nanoseconds) / span)
    }
  }
}
