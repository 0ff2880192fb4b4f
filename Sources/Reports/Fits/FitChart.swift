import Quantities

/// Draws a `FitPlot`. Many points are thinned evenly, so that a page stays small.
struct FitChart {
  private static let (width, height) = (620.0, 340.0)
  private static let (left, right, top, bottom) = (72.0, 600.0, 34.0, 288.0)
  private static let mostPoints = 1_500
  private static let few = 30

  let plot: FitPlot
  /// Unique in the page.
  let identifier: String

  /// The drawing, or `nil` when there is nothing to draw.
  func svg() -> String? {
    let series = plot.series.map { FitPlot.Series($0.name, $0.mark, Self.thinned($0.points.filter(isDrawable))) }
    let points = series.flatMap(\.points)
    let hasBars = series.contains { $0.mark == .bars }
    guard points.count > 1,
      let x = FitScale(points.map(\.x), plot.x, start: Self.left, end: Self.right),
      let y = FitScale(points.map(\.y) + (hasBars ? [0] : []), plot.y, start: Self.bottom, end: Self.top)
    else { return nil }
    var canvas = SVGCanvas()
    for tick in x.ticks {
      let pixel = x.pixel(tick)
      canvas.line(pixel, Self.top, pixel, Self.bottom, class: "grid")
      canvas.text(x.text(tick), x: pixel, y: Self.bottom + 16, anchor: "middle", class: "tick")
    }
    for tick in y.ticks {
      let pixel = y.pixel(tick)
      canvas.line(Self.left, pixel, Self.right, pixel, class: "grid")
      canvas.text(y.text(tick), x: Self.left - 7, y: pixel + 4, anchor: "end", class: "tick")
    }
    for part in series { draw(part, x, y, on: &canvas) }
    canvas.line(Self.left, Self.top, Self.left, Self.bottom, class: "axis")
    canvas.line(Self.left, Self.bottom, Self.right, Self.bottom, class: "axis")
    canvas.text(
      plot.x.label, x: (Self.left + Self.right) / 2, y: Self.bottom + 36, anchor: "middle", class: "title")
    canvas.text(
      plot.y.label, x: 16, y: (Self.top + Self.bottom) / 2, anchor: "middle", class: "title", rotated: true)
    drawKey(series, on: &canvas)
    return canvas.document(
      width: Self.width, height: Self.height, identifier: identifier, title: plot.title, description: plot.caption)
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
        canvas.circle(x.pixel(point.x), y.pixel(point.y), radius: radius, class: "datum")
      }
    case .line, .reference, .whisker:
      canvas.path(series.points.map { (x.pixel($0.x), y.pixel($0.y)) }, class: Self.style(series.mark))
    case .dots, .rings, .crosses:
      for point in series.points { mark(series.mark, x.pixel(point.x), y.pixel(point.y), on: &canvas) }
    case .bars:
      let zero = y.pixel(0)
      for point in series.points {
        canvas.line(x.pixel(point.x), zero, x.pixel(point.x), y.pixel(point.y), class: "stem")
      }
    }
  }

  private static func style(_ mark: FitPlot.Mark) -> String {
    switch mark {
    case .reference: "reference"
    case .whisker: "whisker"
    default: "curve"
    }
  }

  private func mark(_ mark: FitPlot.Mark, _ x: Double, _ y: Double, on canvas: inout SVGCanvas) {
    let half = 4.5
    guard mark == .crosses else { return canvas.circle(x, y, radius: half, class: mark == .dots ? "dot" : "ring") }
    canvas.line(x - half, y - half, x + half, y + half, class: "cross")
    canvas.line(x - half, y + half, x + half, y - half, class: "cross")
  }

  private func drawKey(_ series: [FitPlot.Series], on canvas: inout SVGCanvas) {
    var left = Self.left
    for part in series where !part.name.isEmpty {
      let y = 16.0
      switch part.mark {
      case .points: canvas.circle(left + 8, y - 4, radius: 2.6, class: "datum")
      case .line, .reference, .whisker: canvas.line(left, y - 4, left + 17, y - 4, class: Self.style(part.mark))
      case .dots, .rings, .crosses: mark(part.mark, left + 8, y - 4, on: &canvas)
      case .bars: canvas.line(left + 8, y - 10, left + 8, y, class: "stem")
      }
      canvas.text(part.name, x: left + 23, y: y, class: "note")
      left += 23 + Double(DisplayWidth.of(part.name)) * 6.5 + 20
    }
  }

  private static func thinned(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    guard points.count > mostPoints else { return points }
    return (0..<mostPoints).map { points[$0 * (points.count - 1) / (mostPoints - 1)] }
  }
}
