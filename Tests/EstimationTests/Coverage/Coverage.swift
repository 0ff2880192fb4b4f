import Estimation
import Foundation
import Testing

/// How often 95 % intervals contain the truth: counted, held to the bounds and, with GEOJOULE_COVERAGE=FILE, written down.
enum Coverage {
  static let isLong = ProcessInfo.processInfo.environment["GEOJOULE_LONG_TESTS"] == "1"
  /// GEOJOULE_REPETITIONS makes a shorter, rougher run.
  static let repetitions = ProcessInfo.processInfo.environment["GEOJOULE_REPETITIONS"].flatMap(Int.init) ?? 400

  /// Length over the noise's time constant, and that constant in samples.
  static let grid: [(length: Double, time: Double)] = [
    (5, 8), (10, 8), (20, 8), (20, 3), (50, 3), (100, 3), (500, 1.5),
  ]

  /// Numbers of independent samples.
  static let counts = [5, 10, 20, 50, 100, 500]
  /// Of the first data set; GEOJOULE_SEED makes others, on which a method that was chosen on these can be checked.
  static let firstSeed =
    ProcessInfo.processInfo.environment["GEOJOULE_SEED"].flatMap(UInt64.init) ?? 5_000
  /// GEOJOULE_CELLS counts only the fits that this regular expression finds in `FIT,LENGTH,TIME`.
  private static let cells = ProcessInfo.processInfo.environment["GEOJOULE_CELLS"]

  private static func isWanted(_ fit: String, _ length: Double, _ time: Double) throws -> Bool {
    guard let cells else { return true }
    return try "\(fit),\(CoverageRow.text(length)),\(CoverageRow.text(time))".contains(Regex(cells))
  }

  /// What was counted of one parameter.
  struct Count {
    let name: String
    var held = 0
    /// Data sets without a fit or without an interval, with a reason given: no interval can miss there.
    var refused = 0
  }

  /// From 20 time constants on 92 to 98 %, below that at least 88 %. Data sets without an interval do not count.
  static func lowest(_ length: Double) -> Double { length < 20 ? 0.88 : 0.92 }

  /// Fits data sets of known parameters.
  ///
  /// - Parameters:
  ///   - isSafe: a method that is wider than necessary by design.
  ///   - make: a fit of the data set of a seed; an error of estimation is a refusal.
  static func measure(
    _ fit: String, length: Double, time: Double, _ truths: [(String, Double)], isSafe: Bool = false,
    repetitions: Int = Self.repetitions, _ make: (UInt64) throws -> FitSummary
  ) throws {
    try tally(fit, length: length, time: time, truths.map(\.0), isSafe: isSafe, repetitions: repetitions) { seed in
      let summary = try make(seed)
      return try truths.map { name, truth in
        let parameter = try #require(summary[name], "\(fit): no \(name)")
        return parameter.interval95.map { $0.contains(truth) }
      }
    }
  }

  /// The same where a fit has intervals of its own kind: whether each holds its truth, `nil` for none.
  static func tally(
    _ fit: String, length: Double, time: Double, _ names: [String], isSafe: Bool = false,
    repetitions: Int = Self.repetitions, _ make: (UInt64) throws -> [Bool?]
  ) throws {
    guard try isWanted(fit, length, time) else { return }
    var counts = names.map { Count(name: $0) }
    for repetition in 0..<repetitions {
      var found = names.map { _ in Bool?.none }
      do {
        found = try make(firstSeed + 41 * UInt64(repetition))
      } catch is EstimationError {
        // A refusal with its reason.
      }
      for (k, holds) in found.enumerated() {
        if let holds { counts[k].held += holds ? 1 : 0 } else { counts[k].refused += 1 }
      }
    }
    report(fit, length: length, time: time, counts, of: repetitions, isSafe: isSafe)
  }

  static func report(
    _ fit: String, length: Double, time: Double, _ counts: [Count], of repetitions: Int, isSafe: Bool = false
  ) {
    for count in counts {
      let row = CoverageRow(
        fit: fit, parameter: count.name, length: length, time: time, repetitions: repetitions, held: count.held,
        refused: count.refused, isSafe: isSafe, firstSeed: firstSeed)
      print(row.line)
      row.append()
      if let fault = row.fault { Issue.record("\(fault)") }
    }
  }
}
