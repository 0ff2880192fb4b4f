public import ArgumentParser
public import Estimation
import FileFormats
import GeoJoule
import Quantities
import Reports

extension CurveForm: ExpressibleByArgument {}

struct FitCurveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curve",
    abstract: "Fits a formula to the columns of a table.",
    discussion: """
      Forms: linear (x, y), throughput_power (up, down, y: Huang's power against throughput), exponential_tail (x, y). \
      Columns are named with --columns x=NAME,y=NAME; a column 'deviation' weights the rows.

      Example:
        geojoule fit curve lte.csv --form throughput_power --columns up=up_Mbps,down=down_Mbps,y=power_mW
      """)

  @Argument(help: ArgumentHelp("The table.", valueName: "file"), completion: .file())
  var file: String

  @Option(help: ArgumentHelp("The formula.", valueName: "form"))
  var form: CurveForm = .linear

  @Flag(help: "Gives rows far off no weight (Tukey's bisquare).")
  var robust = false

  @Flag(help: "The rows do not follow each other in time: their order means nothing.")
  var unordered = false

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("Puts a parameter into a profile: KEY=PARAMETER; may be repeated.", valueName: "pair"))
  var keys: [KeyAssignment] = []

  @OptionGroup(title: "Table") var tables: FitTableOptions
  @OptionGroup(title: "Output") var output: FitOutputOptions

  mutating func run() throws {
    try output.prepare()
    // No quantity is larger, and squares of squares must still be numbers.
    let everything = -1e30...1e30
    let roles =
      (form.inputs + ["y"]).map {
        ColumnRole($0, .number(units: [], valid: everything), aliases: [$0], isRequired: true)
      } + [
        ColumnRole("deviation", .number(units: [], valid: 0...1e30), aliases: ["deviation"], isRequired: false)
      ]
    let table = try tables.reader(roles).read(path: file)
    let inputs = form.inputs.compactMap(table.numbers)
    let response = table.numbers("y") ?? []
    let result = try FitFailure.naming(file) { () throws(EstimationError) in
      let data = try CurveData(inputs: inputs, response: response, deviations: table.numbers("deviation"))
      var fit = CurveFit(form)
      fit.isRobust = robust
      fit.rowsAreInTimeOrder = !unordered
      return try fit.fit(data)
    }
    let input = FitReport.Input(
      role: "table", file: file, digest: table.digest, count: "\(DecimalText.grouped(table.count)) rows",
      skipped: table.skipped)
    let summary = result.summary
    let keyed = Dictionary(keys.map { ($0.parameter, $0.key) }, uniquingKeysWith: { $1 })
    let parts = summary.parameters.map { "\($0.name) \(FitNumber.text($0.value, error: $0.standardError))" }
    try output.write(
      FitReport(
        title: "Curve \(form.rawValue)", findings: ["\(form.formula): \(parts.joined(separator: ", "))."],
        inputs: [input],
        sections: [FitSection(summary, plots: plots(result, inputs, response))],
        fragment: FitFragment.text(summary, keys: keyed, command: command, inputs: [input]),
        version: GeoJouleVersion.text, command: command.map(ShellText.quoted).joined(separator: " ")))
  }

  private func plots(_ result: CurveResult, _ inputs: [[Double]], _ response: [Double]) -> [FitPlot] {
    let order = (inputs.first ?? []).indices.sorted { inputs[0][$0] < inputs[0][$1] }
    let fitted = order.map { i in result.value(inputs.map { $0[i] }) }
    var plots: [FitPlot] = []
    if inputs.count == 1 {
      plots.append(
        FitPlot(
          title: "Data and fit", caption: "The line is \(form.formula).", x: .init("x"), y: .init("y"),
          series: [
            .init("data", .points, order.map { (x: inputs[0][$0], y: response[$0]) }),
            .init("fit", .line, zip(order, fitted).map { (x: inputs[0][$0], y: $1) }),
          ]))
    }
    plots.append(
      FitPlot(
        title: "Residuals", caption: "Without pattern where the formula is right.", x: .init("Fitted y"),
        y: .init("y minus fit"),
        series: [
          .init(
            "rows", .points,
            response.indices.map { i in (x: response[i] - result.residuals[i], y: result.residuals[i]) }),
          .init("", .reference, [(x: fitted.min() ?? 0, y: 0), (x: fitted.max() ?? 1, y: 0)]),
        ]))
    return plots
  }

  private var command: [String] {
    ["geojoule", "fit", "curve", file, "--form", form.rawValue] + tables.arguments + (robust ? ["--robust"] : [])
      + (unordered ? ["--unordered"] : []) + keys.flatMap { ["--as", "\($0.key)=\($0.parameter)"] }
  }
}
