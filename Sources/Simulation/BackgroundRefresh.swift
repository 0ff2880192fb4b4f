import DeviceModel
import Quantities

/// How much later than asked the system grants a background app refresh.
///
/// Lognormal, median 10 min, log deviation 0.8, at most 6 h: estimate; Apple says only that the system chooses the time.
enum BackgroundRefresh {
  private static let delays = LogNormalTime(
    median: .minutes(10), logDeviation: 0.8, range: .seconds(1) ... .hours(6))

  /// - Parameter score: standard normal.
  static func delay(score: Double) -> TimeSpan { delays.time(score: score) }
}
