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
  /// Takes the whole width of a page, also beside others.
  let isWide: Bool
  let tool: Tool
  /// `nil` when there is nothing to draw; a remark takes the place of the caption. An identifier is unique in the page; a
  /// chart that is alone is drawn wider.
  let draw: @Sendable (_ layout: ChartLayout, _ identifier: String, _ isAlone: Bool) -> (svg: String, remark: String?)?

  init(_ plot: FitPlot) {
    (title, caption, isWide, tool) = (plot.title, plot.caption, false, .none)
    draw = { layout, identifier, isAlone in
      FitChart(plot: plot, identifier: identifier, layout: layout, isAlone: isAlone).svg().map { ($0, nil) }
    }
  }

  /// - Parameter draw: a drawing of the page's width.
  init(
    title: String = "", caption: String = "", tool: Tool = .none,
    draw: @escaping @Sendable (ChartLayout, String) -> String?
  ) {
    self.init(remarked: title, caption: caption, tool: tool) { layout, identifier in
      draw(layout, identifier).map { ($0, nil) }
    }
  }

  /// - Parameter draw: a drawing of the page's width, and what it leaves out or merges.
  init(
    remarked title: String, caption: String = "", tool: Tool = .none,
    draw: @escaping @Sendable (ChartLayout, String) -> (svg: String, remark: String?)?
  ) {
    (self.title, self.caption, self.tool, isWide) = (title, caption, tool, true)
    self.draw = { layout, identifier, _ in draw(layout, identifier) }
  }
}
