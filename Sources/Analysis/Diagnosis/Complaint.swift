import RealModule

/// What can be counted or read beside the battery.
public enum DrainObservation: String, CaseIterable, Sendable {
  /// Positions that the app got: in the whole time, in an hour at rest, and in an hour on the way.
  case fixes = "positions"
  case stillFixes = "positions in a still hour"
  case movingFixes = "positions in an hour on the way"
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
  ///   - hours: of the battery's readings, from the first, rising; at least two. Many are thinned evenly.
  ///   - levels: what the gauge showed then, in percent; empty where only the app's share is known.
  public init(hours: [Double], levels: [Double]) {
    let kept = min(Self.mostReadings, hours.count)
    let places = (0..<kept).map { $0 * (hours.count - 1) / max(1, kept - 1) }
    self.hours = places.map { hours[$0] }
    self.levels = levels.isEmpty ? [] : places.map { levels[$0] }
  }

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
  /// log-deviation of a day of one phone.
  package func change(
    since before: Complaint, day deviation: Double
  ) -> (before: Double, change: Double, interval: ClosedRange<Double>)? {
    func rate(_ one: Complaint) -> (mean: Double, variance: Double)? {
      guard let fall = one.fall, one.length > 0 else { return nil }
      let scatter = fall * deviation
      return (fall / one.length, (one.readingVariance + scatter * scatter) / (one.length * one.length))
    }
    guard let now = rate(self), let old = rate(before) else { return nil }
    let (change, half) = (now.mean - old.mean, 1.96 * (now.variance + old.variance).squareRoot())
    return (old.mean, change, (change - half)...(change + half))
  }
}
