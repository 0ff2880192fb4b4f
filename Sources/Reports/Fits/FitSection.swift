/// One fit, or one table of a result.
package struct FitSection: Sendable {
  /// An estimated number.
  package struct Parameter: Sendable {
    package var name: String
    package var value: Double
    package var standardError: Double?
    package var interval: ClosedRange<Double>?
    /// How the interval was made.
    package var method: String
    package var unit: String
    /// Such as "on its bound".
    package var note: String

    package init(
      name: String, value: Double, standardError: Double?, interval: ClosedRange<Double>?, method: String,
      unit: String, note: String = ""
    ) {
      (self.name, self.value, self.standardError, self.interval) = (name, value, standardError, interval)
      (self.method, self.unit, self.note) = (method, unit, note)
    }
  }

  /// A test of the fit, or any figure with a name.
  package struct Figures: Sendable {
    package var name: String
    package var text: String

    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// The figures of a fit as numbers, for whoever tests or repeats it.
  package struct Statistics: Sendable {
    /// In snake case, such as `log_likelihood`; `nil` where the method has none.
    package var numbers: [(name: String, value: Double?)]
    package var tests: [(name: String, statistic: Double, pValue: Double?, method: String)]
    /// In the order of the parameters.
    package var covariance: [[Double]]

    package init(
      numbers: [(name: String, value: Double?)],
      tests: [(name: String, statistic: Double, pValue: Double?, method: String)], covariance: [[Double]]
    ) {
      (self.numbers, self.tests, self.covariance) = (numbers, tests, covariance)
    }
  }

  package var title: String
  /// Empty for a section that is a table only.
  package var formula: String
  package var parameters: [Parameter]
  /// In the order of `parameters`; empty to show none.
  package var correlation: [[Double]]
  /// Number of samples, goodness of fit, diagnostics.
  package var figures: [Figures]
  /// `nil` for a section that is a table only.
  package var statistics: Statistics?
  /// References of its methods.
  package var methods: [String] = []
  package var warnings: [String]
  package var tables: [FitTable]
  package var plots: [FitPlot]

  package init(
    title: String, formula: String = "", parameters: [Parameter] = [], correlation: [[Double]] = [],
    figures: [Figures] = [], warnings: [String] = [], tables: [FitTable] = [], plots: [FitPlot] = []
  ) {
    (self.title, self.formula, self.parameters, self.correlation) = (title, formula, parameters, correlation)
    (self.figures, self.warnings, self.tables, self.plots) = (figures, warnings, tables, plots)
  }
}
