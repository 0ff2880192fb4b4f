import RealModule

/// Log-distance path loss with shadowing: r = p - 10 n lg(d / 100 m) + X, X normal with a deviation, correlated along the way
/// like exp(-s / D) (Gudmundson, "Correlation model for shadow fading in mobile radio systems", Electronics Letters 27, 1991).
///
/// Each cell has its own p; the exponent n, the deviation and the decorrelation distance D are common. Of each 10 m the first
/// sample counts, so that stops weigh nothing; fast fading and rounding to whole dB are white noise. Means over stretches of the way
/// would not do: they vary less than the process and repeat each other more. All errors come from `CorrelatedRegression` over
/// the way, which allows for what the cells' levels take from the shadows.
/// Where towers are estimated, they stand in the middle of a cell's strongest tenth: n then comes out low, and so marked.
package struct PathLossFit: Sendable {
  package let summary: FitSummary
  /// Cells that took part.
  package let cells: Int
  /// Whether the places of the towers are estimates.
  package let towersAreEstimated: Bool
  /// Metres and dBm less the cell's own p, for plots.
  package let points: [(distance: Double, level: Double)]

  static let step = 10.0
  static let mostCells = 10
  static let leastSteps = 20

  private struct Row {
    let along: Double
    let leg: Int
    let cell: Int
    let logDistance: Double
    let level: Double
  }

  /// - Parameters:
  ///   - towers: east and north in metres, by cell.
  /// - Throws: `badInput` where no cell is long enough in sight, or distances hardly vary.
  package init(_ drives: [[DrivePoint]], towers: [Int: SIMD2<Double>] = [:]) throws(EstimationError) {
    let all = drives.flatMap(\.self)
    var places: [Int: (place: SIMD2<Double>, least: Double)] = [:]
    let isEstimated = towers.isEmpty
    if isEstimated {
      for (cell, points) in Dictionary(grouping: all.filter { $0.cell != nil }, by: { $0.cell ?? 0 }) {
        places[cell] = Self.estimated(points)
      }
    } else {
      for (cell, place) in towers { places[cell] = (place, 30) }
    }
    var rows = Self.rows(drives, places)
    let counts = Dictionary(grouping: rows, by: \.cell).mapValues(\.count)
    let kept = counts.filter { $0.value >= Self.leastSteps }.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
      .prefix(Self.mostCells).map(\.key).sorted()
    guard !kept.isEmpty else {
      throw .badInput(
        isEstimated
          ? "no cell has level and position in \(Self.leastSteps) places \(Int(Self.step)) m apart"
          : "no cell of the towers has levels in \(Self.leastSteps) places \(Int(Self.step)) m apart")
    }
    rows = rows.filter { kept.contains($0.cell) }
    let spread = rows.map(\.logDistance)
    guard let nearest = spread.min(), let farthest = spread.max(), farthest - nearest >= 0.3 else {
      throw .badInput("the distances to the towers hardly vary: less than a factor of 2")
    }
    let names = ["exponent"] + kept.map { "level_at_100m_\($0)" }
    var columns = [rows.map { -10 * $0.logDistance }]
    for cell in kept { columns.append(rows.map { $0.cell == cell ? 1 : 0 }) }
    var steps = [Double](repeating: .infinity, count: rows.count)
    for i in rows.indices.dropFirst() where rows[i].leg == rows[i - 1].leg {
      steps[i] = max(0, rows[i].along - rows[i - 1].along) / Self.step
    }
    let regression = try CorrelatedRegression(
      response: rows.map(\.level), steps: steps, whiteCells: 12, names: names, design: { _ in (columns, []) })
    guard let exponent = regression.estimate(0) else { throw .singularJacobian(parameters: ["exponent"]) }
    let values = [exponent.value] + kept.indices.map { regression.estimate($0 + 1)?.value ?? 0 }
    let residuals = zip(rows, combination(columns, values)).map { $0.level - $1 }
    guard residuals.contains(where: { abs($0) > 1e-9 }) else { throw .badInput("the levels lie on the curve exactly") }
    let noise = try regression.noise(Self.noiseNames, deviationUnit: "dB", timeUnit: "m", interval: Self.step)
    let parameters = [exponent.parameter("exponent", unit: "", .correlatedStudentT)] + noise.parameters
    var warnings = noise.warnings
    if isEstimated {
      warnings.append(
        .assumption("each tower stands in the middle of its cell's strongest tenth; the exponent comes out low by this")
      )
    }
    warnings += FitWarning.effective(samples: rows.count, worth: regression.effectiveSamples)
    cells = kept.count
    towersAreEstimated = isEstimated
    let own = Dictionary(uniqueKeysWithValues: zip(kept, values.dropFirst()))
    points = rows.map { (100 * Double.pow(10, $0.logDistance), $0.level - (own[$0.cell] ?? 0)) }
    summary = FitSummary(
      model: "log-distance path loss",
      formula: "RSRP = p(cell) - 10 n lg(d / 100 m) + shadowing, exp(-s / D) along the way",
      parameters: parameters, covariance: FitSummary.covariance(regression.noiseCorrelation(0), parameters),
      logLikelihood: nil, samples: rows.count,
      effectiveSamples: regression.effectiveSamples, residuals: try ResidualDiagnostics(residuals: residuals),
      warnings: warnings, namesCloseCorrelations: false)
  }

  private static let noiseNames = ["shadowing_deviation", "decorrelation_distance", "white_deviation"]

  /// The middle of the strongest tenth, and the distance from it within which nothing is known of the tower's.
  private static func estimated(_ points: [DrivePoint]) -> (place: SIMD2<Double>, least: Double)? {
    let known = points.compactMap { point in point.place.flatMap { place in point.level.map { (place, $0) } } }
    guard known.count >= 30 else { return nil }
    let best = known.sorted { $0.1 > $1.1 }.prefix(max(5, known.count / 10))
    let middle = best.reduce(SIMD2<Double>.zero) { $0 + $1.0 } / Double(best.count)
    let radius = best.map { distance($0.0, middle) }.sorted()[best.count / 2]
    return (middle, max(50, radius))
  }

  private static func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    ((a - b) * (a - b)).sum().squareRoot()
  }

  /// The first sample of each step of the way.
  private static func rows(
    _ drives: [[DrivePoint]], _ places: [Int: (place: SIMD2<Double>, least: Double)]
  ) -> [Row] {
    var rows: [Row] = []
    var leg = 0
    for points in drives {
      leg += 1
      var last: DrivePoint?
      var next = -Double.infinity
      for point in points {
        guard let cell = point.cell, let place = point.place, let level = point.level else { continue }
        if let last, last.cell != cell || point.time - last.time > DrivePoint.longestGap {
          // Another cell's shadows are other ones.
          leg += 1
          next = -Double.infinity
        }
        last = point
        guard point.distance >= next, let tower = places[cell] else { continue }
        let away = distance(place, tower.place)
        guard away >= tower.least else { continue }
        next = point.distance + step
        rows.append(
          Row(along: point.distance, leg: leg, cell: cell, logDistance: Double.log10(away / 100), level: level))
      }
    }
    return rows
  }
}
