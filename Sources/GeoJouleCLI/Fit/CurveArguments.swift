import ArgumentParser
package import Estimation
import GeoJoule

extension CurveForm: ExpressibleByArgument {}
extension CurveLoss: ExpressibleByArgument {}
extension ScatterModel: ExpressibleByArgument {}

/// Which curve is fitted, and how its parameters may move.
struct CurveArguments: ParsableArguments {
  @Option(help: .value("formula", "A formula of the table's columns and of parameters, such as 'y = a + b*log10(x)'."))
  var formula: String?

  @Option(help: .value("form", "A named formula. (default: linear)"))
  var form: CurveForm?

  @Option(help: .value("n", "Degree of the polynomial, 1 to 10. (default: 2)"))
  var degree: Int?

  @Option(help: .value("n", "How many exponentials, 1 to 4. (default: 2)"))
  var terms: Int?

  @Option(help: .value("pairs", "Starting values: a=1,b=2.5; names the parameters of --formula. May be repeated."))
  var start: [NamedValues] = []

  @Option(help: .value("pairs", "Parameters with a value that stays: a=0; may be repeated."))
  var fix: [NamedValues] = []

  @Option(help: .value("pairs", "Ranges that parameters may not leave: a=0:10,b=0: (open above); may be repeated."))
  var bounds: [NamedRanges] = []

  @Option(help: .value("column", "A column of weights: inverse variances of the rows, but for a common factor."))
  var weights: String?

  @Option(
    help: .value(
      "pairs",
      "The standard deviation of a measured column, x=2.5 or x=COLUMN: says by how much its slope is too small."))
  var xDeviation: [NamedWords] = []

  @Option(
    help: .value(
      "model",
      "How rows scatter about the curve: evenly, in proportion to it (errors in percent), or as a test decides."))
  var scatter: ScatterModel = .automatic

  @Option(help: .value("loss", "How the distance of a row counts."))
  var loss: CurveLoss = .squares

  @Flag(help: "Gives rows far off no weight: the same as --loss bisquare.")
  var robust = false

  func validate() throws {
    if formula != nil, form != nil { throw ValidationError("give either --formula or --form") }
    if degree != nil, form != .polynomial { throw ValidationError("--degree belongs to --form polynomial") }
    if terms != nil, form != .exponentials { throw ValidationError("--terms belongs to --form exponentials") }
    if robust, loss != .squares, loss != .bisquare {
      throw ValidationError("--robust is --loss bisquare; give one of them")
    }
    if let order, let orders = curve.orders, !orders.contains(order) {
      throw ValidationError(
        "--\(curve == .polynomial ? "degree" : "terms") takes \(orders.lowerBound) to \(orders.upperBound)")
    }
    if scatter == .proportional, kind != .squares {
      throw ValidationError("--scatter proportional goes with --loss squares only")
    }
    let names = try parameterNames()
    try checkNames(names)
    try checkErrors()
  }

  private var inputErrors: [(name: String, value: String)] { xDeviation.flatMap(\.values) }

  private func checkErrors() throws {
    let inputs = try inputs()
    for (k, error) in inputErrors.enumerated() {
      guard inputs.contains(error.name) else {
        throw ValidationError(
          "--x-deviation: '\(error.name)' is no column on the right side of the formula; "
            + Suggestion.remedy(for: error.name, among: inputs, what: "columns"))
      }
      if inputErrors[..<k].contains(where: { $0.name == error.name }) {
        throw ValidationError("--x-deviation names '\(error.name)' twice")
      }
      if let number = Double(error.value), !(number >= 0 && number.isFinite) {
        throw ValidationError("--x-deviation: the deviation of '\(error.name)' is below 0")
      }
    }
  }

  /// Columns that hold the deviations of others.
  var errorColumns: [String] { inputErrors.map(\.value).filter { Double($0) == nil } }

  /// Deviations of measured columns, row by row.
  func inputDeviations(_ table: MeasurementTable) -> [String: [Double]] {
    var deviations: [String: [Double]] = [:]
    for error in inputErrors {
      deviations[error.name] =
        Double(error.value).map { [Double](repeating: $0, count: table.count) } ?? table.numbers(error.value)
    }
    return deviations
  }

  private var curve: CurveForm { form ?? .linear }
  var order: Int? { degree ?? terms }
  var kind: CurveLoss { robust ? .bisquare : loss }

  private var starts: [(name: String, value: Double)] { start.flatMap(\.values) }
  private var fixed: [(name: String, value: Double)] { fix.flatMap(\.values) }
  private var ranges: [(name: String, value: ClosedRange<Double>)] { bounds.flatMap(\.values) }

  /// The formula that was typed.
  ///
  /// - Throws: `ValidationError` with the place.
  private func typed(_ text: String) throws -> Formula {
    do {
      return try Formula(text)
    } catch {
      throw ValidationError("--formula, \(error.description)")
    }
  }

  private func parameterNames() throws -> [String] {
    guard let formula else { return try NamedFormula(curve, order: order).parameters }
    let parsed = try typed(formula)
    let given = starts.map(\.name) + fixed.map(\.name)
    for name in given where !parsed.names.contains(where: { $0.text == name }) {
      throw ValidationError(
        "the formula has no parameter '\(name)'; "
          + Suggestion.remedy(for: name, among: parsed.names.map(\.text), what: "names"))
    }
    if let taken = parsed.names.first(where: { $0.isInResponse && given.contains($0.text) }) {
      throw ValidationError(
        "--formula, character \(taken.position): the parameter '\(taken.text)' stands before '='; only columns may")
    }
    guard !starts.isEmpty else {
      throw ValidationError("give every parameter of --formula a starting value, as in --start a=1,b=1")
    }
    return given
  }

  private func checkNames(_ names: [String]) throws {
    for (option, given) in [
      ("--start", starts.map(\.name)), ("--fix", fixed.map(\.name)), ("--bounds", ranges.map(\.name)),
    ] {
      for (k, name) in given.enumerated() {
        guard names.contains(name) else {
          throw ValidationError(
            "\(option): there is no parameter '\(name)'; "
              + Suggestion.remedy(for: name, among: names, what: "parameters"))
        }
        if given[..<k].contains(name) { throw ValidationError("\(option) names '\(name)' twice") }
      }
    }
    for (name, _) in fixed
    where starts.contains(where: { $0.name == name }) || ranges.contains(where: { $0.name == name }) {
      throw ValidationError("'\(name)' is fixed: leave it out of --start and --bounds")
    }
    for (name, range) in ranges {
      if let start = starts.first(where: { $0.name == name }), !range.contains(start.value) {
        throw ValidationError("--start has '\(name)' outside its bounds")
      }
    }
  }

  /// Columns that the formula reads, with where they stand in it.
  func columns() throws -> [(name: String, origin: String?)] {
    if let formula {
      let given = Set(starts.map(\.name) + fixed.map(\.name))
      return try typed(formula).names.filter { !given.contains($0.text) }.map {
        ($0.text, "character \($0.position) of the formula")
      }
    }
    return (curve.inputs + ["y"]).map { ($0, nil) }
  }

  /// The columns on the curve's side.
  func inputs() throws -> [String] {
    guard let formula else { return curve.inputs }
    let response = Set(try typed(formula).names.filter(\.isInResponse).map(\.text))
    return try columns().map(\.name).filter { !response.contains($0) }
  }

  func fit(_ data: FormulaData) throws -> FormulaFit {
    func bounds(_ name: String) -> ClosedRange<Double> {
      ranges.first { $0.name == name }?.value ?? -Double.infinity...Double.infinity
    }
    let given =
      starts.map { FormulaParameter($0.name, start: $0.value, bounds: bounds($0.name)) }
      + fixed.map { FormulaParameter($0.name, start: $0.value, isFixed: true) }
      + ranges.filter { range in !starts.contains { $0.name == range.name } }
      .map { FormulaParameter($0.name, start: .nan, bounds: $0.value) }
    var fit =
      try formula.map { FormulaFit(try typed($0), parameters: given) }
      ?? NamedFormula(curve, order: order).fit(data, given: given)
    fit.loss = kind
    fit.scatter = scatter
    return fit
  }
}
