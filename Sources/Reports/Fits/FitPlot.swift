/// A chart of a fit: data, model, residuals.
public struct FitPlot: Sendable {
  public struct Axis: Sendable {
    /// With its unit.
    public var label: String
    public var isLogarithmic: Bool
    /// Of the values 0, 1, 2, ... of an axis that has no numbers; empty for one that has.
    public var names: [String]

    public init(_ label: String, isLogarithmic: Bool = false, names: [String] = []) {
      self.label = label
      self.isLogarithmic = isLogarithmic
      self.names = names
    }
  }

  public enum Mark: String, Sendable {
    /// What was measured.
    case points
    /// The model.
    case line
    /// A line that one compares with.
    case reference
    /// Columns from zero.
    case bars
    /// Thin lines, such as intervals.
    case whisker
    /// What stands out: dots, rings, and crosses for what fails.
    case dots, rings, crosses
    /// The one that a reader looks for.
    case chosen
  }

  public struct Series: Sendable {
    public var name: String
    public var mark: Mark
    public var points: [(x: Double, y: Double)]

    public init(_ name: String, _ mark: Mark, _ points: [(x: Double, y: Double)]) {
      self.name = name
      self.mark = mark
      self.points = points
    }
  }

  public var title: String
  /// What a reader should see in it.
  public var caption: String
  public var x: Axis
  public var y: Axis
  public var series: [Series]

  public init(title: String, caption: String, x: Axis, y: Axis, series: [Series]) {
    self.title = title
    self.caption = caption
    self.x = x
    self.y = y
    self.series = series
  }
}
