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
    let share = ((UInt64(truncatingIfNeeded: second) &+ 1) &* 0x9E37_79B9_7F4A_7C15) >> 32
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

  /// Seconds in which neither the line of the truth, nor the leg, nor what the server has changes.
  private struct Stretch {
    let seconds: Range<Int>
    let next: Instant
    let moves: Bool
    let truth: Line
  }

  /// A straight way at one speed.
  private struct Line {
    let start: Instant
    let origin, way: EarthVector
    /// In nanoseconds.
    let span: Double

    @inline(__always)
    func position(at now: Instant) -> EarthVector {
      origin + way * (Double(now.nanoseconds &- start.nanoseconds) / span)
    }
  }

  /// Looks at the instants before `end`, for which all fixes are there.
  private mutating func sample(until end: Instant) {
    guard Self.instant(of: second) < end, var cursor else { return }
    // Each series has a loop of its own, whose few variables stay in registers.
    let (fixes, server, track) = (self.fixes, self.server, self.track)
    fixes.withUnsafeBufferPointer { fixes in
      track.withUnsafeBufferPointer { track in
        while let stretch = nextStretch(until: end, &cursor, track) {
          if !freshShares.isEmpty { countFresh(fixes, server, stretch) }
          compareHeld(fixes, stretch)
          compareTrack(track, stretch)
          server.withUnsafeBufferPointer { server in
            _ = Self.compare(stretch, &squaredServerErrors) { Self.newest(of: server, &shown, at: $0) }
          }
          second = stretch.seconds.upperBound
        }
      }
    }
    self.cursor = cursor
  }

  private mutating func nextStretch(
    until end: Instant, _ cursor: inout JourneyCursor, _ track: UnsafeBufferPointer<DeliveredFix>
  ) -> Stretch? {
    while true {
      let now = Self.instant(of: second)
      guard now < end else { return nil }
      _ = Self.follow(track, &segment, &lengths, to: now)
      while shown + 1 < server.count, server[shown + 1].delivered <= now { shown += 1 }
      while leg + 1 < legs.count, legs[leg + 1].start <= now { leg += 1 }
      while gap < gaps.count, gaps[gap].upperBound < now { gap += 1 }
      var next = min(end, cursor.endOfLine(at: now))
      if gap < gaps.count { next = min(next, gaps[gap].lowerBound) }
      guard next > now else {
        lengths.skip()
        second += 1
        continue
      }
      if shown + 1 < server.count { next = min(next, server[shown + 1].delivered) }
      if leg + 1 < legs.count { next = min(next, legs[leg + 1].start) }
      let following = min(Self.firstSecond(from: next), second + SecondSamples.capacity)
      let (count, moves) = (following - second, cursor.isMoving(at: now))
      seconds += count
      lengths.follow(isMoving: moves, way: moves ? cursor.speed(at: now) * Double(count) : 0)
      if moves {
        movingSeconds += count
        if !legs.isEmpty { legs[leg].moving += count }
      }
      return Stretch(
        seconds: second..<following, next: next, moves: moves,
        truth: Line(start: cursor.start, origin: cursor.origin, way: cursor.way, span: cursor.span))
    }
  }

  /// Compares lines of positions with the truth, each until the next one begins.
  ///
  /// - Parameters:
  ///   - follow: the line at an instant, if there is one, and until when.
  ///   - note: called with the seconds of each line.
  /// - Returns: how many squares are within the limit.
  @inline(__always)
  private static func compare(
    _ stretch: Stretch, _ errors: inout SecondSamples, limit: Double = -1,
    follow: (Instant) -> (line: Line?, end: Instant), note: (Range<Int>) -> Void = { _ in }
  ) -> Int {
    let (end, moves, truth) = (stretch.seconds.upperBound, stretch.moves, stretch.truth)
    var (place, within) = (stretch.seconds.lowerBound, 0)
    var squares = errors.writer(for: end - place, isMoving: moves)
    while place < end {
      let (found, change) = follow(instant(of: place))
      let last = change < stretch.next ? min(end, firstSecond(from: change)) : end
      if let line = found {
        if !moves && line.way == .zero {
          squares.append(truth.origin.squaredDistance(to: line.origin), count: last - place)
        } else {
          for second in place..<last {
            let now = instant(of: second)
            let square = (moves ? truth.position(at: now) : truth.origin).squaredDistance(to: line.position(at: now))
            squares.append(square)
            if square <= limit { within += 1 }
          }
        }
        note(place..<last)
      }
      place = last
    }
    errors.take(squares, isMoving: moves)
    return within
  }

  /// The newest position, which `held` follows.
  @inline(__always)
  private static func newest(
    of fixes: UnsafeBufferPointer<DeliveredFix>, _ held: inout Int, at now: Instant
  ) -> (line: Line?, end: Instant) {
    while held + 1 < fixes.count, fixes[held + 1].delivered <= now { held += 1 }
    let end = held + 1 < fixes.count ? fixes[held + 1].delivered : .never
    return (held >= 0 ? Line(start: now, origin: fixes[held].position, way: .zero, span: 1) : nil, end)
  }

  private mutating func compareHeld(_ fixes: UnsafeBufferPointer<DeliveredFix>, _ stretch: Stretch) {
    var held = held
    let limit = legs.isEmpty || !stretch.moves ? -1 : legs[leg].nowLimit
    var ages = self.ages.writer(for: stretch.seconds.count, isMoving: stretch.moves)
    let within = Self.compare(stretch, &squaredErrors, limit: limit) {
      Self.newest(of: fixes, &held, at: $0)
    } note: {
      let taken = fixes[held].timestamp
      for second in $0 { ages.append((Self.instant(of: second) - taken).seconds) }
    }
    self.ages.take(ages, isMoving: stretch.moves)
    self.held = held
    if within > 0 { legs[leg].now += within }
  }

  private mutating func compareTrack(_ track: UnsafeBufferPointer<DeliveredFix>, _ stretch: Stretch) {
    var (segment, lengths) = (segment, lengths)
    let limit = legs.isEmpty || !stretch.moves ? -1 : legs[leg].trackLimit
    let within = Self.compare(stretch, &squaredTrackErrors, limit: limit) { now in
      let end = Self.follow(track, &segment, &lengths, to: now)
      guard segment >= 0 else { return (nil, end) }
      let point = track[segment]
      guard end - point.timestamp <= Self.longestInterpolation else {
        // There is but this one point.
        let line = Line(start: now, origin: point.position, way: .zero, span: 1)
        return point.timestamp == now ? (line, now + TimeSpan(nanoseconds: 1)) : (nil, end)
      }
      return (
        Line(
          start: point.timestamp, origin: point.position, way: track[segment + 1].position - point.position,
          span: Double((end - point.timestamp).nanoseconds)), end
      )
    }
    (self.segment, self.lengths) = (segment, lengths)
    if within > 0 { legs[leg].track += within }
  }

  /// Goes on to the last point of the track.
  ///
  /// - Returns: when the next one was.
  @inline(__always)
  private static func follow(
    _ track: UnsafeBufferPointer<DeliveredFix>, _ segment: inout Int, _ lengths: inout TrackLength, to now: Instant
  ) -> Instant {
    while segment + 1 < track.count {
      guard track[segment + 1].timestamp <= now else { return track[segment + 1].timestamp }
      segment += 1
      lengths.add(track[segment])
    }
    return .never
  }

  private mutating func countFresh(
    _ fixes: UnsafeBufferPointer<DeliveredFix>, _ server: [DeliveredFix], _ stretch: Stretch
  ) {
    var (held, shown) = (held, shown)
    for now in stretch.seconds.lazy.map(Self.instant(of:)) {
      while held + 1 < fixes.count, fixes[held + 1].delivered <= now { held += 1 }
      while shown + 1 < server.count, server[shown + 1].delivered <= now { shown += 1 }
      for index in freshShares.indices {
        freshShares[index].look(
          at: now, held >= 0 ? fixes[held] : nil, server: shown >= 0 ? server[shown] : nil, isMoving: stretch.moves)
      }
    }
  }

  /// Forgets what no instant to come needs: the app holds a later fix, and the track has a later point.
  private mutating func dropFixes() {
    fixes.removeFirst(max(0, held))
    held = min(held, 0)
    track.removeFirst(max(0, segment))
    segment = min(segment, 0)
  }
}
