/// One fit, or one table of a result.
public struct FitSection: Sendable {
  /// An estimated number.
  public struct Parameter: Sendable {
    public var name: String
    public var value: Double
    public var standardError: Double?
    public var interval: ClosedRange<Double>?
    /// How the interval was made.
    public var method: String
    public var unit: String
    /// Such as "on its bound".
    public var note: String

    public init(
      name: String, value: Double, standardError: Double?, interval: ClosedRange<Double>?, method: String,
      unit: String, note: String = ""
    ) {
      self.name = name
      self.value = value
      self.standardError = standardError
      self.interval = interval
      self.method = method
      self.unit = unit
      self.note = note
    }
  }

  /// A test of the fit, or any figure with a name.
  public struct Figures: Sendable {
    public var name: String
    public var text: String

    public init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  public var title: String
  /// Empty for a section that is a table only.
  public var formula: String
  public var parameters: [Parameter]
  /// In the order of `parameters`; empty to show none.
  public var correlation: [[Double]]
  /// Number of samples, goodness of fit, diagnostics.
  public var figures: [Figures]
  public var warnings: [String]
  public var tables: [FitTable]
  public var plots: [FitPlot]

  public init(
    title: String, formula: String = "", parameters: [Parameter] = [], correlation: [[Double]] = [],
    figures: [Figures] = [], warnings: [String] = [], tables: [FitTable] = [], plots: [FitPlot] = []
  ) {
    self.title = title
    self.formula = formula
    self.parameters = parameters
    self.correlation = correlation
    self.figures = figures
    self.warnings = warnings
    self.tables = tables
    self.plots = plots
  }
}
