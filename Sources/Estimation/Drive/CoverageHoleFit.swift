/// Stretches of the way below a level, or without a serving cell: how often they come and how long they are.
///
/// An `AccessFit` with two states, whose stays are lengths and spacings of holes. Valid where the phone moves.
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
  /// - Throws: `badInput` where no log moves by 200 m in rows with a level.
  package init(_ drives: [[DrivePoint]], below level: Double) throws(EstimationError) {
    let known = drives.map { points in
      points.contains { $0.level != nil }
        ? points.filter { $0.level != nil || $0.isOut }.map { point in
          DrivePoint(
            time: point.time, distance: point.distance,
            access: point.isOut || point.level.map { $0 < level } ?? false ? 1 : 0)
        } : []
    }
    holes = known.enumerated().flatMap { drive, points in
      DrivePoint.stretches(points, \.access).filter { $0.state == 1 && $0.seconds > 0 }.map {
        Hole(drive: drive, start: $0.first.distance, end: $0.last.distance)
      }
    }
    let ways = try AccessFit(known, accesses: [0, 1], where: "has the received power")
    let (inside, outside) = (ways.accesses.first { $0.access == 1 }, ways.accesses.first { $0.access == 0 })
    kilometres = ways.amount / 1000
    share = inside?.share.value ?? 0
    let none = try PoissonRate(count: 0, exposure: kilometres).parameter("holes_per_km", unit: "1/km")
    let noShare = FittedParameter(
      name: "share_of_way", value: 0, standardError: nil, interval95: nil, intervalMethod: .logOdds, unit: "")
    let parameters = [
      inside?.share.renamed("share_of_way") ?? noShare,
      ways.transitions.first { $0.to == 1 }?.rate.renamed("holes_per_km") ?? none,
      inside?.stay?.renamed("length"), outside?.stay?.renamed("spacing"),
    ].compactMap(\.self)
    var warnings: [FitWarning] = []
    if holes.isEmpty { warnings.append(.note("no such stretch was met: the rate has an upper end only")) }
    if !holes.isEmpty, inside?.share.standardError == nil {
      warnings.append(.note("the share of the way has no error: no stretch begins or ends inside the logs"))
    }
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
