import RealModule

/// How throughput may depend on the signal: the decimal logarithm of the rate is linear in the columns.
///
/// | Model | lg(rate) = |
/// |---|---|
/// | `constant` | a |
/// | `level` | a + b (r - r0) / 10 |
/// | `levelSaturated` | a + b min(r - knee, 0) / 10 |
/// | `snr` | a + c s / 10 |
/// | `shannon` | a + c lg(log2(1 + 10^(s / 10))), Shannon's law where c = 1 |
/// | `levelAndSNR` | a + b (r - r0) / 10 + c s / 10 |
///
/// with the received power r in dBm, r0 = -100 dBm and the signal-to-noise ratio s in dB.
package enum ThroughputModel: String, CaseIterable, Sendable {
  case constant, level
  case levelSaturated = "level_saturated"
  case snr, shannon
  case levelAndSNR = "level_and_snr"

  /// Where the rate of `level` is given.
  package static let reference = -100.0

  /// What is added to the intercept: a slope times a function of the signal.
  private struct Term {
    let name: String
    let text: String
    let value: @Sendable (_ level: Double, _ snr: Double, _ knee: Double) -> Double

    static let level = Term(name: "slope", text: "slope (RSRP + 100 dBm) / 10 dB") { level, _, _ in
      (level - reference) / 10
    }
    static let belowKnee = Term(name: "slope", text: "slope min(RSRP - knee, 0) / 10 dB") { level, _, knee in
      min(level - knee, 0) / 10
    }
    static let snr = Term(name: "snr_slope", text: "snr_slope SNR / 10 dB") { _, snr, _ in snr / 10 }
    /// lg of bits per second and hertz.
    static let capacity = Term(name: "shannon", text: "shannon lg(log2(1 + 10^(SNR / 10 dB)))") { _, snr, _ in
      Double.log10(max(1e-9, Double.log(onePlus: Double.pow(10, snr / 10)) / Double.log(2)))
    }
  }

  private var terms: [Term] {
    switch self {
    case .constant: []
    case .level: [.level]
    case .levelSaturated: [.belowKnee]
    case .snr: [.snr]
    case .shannon: [.capacity]
    case .levelAndSNR: [.level, .snr]
    }
  }

  package var formula: String { terms.reduce("lg(rate) = a") { $0 + " + " + $1.text } }

  var names: [String] { ["intercept"] + terms.map(\.name) + (self == .levelSaturated ? ["knee"] : []) }

  package var usesSNR: Bool { self == .snr || self == .shannon || self == .levelAndSNR }
  /// A function of the received power alone, as a network profile carries it.
  package var isOfLevel: Bool { !usesSNR }

  /// - Parameter knee: in dBm, for the saturated model.
  func columns(_ levels: [Double], _ snrs: [Double], knee: Double = 0) -> [[Double]] {
    [levels.map { _ in 1 }] + terms.map { term in zip(levels, snrs).map { term.value($0, $1, knee) } }
  }
}

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
  package static func all(_ samples: [SignalSample]) -> [ThroughputPrediction] {
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
      let errors = zip(left, predicted).map { Double.log10($0.value) - $1 }
      func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
      return ThroughputPrediction(
        drive: drive, samples: left.count, observed: median(left.map(\.value)),
        predicted: Double.pow(10, median(predicted)),
        error: (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot(),
        inside: Double(errors.count { abs($0) <= 1.644854 * deviation }) / Double(errors.count))
    }
  }
}

/// How lg(rate) scatters around a fit: from second to second inside a drive, and from drive to drive.
package struct DriveDifferences: Sendable, Hashable {
  /// Deviation of seconds around their own drive's mean.
  package let within: Double
  /// Deviation of another drive's mean from the fit: what is usual, pooled with what these drives show.
  package let another: Double

  /// Variance of lg(rate) between drives of one town and access, with its degrees of freedom: from 11 medians of downlink of
  /// five logs, 5G, LTE and 3G apart (Raca et al., MMSys 2020, computed from the logs).
  static let usual = (variance: 0.044, freedom: 8.0)
  /// A drive's mean is taken from so many seconds and more.
  static let leastSeconds = 60

  package init(_ samples: [SignalSample], around fit: ThroughputFit) {
    let drives = Dictionary(grouping: samples, by: \.drive)
    var (means, squares, count) = ([Double](), 0.0, 0.0)
    for drive in drives.keys.sorted() {
      let residuals = (drives[drive] ?? []).map { Double.log10($0.value) - Double.log10(fit.median(at: $0.level)) }
      squares += residuals.scatter
      count += Double(residuals.count)
      if residuals.count >= Self.leastSeconds { means.append(residuals.mean) }
    }
    within = (squares / max(1, count - Double(drives.count))).squareRoot()
    let known = Double(max(1, means.count))
    let variance = (Self.usual.variance * Self.usual.freedom + means.scatter) / (Self.usual.freedom + known - 1)
    another = (variance * (1 + 1 / known)).squareRoot()
  }
}
