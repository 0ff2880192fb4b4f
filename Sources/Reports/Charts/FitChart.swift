/// A chart of a fit: data, model, residuals.
package struct FitPlot: Sendable {
  package struct Axis: Sendable {
    package var label: String
    package var isLogarithmic: Bool
    /// Of the values 0, 1, 2, ... of an axis that has no numbers; empty for one that has.
    package var names: [String]

    package init(_ label: String, isLogarithmic: Bool = false, names: [String] = []) {
      (self.label, self.isLogarithmic, self.names) = (label, isLogarithmic, names)
    }
  }

  package enum Mark: String, Sendable {
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

/// Draws a `FitPlot`. Many points are thinned evenly, so that a page stays small.
struct FitChart {
  private static let mostPoints = 1_500
  private static let (few, mostTitles) = (30, 100)

  let plot: FitPlot
  /// Unique in the page.
  let identifier: String

  private static let (top, bottom) = (10.0, 270.0)

  /// The drawing, or `nil` when there is nothing to draw.
  func svg() -> String? {
    let series = plot.series.map { FitPlot.Series($0.name, $0.mark, Self.thinned($0.points.filter(isDrawable))) }
    let points = series.flatMap(\.points)
    let hasBars = series.contains { $0.mark == .bars }
    let (top, bottom) = (Self.top, Self.bottom)
    guard points.count > 1,
      let y = FitScale(points.map(\.y) + (hasBars ? [0] : []), plot.y, start: bottom, end: top)
    else { return nil }
    var canvas = SVGCanvas()
    let left = SVGCanvas.edge(y.ticks().map(y.text), before: 7, title: 20, least: 64)
    let right = canvas.width - 16
    guard let x = FitScale(points.map(\.x), plot.x, start: left, end: right) else { return nil }
    canvas.uprights(x.ticks(about: 5).map { (x.pixel($0), x.text($0)) }, top: top, bottom: bottom)
    canvas.horizontals(y.ticks().map { (y.pixel($0), y.text($0)) }, left: left, right: right, before: 7)
    for part in series { draw(part, x, y, on: &canvas) }
    canvas.line(left, top, left, bottom, class: "axis")
    canvas.line(left, bottom, right, bottom, class: "axis")
    canvas.text(
      TextExtent.clipped(plot.x.label, to: canvas.width, size: 13), x: (left + right) / 2, y: bottom + 36,
      anchor: "middle", class: "title")
    canvas.text(
      TextExtent.clipped(plot.y.label, to: bottom + 30, size: 13), x: 14, y: (top + bottom) / 2, anchor: "middle",
      class: "title", rotated: true)
    let named = series.filter { !$0.name.isEmpty && !$0.points.isEmpty }
    let end = canvas.legend(named.map { ($0.name, Self.sign($0.mark)) }, x: 8, y: bottom + 60)
    return canvas.document(
      height: named.isEmpty ? bottom + 46 : end + 10, identifier: identifier, title: plot.title,
      description: plot.caption)
  }

  private func isDrawable(_ point: (x: Double, y: Double)) -> Bool {
    point.x.isFinite && point.y.isFinite && (!plot.x.isLogarithmic || point.x > 0)
      && (!plot.y.isLogarithmic || point.y > 0)
  }

  private func draw(_ series: FitPlot.Series, _ x: FitScale, _ y: FitScale, on canvas: inout SVGCanvas) {
    switch series.mark {
    case .points:
      // A few points must be seen on their own; many are seen as a cloud.
      let radius = series.points.count > Self.few ? 2.2 : 4
      for point in series.points {
        titled(point, of: series, x, y, on: &canvas) {
          $0.circle(x.pixel(point.x), y.pixel(point.y), radius: radius, class: "datum")
        }
      }
    case .line, .reference, .whisker:
      canvas.path(series.points.map { (x.pixel($0.x), y.pixel($0.y)) }, class: Self.style(series.mark))
    case .dots, .rings, .crosses, .chosen:
      for point in series.points {
        titled(point, of: series, x, y, on: &canvas) {
          Self.mark(series.mark, x.pixel(point.x), y.pixel(point.y), on: &$0)
        }
      }
    case .bars:
      let zero = y.pixel(0)
      for point in series.points {
        titled(point, of: series, x, y, on: &canvas) {
          $0.line(x.pixel(point.x), zero, x.pixel(point.x), y.pixel(point.y), class: "stem")
        }
      }
    }
  }

  /// A mark with its values under the pointer; those of a cloud have none.
  private func titled(
    _ point: (x: Double, y: Double), of series: FitPlot.Series, _ x: FitScale, _ y: FitScale,
    on canvas: inout SVGCanvas, _ draw: (inout SVGCanvas) -> Void
  ) {
    guard series.points.count <= Self.mostTitles else { return draw(&canvas) }
    let values = [(plot.x, x, point.x), (plot.y, y, point.y)].map { axis, scale, value in
      "\(axis.label.isEmpty ? "" : "\(axis.label): ")\(axis.names.isEmpty ? Figure.text(value) : scale.text(value))"
    }
    let name = series.name.isEmpty ? "" : "\(series.name); "
    canvas.titled(name + values.joined(separator: "; "), draw)
  }

  private static func style(_ mark: FitPlot.Mark) -> String {
    switch mark {
    case .reference: "reference"
    case .whisker: "whisker"
    default: "fit"
    }
  }

  private static func mark(_ mark: FitPlot.Mark, _ x: Double, _ y: Double, on canvas: inout SVGCanvas) {
    let half = 4.5
    switch mark {
    case .dots: canvas.circle(x, y, radius: half, class: "found")
    case .rings: canvas.circle(x, y, radius: half, class: "ring")
    case .chosen: canvas.circle(x, y, radius: half + 1.5, class: "chosen")
    default:
      canvas.line(x - half, y - half, x + half, y + half, class: "cross")
      canvas.line(x - half, y + half, x + half, y - half, class: "cross")
    }
  }

  private static func sign(_ mark: FitPlot.Mark) -> SVGCanvas.Sign {
    { canvas, x, y in
      switch mark {
      case .points: canvas.circle(x + 8, y, radius: 2.6, class: "datum")
      case .line, .reference, .whisker: canvas.line(x, y, x + 17, y, class: Self.style(mark))
      case .dots, .rings, .crosses, .chosen: Self.mark(mark, x + 8, y, on: &canvas)
      case .bars: canvas.line(x + 8, y - 6, x + 8, y + 4, class: "stem")
      }
    }
  }

  private static func thinned(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    guard points.count > mostPoints else { return points }
    return (0..<mostPoints).map { points[$0 * (points.count - 1) / (mostPoints - 1)] }
  }
}
