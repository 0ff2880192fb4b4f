/// Stretches of the way below a level, or without a serving cell: how often they come and how long they are.
///
/// Lengths are taken as exponential, so that their mean has the chi-square interval of a Poisson process; a hole that the
/// log's start, end or pause cuts counts with its length but not as an end. Valid where the phone moves.
public struct CoverageHoleFit: Sendable {
  public let summary: FitSummary
  /// In metres, in order of the way.
  public let lengths: [Double]
  public let kilometres: Double
  /// Share of the way inside holes.
  public let share: Double

  /// - Parameter level: in dBm; a row with a lower one lies in a hole, and so does one without a level that names its access.
  /// - Throws: `badInput` where no row has a level, or no log moves by 200 m.
  public init(_ drives: [[DrivePoint]], below level: Double) throws(EstimationError) {
    var (lengths, inside, outside, ends, starts) = ([Double](), 0.0, 0.0, 0, 0)
    for points in drives {
      let known = points.filter { $0.level != nil || $0.access != nil }
      guard known.contains(where: { $0.level != nil }) else { continue }
      var start: Double?
      for (a, b) in zip(known, known.dropFirst()) {
        let way = b.distance - a.distance
        let isHole = a.level.map { $0 < level } ?? true
        let next = b.level.map { $0 < level } ?? true
        guard b.time - a.time <= DrivePoint.longestGap else {
          if let from = start { lengths.append(a.distance - from) }
          start = nil
          continue
        }
        if isHole { inside += way } else { outside += way }
        if isHole, start == nil { start = a.distance }
        if !isHole, next { starts += 1 }
        if isHole, !next {
          ends += 1
          if let from = start { lengths.append(b.distance - from) }
          start = nil
        }
      }
      if let from = start, let last = known.last { lengths.append(last.distance - from) }
    }
    let total = inside + outside
    guard total > 0 || !lengths.isEmpty else { throw .badInput("no log has the received power along a way") }
    guard total >= 200 else { throw .badInput("no log moves by 200 m where it has the received power") }
    var parameters = [
      FittedParameter(
        name: "share_of_way", value: inside / total, standardError: nil, interval95: nil, intervalMethod: .normal,
        unit: "")
    ]
    var warnings: [FitWarning] = []
    parameters.append(
      try PoissonRate(count: starts, exposure: max(outside, 1) / 1000).parameter("holes_per_km", unit: "1/km"))
    if ends > 0, inside > 0, let length = try PoissonRate(count: ends, exposure: inside).spacing("length", unit: "m") {
      parameters.append(length)
    }
    if starts > 0, outside > 0,
      let spacing = try PoissonRate(count: starts, exposure: outside).spacing("spacing", unit: "m")
    {
      parameters.append(spacing)
    }
    if lengths.isEmpty { warnings.append(.note("no such stretch was met: the rate has an upper end only")) }
    warnings.append(.note("the share of the way has no error of its own: holes are few and long"))
    self.lengths = lengths
    kilometres = total / 1000
    share = inside / total
    summary = FitSummary(
      model: "coverage holes", formula: "stretches below the level: number along the way between them, mean length",
      parameters: parameters,
      covariance: parameters.indices.map { i in
        parameters.indices.map { i == $0 ? (parameters[i].standardError ?? 0) * (parameters[i].standardError ?? 0) : 0 }
      }, logLikelihood: nil, samples: lengths.count, effectiveSamples: Double(lengths.count), warnings: warnings,
      namesCloseCorrelations: false)
  }
}
