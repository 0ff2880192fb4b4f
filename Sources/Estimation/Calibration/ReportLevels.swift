/// The few values that reported accuracies come in (5, 10, 30, 50, 65 and 165 m in MobilityNet's iPhone fixes).
///
/// A level is a value, in steps of 1 cm, that at least 5 reports and 0.5 % of all have; values within 3 % of a more
/// frequent one belong to it, as do rarer reports that near.
struct ReportLevels: Sendable {
  static let tolerance = 0.03

  /// Ascending, metres.
  let levels: [Double]

  init(_ reports: [Double]) {
    var counts: [Int: Int] = [:]
    for report in reports { counts[Int((report * 100).rounded()), default: 0] += 1 }
    let least = max(5, reports.count / 200)
    var levels: [Double] = []
    for (value, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) where count >= least {
      let metres = Double(value) / 100
      if !levels.contains(where: { abs(metres - $0) <= Self.tolerance * $0 }) { levels.append(metres) }
    }
    self.levels = levels.sorted()
  }

  /// The level a report belongs to, if any.
  func index(of report: Double) -> Int? {
    guard let nearest = levels.indices.min(by: { abs(levels[$0] - report) < abs(levels[$1] - report) }) else {
      return nil
    }
    return abs(levels[nearest] - report) <= Self.tolerance * levels[nearest] ? nearest : nil
  }
}
