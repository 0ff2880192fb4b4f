import ArgumentParser
import Estimation
import GeoJoule
import Measured
import Reports

struct FitCurveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curve",
    abstract: "Fits a formula to the columns of a table.",
    discussion: """
      A formula has columns, parameters (those of --start and --fix), + - * / ^, parentheses and pi. Its functions are exp, \
      log (natural), log10, sqrt, sin, cos, atan, abs, min and max. Its left side may be transformed: log(y) = ... A heading with \
      other characters stands between backquotes.

      Named forms have a column x (throughput_power: up and down) and a column y, and need no starting values. Columns are \
      named with --columns x=NAME,y=NAME; a column 'deviation' holds the standard deviation of each row's left side.

      Examples:
        geojoule fit curve drive.csv --formula 'Mbps = a + b*log10(rsrp + 140)' \\
          --start a=1,b=1
        geojoule fit curve lte.csv --form throughput_power \\
          --columns up=up_Mbps,down=down_Mbps,y=power_mW
        geojoule fit curve drive.csv --form logistic --columns x=rsrp,y=Mbps \\
          --bounds height=0: --json -
        geojoule fit curve drive.csv --form linear --columns x=rsrp,y=Mbps \\
          --x-deviation x=3
      """)

  @Argument(help: .value("file", "The table."), completion: .file())
  var file: String

  @OptionGroup(title: "Curve") var curve: CurveArguments

  @Option(
    help: .value(
      "column",
      "A column of times, in order. (default: the curve's one column where it rises from row to row, or even steps)"))
  var time: String?

  @Flag(help: "The rows do not follow each other in time: their order means nothing.")
  var unordered = false

  @Option(
    name: .customLong("as"), help: .value("pair", "Puts a parameter into a profile: KEY=PARAMETER; may be repeated."))
  var keys: [KeyAssignment] = []

  @OptionGroup(title: "Table") var tables: FitTableOptions
  @OptionGroup(title: "Output") var output: FitOutputOptions

  mutating func run() throws {
    try output.prepare()
    let columns = try curve.columns()
    let table = try tables.reader(roles(columns)).read(path: file)
    let (result, fit) = try fitted(columns.map(\.name), table)
    let input = FitReport.Input("table", file, table, "\(DecimalText.grouped(table.count)) rows")
    let summary = result.summary
    let parts = summary.parameters.map { "\($0.name) \(FitNumber.text($0.value, error: $0.standardError))" }
    try output.write(
      FitReport(
        title: "Curve \(summary.model)", findings: ["\(summary.formula): \(parts.joined(separator: ", "))."],
        inputs: [input],
        sections: [FitSection(summary, plots: plots(result, fit.formula, try curve.inputs(), table))],
        rows: output.data == nil ? [] : [rows(result, roles(columns).map(\.name), table)],
        fragment: FitFragment.text(summary, keys: keys.byParameter, command: CommandEcho.words, inputs: [input]),
        command: CommandEcho.words))
  }

  private func roles(_ columns: [(name: String, origin: String?)]) -> [ColumnRole] {
    // No quantity is larger, and squares of squares must still be numbers.
    let everything = -1e30...1e30
    var roles = columns.map { ColumnRole(column: $0.name, valid: everything, origin: $0.origin) }
    let names = columns.map(\.name)
    for column in curve.errorColumns where !names.contains(column) && column != curve.weights {
      roles.append(ColumnRole(column: column, valid: 0...1e30, origin: "--x-deviation"))
    }
    if let time, !names.contains(time) {
      roles.append(ColumnRole(column: time, valid: everything, origin: "--time", isTime: true))
    }
    if let weights = curve.weights {
      if !names.contains(weights) {
        roles.append(ColumnRole(column: weights, valid: 1e-30...1e30, origin: "--weights"))
      }
    } else if !names.contains("deviation") {
      roles.append(
        ColumnRole("deviation", .number(units: [], valid: 1e-30...1e30), aliases: ["deviation"], isRequired: false))
    }
    return roles
  }

  private func fitted(_ names: [String], _ table: MeasurementTable) throws -> (CurveResult, FormulaFit) {
    let columns = Dictionary(names.map { ($0, table.numbers($0) ?? []) }, uniquingKeysWith: { first, _ in first })
    let deviations = curve.weights == nil && !names.contains("deviation") ? table.numbers("deviation") : nil
    do {
      let data = try FormulaData(
        columns: columns, deviations: deviations, weights: curve.weights.flatMap { table.numbers($0) },
        inputDeviations: curve.inputDeviations(table), times: time.flatMap { table.numbers($0) })
      var fit = try curve.fit(data)
      fit.rowsAreInTimeOrder = !unordered
      let bad = try fit.badRows(data)
      if let row = bad.response.first ?? (curve.formula == nil ? nil : bad.curve.first) {
        let side =
          bad.response.isEmpty ? "the right side of the formula at the starting values" : "the left side of the formula"
        let count = bad.response.isEmpty ? bad.curve.count : bad.response.count
        throw InputError(
          file: file, line: table.lines[row],
          message: "\(side) is not a number\(count > 1 ? " (in \(count) rows, this is the first)" : "")",
          remedy: bad.response.isEmpty
            ? "give other starting values with --start" : "take such rows out of the table, or write another formula")
      }
      return (try fit.fit(data), fit)
    } catch let error as EstimationError {
      throw FitFailure.input(
        error, file: file,
        unsettled: "give other starting values with --start, or fewer parameters; look at the data for outliers")
    }
  }

  /// The columns under the names that the fit asked for.
  private func rows(_ result: CurveResult, _ names: [String], _ table: MeasurementTable) -> ReportTable {
    func free(_ name: String) -> String { names.contains(name) ? "fit_\(name)" : name }
    let fitted = result.fitted
    return .of(Array(0..<table.count)) { columns in
      for name in names {
        if let cells = table.numbers(name) { columns.numbers(name: name) { cells[$0] } }
      }
      columns.numbers(name: free("line")) { Double(table.lines[$0]) }
      columns.numbers(name: free("response")) { result.response[$0] }
      columns.numbers(name: free("fitted")) { fitted[$0] }
      columns.numbers(name: free("residual")) { result.residuals[$0] }
    }
  }

  private func plots(
    _ result: CurveResult, _ formula: Formula, _ inputs: [String], _ table: MeasurementTable
  ) -> [FitPlot] {
    var plots: [FitPlot] = []
    let response = String(formula.text.prefix { $0 != "=" }).split(separator: " ").joined(separator: " ")
    let fitted = result.fitted
    // A chart shows no more of them.
    let rows = Array(stride(from: 0, to: table.count, by: max(1, table.count / 2_000)))
    if inputs.count == 1, let x = table.numbers(inputs[0]) {
      let order = rows.sorted { x[$0] < x[$1] }
      plots.append(
        FitPlot(
          title: "Data and fit",
          caption: "The line is \(formula.text)." + (result.band == nil ? "" : " Around it its pointwise 95 % range."),
          x: .init(inputs[0]), y: .init(response),
          series: [
            .init("data", .points, order.map { (x: x[$0], y: result.response[$0]) }),
            .init("fit", .line, order.map { (x: x[$0], y: fitted[$0]) }),
          ]
            + (result.band.map { band in
              [-1.0, 1].map { side in
                .init("", .reference, order.map { (x: x[$0], y: fitted[$0] + side * band($0)) })
              }
            } ?? [])))
    }
    plots.append(
      FitPlot(
        title: "Residuals", caption: "Without pattern where the formula is right.", x: .init("Fitted \(response)"),
        y: .init("\(response) minus fit"),
        series: [
          .init("rows", .points, rows.map { (x: fitted[$0], y: result.residuals[$0]) }),
          .init("", .reference, [(x: fitted.min() ?? 0, y: 0), (x: fitted.max() ?? 1, y: 0)]),
        ]))
    return plots
  }
}
