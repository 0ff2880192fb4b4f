import RealModule

/// What a fit to the other drives says of one that was left out.
package struct ThroughputPrediction: Sendable, Hashable {
  package let drive: Int
  package let samples: Int
  /// Median rate in bit/s.
  package let observed: Double
  package let predicted: Double
  /// Root of the mean squared error of lg(rate).
  package let error: Double
  /// Share of seconds inside the 90 % range of single seconds of another drive.
  package let inside: Double

  /// Every drive from all others, for drives of a minute and more.
  ///
  /// The curve of the received power is that of `ThroughputFit` on the others; the 90 % range adds their scatter and the
  /// differences between drives (`DriveDifferences`).
  package static func all(_ samples: [ThroughputSample]) -> [ThroughputPrediction] {
    let drives = Set(samples.map(\.drive)).sorted()
    guard drives.count >= 2 else { return [] }
    return drives.compactMap { drive in
      let left = samples.filter { $0.drive == drive }
      let others = samples.filter { $0.drive != drive }
      guard left.count >= ThroughputFit.leastSamples, let fit = try? ThroughputFit(others) else { return nil }
      let differences = DriveDifferences(others, around: fit)
      let deviation =
        (differences.within * differences.within + differences.another * differences.another).squareRoot()
      let predicted = left.map { Double.log10(fit.median(at: $0.level)) }
      let errors = zip(left, predicted).map { Double.log10($0.rate) - $1 }
      func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
      return ThroughputPrediction(
        drive: drive, samples: left.count, observed: median(left.map(\.rate)),
        predicted: Double.pow(10, median(predicted)),
        error: (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot(),
        inside: Double(errors.count { abs($0) <= 1.644854 * deviation }) / Double(errors.count))
    }
  }
}
