import Foundation

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

  /// Fit, parameter, length, time constant, repetitions, held, refused, and whether the method is conservative.
  var line: String {
    "\(fit),\(parameter),\(Self.text(length)),\(Self.text(time)),\(repetitions),\(held),\(refused),\(isSafe ? 1 : 0)"
  }

  static func text(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }

  /// Of the data sets with an interval; `nil` where at least half have none.
  var share: Double? {
    refused * 2 < repetitions ? Double(held) / Double(repetitions - refused) : nil
  }

  /// What the bounds have against it. Series of few independent samples count as short ones.
  var fault: String? {
    guard let share else { return nil }
    let low = Coverage.lowest(length)
    let high = isSafe || length < 20 ? 1 : 0.98
    return (low...high).contains(share) ? nil : "\(fit), \(parameter), n / T = \(length): \(share)"
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
