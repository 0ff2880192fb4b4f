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
    var (holes, inside, outside, ends, starts) = ([Hole](), 0.0, 0.0, 0, 0)
    var states: [[DrivePoint]] = []
    for (number, points) in drives.enumerated() {
      let known = points.filter { $0.level != nil || $0.isOut }
      func isIn(_ point: DrivePoint) -> Bool { point.isOut || (point.level ?? level) < level }
      guard known.contains(where: { $0.level != nil }) else { continue }
      states.append(
        known.map { point in
          DrivePoint(time: point.time, distance: point.distance, access: isIn(point) ? 1 : 0)
        })
      var start: Double?
      for (a, b) in zip(known, known.dropFirst()) {
        let way = b.distance - a.distance
        let (isHole, next) = (isIn(a), isIn(b))
        guard b.time - a.time <= DrivePoint.longestGap else {
          if let from = start { holes.append(Hole(drive: number, start: from, end: a.distance)) }
          start = nil
          continue
        }
        if isHole { inside += way } else { outside += way }
        if isHole, start == nil { start = a.distance }
        if !isHole, next { starts += 1 }
        if isHole, !next {
          ends += 1
          if let from = start { holes.append(Hole(drive: number, start: from, end: b.distance)) }
          start = nil
        }
      }
      if let from = start, let last = known.last {
        holes.append(Hole(drive: number, start: from, end: last.distance))
      }
    }
    let total = inside + outside
    guard total > 0 || !holes.isEmpty else { throw .badInput("no log has the received power along a way") }
    guard total >= DrivePoint.shortestWay else {
      throw .badInput("no log moves by \(Int(DrivePoint.shortestWay)) m where it has the received power")
    }
    let ways = try AccessFit(states, accesses: [0, 1])
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
    let relative = Dictionary(
      uniqueKeysWithValues: parameters.map { ($0.name, ($0.standardError ?? 0) / max(abs($0.value), 1e-300)) })
    let (lengths, counts) = (relative["length"] ?? 0, relative["spacing"] ?? 0)
    /// Correlations with the logarithms of length and number.
    func parts(_ name: String) -> (Double, Double) {
      let both = (lengths * lengths + counts * counts).squareRoot()
      switch name {
      case "length": return (1, 0)
      case "holes_per_km": return (0, 1)
      case "spacing": return (0, -1)
      default: return both > 0 ? (lengths / both, counts / both) : (0, 0)
      }
    }
    return parameters.map { a in
      parameters.map { b in
        let (x, y) = (parts(a.name), parts(b.name))
        let correlation = a.name == b.name ? 1 : x.0 * y.0 + x.1 * y.1
        return correlation * (a.standardError ?? 0) * (b.standardError ?? 0)
      }
    }
  }
}

/// One second of a drive as the fits see it. Every quantity is `nil` where the log does not know it.
package struct DrivePoint: Sendable, Hashable {
  /// Seconds, from any start.
  package var time: Double
  /// Metres along the way since the drive's start.
  package var distance: Double
  /// East and north in metres from a point that all drives share.
  package var place: SIMD2<Double>?
  /// Received power of the serving cell in dBm.
  package var level: Double?
  /// In dB.
  package var snr: Double?
  /// Identity of the serving cell.
  package var cell: Int?
  /// The radio access; numbers are the caller's.
  package var access: Int?
  /// Whether the phone says that it has no service.
  package var isOut: Bool

  package init(
    time: Double, distance: Double, place: SIMD2<Double>? = nil, level: Double? = nil, snr: Double? = nil,
    cell: Int? = nil, access: Int? = nil, isOut: Bool = false
  ) {
    self.time = time
    self.distance = distance
    self.place = place
    self.level = level
    self.snr = snr
    self.cell = cell
    self.access = access
    self.isOut = isOut
  }

  /// A longer time between two rows is a pause of the log: nothing is known across it.
  package static let longestGap = 30.0

  /// Metres; a shorter way says little of rates, shares and lengths along it.
  package static let shortestWay = 200.0
}
