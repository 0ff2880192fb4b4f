import RealModule

/// What can be counted or read beside the battery.
public enum DrainObservation: String, CaseIterable, Sendable {
  /// Positions that the app got: in the whole time, in an hour at rest, and in an hour on the way.
  case fixes = "positions"
  case stillFixes = "positions in a still hour"
  case movingFixes = "positions in an hour on the way"
  /// Hours for which the settings say that the app ran in the background.
  case background = "hours in the background in the settings"
  /// Percent of what was used, as the settings show it.
  case share = "the app's share in the settings, %"
  case screen = "minutes with the screen on"

  package var isCount: Bool { self == .fixes || self == .stillFixes || self == .movingFixes }
  /// Log-deviation of what is seen around what is predicted (estimates; the rules of the settings are not published).
  package var deviation: Double { isCount ? 0.25 : self == .screen ? 0.2 : 0.3 }
  /// What nobody counts exactly, in the observation's unit: it is added to both.
  private var least: Double { self == .background ? 0.25 : self == .share ? 0.5 : 1 }

  /// On the scale on which deviations are alike everywhere.
  package func scaled(_ value: Double) -> Double { .log(least + value) }
}

/// A drain that somebody complains of, with what else is known of it.
public struct Complaint: Sendable {
  /// Of the readings, from the first, rising; at least two.
  package var hours: [Double]
  /// What the gauge showed then, in percent; empty where only a share is known.
  package var levels: [Double]
  /// The gauge's step, in percent points.
  package var step = 1.0
  /// What was counted or read beside the battery, in the units of `DrainObservation`.
  public var seen: [DrainObservation: Double] = [:]
  /// The complaint is the worst of so many phones.
  public var users = 1
  /// The phone was on a charger, so that the fall says little.
  public var isOnCharger = false
  /// Weights of causes before, by name; 1 for those that are not named.
  package var priors: [String: Double] = [:]

  /// - Parameters:
  ///   - hours: of the battery's readings, from the first, rising; at least two.
  ///   - levels: what the gauge showed then, in percent; empty where only the app's share is known.
  public init(hours: [Double], levels: [Double]) { (self.hours, self.levels) = (hours, levels) }

  package var length: Double { hours.last ?? 0 }
  /// `nil` where nobody knows it.
  package var screenHours: Double? { seen[.screen].map { $0 / 60 } }
  /// In percent points; half a step may be missing at each end.
  package var fall: Double? { levels.count >= 2 ? levels[0] - levels[levels.count - 1] : nil }
  /// Of the whole battery, in percent points, what the settings' share of the fall is; `nil` where one of them is not known.
  package var appFall: Double? { fall.flatMap { fall in seen[.share].map { fall * $0 / 100 } } }

  /// One in so many of the normal complaints lies above a limit; above two, of the fall and of the app's part, one in twenty.
  package var oneIn: Double { appFall == nil ? 20 : 40 }
  /// The worst of N phones is above this share of phones as seldom as one phone above its limit.
  var level: Double { .pow(1 - 1 / oneIn, 1 / Double(max(1, users))) }
  /// What was seen, always in the same order.
  var figures: [(DrainObservation, Double)] {
    DrainObservation.allCases.compactMap { one in seen[one].map { (one, $0) } }
  }

  /// Of the fall between two readings, in square percent points: half a step at both ends, and a gauge's own corrections of half
  /// a point each (estimate).
  package var readingVariance: Double { step * step / 6 + 0.5 }

  /// So many readings are a course; more than the most have their errors in common.
  private static let (leastCourse, mostReadings) = (5, 9)

  /// Whether the readings are a course, or two observations are independent: only then are there probabilities.
  package var carriesProbabilities: Bool {
    levels.count >= Self.leastCourse || (fall == nil ? 0 : 1) + seen.keys.count { $0 != .screen } >= 2
  }

  /// By how much more a phone takes in an hour than it did, in percent points, with the 95 % interval: steps of the gauge, and the
  /// log-deviation `run` between two runs of one phone.
  package func change(
    since before: Complaint, run: Double
  ) -> (before: Double, change: Double, interval: ClosedRange<Double>)? {
    guard let fall, let old = before.fall, length > 0, before.length > 0 else { return nil }
    let variance = [(fall, self), (old, before)].reduce(0) { sum, one in
      let scatter = one.0 * run
      return sum + (one.1.readingVariance + scatter * scatter) / (one.1.length * one.1.length)
    }
    let (rate, change, half) = (
      old / before.length, fall / length - old / before.length, 1.96 * variance.squareRoot()
    )
    return (rate, change, (change - half)...(change + half))
  }

  /// The longest discharge of a log, thinned evenly.
  ///
  /// - Parameters:
  ///   - readings: seconds and percent, in order of time.
  ///   - charging: when the phone was on a charger, in the same seconds.
  package init?(log readings: [(time: Double, percent: Double)], charging: [ClosedRange<Double>] = []) {
    var discharges: [[(time: Double, percent: Double)]] = []
    for now in readings {
      let goesOn = discharges.last?.last.map { before in
        now.percent <= before.percent + 0.5
          && !charging.contains { $0.lowerBound < now.time && before.time < $0.upperBound }
      }
      if goesOn != true { discharges.append([]) }
      discharges[discharges.count - 1].append(now)
    }
    func length(_ discharge: [(time: Double, percent: Double)]) -> Double {
      discharge[discharge.count - 1].time - discharge[0].time
    }
    guard let discharge = discharges.max(by: { length($0) < length($1) }), discharge.count >= 2 else { return nil }
    let last = discharge.count - 1
    let kept = (0..<min(Self.mostReadings, discharge.count)).map { index in
      discharge[index * last / (min(Self.mostReadings, discharge.count) - 1)]
    }
    self.init(hours: kept.map { ($0.time - kept[0].time) / 3600 }, levels: kept.map(\.percent))
  }
}
