import RealModule

/// Log-distance path loss with shadowing: r = p - 10 n lg(d / 100 m) + X, X normal with a deviation, correlated along the way
/// like exp(-s / D) (Gudmundson, "Correlation model for shadow fading in mobile radio systems", Electronics Letters 27, 1991).
///
/// Each cell has its own p; the exponent n, the deviation and the decorrelation distance D are common. The way is averaged
/// in steps of 20 m, so that fast fading and rounding to whole dB become white noise. Errors of n come from
/// `CorrelatedRegression` over the way; deviation and D from the exact likelihood of a Gauss-Markov process with white noise.
/// Where towers are estimated, they stand in the middle of a cell's strongest tenth: n then comes out low, and so marked.
public struct PathLossFit: Sendable {
  public let summary: FitSummary
  /// Cells that took part.
  public let cells: Int
  /// Whether the places of the towers are estimates.
  public let towersAreEstimated: Bool
  /// Metres and dBm less the cell's own p, for plots.
  public let points: [(distance: Double, level: Double)]

  static let step = 20.0
  static let mostCells = 10
  static let leastSteps = 15

  private struct Row {
    var along: Double
    var leg: Int
    var cell: Int
    var logDistance: Double
    var level: Double
  }

  /// - Parameters:
  ///   - towers: east and north in metres, by cell.
  /// - Throws: `badInput` where no cell is long enough in sight, or distances hardly vary.
  public init(_ drives: [[DrivePoint]], towers: [Int: SIMD2<Double>] = [:]) throws(EstimationError) {
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
          ? "no cell was followed over \(Int(Self.leastSteps) * Int(Self.step)) m with level and position"
          : "no cell of the towers was followed over \(Int(Self.leastSteps) * Int(Self.step)) m")
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
      response: rows.map(\.level), steps: steps, names: names, design: { _ in (columns, []) })
    guard let exponent = regression.estimate(0) else { throw .singularJacobian(parameters: ["exponent"]) }
    var values = [exponent.value]
    for k in kept.indices { values.append(regression.estimate(k + 1)?.value ?? 0) }
    let residuals = rows.indices.map { row in
      rows[row].level - columns.indices.reduce(0.0) { $0 + values[$1] * columns[$1][row] }
    }
    let shadowing = try Self.shadowing(rows, residuals)
    var parameters = [
      FittedParameter(
        name: "exponent", value: exponent.value, standardError: exponent.standardError, interval95: exponent.interval95,
        intervalMethod: .correlatedStudentT, unit: "")
    ]
    parameters += shadowing.parameters
    var covariance = parameters.map { _ in parameters.map { _ in 0.0 } }
    covariance[0][0] = exponent.standardError * exponent.standardError
    for a in shadowing.parameters.indices {
      for b in shadowing.parameters.indices { covariance[a + 1][b + 1] = shadowing.covariance[a][b] }
    }
    var warnings = shadowing.warnings
    warnings.append(
      .note(
        "the intervals of the shadowing's deviation and distance are too narrow: they held the truth in 87 and 79 of 100 "
          + "made-up drives"))
    if isEstimated {
      warnings.append(
        .assumption("each tower stands in the middle of its cell's strongest tenth; the exponent comes out low by this")
      )
    }
    warnings += FitWarning.effective(samples: rows.count, worth: regression.effectiveSamples)
    cells = kept.count
    towersAreEstimated = isEstimated
    var own: [Int: Double] = [:]
    for (k, cell) in kept.enumerated() { own[cell] = values[k + 1] }
    points = rows.map { (100 * Double.pow(10, $0.logDistance), $0.level - (own[$0.cell] ?? 0)) }
    summary = FitSummary(
      model: "log-distance path loss",
      formula: "RSRP = p(cell) - 10 n lg(d / 100 m) + shadowing, exp(-s / D) along the way",
      parameters: parameters, covariance: covariance, logLikelihood: nil, samples: rows.count,
      effectiveSamples: regression.effectiveSamples, residuals: try ResidualDiagnostics(residuals: residuals),
      warnings: warnings, namesCloseCorrelations: false)
  }

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

  /// Steps of the way, each in one cell.
  private static func rows(
    _ drives: [[DrivePoint]], _ places: [Int: (place: SIMD2<Double>, least: Double)]
  ) -> [Row] {
    var rows: [Row] = []
    var leg = 0
    for points in drives {
      leg += 1
      var open: (cell: Int, bin: Double, sum: SIMD4<Double>)?
      func close() {
        guard let found = open, found.sum.w > 0, let tower = places[found.cell] else { return }
        let count = found.sum.w
        let away = distance(SIMD2(found.sum.x, found.sum.y) / count, tower.place)
        guard away >= tower.least else { return }
        rows.append(
          Row(
            along: found.bin * step, leg: leg, cell: found.cell, logDistance: Double.log10(away / 100),
            level: found.sum.z / count))
      }
      var last: DrivePoint?
      for point in points {
        guard let cell = point.cell, let place = point.place, let level = point.level else { continue }
        let bin = (point.distance / step).rounded(.down)
        if let before = last, before.cell != cell || point.time - before.time > DrivePoint.longestGap {
          close()
          open = nil
          // Another cell's shadows are other ones.
          leg += 1
        } else if open?.bin != bin {
          close()
          open = nil
        }
        last = point
        if open == nil { open = (cell, bin, .zero) }
        open?.sum += SIMD4(place.x, place.y, level, 1)
      }
      close()
    }
    return rows
  }

  /// Deviation, decorrelation distance and white noise of the residuals along the way.
  private static func shadowing(
    _ rows: [Row], _ residuals: [Double]
  ) throws(EstimationError) -> LikelihoodFit.Estimate {
    var legs: [Range<Int>] = []
    var start = 0
    for i in rows.indices where i + 1 == rows.count || rows[i + 1].leg != rows[i].leg {
      legs.append(start..<i + 1)
      start = i + 1
    }
    let along = rows.map(\.along)
    let fit = LikelihoodFit(
      specifications: [
        ParameterSpecification("shadowing_deviation", unit: "dB", scale: .positive),
        ParameterSpecification("decorrelation_distance", unit: "m", scale: .above(step / 4)),
        ParameterSpecification("white_deviation", unit: "dB", scale: .positive, closedBounds: [0]),
      ],
      logLikelihood: { p in
        GaussMarkovModel(
          processes: [GaussMarkovModel.Process(variance: p[0] * p[0], timeConstant: p[1])], white: p[2] * p[2]
        ).logLikelihood(times: along, values: residuals, legs: legs)
      }, weight: 1)
    let scale = (residuals.reduce(0) { $0 + $1 * $1 } / Double(residuals.count)).squareRoot()
    guard scale > 0 else { throw .badInput("the levels lie on the curve exactly") }
    let maximum = try fit.maximum(starts: [
      [scale, 60, scale / 4], [scale, 250, scale / 10], [scale * 0.8, 30, scale / 2],
    ])
    return try fit.estimate(at: maximum)
  }
}
