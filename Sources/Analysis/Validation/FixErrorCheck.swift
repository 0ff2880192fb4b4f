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
    let sorted = errors.sorted()
    let quantiles = [500, 680, 950].compactMap { NearestRankQuantile.value(perMille: $0, sorted: sorted) }
    guard quantiles.count == 3 else { return nil }
    return Figures(
      count: errors.count, p50: quantiles[0], p68: quantiles[1], p95: quantiles[2],
      coverage: reported.isEmpty ? nil : Double(held) / Double(reported.count),
      reportedMedian: NearestRankQuantile.value(perMille: 500, sorted: reported.sorted()),
      reportedShares: reported.isEmpty
        ? nil
        : Self.levels.map { level in Double(reported.count { level.contains($0) }) / Double(reported.count) })
  }

  /// The levels of Wi-Fi and cell positions, in metres of the reported radius.
  package static let levels = [
    -Double.infinity..<100.5, 100.5..<200.5, 200.5..<500.5, 500.5..<1500.5, 1500.5..<Double.infinity,
  ]

  package struct Figures: Sendable, Hashable {
    package let count: Int
    /// Metres.
    package fileprivate(set) var p50, p68, p95: Double
    /// The share of fixes whose reported radius held the error; `nil` where none was reported.
    package let coverage: Double?
    /// The median reported radius in metres.
    package let reportedMedian: Double?
    /// The share of fixes at each of the `levels`; `nil` where no radius was reported.
    package let reportedShares: [Double]?
  }
}

/// Errors of fixes, measured and simulated in the same way.
package struct FixErrorCheck: Sendable {
  /// `nil` for all of them.
  package let timeline, configuration: String?
  /// Such as `car`; `nil` for all of them.
  package let mode: String?
  /// On how many legs fixes were measured.
  package let legs: Int
  /// `nil` where the data hold no fix beside a route.
  package let measured: FixErrors.Figures?
  /// Of the 95 % error, by resampling legs; `nil` where there are too few.
  package let measuredRange: ClosedRange<Double>?
  /// Errors are medians over seeds, since a rare bad trip sets those of all together; `nil` where no fix was simulated there.
  package let predicted: FixErrors.Figures?
  /// The least and the largest 95 % error of a seed.
  package let predictedRange: ClosedRange<Double>?

  /// - Parameters:
  ///   - measured: by leg.
  ///   - predicted: by seed.
  package init(
    timeline: String? = nil, configuration: String? = nil, mode: String? = nil, measured: [FixErrors],
    predicted: [FixErrors]
  ) {
    (self.timeline, self.configuration, self.mode) = (timeline, configuration, mode)
    legs = measured.count { !$0.errors.isEmpty }
    self.measured = Self.merged(measured).figures
    measuredRange = FixErrors.p95Range(ofLegs: measured.map(\.errors))
    let seeds = predicted.compactMap(\.figures)
    var figures = Self.merged(predicted).figures
    for error in [\.p50, \.p68, \.p95] as [WritableKeyPath<FixErrors.Figures, Double>] {
      figures?[keyPath: error] = ValidationSummary.median(seeds.map { $0[keyPath: error] }.sorted()) ?? 0
    }
    self.predicted = figures
    predictedRange = seeds.map(\.p95).min().flatMap { least in seeds.map(\.p95).max().map { least...$0 } }
  }

  private static func merged(_ parts: [FixErrors]) -> FixErrors {
    parts.reduce(into: FixErrors()) { $0.merge($1) }
  }

  /// Of the 95 % errors, measured over predicted.
  package var factor: Double? {
    guard let measured, let predicted, predicted.p95 > 0 else { return nil }
    return measured.p95 / predicted.p95
  }
}
