/// Errors of fixes beside a route, with what was reported for each.
package struct FixErrors: Sendable {
  /// Metres across the track.
  package private(set) var errors: [Double]
  /// Reported radii in metres, of the fixes that had one.
  package private(set) var reported: [Double]
  /// How many of these held the error.
  package private(set) var held: Int

  package init() { (errors, reported, held) = ([], [], 0) }

  /// - Parameters:
  ///   - error: metres across the track.
  ///   - radius: what was reported; `nil` where nothing was.
  package mutating func add(error: Double, radius: Double?) {
    errors.append(error)
    guard let radius else { return }
    reported.append(radius)
    if error <= radius { held += 1 }
  }

  package mutating func merge(_ other: FixErrors) {
    errors += other.errors
    reported += other.reported
    held += other.held
  }

  /// Exact quantiles by nearest rank; `nil` without fixes.
  package var figures: Figures? {
    var values = errors
    guard let quantiles = NearestRankQuantile.select(perMilles: [500, 680, 950], from: &values) else { return nil }
    var radii = reported
    return Figures(
      count: errors.count, p50: quantiles[0], p68: quantiles[1], p95: quantiles[2],
      coverage: reported.isEmpty ? nil : Double(held) / Double(reported.count),
      reportedMedian: NearestRankQuantile.select(perMille: 500, from: &radii))
  }

  package struct Figures: Sendable, Hashable {
    package let count: Int
    /// Metres.
    package let p50: Double
    package let p68: Double
    package let p95: Double
    /// The share of fixes whose reported radius held the error; `nil` where none was reported.
    package let coverage: Double?
    /// The median reported radius in metres.
    package let reportedMedian: Double?
  }
}

/// Errors of one configuration's fixes by way to travel, measured and simulated in the same way.
package struct FixErrorCheck: Sendable {
  package let timeline: String
  package let configuration: String
  /// Such as `car`.
  package let mode: String
  /// `nil` where the data hold no fix beside a route.
  package let measured: FixErrors.Figures?
  /// `nil` where no fix was simulated there.
  package let predicted: FixErrors.Figures?

  package init(
    timeline: String, configuration: String, mode: String, measured: FixErrors.Figures?, predicted: FixErrors.Figures?
  ) {
    self.timeline = timeline
    self.configuration = configuration
    self.mode = mode
    self.measured = measured
    self.predicted = predicted
  }
}
