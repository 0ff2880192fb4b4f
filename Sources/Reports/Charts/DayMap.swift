import Analysis
import Core
import RealModule
import Simulation
import World

/// Where the phone was and where the app thought it was: the true way, the delivered positions with their reported
/// circles, the scenario's places. No map below it: the page loads nothing.
struct DayMap {
  private typealias Point = (x: Double, y: Double)

  let detail: RunDetail
  var dotLimit = 2500
  var circleLimit = 120

  private let width = SVGCanvas.pageWidth
  private let height = 440.0
  private let margin = 24.0

  /// The drawing and what was left out.
  func drawing() -> (svg: String, remark: String, shapes: Int) {
    let knots = detail.truth.knots
    let projection = MapProjection(middle: GeodeticPosition(knots[knots.count / 2].position))
    let way = knots.map { projection.metres($0.position) }
    let fixes = detail.record.fixes.map { (at: projection.metres($0.position), radius: $0.horizontalAccuracy) }
    // A position far off (a cell's, a mistake) must not shrink the day to a point.
    let (east, north) = (Self.bounds(way.map(\.east)), Self.bounds(way.map(\.north)))
    let reach = 250 + 0.35 * max(east.upperBound - east.lowerBound, north.upperBound - north.lowerBound)
    let near = fixes.filter { fix in
      (east.lowerBound - reach...east.upperBound + reach).contains(fix.at.east)
        && (north.lowerBound - reach...north.upperBound + reach).contains(fix.at.north)
    }
    let (allEast, allNorth) = (
      Self.bounds(way.map(\.east) + near.map(\.at.east)), Self.bounds(way.map(\.north) + near.map(\.at.north))
    )
    let pixels = min(
      (width - 2 * margin) / max(allEast.upperBound - allEast.lowerBound, 40),
      (height - 2 * margin) / max(allNorth.upperBound - allNorth.lowerBound, 40))
    let (middleEast, middleNorth) = (
      (allEast.lowerBound + allEast.upperBound) / 2, (allNorth.lowerBound + allNorth.upperBound) / 2
    )
    func point(_ place: (east: Double, north: Double)) -> Point {
      (width / 2 + (place.east - middleEast) * pixels, height / 2 - (place.north - middleNorth) * pixels)
    }
    var canvas = SVGCanvas()
    canvas.raw(
      "<clipPath id=\"map-edge\"><rect width=\"\(SVGCanvas.number(width))\" "
        + "height=\"\(SVGCanvas.number(height))\"/></clipPath><g clip-path=\"url(#map-edge)\">")
    var truth = PathText()
    let line = SimplifiedLine.points(way.map(point), tolerance: 0.4)
    truth.line(line)
    canvas.draw(truth.text, class: "truth")

    // Others cannot be told from a dot, or have no edge in the picture.
    let rounds = near.map { (at: point($0.at), radius: $0.radius * pixels) }.filter {
      $0.radius >= 3 && $0.radius < 4 * width
    }
    let circles = Self.thinned(rounds, limit: circleLimit, cell: 8, at: \.at) { Int(LogScale.decades($0.radius) * 4) }
      .items
    for circle in circles { canvas.circle(circle.at.x, circle.at.y, radius: circle.radius, class: "circle") }
    let (dots, cell) = Self.thinned(near.map { point($0.at) }, limit: dotLimit, cell: 1) { $0 }
    var path = PathText()
    for dot in dots { path.dot(dot.x, dot.y) }
    canvas.draw(path.text, class: "fixes")
    let places = detail.places.map { (name: $0.name, at: point(projection.metres($0.position))) }
    let numbers = draw(places, on: &canvas)
    canvas.raw("</g>")
    canvas.rectangle(x: 0.5, y: 0.5, width: width - 1, height: height - 1, class: "frame")
    drawScale(scale(metresPerPixel: 1 / pixels), on: &canvas)
    let end = drawKey(numbers, on: &canvas)
    let svg = canvas.document(
      height: end + 10, identifier: "map", title: "Map of the day with \(PlainText.line(detail.strategy))",
      description: description(fixes.count))
    let shapes = line.count + circles.count + dots.count
    return (svg, remark(fixes.count, near.count, dots.count, cell, circles.count), shapes)
  }

  private static func bounds(_ values: [Double]) -> ClosedRange<Double> { (values.min() ?? 0)...(values.max() ?? 0) }

  /// The first item of each cell of a grid whose cells grow until the limit is kept, and how wide they are.
  ///
  /// - Parameter size: parts items at one place.
  private static func thinned<Item>(
    _ items: [Item], limit: Int, cell: Double, at place: (Item) -> Point, size: (Item) -> Int = { _ in 0 }
  ) -> (items: [Item], cell: Double) {
    var (cell, kept) = (cell, items)
    while true {
      var seen: Set<[Int]> = []
      kept = items.filter { item in
        let indices = [place(item).x, place(item).y].map { Int(($0 / cell).rounded(.down)) }
        return seen.insert(indices + [size(item)]).inserted
      }
      if kept.count <= limit { return (kept, cell) }
      cell *= 1.5
    }
  }

  /// - Returns: the numbers of places whose names have no room.
  private func draw(
    _ places: [(name: String, at: Point)], on canvas: inout SVGCanvas
  ) -> [(text: String, sign: SVGCanvas.Sign)] {
    var names = PointNames(
      bounds: .init(x: 4, y: 4, width: width - 8, height: height - 8),
      taken: places.map { .init(x: $0.at.x - 7, y: $0.at.y - 7, width: 14, height: 14) }
        + [.init(x: width - 32, y: 8, width: 20, height: 38)])
    for place in places {
      canvas.rectangle(x: place.at.x - 5, y: place.at.y - 5, width: 10, height: 10, class: "place")
    }
    for place in places {
      let text = PlainText.line(place.name).split(separator: "_").joined(separator: " ")
      let label = names.place(TextExtent.clipped(text, to: 200, size: 13), x: place.at.x, y: place.at.y)
      canvas.text(label.text, x: label.x, y: label.y, class: "label")
    }
    return names.legend
  }

  /// A round length, and its extent in the drawing.
  private func scale(metresPerPixel: Double) -> (length: Double, extent: Double) {
    let longest = metresPerPixel * 120
    let power = Double("1e\(Int(LogScale.decades(longest).rounded(.down)))") ?? 1
    let length = [5.0, 2, 1].map { $0 * power }.first { $0 <= longest } ?? power
    return (length, length / metresPerPixel)
  }

  /// Below the map, where it hides nothing.
  private func drawScale(_ scale: (length: Double, extent: Double), on canvas: inout SVGCanvas) {
    let (x, y, length, extent) = (5.0, height + 16, scale.length, scale.extent)
    canvas.path([(x, y - 6), (x, y), (x + extent, y), (x + extent, y - 6)], class: "mark")
    let text = length >= 1000 ? "\(Figure.tick(length / 1000)) km" : "\(Figure.tick(length)) m"
    canvas.text(text, x: x + extent + 8, y: y + 1, class: "note")
    canvas.text("N", x: width - 22, y: 42, anchor: "middle", class: "label")
    canvas.path([(width - 28, 26), (width - 22, 12), (width - 16, 26)], class: "mark")
  }

  /// - Returns: where its last line stands.
  private func drawKey(
    _ numbers: [(text: String, sign: SVGCanvas.Sign)], on canvas: inout SVGCanvas
  ) -> Double {
    let dots: SVGCanvas.Sign = { canvas, x, y in
      var path = PathText()
      for step in [4.0, 11, 18] { path.dot(x + step, y) }
      canvas.draw(path.text, class: "fixes")
    }
    let signs: [(text: String, sign: SVGCanvas.Sign)] = [
      ("true way", { $0.path([($1, $2), ($1 + 18, $2)], class: "truth") }), ("delivered positions", dots),
      ("reported accuracy", { $0.circle($1 + 10, $2, radius: 6, class: "circle") }),
      ("places of the scenario", { $0.rectangle(x: $1 + 6, y: $2 - 5, width: 10, height: 10, class: "place") }),
    ]
    return canvas.legend(signs + numbers, x: 4, y: height + 42)
  }

  private func description(_ count: Int) -> String {
    let places = detail.places.map { PlainText.line($0.name).split(separator: "_").joined(separator: " ") }
    return "The true way and \(count) delivered positions"
      + (places.isEmpty ? "." : ", with the places \(places.joined(separator: ", ")).")
  }

  private func remark(_ all: Int, _ near: Int, _ dots: Int, _ cell: Double, _ circles: Int) -> String {
    guard all > 0 else { return "No position was delivered. North is up." }
    var text = "North is up. \(DecimalText.grouped(all)) delivered positions"
    if dots < near {
      text += ", drawn as \(DecimalText.grouped(dots)) dots: those nearer than "
      text += cell > 1 ? "\(Figure.text(cell)) pixels are merged" : "a pixel are merged"
    }
    if near < all { text += "; \(DecimalText.grouped(all - near)) lie outside the picture" }
    if circles > 0 {
      text += circles == 1 ? "; a circle" : "; \(circles) circles"
      text += " of the reported accuracy, one for each neighbourhood and size"
    } else {
      text += "; circles of the reported accuracy would be smaller than the dots"
    }
    return text + "."
  }
}

/// Positions on a flat drawing: east to the right, north up, true distances around its middle.
struct MapProjection {
  private let latitude: Double
  private let longitude: Double
  private let metresPerDegreeEast: Double
  private static let metresPerDegreeNorth = 111_195.0

  /// - Parameter middle: where distances are true; they are 1 % off some 900 km away at middle latitudes.
  init(middle: GeodeticPosition) {
    latitude = middle.latitude
    longitude = middle.longitude
    metresPerDegreeEast = Self.metresPerDegreeNorth * max(Double.cos(middle.latitude * .pi / 180), 0.01)
  }

  /// Metres east and north of the middle; the shorter way around at the date line.
  func metres(_ position: EarthVector) -> (east: Double, north: Double) { metres(GeodeticPosition(position)) }

  func metres(_ position: GeodeticPosition) -> (east: Double, north: Double) {
    var east = position.longitude - longitude
    if east > 180 { east -= 360 }
    if east < -180 { east += 360 }
    return (east * metresPerDegreeEast, (position.latitude - latitude) * Self.metresPerDegreeNorth)
  }
}
