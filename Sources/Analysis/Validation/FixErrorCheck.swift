/// Errors of fixes beside a route, with what was reported for each.
public struct FixErrors: Sendable {
  /// Metres across the track.
  public private(set) var errors: [Double]
  /// Reported radii in metres, of the fixes that had one.
  public private(set) var reported: [Double]
  /// How many of these held the error.
  public private(set) var held: Int

  public init() { (errors, reported, held) = ([], [], 0) }

  /// - Parameters:
  ///   - error: metres across the track.
  ///   - radius: what was reported; `nil` where nothing was.
  public mutating func add(error: Double, radius: Double?) {
    errors.append(error)
    guard let radius else { return }
    reported.append(radius)
    if error <= radius { held += 1 }
  }

  public mutating func merge(_ other: FixErrors) {
    errors += other.errors
    reported += other.reported
    held += other.held
  }

  /// Exact quantiles by nearest rank; `nil` without fixes.
  public var figures: Figures? {
    var values = errors
    guard let quantiles = NearestRankQuantile.select(perMilles: [500, 680, 950], from: &values) else { return nil }
    var radii = reported
    return Figures(
      count: errors.count, p50: quantiles[0], p68: quantiles[1], p95: quantiles[2],
      coverage: reported.isEmpty ? nil : Double(held) / Double(reported.count),
      reportedMedian: NearestRankQuantile.select(perMille: 500, from: &radii))
  }

  public struct Figures: Sendable, Hashable {
    public let count: Int
    /// Metres.
    public let p50: Double
    public let p68: Double
    public let p95: Double
    /// The share of fixes whose reported radius held the error; `nil` where none was reported.
    public let coverage: Double?
    /// The median reported radius in metres.
    public let reportedMedian: Double?
  }
}

/// Errors of one configuration's fixes by way to travel, measured and simulated in the same way.
public struct FixErrorCheck: Sendable {
  public let timeline: String
  public let configuration: String
  /// Such as `car`.
  public let mode: String
  /// `nil` where the data hold no fix beside a route.
  public let measured: FixErrors.Figures?
  /// `nil` where no fix was simulated there.
  public let predicted: FixErrors.Figures?

  public init(
    timeline: String, configuration: String, mode: String, measured: FixErrors.Figures?, predicted: FixErrors.Figures?
  ) {
    self.timeline = timeline
    self.configuration = configuration
    self.mode = mode
    self.measured = measured
    self.predicted = predicted
  }
}
