package import Core
import RealModule

/// When the scans that a phone makes anyway for known networks hear other access points than when it last looked.
///
/// An access point reaches some 50 to 100 m, so after 150 to 300 m of way as the crow flies none of those heard before is left:
/// uniform within that from change to change, an estimate. A scan shows it some time later; from where the phone is then, the way
/// counts anew. Where no access point is heard nothing is noticed until one is.
package struct AccessPointTurnover {
  /// Metres.
  static let distance = 150.0...300.0
  /// A phone that comes to rest hears others than before when it is this far from there: the reach of an access point. Metres.
  static let restDistance = 50.0
  /// Shorter halts are those of traffic.
  static let shortestRest = TimeSpan.seconds(60)
  /// From a change until a scan shows it and the system looks where it is: lognormal. With the hold of 20 s this is about what
  /// measured exits of regions took (sources C1, E).
  package static let noticeMedian = TimeSpan.seconds(40)
  package static let noticeDeviation = 0.7

  let journey: Journey
  let surroundings: StepFunction<Surroundings>
  let horizon: Instant

  /// The instants at which changes are noticed, in order.
  ///
  /// - Parameters:
  ///   - share: a uniform number for the distance of the nth change.
  ///   - score: a standard normal number for the time until it is noticed.
  func noticed(share: (Int) -> Double, score: (Int) -> Double) -> [Instant] {
    var instants: [Instant] = []
    var anchor = Instant.start
    while true {
      let number = instants.count
      let metres = Self.distance.lowerBound + (Self.distance.upperBound - Self.distance.lowerBound) * share(number)
      guard let change = firstChange(from: anchor, metres: metres) else { return instants }
      anchor = change + Self.noticeMedian * Double.exp(Self.noticeDeviation * score(number))
      guard anchor <= horizon else { return instants }
      instants.append(anchor)
    }
  }

  /// The first instant at which an access point is heard and the phone is that far from where it was at `anchor`.
  private func firstChange(from anchor: Instant, metres: Double) -> Instant? {
    let origin = journey.position(at: anchor)
    let knots = journey.knots
    var index = journey.index(at: anchor)
    var step = surroundings.index(at: anchor)
    var now = anchor
    while now <= horizon {
      let knotEnd = index + 1 < knots.count ? knots[index + 1].instant : .never
      let stepEnd = step + 1 < surroundings.steps.count ? surroundings.steps[step + 1].start : .never
      let end = min(knotEnd, stepEnd)
      let isHeard = surroundings.steps[step].value.accessPoints != .none
      let here = journey.position(at: now, after: index)
      if isHeard, rests(from: index), here.distance(to: origin) >= Self.restDistance { return now }
      if isHeard, let reached = firstOutside(origin, metres, from: now, to: min(end, horizon), after: index) {
        return reached
      }
      guard end < .never else { return nil }
      if end == knotEnd { index += 1 }
      if end == stepEnd { step += 1 }
      now = end
    }
    return nil
  }

  /// Whether the phone lies at rest for long from a knot on.
  private func rests(from index: Int) -> Bool {
    let knots = journey.knots
    var end = index
    while end + 1 < knots.count, knots[end + 1].position == knots[index].position { end += 1 }
    return end + 1 == knots.count || knots[end].instant - knots[index].instant >= Self.shortestRest
  }

  /// The first instant of a stretch along the line after a knot at which the phone is outside a circle.
  private func firstOutside(
    _ origin: EarthVector, _ metres: Double, from start: Instant, to end: Instant, after index: Int
  ) -> Instant? {
    guard end > start else { return nil }
    let isWhole = index + 1 < journey.knots.count && journey.knots[index + 1].instant == end
    let from = journey.position(at: start, after: index) - origin
    let to = journey.position(at: end, after: isWhole ? index + 1 : index) - origin
    if from.dot(from) >= metres * metres { return start }
    guard to.dot(to) >= metres * metres else { return nil }
    // |from + t way| = metres, the larger root.
    let way = to - from
    let (a, b, c) = (way.dot(way), from.dot(way), from.dot(from) - metres * metres)
    let share = (-b + max(0, b * b - a * c).squareRoot()) / a
    return start + (end - start) * min(max(share, 0), 1)
  }
}

extension WorldRealization {
  /// The first instant after `instant` at which the scans for known networks are seen to hear other access points; `never` when
  /// there is none.
  package func accessPointsChange(after instant: Instant) -> Instant {
    var (low, high) = (0, turnover.count)
    while low < high {
      let middle = (low + high) / 2
      if turnover[middle] <= instant { low = middle + 1 } else { high = middle }
    }
    return low < turnover.count ? turnover[low] : .never
  }

  /// Whether neither the user nor airplane mode keeps Wi-Fi off then.
  package func isWiFiOn(at instant: Instant) -> Bool {
    var (isOff, isInAirplaneMode) = (false, false)
    for event in script where event.instant <= instant {
      switch event.kind {
      case .wifiOff: isOff = true
      case .wifiOn: isOff = false
      case .airplaneOn: isInAirplaneMode = true
      case .airplaneOff: isInAirplaneMode = false
      default: break
      }
    }
    return !isOff && !isInAirplaneMode
  }

  /// Whether scans hear an access point then.
  package func hearsAccessPoints(at instant: Instant) -> Bool {
    surroundings.value(at: instant).accessPoints != .none && isWiFiOn(at: instant)
  }
}
