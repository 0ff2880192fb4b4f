import RealModule

/// Throughput against the signal: the models of `ThroughputModel`, compared by how well they predict data left out.
///
/// Left out are whole drives where there are three or more, else ten blocks of consecutive seconds: seconds beside those of the
/// fit would flatter every model. Of a drive its own mean error is taken off, since drives differ by more than models do: else a
/// constant won over three drives where the rate rises with the signal. Of models that do not differ by more than a standard
/// error of the folds, the one with the fewest parameters is taken. All are fitted by least absolute deviations of lg(rate),
/// which short stretches of poor rates do not pull. From three drives on they are the sample: a second of a drive of n counts 1 /
/// (n + 150), the weights of a random intercept by drive, since the mean of 150 seconds is as uncertain as drives differ (0.4 in
/// lg(rate) over 12 s that repeat each other, and `DriveDifferences.usual`). Errors are those of fits without one drive each
/// (jackknife of unequal groups: Busing, Meijer and van der Leeden, Statistics and Computing 9, 1999), with Student's quantile
/// for the drives that these weights amount to, less one. Of one or two drives the model is fitted by `CorrelatedRegression`
/// through their pseudo-values, since the rate of a second repeats that of the one before; to first order the covariance gains
/// what drives that differ as usual (`DriveDifferences.usual`) do to the parameters. Valid for rates above 0: seconds without any
/// data are no throughput but a pause or a hole.
package struct ThroughputFit: Sendable {
  package struct Candidate: Sendable {
    package let model: ThroughputModel
    /// Root of the mean squared error of lg(rate) on data left out; of whole drives less their own mean.
    package let error: Double
    /// Errors by fold, in the order of the folds.
    let folds: [Double]
    /// The knee last.
    let parameters: [Double]
  }

  /// The best predictor first.
  package let ranking: [Candidate]
  package let model: ThroughputModel
  package let summary: FitSummary
  /// The best function of the received power alone, which a network profile can carry.
  package let levelModel: ThroughputModel
  package let levelSummary: FitSummary
  /// Deviation of lg(rate) around the function of the received power, second by second.
  package let scatter: Double
  /// What was left out in the comparison.
  package let validation: String
  /// Of the received power, the 2.5 and 97.5 % points: beyond them the curve is extrapolated.
  package let levels: ClosedRange<Double>

  static let leastSamples = 60
  /// More rows are averaged in blocks before errors are computed.
  static let mostRows = 1_000
  /// The received power must vary by so many dB, or its influence is not told.
  static let leastSpread = 6.0

  /// - Throws: `tooFewSamples` under 60 seconds, `badInput` for a rate that is not above 0, and what regressions throw.
  package init(_ given: [SignalSample]) throws(EstimationError) {
    guard given.count >= Self.leastSamples else { throw .tooFewSamples(have: given.count, need: Self.leastSamples) }
    guard given.allSatisfy({ $0.value > 0 && $0.value.isFinite && $0.level.isFinite && $0.time.isFinite }) else {
      throw .badInput("a rate is not above 0, or a number is not finite")
    }
    let samples = given.sorted { ($0.drive, $0.time) < ($1.drive, $1.time) }
    let sorted = samples.map(\.level).sorted()
    let low = sorted[Int(0.025 * Double(sorted.count))]
    let high = sorted[min(sorted.count - 1, Int(0.975 * Double(sorted.count)))]
    levels = low...high
    guard samples.contains(where: { $0.value != samples[0].value }) else { throw .badInput("all rates are equal") }
    let hasSNR = samples.count { $0.snr != nil } * 5 >= samples.count * 4
    let hasLevels = high - low >= Self.leastSpread
    let models = ThroughputModel.allCases.filter { model in
      model == .constant || (model.usesSNR ? hasSNR && (model != .levelAndSNR || hasLevels) : hasLevels)
    }
    // All models are compared on the same seconds.
    let rows = hasSNR ? samples.filter { $0.snr != nil } : samples
    let folds = Self.folds(rows)
    validation = folds.areDrives ? "each drive in turn, less its own mean" : "ten blocks of consecutive seconds in turn"
    let weights = Self.weights(samples)
    let candidates = models.compactMap { Self.candidate($0, rows, folds, weights) }
    guard !candidates.isEmpty else { throw .singularJacobian(parameters: ["intercept"]) }
    ranking = candidates.sorted { ($0.error, $0.parameters.count) < ($1.error, $1.parameters.count) }
    model = Self.chosen(ranking)
    var ofLevel = Self.chosen(ranking.filter(\.model.isOfLevel))
    summary = try Self.summary(model, rows)
    var levelSummary = ofLevel == model ? summary : try Self.summary(ofLevel, samples)
    if let slope = levelSummary["slope"], slope.value <= 0 {
      // A rate that falls with the signal is the load of cells, not the signal; the profile does not carry it.
      ofLevel = .constant
      levelSummary = try Self.summary(.constant, samples)
    }
    levelModel = ofLevel
    self.levelSummary = levelSummary
    let residuals = samples.map {
      Double.log10($0.value) - Self.value(ofLevel, levelSummary.parameters.map(\.value), $0.level, $0.snr ?? 0)
    }
    scatter = (residuals.scatter / Double(max(1, residuals.count - 1))).squareRoot()
  }

  /// The median rate in bit/s at a received power in dBm.
  package func median(at level: Double) -> Double {
    Double.pow(10, Self.value(levelModel, levelSummary.parameters.map(\.value), level, 0))
  }

  /// lg(rate) of a model with fitted parameters, the knee last.
  package static func value(_ model: ThroughputModel, _ parameters: [Double], _ level: Double, _ snr: Double) -> Double
  {
    let columns = model.columns([level], [snr], knee: parameters.last ?? 0)
    return columns.indices.reduce(0) { $0 + parameters[$1] * columns[$1][0] }
  }

  // MARK: - Comparison

  private typealias Folds = (numbers: [Int], areDrives: Bool)

  private static func folds(_ rows: [SignalSample]) -> Folds {
    let counts = Dictionary(rows.map { ($0.drive, 1) }, uniquingKeysWith: +)
    if counts.count >= 3, counts.values.allSatisfy({ $0 >= leastSamples / 2 }) {
      let order = counts.keys.sorted()
      return (rows.map { order.firstIndex(of: $0.drive) ?? 0 }, true)
    }
    return (rows.indices.map { $0 * 10 / rows.count }, false)
  }

  private static func candidate(
    _ model: ThroughputModel, _ rows: [SignalSample], _ folds: Folds, _ weights: [Int: Double]
  ) -> Candidate? {
    guard let parameters = solved(model, rows, weights) else { return nil }
    var squares: [Double] = []
    for fold in 0...(folds.numbers.max() ?? 0) {
      let kept = rows.indices.filter { folds.numbers[$0] != fold }
      let left = rows.indices.filter { folds.numbers[$0] == fold }
      guard !left.isEmpty, let parameters = solved(model, kept.map { rows[$0] }, weights) else { return nil }
      let errors = left.map {
        Double.log10(rows[$0].value) - value(model, parameters, rows[$0].level, rows[$0].snr ?? 0)
      }
      squares.append((folds.areDrives ? errors.scatter : dot(errors, errors)) / Double(left.count))
    }
    return Candidate(
      model: model, error: squares.mean.squareRoot(), folds: squares, parameters: parameters)
  }

  /// Of each second, by drive.
  private static func weights(_ samples: [SignalSample]) -> [Int: Double] {
    let counts = Dictionary(grouping: samples, by: \.drive).mapValues { Double($0.count) }
    return counts.mapValues { counts.count < 3 ? 1 : 1 / ($0 + 150) }
  }

  /// The parameters, the knee last.
  private static func solved(
    _ model: ThroughputModel, _ rows: [SignalSample], _ weights: [Int: Double]
  ) -> [Double]? {
    let response = rows.map { Double.log10($0.value) }
    let roots = rows.map { (weights[$0.drive] ?? 0).squareRoot() }
    let (levels, snrs) = (rows.map(\.level), rows.map { $0.snr ?? 0 })
    guard model == .levelSaturated else {
      return leastAbsolute(model.columns(levels, snrs), response, roots)
    }
    let sorted = levels.sorted()
    guard sorted.count >= 10 else { return nil }
    let (low, high) = ((sorted[sorted.count / 10] + 1).rounded(), sorted[sorted.count * 95 / 100])
    func best(_ knees: StrideThrough<Double>) -> Double {
      let squares = knees.map { knee -> (knee: Double, sum: Double) in
        let columns = model.columns(levels, snrs, knee: knee)
        guard let fit = leastSquares(columns, response, roots) else { return (knee, .infinity) }
        let rest = zip(zip(response, combination(columns, fit)), roots).map { ($0.0 - $0.1) * $1 }
        return (knee, dot(rest, rest))
      }
      return squares.min { $0.sum < $1.sum }?.knee ?? low
    }
    // Every dB, then every tenth of one around the best.
    let near = best(stride(from: low, through: high, by: 1))
    let knee = best(stride(from: max(low, near - 1), through: min(high, near + 1), by: 0.1))
    return leastAbsolute(model.columns(levels, snrs, knee: knee), response, roots).map { $0 + [knee] }
  }

  private static func leastSquares(_ columns: [[Double]], _ response: [Double], _ roots: [Double]) -> [Double]? {
    ScaledQR.leastSquares(
      columns: columns.map { zip($0, roots).map { $0 * $1 } }, target: zip(response, roots).map { $0 * $1 })
  }

  /// Least absolute deviations, by least squares with weights 1 / |residual|.
  private static func leastAbsolute(_ columns: [[Double]], _ response: [Double], _ own: [Double]) -> [Double]? {
    guard var values = leastSquares(columns, response, own) else { return nil }
    for _ in 0..<30 {
      let rest = zip(response, combination(columns, values)).map { $0 - $1 }
      let roots = zip(own, rest).map { $0 / max(1e-4, abs($1)).squareRoot() }
      guard let next = leastSquares(columns, response, roots) else { return values }
      let moved = zip(next, values).reduce(0) { max($0, abs($1.0 - $1.1)) }
      values = next
      if moved < 1e-6 { break }
    }
    return values
  }

  /// Rows at c sign(residual) from the fit, c half of the residuals' sparsity at their median: least squares through them give least
  /// absolute deviations and their covariance (Cox, Annals of Statistics 11, 1983; Siddiqui's quotient over the middle 40 %).
  private static func pseudoValues(_ model: ThroughputModel, _ values: [Double], _ samples: [SignalSample])
    -> [Double]
  {
    let fitted = samples.map { value(model, values, $0.level, $0.snr ?? 0) }
    let residuals = zip(samples, fitted).map { Double.log10($0.value) - $1 }
    let sorted = residuals.sorted()
    let sparsity = (sorted[sorted.count * 7 / 10] - sorted[sorted.count * 3 / 10]) / 0.4
    return zip(fitted, residuals).map { $0 + ($1 < 0 ? -sparsity : sparsity) / 2 }
  }

  /// The simplest of those that predict as well as the best within a standard error of the folds.
  private static func chosen(_ ranking: [Candidate]) -> ThroughputModel {
    guard let best = ranking.first else { return .constant }
    let count = Double(best.folds.count)
    let near = ranking.filter { candidate in
      let differences = zip(candidate.folds, best.folds).map { $0 - $1 }
      return differences.mean <= (differences.scatter / max(1, count - 1) / count).squareRoot()
    }
    return near.min { ($0.model.names.count, $0.error) < ($1.model.names.count, $1.error) }?.model ?? best.model
  }

  // MARK: - Errors

  private struct Errors {
    var parameters: [FittedParameter]
    var covariance: [[Double]]
    /// Samples that the residuals are worth.
    let worth: Double
    let note: String
  }

  private static func unit(_ name: String) -> String {
    switch name {
    case "knee": "dBm"
    case "intercept": "lg(bit/s)"
    case "shannon": ""
    default: "lg per 10 dB"
    }
  }

  /// From three drives on, by the fits without one drive each.
  private static func errors(
    _ model: ThroughputModel, _ whole: [Double], _ samples: [SignalSample], _ blocks: RowBlocks
  ) throws(EstimationError) -> Errors {
    let drives = Dictionary(grouping: samples, by: \.drive).sorted { $0.key < $1.key }
    let weights = weights(samples)
    let shares = drives.map { Double($0.value.count) * (weights[$0.key] ?? 0) }
    let total = shares.reduce(0, +)
    // As many drives of one weight are worth the same.
    let equal = total * total / dot(shares, shares)
    guard drives.count >= 3, equal >= 2 else { return try regression(model, whole, samples, blocks) }
    var pseudo: [(values: [Double], weight: Double)] = []
    for (drive, share) in zip(drives, shares) {
      guard let rest = solved(model, samples.filter { $0.drive != drive.key }, weights) else {
        return try regression(model, whole, samples, blocks)
      }
      let factor = total / share
      pseudo.append((zip(whole, rest).map { factor * $0 - (factor - 1) * $1 }, factor))
    }
    let centre = whole.indices.map { k in pseudo.reduce(0) { $0 + $1.values[k] / $1.weight } }
    let covariance = products(
      whole.indices.map { k in
        pseudo.map { ($0.values[k] - centre[k]) / (($0.weight - 1) * Double(drives.count)).squareRoot() }
      })
    let parameters = try model.names.enumerated().map { (k, name) throws(EstimationError) in
      try FittedParameter.student(
        name, whole[k], error: covariance[k][k].squareRoot(), freedom: equal - 1, unit: unit(name))
    }
    // Least absolute deviations see on which side of the curve a second lies.
    let sides = try TimeSeries(
      samples.map { row in
        let isBelow = Double.log10(row.value) < value(model, whole, row.level, row.snr ?? 0)
        return TimeSeries.Point(time: row.time, value: isBelow ? -1 : 1, leg: row.drive)
      })
    return Errors(
      parameters: parameters, covariance: covariance, worth: try CorrelationTime(sides).effectiveSamples,
      note: "errors rest on the spread of \(drives.count) drives")
  }

  /// Of one or two drives, which differ as usual.
  private static func regression(
    _ model: ThroughputModel, _ centre: [Double], _ samples: [SignalSample], _ blocks: RowBlocks
  ) throws(EstimationError) -> Errors {
    let pulled = blocks.means(pseudoValues(model, centre, samples))
    let (levels, snrs) = (samples.map(\.level), samples.map { $0.snr ?? 0 })
    let sorted = levels.sorted()
    // The knee on a scale above 0.
    let (low, high) = (sorted[sorted.count / 20] + 150, sorted[sorted.count * 19 / 20] + 150)
    let regression = try CorrelatedRegression(
      response: pulled, steps: blocks.steps,
      curve: model == .levelSaturated ? max(1, low)...max(low + 1, high) : nil, names: model.names,
      design: { place in
        (
          blocks.means(model.columns(levels, snrs, knee: place - 150)),
          blocks.means(levels.map { $0 < place - 150 ? -0.1 : 0 })
        )
      })
    var parameters = model.names.enumerated().map { i, name in
      let estimate = regression.estimate(i).map { $0.moved(by: name == "knee" ? -150 : 0, times: 1) }
      return FittedParameter(
        name: name, value: estimate?.value ?? centre[i], standardError: estimate?.standardError,
        interval95: estimate?.interval95, intervalMethod: .correlatedStudentT, unit: unit(name))
    }
    var covariance = FitSummary.covariance(regression.correlation, parameters)
    let columns = model.columns(levels, snrs, knee: centre.last ?? 0)
    for drive in Set(samples.map(\.drive)).sorted() {
      let pull = ScaledQR.leastSquares(columns: columns, target: samples.map { $0.drive == drive ? 1 : 0 }) ?? []
      for a in pull.indices {
        for b in pull.indices { covariance[a][b] += DriveDifferences.usual.variance * pull[a] * pull[b] }
      }
    }
    parameters = parameters.enumerated().map { k, old in
      guard let error = old.standardError, error > 0 else { return old }
      let factor = covariance[k][k].squareRoot() / error
      return old.widened(by: factor, error: factor)
    }
    return Errors(
      parameters: parameters, covariance: covariance, worth: min(Double(samples.count), regression.effectiveSamples),
      note: "errors allow for drives that differ by 0.21 in lg(rate), as usual"
        + (blocks.size > 1 ? "; \(samples.count) seconds were averaged in \(pulled.count) blocks" : ""))
  }

  /// Where the value at the reference lies outside the drives' own medians there, or outside the received powers.
  private static func outside(
    _ model: ThroughputModel, _ values: [Double], _ samples: [SignalSample]
  ) -> [FitWarning] {
    guard model.isOfLevel else { return [] }
    var warnings: [FitWarning] = []
    let (reference, levels) = (ThroughputModel.reference, samples.map(\.level).sorted())
    if model != .constant,
      reference < levels[levels.count / 40] || reference > levels[levels.count - 1 - levels.count / 40]
    {
      warnings.append(.note("the rate at \(Int(reference)) dBm is an extrapolation: hardly any second is beyond it"))
    }
    let medians = Dictionary(grouping: samples, by: \.drive).values.filter { $0.count >= leastSamples / 2 }.map {
      rows in
      let rest = rows.map { Double.log10($0.value) - value(model, values, $0.level, 0) }.sorted()
      return rest[rest.count / 2]
    }
    if medians.count >= 2, let low = medians.min(), let high = medians.max(), low > 0.02 || high < -0.02 {
      warnings.append(.note("the fitted rate lies \(low > 0 ? "below" : "above") the median of every drive"))
    }
    return warnings
  }

  private static func summary(_ model: ThroughputModel, _ samples: [SignalSample]) throws(EstimationError)
    -> FitSummary
  {
    let blocks = RowBlocks(legs: samples.map(\.drive), times: samples.map(\.time), most: mostRows)
    guard let centre = solved(model, samples, weights(samples)) else {
      throw .singularJacobian(parameters: model.names)
    }
    let errors = try errors(model, centre, samples, blocks)
    let values = errors.parameters.map(\.value)
    var warnings = errors.parameters.filter { $0.interval95 == nil }.map { FitWarning.openInterval(name: $0.name) }
    warnings.append(.note(errors.note))
    warnings += outside(model, values, samples)
    let response = blocks.means(samples.map { Double.log10($0.value) })
    let fitted = blocks.means(samples.map { value(model, values, $0.level, $0.snr ?? 0) })
    let residuals = zip(response, fitted).map { $0 - $1 }
    let explained = GoodnessOfFit.explained(response, residuals: residuals, "lg(rate) that the model")
    var goodness = explained.map { [$0] } ?? []
    if let share = goodness.first?.statistic, share < 0 {
      let why = model == .constant ? ": it is a median" : ""
      warnings.append(.note("the model explains the seconds worse than their mean does (R squared below 0)\(why)"))
    }
    let areIndependent = errors.worth > 0.8 * Double(residuals.count)
    if let normality = NormalityTest.andersonDarling(residuals, areIndependent: areIndependent) {
      goodness.append(normality)
    }
    warnings += FitWarning.effective(samples: samples.count, worth: errors.worth)
    return FitSummary(
      model: model.rawValue, formula: model.formula, parameters: errors.parameters, covariance: errors.covariance,
      logLikelihood: nil, samples: samples.count, effectiveSamples: errors.worth, goodnessOfFit: goodness,
      residuals: try ResidualDiagnostics(residuals: residuals), warnings: warnings)
  }
}
