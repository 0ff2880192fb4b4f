import Foundation
import RealModule

/// One parameter of one fit on series of one length.
struct CoverageRow: Hashable {
  let fit: String
  let parameter: String
  /// Of the series, over the time constant of its noise; of independent samples their number.
  let length: Double
  /// The time constant in samples; 0 for independent samples.
  let time: Double
  let repetitions: Int
  let held: Int
  let refused: Int
  /// Wider than necessary by design.
  let isSafe: Bool
  /// Of the first data set.
  let firstSeed: UInt64

  /// Fit, parameter, length, time constant, repetitions, held, refused, whether the method is conservative, first seed.
  var line: String {
    "\(fit),\(parameter),\(Self.text(length)),\(Self.text(time)),\(repetitions),\(held),\(refused),"
      + "\(isSafe ? 1 : 0),\(firstSeed)"
  }

  static func text(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }

  /// Fewer intervals than this, where at least half of the data sets have none, say too little.
  static let least = 60

  /// Of the data sets with an interval; `nil` where most have none and few are left.
  var share: Double? {
    refused * 2 < repetitions || repetitions - refused >= Self.least
      ? Double(held) / Double(repetitions - refused) : nil
  }

  /// What the bounds have against it: a count that a true coverage within them has in under 1 % of such tests.
  var fault: String? {
    guard let share else { return nil }
    let (low, high) = (Coverage.lowest(length), isSafe || length < 20 ? 1 : 0.98)
    let all = repetitions - refused
    let isFault =
      share < low && Self.atMost(held, of: all, low) < 0.01
      || share > high && Self.atMost(all - held, of: all, 1 - high) < 0.01
    return isFault ? "\(fit), \(parameter), n / T = \(length): \(share)" : nil
  }

  /// The binomial probability of so many or fewer.
  private static func atMost(_ count: Int, of all: Int, _ p: Double) -> Double {
    guard p > 0, p < 1 else { return 1 }
    var (sum, logTerm) = (0.0, Double(all) * Double.log(onePlus: -p))
    for k in 0...count {
      sum += Double.exp(logTerm)
      logTerm += Double.log(Double(all - k) / Double(k + 1) * p / (1 - p))
    }
    return sum
  }

  /// Adds it to the file of GEOJOULE_COVERAGE.
  func append() {
    guard let path = ProcessInfo.processInfo.environment["GEOJOULE_COVERAGE"], let file = fopen(path, "a") else {
      return
    }
    fputs(line + "\n", file)
    fclose(file)
  }
}
