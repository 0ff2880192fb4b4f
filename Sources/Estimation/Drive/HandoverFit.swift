import RealModule

/// Changes of the serving cell along the way.
///
/// The count over the kilometres driven is taken as a Poisson process. Whether changes come in bunches is tested by the
/// dispersion over stretches of about five changes each (chi square, Cox and Lewis 1966), and whether drives differ by that
/// over three drives or more. Where they do, standard errors grow by the root of the larger dispersion, and between drives
/// limits are Student's. Valid for drives of one kilometre and more; a phone at rest says nothing of it.
package struct HandoverFit: Sendable {
  package struct Drive: Sendable, Hashable {
    package let name: String
    package let count: Int
    package let kilometres: Double

    /// Whether it is long enough to say something of a rate.
    package var hasMoved: Bool { kilometres * 1000 >= DrivePoint.shortestWay }
  }

  package let summary: FitSummary
  package let rate: PoissonRate
  package let drives: [Drive]
  /// Seconds in a cell from the change into it to the change out of it.
  package let dwells: [Double]
  /// Changes back to the cell before within ten seconds.
  package let returns: Int
  /// Of the counts over stretches, where changes come in bunches; else 1.
  private let bunching: Double

  /// A change back within this many seconds is a return.
  static let returnTime = 10.0

  /// Seconds; receivers report positions at least so often while they move.
  static let shortestStop = 15.0

  /// - Throws: `badInput` where no drive knows its cells, or none moved by 200 m.
  package init(_ drives: [(name: String, points: [DrivePoint])]) throws(EstimationError) {
    guard drives.contains(where: { $0.points.contains { $0.cell != nil } }) else {
      throw .badInput("no log names the serving cell")
    }
    var (list, dwells, returns, moving) = ([Drive](), [Double](), 0, 0.0)
    var stretches: [(count: Double, length: Double)] = []
    for drive in drives {
      let cells = DrivePoint.stretches(drive.points, \.cell)
      let changes = cells.filter(\.isLeft).map(\.last.distance)
      let kilometres = cells.reduce(0) { $0 + $1.length } / 1000
      list.append(Drive(name: drive.name, count: changes.count, kilometres: kilometres))
      moving += Self.movingTime(drive.points)
      for (k, cell) in cells.enumerated() where cell.isEntered && cell.isLeft {
        dwells.append(cell.seconds)
        if cells[k - 1].state == cells[k + 1].state, cell.seconds <= Self.returnTime { returns += 1 }
      }
      stretches += Self.stretches(changes, kilometres: kilometres, of: drive.points)
    }
    let (count, length) = list.reduce((0, 0.0)) { ($0.0 + $1.count, $0.1 + $1.kilometres) }
    guard length * 1000 >= DrivePoint.shortestWay else {
      throw .badInput("no log moves by \(Int(DrivePoint.shortestWay)) m where it names the serving cell")
    }
    let rate = try PoissonRate(count: count, exposure: length)
    var warnings: [FitWarning] = []
    let moved = list.filter(\.hasMoved).map { (Double($0.count), $0.kilometres) }
    let along = Dispersion(stretches, isBetweenDrives: false)
    let tests = [along, moved.count >= 3 ? Dispersion(moved, isBetweenDrives: true) : nil].compactMap(\.self)
    var widened: Dispersion?
    for test in tests where test.isCertain && test.index > widened?.index ?? 1 {
      widened = test
      let cause = test.isBetweenDrives ? "drives differ" : "cell changes come in bunches"
      let source = test.isBetweenDrives ? "the dispersion between them" : "the dispersion"
      warnings.append(.note("\(cause): standard errors and intervals are widened by \(source)"))
    }
    bunching = along.map { $0.isCertain ? $0.index : 1 } ?? 1
    var parameters = [rate.parameter("handovers_per_km", unit: "1/km")]
    if let time = try? PoissonRate(count: count, exposure: max(moving, 1e-9)), count > 0,
      let dwell = time.spacing("dwell_per_cell", unit: "s")
    {
      parameters.append(dwell)
    }
    if let spacing = rate.spacing("distance_per_cell", unit: "m", scale: 1000) { parameters.append(spacing) }
    if let widened {
      let quantile = widened.isBetweenDrives ? try GSL.studentQuantile(widened.freedom) : LikelihoodFit.score
      let relative = rate.standardError / max(rate.value, 1e-12) * widened.index.squareRoot()
      // Quasi-Poisson: normal in the logarithm with the dispersion's variance.
      parameters = parameters.map {
        .logNormal($0.name, $0.value, relative: relative, quantile: quantile, unit: $0.unit)
      }
    }
    if returns > 0 { warnings.append(.note("\(returns) changes go back to the cell before within 10 s")) }
    if count == 0 { warnings.append(.note("no change of cell was seen: the rate has an upper end only")) }
    self.rate = rate
    self.drives = list
    self.dwells = dwells.sorted()
    self.returns = returns
    summary = FitSummary(
      model: "cell changes",
      formula: "count over kilometres driven, a Poisson process along the way; "
        + "dwell_per_cell counts time in motion only",
      parameters: parameters, covariance: Self.covariance(parameters), logLikelihood: nil, samples: count,
      effectiveSamples: Double(count), goodnessOfFit: tests.map(\.figure), warnings: warnings,
      namesCloseCorrelations: false)
  }

  /// Of one count in several forms: what is per cell falls as the rate rises.
  private static func covariance(_ parameters: [FittedParameter]) -> [[Double]] {
    let errors = parameters.enumerated().map { ($0.offset == 0 ? 1 : -1) * ($0.element.standardError ?? 0) }
    return errors.map { a in errors.map { a * $0 } }
  }

  /// Seconds in motion over which the cell is known.
  ///
  /// Logs have more rows than positions: rows between two positions are in motion with them. A distance that stays the same
  /// for longer than `shortestStop` is a stop.
  static func movingTime(_ points: [DrivePoint]) -> Double {
    let cells = points.filter { $0.cell != nil }
    var (moving, waiting) = (0.0, 0.0)
    for (a, b) in zip(cells, cells.dropFirst()) {
      let span = b.time - a.time
      guard span <= DrivePoint.longestGap else {
        waiting = 0
        continue
      }
      waiting += span
      guard b.distance > a.distance else { continue }
      moving += waiting <= shortestStop ? waiting : span
      waiting = 0
    }
    return moving
  }

  private static func stretches(
    _ changes: [Double], kilometres: Double, of points: [DrivePoint]
  ) -> [(count: Double, length: Double)] {
    let number = changes.count / 5
    guard number >= 2, let start = points.first?.distance, let end = points.last?.distance, end > start else {
      return []
    }
    let length = (end - start) / Double(number)
    var counts = [Double](repeating: 0, count: number)
    for change in changes { counts[min(number - 1, Int((change - start) / length))] += 1 }
    return counts.map { ($0, kilometres / Double(number)) }
  }

  private struct Dispersion {
    /// Pearson's chi square by its degrees of freedom.
    let index: Double
    let freedom: Double
    /// Else between stretches of the way.
    let isBetweenDrives: Bool
    let figure: GoodnessOfFit
    var isCertain: Bool { index > 1 && (figure.pValue ?? 1) < 0.05 }

    /// `nil` for fewer than two drives or four stretches, and without a count.
    init?(_ parts: [(count: Double, length: Double)], isBetweenDrives: Bool) {
      let (count, length) = parts.reduce((0.0, 0.0)) { ($0.0 + $1.count, $0.1 + $1.length) }
      guard parts.count >= (isBetweenDrives ? 2 : 4), count > 0, length > 0 else { return nil }
      let chiSquare = parts.reduce(0.0) { sum, part in
        let expected = count * part.length / length
        return sum + (part.count - expected) * (part.count - expected) / expected
      }
      freedom = Double(parts.count - 1)
      index = chiSquare / freedom
      self.isBetweenDrives = isBetweenDrives
      figure = GoodnessOfFit(
        name: isBetweenDrives ? "dispersion between drives" : "dispersion", statistic: index,
        pValue: ChiSquare.upperTail(chiSquare, degreesOfFreedom: freedom),
        method: "chi square over \(parts.count) \(isBetweenDrives ? "drives" : "stretches"); 1 for a Poisson process")
    }
  }

  /// What the other drives say of one's changes: the expected count and the 90 % range of another drive of its length.
  ///
  /// A Poisson process known from the others (see `PoissonRate.prediction`); where those differ from each other or changes
  /// come in bunches, log-normal with the larger dispersion, by Student's quantile between drives.
  ///
  /// - Returns: `nil` where no other drive moved.
  /// - Throws: `gsl` for quantiles out of range.
  package func prediction(of drive: Int) throws(EstimationError) -> (count: Double, range: ClosedRange<Int>)? {
    let others = drives.enumerated().filter { $0.offset != drive && $0.element.hasMoved }.map(\.element)
    guard !others.isEmpty, drives[drive].kilometres > 0 else { return nil }
    let known = try PoissonRate(
      count: others.reduce(0) { $0 + $1.count }, exposure: others.reduce(0) { $0 + $1.kilometres })
    let expected = known.value * drives[drive].kilometres
    let between = Dispersion(others.map { (Double($0.count), $0.kilometres) }, isBetweenDrives: true)
    let largest = max(bunching, between?.index ?? 1)
    guard largest > 1, expected > 0 else { return (expected, try known.prediction(over: drives[drive].kilometres)) }
    let quantile =
      try between.map { (own) throws(EstimationError) in
        own.index >= bunching ? try GSL.studentQuantile(own.freedom, share: 0.95) : 1.6449
      } ?? 1.6449
    let deviation = (largest * (1 / expected + 1 / Double(known.count))).squareRoot()
    let factor = Double.exp(min(quantile * deviation, 20))
    return (expected, Int((expected / factor).rounded(.down))...Int((expected * factor).rounded(.up)))
  }
}
