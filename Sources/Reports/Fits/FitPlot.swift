/// A chart of a fit: data, model, residuals.
package struct FitPlot: Sendable {
  package struct Axis: Sendable {
    /// With its unit.
    package var label: String
    package var isLogarithmic: Bool
    /// Of the values 0, 1, 2, ... of an axis that has no numbers; empty for one that has.
    package var names: [String]

    package init(_ label: String, isLogarithmic: Bool = false, names: [String] = []) {
      self.label = label
      self.isLogarithmic = isLogarithmic
      self.names = names
    }
  }

  package enum Mark: String, Sendable {
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

  package struct Series: Sendable {
    package var name: String
    package var mark: Mark
    package var points: [(x: Double, y: Double)]

    package init(_ name: String, _ mark: Mark, _ points: [(x: Double, y: Double)]) {
      self.name = name
      self.mark = mark
      self.points = points
    }
  }

  package var title: String
  /// What a reader should see in it.
  package var caption: String
  package var x: Axis
  package var y: Axis
  package var series: [Series]

  package init(title: String, caption: String, x: Axis, y: Axis, series: [Series]) {
    (self.title, self.caption, self.x) = (title, caption, x)
    (self.y, self.series) = (y, series)
  }
}
