import LocationServices

/// The end of a trip, as e-mission on Android finds it (e-mission-data-collection, commit 9fbb7be,
/// `LocationChangeIntentService.java`).
///
/// It comes with a position that is kept, if those kept before lie within `radius` of the newest: as many as a rest has at the
/// requested interval, however late they came, and all of the last five minutes, which have to span four. Positions worse than
/// 200 m are not kept, nor exact repeats of the oldest that counts. Replayed on the recorded fixes of MobilityNet's Nexus 6,
/// the rule ends 27 of 39 trips with the last recorded fix (reports/validation/measured-phones.md).
struct RestDetection {
  /// So many positions at least, where the interval gives as many in the time of a rest.
  private static let leastPositions = 10
  /// The window is that much longer than a rest (s), and its positions span that share of one.
  private static let (slack, leastSpan) = (10.0, 0.8)

  private let worst: Double
  private let radius: Double
  /// As many positions as a rest has at the requested interval.
  private let count: Int
  /// The time that is looked back, and what its positions have to span.
  private let (window, span): (Double, Double)
  /// As far as is looked back, in order of delivery.
  private var kept: [(delivered: Double, location: Location)] = []

  /// - Parameters:
  ///   - worst: positions with this radius or more are not kept (m).
  ///   - time: of a rest (s).
  ///   - interval: at which positions are wanted (s). Above a tenth of `time`, where the diary's rule finds no end, fewer positions
  ///     and a longer window do.
  init(worst: Double, radius: Double, time: Double, interval: Double) {
    (self.worst, self.radius) = (worst, radius)
    count = max(2, Int(time / interval))
    window = max(time + Self.slack, 3 * interval)
    span = min(Self.leastSpan * time, window - Self.slack - 2 * interval)
  }

  mutating func reset() { kept.removeAll() }

  /// Takes a delivery.
  ///
  /// - Returns: the last of the positions that were kept, where the trip has ended.
  mutating func add(_ locations: [Location], at now: Double) -> Location? {
    let hasRested = hasRested(at: now)
    let oldest = kept.suffix(count).first?.location
    let new = locations.filter { location in
      location.horizontalAccuracy < worst && oldest.map { $0.distance(from: location) != 0 } ?? true
    }
    kept += new.map { (now, $0) }
    let needless = kept.count - count
    if needless > 0, let recent = kept.firstIndex(where: { $0.delivered >= now - window }) {
      kept.removeFirst(min(needless, recent))
    }
    return hasRested ? new.last : nil
  }

  private func hasRested(at now: Double) -> Bool {
    guard let newest = kept.last, kept.count >= min(Self.leastPositions, count),
      let start = kept.firstIndex(where: { $0.delivered >= now - window }), kept.count - start > 1,
      newest.location.timestamp - kept[start].location.timestamp > span
    else { return false }
    return kept.suffix(max(count, kept.count - start)).allSatisfy {
      $0.location.distance(from: newest.location) < radius
    }
  }
}
