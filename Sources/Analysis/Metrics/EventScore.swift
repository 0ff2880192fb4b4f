package import Core
package import Simulation
package import World

/// A run's deliveries of events against the truth.
///
/// An event is a true crossing of a watched area's edge after which the other state held for 20 s, or the arrival at or
/// departure from a place where the phone stayed for 3 min at least. A delivery belongs to the event that was the last of
/// its watch when it came: one delivered after the opposite crossing is late beyond use. For visits the next event of the
/// same kind is the limit, because the opposite one concerns another place. Dwelling in a geofence takes place when an entry during
/// the watch has been followed by a stay of the asked length, and is of use until the exit. An event of a beacon within a fence
/// that the app watches for the same at that time repeats the fence's: it is neither counted nor missed.
package struct EventScore: Sendable {
  package static let hold = TimeSpan.seconds(20)
  /// A shorter stay is no visit (estimate; an app in the field saw arrivals about 3 min after the fact, sources C1).
  package static let shortestVisit = TimeSpan.minutes(3)

  /// A true event: an entry or arrival, dwelling included, or an exit or departure.
  package struct Outcome: Sendable, Hashable {
    package let isEntry: Bool
    /// From the event to its delivery, in seconds; `nil` for a missed one.
    package let latency: Double?

    package init(isEntry: Bool, latency: Double?) { (self.isEntry, self.latency) = (isEntry, latency) }
  }

  /// In no particular order.
  package private(set) var outcomes: [Outcome] = []
  package private(set) var falseDeliveries = 0

  package var missed: Int { outcomes.count { $0.latency == nil } }

  private struct Event {
    let instant: Instant
    let isEntry: Bool
  }

  package init(_ record: RunRecord, truth: Journey) {
    var deliveries = [Int: [DeliveredEvent]](grouping: record.events, by: \.serial)
    var stays: [Stay]?
    for watch in record.watches {
      let own = deliveries.removeValue(forKey: watch.serial) ?? []
      switch watch.subject {
      case .area(let circles), .beacons(let circles):
        let crossings =
          circles.isEmpty ? [] : RegionOccupancy(in: circles, of: truth).held(for: Self.hold, through: record.horizon)
        match(
          watch, crossings.map { Event(instant: $0.instant, isEntry: $0.isEntry) }, own.filter { !$0.isDwell },
          reach: 1, beside: record.watches)
        matchDwelling(watch, crossings, own.filter(\.isDwell), horizon: record.horizon)
      case .visits:
        stays = stays ?? truth.stays
        match(watch, Self.visits(stays ?? [], horizon: record.horizon), own, reach: 2)
      }
    }
  }

  private static func visits(_ stays: [Stay], horizon: Instant) -> [Event] {
    stays.filter { min($0.departure, horizon) - $0.arrival >= shortestVisit }.flatMap { stay in
      [Event(instant: stay.arrival, isEntry: true), Event(instant: stay.departure, isEntry: false)]
        .filter { $0.instant < horizon }
    }
  }

  private mutating func matchDwelling(
    _ watch: EventWatch, _ crossings: [RegionOccupancy.Crossing], _ deliveries: [DeliveredEvent], horizon: Instant
  ) {
    var left = deliveries
    for (index, crossing) in crossings.enumerated() where crossing.isEntry {
      guard let time = watch.dwellTime, crossing.instant > watch.begin else { continue }
      let dwelt = crossing.instant + time
      let exit = index + 1 < crossings.count ? crossings[index + 1].instant : Instant.never
      guard dwelt <= min(exit, watch.end ?? .never, horizon) else { continue }
      guard let found = left.firstIndex(where: { $0.delivered >= dwelt && $0.delivered < exit }) else {
        outcomes.append(Outcome(isEntry: true, latency: nil))
        continue
      }
      outcomes.append(Outcome(isEntry: true, latency: (left.remove(at: found).delivered - dwelt).seconds))
    }
    falseDeliveries += left.count
  }

  /// - Parameters:
  ///   - events: of the whole day, in order of time.
  ///   - deliveries: in order of time.
  ///   - reach: how many events later the limit of a match is.
  ///   - others: whose events this watch may repeat.
  private mutating func match(
    _ watch: EventWatch, _ events: [Event], _ deliveries: [DeliveredEvent], reach: Int, beside others: [EventWatch] = []
  ) {
    var left = deliveries
    for (index, event) in events.enumerated() {
      guard event.isEntry ? watch.wantsEntries : watch.wantsExits else { continue }
      // The watch has to see the event and its hold.
      guard event.instant > watch.begin, event.instant + Self.hold <= watch.end ?? .never else { continue }
      let limit = index + reach < events.count ? events[index + reach].instant : Instant.never
      let found = left.firstIndex {
        $0.isEntry == event.isEntry && $0.delivered >= event.instant && $0.delivered < limit
      }
      let latency = found.map { (left.remove(at: $0).delivered - event.instant).seconds }
      if watch.isRepeated(by: others, at: event.instant, isEntry: event.isEntry) { continue }
      outcomes.append(Outcome(isEntry: event.isEntry, latency: latency))
    }
    falseDeliveries += left.count
  }
}
