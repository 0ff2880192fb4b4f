import FileFormats
import Core

/// Whether the times of battery readings are those of the runs, or of another time zone.
///
/// Phones are read while they run. So the readings lie in the runs of their phone, and under another shift fewer do. In a table of
/// readings around the clock as many do under any shift, and nothing can be said.
enum BatteryClock {
  /// Steps and the largest difference of time zones, in seconds.
  private static let step = 1800.0
  private static let largest = 14 * 3600.0
  /// So much more of the readings lies in runs under another shift: without one, no whole table gains as much.
  private static let gain = 0.2

  /// - Parameters:
  ///   - runs: the spans of each phone's runs.
  ///   - readings: the times of each phone's readings, ascending.
  /// - Returns: `nil` where nothing is amiss.
  static func warning(runs: [String: [ClosedRange<Double>]], readings: [String: [Double]]) -> String? {
    let count = readings.values.reduce(0) { $0 + $1.count }
    guard count > 0 else { return nil }
    func inside(_ shift: Double) -> Double {
      let found = readings.reduce(0) { sum, phone in
        (runs[phone.key] ?? []).reduce(sum) { sum, run in
          let low = phone.value.partitioningIndex { $0 >= run.lowerBound - shift }
          let high = phone.value.partitioningIndex { $0 > run.upperBound - shift }
          return sum + high - low
        }
      }
      return Double(found) / Double(count)
    }
    let own = inside(0)
    var best = (share: own, shift: 0.0)
    for index in 1...Int(largest / step) {
      for shift in [Double(index) * step, -Double(index) * step] {
        let share = inside(shift)
        if share > best.share { best = (share, shift) }
      }
    }
    guard best.share - own >= gain else { return nil }
    func percent(_ share: Double) -> String { DecimalText.significant(100 * share, digits: 2) }
    let hours = DecimalText.significant(abs(best.shift) / 3600, digits: 3)
    return
      "\(percent(own)) % of the readings lie in a run of their phone, and \(percent(best.share)) % would if they were "
      + "\(hours) h \(best.shift > 0 ? "later" : "earlier"): perhaps they are of another time zone"
  }
}
