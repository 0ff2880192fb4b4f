/// A drawing of a report, made when a page needs it.
package struct ReportChart: Sendable {
  /// What the page's script does with a drawing beside marking rows and reading out values.
  enum Tool: String, Sendable {
    case none = ""
    /// Reads out every curve at a time.
    case readout
    /// Chooses the baseline of whiskers.
    case baselines
    /// Zooms in time, and reads out power.
    case zoom
  }

  let title: String
  /// What a reader should see in it.
  let caption: String
  let tool: Tool
  /// `nil` when there is nothing to draw; a remark takes the place of the caption. An identifier is unique in the page.
  let draw: @Sendable (_ identifier: String) -> (svg: String, remark: String?)?

  init(_ plot: FitPlot) {
    self.init(title: plot.title, caption: plot.caption) { FitChart(plot: plot, identifier: $0).svg() }
  }

  init(title: String = "", caption: String = "", tool: Tool = .none, draw: @escaping @Sendable (String) -> String?) {
    self.init(remarked: title, caption: caption, tool: tool) { draw($0).map { ($0, nil) } }
  }

  /// - Parameter draw: a drawing, and what it leaves out or merges.
  init(
    remarked title: String, caption: String = "", tool: Tool = .none,
    draw: @escaping @Sendable (String) -> (svg: String, remark: String?)?
  ) {
    (self.title, self.caption, self.tool, self.draw) = (title, caption, tool, draw)
  }
}
