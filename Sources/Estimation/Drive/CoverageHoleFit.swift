/// Stretches of the way below a level, or without a serving cell: how often they come and how long they are.
///
/// Lengths are taken as exponential, so that their mean has the chi-square interval of a Poisson process; a hole that the
/// log's start, end or pause cuts counts with its length but not as an end. The share of the way has the error of
/// `AccessFit` with two states. Valid where the phone moves.
package struct CoverageHoleFit: Sendable {
  package struct Hole: Sendable, Hashable {
    package let drive: Int
    /// Metres along the drive.
    package let start: Double
    package let end: Double

    package var length: Double { end - start }
  }

  package let summary: FitSummary
  /// In order of drives and of the way.
  package let holes: [Hole]
  /// In metres.
  package var lengths: [Double] { holes.map(\.length) }
  package let kilometres: Double
  /// Share of the way inside holes.
  package let share: Double

  /// - Parameter level: in dBm; a row with a lower one lies in a hole, and so does one without service. A row without a level says
  ///   nothing.
  /// - Throws: `badInput` where no row has a level, or no log moves by 200 m.
  package init(_ drives: [[DrivePoint]], below level: Double) throws(EstimationError) {
    let known = drives.map { points in
      points.contains { $0.level != nil }
        ? points.filter { $0.level != nil || $0.isOut }.map { point in
          DrivePoint(
            time: point.time, distance: point.distance,
            access: point.isOut || point.level.map { $0 < level } ?? false ? 1 : 0)
        } : []
    }
    var (holes, inside, outside, ends, starts) = ([Hole](), 0.0, 0.0, 0, 0)
    for (number, points) in known.enumerated() {
      for stretch in DrivePoint.stretches(points, \.access) {
        guard stretch.state == 1 else {
          outside += stretch.length
          continue
        }
        inside += stretch.length
        starts += stretch.isEntered ? 1 : 0
        ends += stretch.isLeft ? 1 : 0
        if stretch.seconds > 0 {
          holes.append(Hole(drive: number, start: stretch.first.distance, end: stretch.last.distance))
        }
      }
    }
    let total = inside + outside
    guard total > 0 || !holes.isEmpty else { throw .badInput("no log has the received power along a way") }
    guard total >= DrivePoint.shortestWay else {
      throw .badInput("no log moves by \(Int(DrivePoint.shortestWay)) m where it has the received power")
    }
    let ways = try AccessFit(known, accesses: [0, 1])
    let own = ways.accesses.first { $0.access == 1 }
    var parameters = [
      FittedParameter(
        name: "share_of_way", value: inside / total, standardError: own?.shareError, interval95: own?.shareInterval95,
        intervalMethod: .logOdds, unit: "")
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
    if holes.isEmpty { warnings.append(.note("no such stretch was met: the rate has an upper end only")) }
    if !holes.isEmpty, own?.shareError == nil {
      warnings.append(.note("the share of the way has no error: no stretch begins or ends inside the logs"))
    }
    self.holes = holes
    kilometres = total / 1000
    share = inside / total
    summary = FitSummary(
      model: "coverage holes", formula: "stretches below the level: number along the way between them, mean length",
      parameters: parameters,
      covariance: Self.covariance(parameters), logLikelihood: nil, samples: holes.count,
      effectiveSamples: Double(holes.count), warnings: warnings,
      namesCloseCorrelations: false)
  }

  /// Spacing and number a kilometre are one count in two forms; length and number are independent, and the share follows from
  /// both.
  private static func covariance(_ parameters: [FittedParameter]) -> [[Double]] {
    func relative(_ name: String) -> Double {
      parameters.first { $0.name == name }.map { ($0.standardError ?? 0) / max(abs($0.value), 1e-300) } ?? 0
    }
    let share = SIMD2(relative("length"), relative("spacing"))
    let size = (share * share).sum().squareRoot()
    // In the plane of the logarithms of length and number.
    let directions = parameters.map { parameter -> SIMD2<Double> in
      switch parameter.name {
      case "length": [1, 0]
      case "holes_per_km": [0, 1]
      case "spacing": [0, -1]
      default: size > 0 ? share / size : .zero
      }
    }
    return FitSummary.covariance(directions.map { a in directions.map { (a * $0).sum() } }, parameters)
  }
}
