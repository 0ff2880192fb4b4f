import RealModule

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

  package init(_ samples: [ThroughputSample], around fit: ThroughputFit) {
    let drives = Dictionary(grouping: samples, by: \.drive)
    var (means, squares, count) = ([Double](), 0.0, 0.0)
    for drive in drives.keys.sorted() {
      let residuals = (drives[drive] ?? []).map { Double.log10($0.rate) - Double.log10(fit.median(at: $0.level)) }
      let mean = residuals.reduce(0, +) / Double(residuals.count)
      squares += residuals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      count += Double(residuals.count)
      if residuals.count >= Self.leastSeconds { means.append(mean) }
    }
    within = (squares / max(1, count - Double(drives.count))).squareRoot()
    let known = Double(max(1, means.count))
    let mean = means.reduce(0, +) / known
    let spread = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let variance = (Self.usual.variance * Self.usual.freedom + spread) / (Self.usual.freedom + known - 1)
    another = (variance * (1 + 1 / known)).squareRoot()
  }
}
