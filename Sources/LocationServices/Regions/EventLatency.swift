package import Core
package import World
import RealModule

/// How long the system takes to notice what is true. Observed behaviour of iOS, not a property of a device.
///
/// Scores are standard normal numbers of the true event, so that every strategy has the same outcomes with it.
package enum EventLatency {
  /// From a change until the system looks where the phone is: on iOS from hearing other access points than before, on Android
  /// from crossing an edge.
  package static let fenceMedian = AccessPointTurnover.noticeMedian
  package static let fenceDeviation = AccessPointTurnover.noticeDeviation
  /// Times as long without a network (estimate; 2011 session: a network improves timeliness).
  package static let withoutNetwork = 3.0

  /// - Parameter median: that of the system, see `Platform.fenceLatencyMedian`.
  package static func fence(
    median: TimeSpan = fenceMedian, deviation: Double = fenceDeviation, score: Double, hasNetwork: Bool
  ) -> TimeSpan {
    lognormal(median, deviation, score) * (hasNetwork ? 1 : withoutNetwork)
  }

  /// After a long rest iOS misses a third of the departures, for 6 min in the mean: an iPhone 6 noticed ten of 50 trips after
  /// 7 min or never (reports/validation/position-errors.md). Nothing is known of later systems, nor of entries.
  package static let missedExit = (share: 1 / 3.0, mean: TimeSpan.minutes(6))

  /// How long a departure is missed; `nil` for one that is not. Exponential, an estimate.
  package static func missedExit(score: Double) -> TimeSpan? {
    let share = share(score)
    return share < missedExit.share ? missedExit.mean * -Double.log(share / missedExit.share) : nil
  }

  /// After a long rest Android looks more rarely: up to 6 min, where it is 2 to 3 min in the mean otherwise
  /// (developer.android.com, "Create and monitor geofences"). Here 4 min in the median, and 19 of 20 within 6: estimate. What a
  /// long rest is, and until when after it, the page does not say: half an hour, and as long as the latency itself (estimates).
  package static let restedFence = (median: TimeSpan.minutes(4), deviation: 0.25)
  package static let longRest = TimeSpan.minutes(30)
  package static let soonAfterRest = TimeSpan.minutes(6)

  /// The stay in which a day begins was long: nobody saw its beginning. Of the trips of those iPhones six of 25 that began 1 to 5
  /// min after the recording were noticed late, and four of 25 after an hour's rest.
  package static func isLong(_ stay: Stay) -> Bool {
    stay.arrival == .start || stay.departure - stay.arrival >= longRest
  }

  /// Beacon regions that the whole phone watches in hardware; the others are looked for now and then (sources A5).
  package static let promptBeacons = 30
  /// Usually below 1 s (sources A5), here in nine of ten cases.
  package static let beaconEntryMedian = TimeSpan.seconds(0.5)
  package static let beaconEntryDeviation = 0.54
  /// Up to 15 min for a region beyond those, and for all of them in the software of 2013 (sources A5).
  package static let slowBeaconLimit = TimeSpan.minutes(15)
  /// A beacon counts as gone 30 s to 1 min after it was last heard (sources A5).
  package static let beaconExit: ClosedRange<TimeSpan> = .seconds(30) ... .seconds(60)

  package static func beaconEntry(score: Double, isPrompt: Bool) -> TimeSpan {
    isPrompt ? lognormal(beaconEntryMedian, beaconEntryDeviation, score) : slowBeaconLimit * share(score)
  }

  package static func beaconExit(score: Double, isPrompt: Bool) -> TimeSpan {
    guard isPrompt else { return slowBeaconLimit * share(score) }
    return beaconExit.lowerBound + (beaconExit.upperBound - beaconExit.lowerBound) * share(score)
  }

  /// From coming to rest until the visit is told: median 94 s, 228 s in one of ten (sources C1).
  package static let arrivalMedian = TimeSpan.seconds(94)
  package static let arrivalDeviation = 0.69
  /// Nothing is told sooner than this (estimate). Halts of a car or a train are no visits however long they last.
  package static let shortestArrival = TimeSpan.seconds(60)
  /// From leaving the circle of 100 m around the place until the departure is told: median 336 s, half of them from 277 to
  /// 353 s; 513 s from the labelled start of the trip (sources C1).
  package static let departureMedian = TimeSpan.seconds(336)
  package static let departureDeviation = 0.25
  /// When no position can be had, the visit is told that much later (estimate).
  package static let visitRetry = TimeSpan.minutes(5)

  package static func arrival(score: Double) -> TimeSpan {
    max(shortestArrival, lognormal(arrivalMedian, arrivalDeviation, score))
  }
  package static func departure(score: Double) -> TimeSpan { lognormal(departureMedian, departureDeviation, score) }

  private static func lognormal(_ median: TimeSpan, _ deviation: Double, _ score: Double) -> TimeSpan {
    median * Double.exp(deviation * score)
  }

  /// P(Z <= score): a uniform number from a normal one.
  private static func share(_ score: Double) -> Double { 0.5 * Double.erfc(-score / 2.0.squareRoot()) }
}
