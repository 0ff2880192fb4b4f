/// A drawing of a report, made when a page needs it.
package struct ReportChart: Sendable {
  let title: String
  /// What a reader should see in it.
  let caption: String
  /// Takes the whole width of a page, also beside others.
  let isWide: Bool
  /// `nil` when there is nothing to draw. An identifier is unique in the page; a chart that is alone is drawn wider.
  let draw: @Sendable (_ layout: ChartLayout, _ identifier: String, _ isAlone: Bool) -> String?

  init(_ plot: FitPlot) {
    (title, caption, isWide) = (plot.title, plot.caption, false)
    draw = { FitChart(plot: plot, identifier: $1, layout: $0, isAlone: $2).svg() }
  }

  /// - Parameter draw: a drawing of the page's width.
  init(title: String, caption: String, draw: @escaping @Sendable (ChartLayout, String) -> String?) {
    (self.title, self.caption, isWide) = (title, caption, true)
    self.draw = { layout, identifier, _ in draw(layout, identifier) }
  }
}
