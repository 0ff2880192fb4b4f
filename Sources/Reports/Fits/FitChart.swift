import Core

/// Draws a `FitPlot`. Many points are thinned evenly, so that a page stays small.
struct FitChart {
  private static let mostPoints = 1_500
  private static let (few, mostTitles) = (30, 100)

  let plot: FitPlot
  /// Unique in the page.
  let identifier: String
  var layout = ChartLayout.any
  /// Whether it has a page's width to itself.
  var isAlone = false

  private var width: Double { layout.isNarrow ? 360 : isAlone ? 1000 : 620 }
  private var right: Double { width - (layout.isNarrow ? 12 : 20) }
  private var plotHeight: Double { layout.isNarrow ? 220 : isAlone ? 320 : 254 }

  /// The drawing, or `nil` when there is nothing to draw.
  func svg() -> String? {
    let series = plot.series.map { FitPlot.Series($0.name, $0.mark, Self.thinned($0.points.filter(isDrawable))) }
    let points = series.flatMap(\.points)
    let hasBars = series.contains { $0.mark == .bars }
    let least = layout.isNarrow ? 64.0 : 76
    let key = key(series.filter { !$0.name.isEmpty && !$0.points.isEmpty }, from: least)
    let top = (key.map(\.y).max() ?? 0) + 16
    let bottom = top + plotHeight
    guard points.count > 1,
      let y = FitScale(points.map(\.y) + (hasBars ? [0] : []), plot.y, start: bottom, end: top)
    else { return nil }
    let left = SVGCanvas.edge(y.ticks().map(y.text), before: 7, title: 20, least: least)
    guard let x = FitScale(points.map(\.x), plot.x, start: left, end: right) else { return nil }
    var canvas = SVGCanvas(width: width)
    canvas.uprights(
      x.ticks(about: layout.isNarrow ? 4 : 6).map { (x.pixel($0), x.text($0)) }, top: top, bottom: bottom)
    canvas.horizontals(y.ticks().map { (y.pixel($0), y.text($0)) }, left: left, right: right, before: 7)
    for part in series { draw(part, x, y, on: &canvas) }
    canvas.line(left, top, left, bottom, class: "axis")
    canvas.line(left, bottom, right, bottom, class: "axis")
    canvas.text(
      TextExtent.clipped(plot.x.label, to: width, size: 13), x: (left + right) / 2, y: bottom + 36, anchor: "middle",
      class: "title")
    canvas.text(
      TextExtent.clipped(plot.y.label, to: bottom + 30, size: 13), x: 14, y: (top + bottom) / 2, anchor: "middle",
      class: "title", rotated: true)
    drawKey(key, on: &canvas)
    return canvas.document(
      height: bottom + 46, identifier: identifier + layout.suffix, title: plot.title,
      description: plot.caption, layout: layout)
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
          mark(series.mark, x.pixel(point.x), y.pixel(point.y), on: &$0)
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

  private func mark(_ mark: FitPlot.Mark, _ x: Double, _ y: Double, on canvas: inout SVGCanvas) {
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

  /// The names of series in lines, each where it stands.
  private func key(_ series: [FitPlot.Series], from left: Double) -> [(part: FitPlot.Series, x: Double, y: Double)] {
    var (x, y) = (left, 16.0)
    return series.map { part in
      let extent = 23 + TextExtent.width(part.name, size: 12) + 14
      if x > left, x + extent > width { (x, y) = (left, y + 18) }
      defer { x += extent }
      return (part, x, y)
    }
  }

  private func drawKey(_ key: [(part: FitPlot.Series, x: Double, y: Double)], on canvas: inout SVGCanvas) {
    for (part, x, y) in key {
      switch part.mark {
      case .points: canvas.circle(x + 8, y - 4, radius: 2.6, class: "datum")
      case .line, .reference, .whisker: canvas.line(x, y - 4, x + 17, y - 4, class: Self.style(part.mark))
      case .dots, .rings, .crosses, .chosen: mark(part.mark, x + 8, y - 4, on: &canvas)
      case .bars: canvas.line(x + 8, y - 10, x + 8, y, class: "stem")
      }
      canvas.text(part.name, x: x + 23, y: y, class: "note")
    }
  }

  private static func thinned(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    guard points.count > mostPoints else { return points }
    return (0..<mostPoints).map { points[$0 * (points.count - 1) / (mostPoints - 1)] }
  }
}
