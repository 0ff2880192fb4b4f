import Core

/// The result of `geojoule fit` or `geojoule sensitivity`, ready to be shown: plain data, no estimation in it.
package struct FitReport: Sendable, RenderedReport {
  /// A file that the numbers come from.
  package struct Input: Sendable {
    /// What it was used for, such as `fixes`.
    package var role: String
    package var file: String
    /// SHA-256.
    package var digest: String
    /// What was read and what was left out.
    package var details: [String]

    package init(role: String, file: String, digest: String, details: [String]) {
      self.role = role
      self.file = file
      self.digest = digest
      self.details = details
    }
  }

  package var title: String
  /// The result in sentences, the most important first.
  package var findings: [String]
  package var inputs: [Input]
  package var sections: [FitSection]
  /// What the fits used row by row, with fitted values and residuals; for a file.
  package var rows: [ReportTable] = []
  /// A YAML fragment for a profile; empty where there is nothing to put into one.
  package var fragment: String
  package var version: String
  package var command: String

  package init(
    title: String, findings: [String], inputs: [Input], sections: [FitSection], rows: [ReportTable] = [],
    fragment: String, version: String, command: String
  ) {
    (self.title, self.findings, self.inputs, self.sections) = (title, findings, inputs, sections)
    (self.fragment, self.version, self.command, self.rows) = (fragment, version, command, rows)
  }

  /// The same, made by a build that says more than the library's version.
  package func naming(build: String) -> FitReport {
    var report = self
    report.version = build
    return report
  }
}

/// One fit, or one table of a result.
package struct FitSection: Sendable {
  package struct Parameter: Sendable {
    package var name: String
    package var value: Double
    package var standardError: Double?
    package var interval: ClosedRange<Double>?
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

/// A table of a fit; the first column names the rows.
package struct FitTable: Sendable {
  /// Empty below a section that says what it is.
  package var title: String
  var table: ReportTable

  package init<Row>(
    _ title: String, _ rows: [Row],
    @ReportTable.ColumnList _ columns: (ReportColumns<Row>) -> [ReportTable.Column]
  ) {
    self.title = title
    table = .of(rows, nameWidth: 40, columns)
    for (place, column) in table.columns.enumerated() {
      // In files, such as `learned_percent`.
      let words = "\(column.title) \(column.unit.replacing("%", with: "percent"))"
      table.columns[place].name = words.split(separator: " ").joined(separator: "_")
    }
  }
}

extension ReportColumns {
  /// Fitted numbers; files have all their digits.
  ///
  /// - Parameter error: decides how many digits people read.
  package func fitted(
    _ heading: String, unit: String = "", error: (Row) -> Double? = { _ in nil }, cell: (Row) -> Double?
  ) -> Column {
    labelled([heading], unit: unit) { row in
      let value = cell(row)
      return (value.map { FitNumber.text($0, error: error(row)) } ?? Figure.missing, value)
    }
  }

  /// Numbers with so many decimals; files have all their digits.
  package func fixed(_ heading: String, unit: String = "", digits: Int, cell: (Row) -> Double?) -> Column {
    labelled([heading], unit: unit) { row in
      let value = cell(row)
      return (value.map { DecimalText.fixed($0, digits: digits) } ?? Figure.missing, value)
    }
  }
}
