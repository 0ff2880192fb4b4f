package import Estimation
package import FileFormats
import GeoJoule
import Core
package import Reports

extension FitSection {
  /// A fit's parameters, figures and warnings, and the plots of its residuals.
  package init(_ summary: FitSummary, title: String? = nil, isDistribution: Bool = false, plots: [FitPlot] = []) {
    self.init(
      title: title ?? summary.model, formula: summary.formula,
      parameters: summary.parameters.map(Parameter.init),
      correlation: summary.parameters.count > 1 ? summary.correlation : [], figures: Self.figures(summary),
      warnings: summary.warnings.map(\.description),
      plots: plots
        + (summary.residuals.map {
          Self.plots(
            $0, summary, isDistribution: isDistribution, isDrawn: plots.contains { $0.title == "Residuals" })
        } ?? []))
    statistics = Statistics(summary)
    methods =
      IntervalMethod.allCases.filter { summary.parameters.map(\.intervalMethod).contains($0) }.compactMap { method in
        method.citation.map { "\(method.rawValue): \($0)" }
      } + summary.citations
  }

  package static func figures(_ summary: FitSummary) -> [Figures] {
    var figures = [
      Figures(
        name: "Samples",
        text:
          "\(DecimalText.grouped(summary.samples)), effectively \(FitNumber.text(summary.effectiveSamples))")
    ]
    if let likelihood = summary.logLikelihood, let aic = summary.aic, let bic = summary.bic {
      figures.append(
        Figures(
          name: "Likelihood",
          text:
            "ln L \(FitNumber.text(likelihood)), AIC \(FitNumber.text(aic)), BIC \(FitNumber.text(bic)), the last two "
            + "on the effective samples"))
    }
    for test in summary.goodnessOfFit {
      let p = test.pValue.map { ", p = \(FitNumber.text($0))" } ?? ""
      figures.append(Figures(name: test.name, text: "\(FitNumber.text(test.statistic))\(p) (\(test.method))"))
    }
    if let residuals = summary.residuals {
      var text = "mean \(FitNumber.text(residuals.mean)), deviation \(FitNumber.text(residuals.standardDeviation)), "
      text += "skewness \(FitNumber.text(residuals.skewness)), Durbin-Watson \(FitNumber.text(residuals.durbinWatson))"
      if let p = residuals.runsTestPValue { text += ", runs test p = \(FitNumber.text(p))" }
      figures.append(Figures(name: "Residuals", text: text))
    }
    return figures
  }

  private static func plots(
    _ residuals: ResidualDiagnostics, _ summary: FitSummary, isDistribution: Bool, isDrawn: Bool
  ) -> [FitPlot] {
    let pairs = residuals.quantiles.map { (x: $0.expected, y: $0.observed) }
    let ends = pairs.map(\.x) + pairs.map(\.y)
    let (low, high) =
      isDistribution
      ? (ends.min() ?? 0, ends.max() ?? 1) : (pairs.map(\.x).min() ?? 0, pairs.map(\.x).max() ?? 1)
    // Normal residuals with their own mean and deviation, which are not 0 and 1 where they carry the data's unit.
    func straight(_ x: Double) -> Double {
      isDistribution ? x : residuals.mean + residuals.standardDeviation * x
    }
    var plots = [
      FitPlot(
        title: "Quantiles",
        caption: isDistribution
          ? "On the dashed line the model's quantiles are the data's; the upper end shows the tail."
          : "On the dashed line the residuals are normal.",
        x: .init(isDistribution ? "\(summary.model)" : "Normal quantile"),
        y: .init(isDistribution ? "Data" : "Residual"),
        series: [
          .init("", .reference, [(x: low, y: straight(low)), (x: high, y: straight(high))]),
          .init("quantiles", .points, pairs),
        ])
    ]
    let series = residuals.series.map { (x: Double($0.place), y: $0.value) }
    if !isDrawn, let last = series.last {
      plots.append(
        FitPlot(
          title: "Residuals", caption: "Without pattern where the model is right.", x: .init("Sample, in order"),
          y: .init(isDistribution ? "Normal score" : "Residual"),
          series: [.init("", .points, series), .init("", .reference, [(x: 1, y: 0), (x: last.x, y: 0)])]))
    }
    let lags = residuals.autocorrelation.enumerated().map { (x: Double($0.offset), y: $0.element) }
    if let last = lags.last, lags.count > 2 {
      let limit = 1.96 / Double(max(1, residuals.count)).squareRoot()
      plots.append(
        FitPlot(
          title: "Autocorrelation of the residuals",
          caption: "Columns beyond the dashed lines repeat their neighbours more than chance does (95 %).",
          x: .init("Lag, samples"), y: .init("Correlation"),
          series: [
            .init("", .bars, lags), .init("", .reference, [(x: 0, y: limit), (x: last.x, y: limit)]),
            .init("", .reference, [(x: 0, y: -limit), (x: last.x, y: -limit)]),
          ]))
    }
    return plots
  }
}

extension FitSection.Statistics {
  package init(_ summary: FitSummary) {
    let free = summary.parameters.count { $0.bound == nil }
    let residuals = summary.residuals
    self.init(
      numbers: [
        ("samples", Double(summary.samples)), ("effective_samples", summary.effectiveSamples),
        ("degrees_of_freedom", summary.samples > free ? Double(summary.samples - free) : nil),
        ("log_likelihood", summary.logLikelihood),
        ("aic", summary.aic), ("bic", summary.bic),
        ("r_squared", summary.goodnessOfFit.first { $0.name == "R squared" }?.statistic),
        ("residual_mean", residuals?.mean), ("residual_deviation", residuals?.standardDeviation),
        ("residual_skewness", residuals?.skewness), ("durbin_watson", residuals?.durbinWatson),
        ("runs_test_p", residuals.flatMap(\.runsTestPValue)),
      ],
      tests: summary.goodnessOfFit.map { ($0.name, $0.statistic, $0.pValue, $0.method) },
      covariance: summary.covariance)
  }
}

extension FitSection.Parameter {
  package init(_ parameter: FittedParameter) {
    self.init(
      name: parameter.name, value: parameter.value, standardError: parameter.standardError,
      interval: parameter.interval95, method: parameter.intervalMethod.rawValue, unit: parameter.unit,
      note: parameter.bound == nil ? "" : "on its bound")
  }
}

extension FitReport {
  /// - Parameter command: its words.
  package init(
    title: String, findings: [String], inputs: [Input], sections: [FitSection], rows: [ReportTable] = [],
    fragment: String, command: [String]
  ) {
    self.init(
      title: title, findings: findings, inputs: inputs, sections: sections, rows: rows, fragment: fragment,
      version: GeoJouleVersion.text, command: command.map(ShellText.quoted).joined(separator: " "))
  }
}

extension FitReport.Input {
  package init(role: String, file: String, digest: String, count: String, skipped: [SkippedRows], notes: [String] = [])
  {
    self.init(
      role: role, file: file, digest: digest,
      details: [count]
        + skipped.map { "\(DecimalText.grouped($0.count)) left out from line \($0.firstLine) on: \($0.reason)" } + notes
    )
  }
}

extension FitPlot {
  /// How much the errors of a fit repeat themselves, with the model's curve.
  package static func correlation(_ report: GaussMarkovReport) -> FitPlot {
    let variance = max(report.autocovariance.variance, 1e-300)
    let points = [(x: 0.0, y: 1.0)] + report.autocovariance.bins.map { (x: $0.lag, y: $0.covariance / variance) }
    let last = points.last?.x ?? 1
    let line = (0...200).map { step -> (x: Double, y: Double) in
      let lag = last * Double(step) / 200
      return (x: lag, y: report.winner.covariance(lag) / variance)
    }
    return FitPlot(
      title: "Correlation in time", caption: "How much an error repeats the one so many seconds before.",
      x: .init("Lag, s"), y: .init("Correlation"),
      series: [.init("data", .points, points), .init(report.winner.summary.model, .line, line)])
  }
}

extension MeasuredQuantile {
  /// The interval in metres, such as "3.1 to 5.2 m".
  package var intervalText: String {
    "\(low.map { FitNumber.text($0) } ?? "0") to \(high.map { "\(FitNumber.text($0)) m" } ?? "more than all")"
  }
}
