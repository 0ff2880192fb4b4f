import DeviceModel
import Core
import World

/// How late and how wrong motion sensors are, by the way of moving.
///
/// Read (WWDC 2014, session 612): the sensors' processor looks each 2.5 s; running shows after 3 to 5 s and is hardly ever
/// mistaken; walking shows soon, but one falls in and out of it; driving shows at once on a dashboard and much later in a
/// back pocket; cycling takes long and is hard. Android's transitions take 10 to 50 s, 45 s in a car, or 1 to 2 min in
/// developers' reports (docs/sources.md S80, S87, S88), and come falsely when a phone is picked up (S80). The figures
/// themselves are estimates within these words: the one published evaluation (S89) could be read in its abstract only.
struct RecognitionErrors {
  /// Median time until another way of moving shows.
  let latency: TimeSpan
  /// Deviation of its logarithm.
  let logDeviation: Double
  /// Chance that a minute begins a spell in which the sensors say something else.
  let confusion: Double
  /// What they say then, with shares that add up to 1.
  let mistakenFor: [(DetectedActivity, share: Double)]

  init(_ motion: MotionClass, isAndroid: Bool) {
    switch motion {
    case .still:
      latency = .seconds(isAndroid ? 45 : 15)
      (logDeviation, confusion) = (0.5, isAndroid ? 0.004 : 0.002)
      mistakenFor = [(.walking, 1)]
    case .walking:
      latency = .seconds(isAndroid ? 30 : 8)
      (logDeviation, confusion) = (0.5, isAndroid ? 0.03 : 0.1)
      mistakenFor = [(.still, 1)]
    case .running:
      latency = .seconds(isAndroid ? 30 : 4)
      (logDeviation, confusion) = (isAndroid ? 0.5 : 0.2, 0.01)
      mistakenFor = [(.walking, 1)]
    case .cycling:
      latency = .seconds(isAndroid ? 75 : 45)
      (logDeviation, confusion) = (0.8, isAndroid ? 0.06 : 0.15)
      mistakenFor = [(.inVehicle, 0.4), (.walking, 0.4), (.still, 0.2)]
    case .automotive:
      latency = .seconds(isAndroid ? 60 : 40)
      (logDeviation, confusion) = (0.8, isAndroid ? 0.02 : 0.05)
      mistakenFor = [(.still, 0.9), (.onBicycle, 0.1)]
    case .rail:
      latency = .seconds(isAndroid ? 90 : 60)
      (logDeviation, confusion) = (0.8, isAndroid ? 0.08 : 0.15)
      mistakenFor = [(.still, 1)]
    case .airborne:
      latency = .seconds(120)
      (logDeviation, confusion) = (0.8, 0.3)
      mistakenFor = [(.still, 1)]
    }
  }

  /// The sensors' processor looks this often.
  static let cadence = TimeSpan.seconds(2.5)
  static let longestLatency = TimeSpan.minutes(10)
  /// A spell of confusion lasts this long in the median, and ends with its minute.
  static let spell = TimeSpan.seconds(30)
  static let spellLogDeviation = 0.5

  /// - Parameter score: standard normal.
  func latency(score: Double) -> TimeSpan {
    LogNormalTime(median: latency, logDeviation: logDeviation, range: Self.cadence...Self.longestLatency)
      .time(score: score)
  }

  /// How long a spell lasts.
  static func spell(score: Double) -> TimeSpan {
    LogNormalTime(median: spell, logDeviation: spellLogDeviation, range: cadence...ActivityTrace.window)
      .time(score: score)
  }

  /// What is said in a spell.
  ///
  /// - Parameter uniform: within (0, 1).
  func mistake(uniform: Double) -> DetectedActivity {
    var left = uniform
    for (activity, share) in mistakenFor {
      if left < share { return activity }
      left -= share
    }
    return mistakenFor[mistakenFor.count - 1].0
  }
}
