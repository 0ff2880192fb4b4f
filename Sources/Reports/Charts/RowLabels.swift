/// The names of strategies left of the rows of a chart.
///
/// The column is as wide as the longest name needs, up to a limit; a longer name ends with an ellipsis and has the whole of
/// it as its title.
struct RowLabels {
  private static let fontSize = 13.0

  /// Where the rows themselves begin.
  let edge: Double
  private let gap: Double

  /// - Parameters:
  ///   - names: of all rows.
  ///   - least: where the rows begin when all names are short.
  ///   - gap: between the names and the rows.
  ///   - most: the column takes this much of a drawing at most.
  init(_ names: [String], least: Double, gap: Double, most: Double = 320) {
    let longest = names.map { TextExtent.width(PlainText.line($0), size: Self.fontSize) }.max() ?? 0
    edge = min(max(least, (longest + gap).rounded(.up)), most)
    self.gap = gap
  }

  /// - Parameters:
  ///   - y: of the text's base line.
  ///   - place: in a narrow drawing, where the name stands above its row.
  func draw(_ name: String, y: Double, or place: (x: Double, y: Double)? = nil, on canvas: inout SVGCanvas) {
    let whole = PlainText.line(name)
    if let place { return canvas.text(whole, x: place.x, y: place.y, class: "label") }
    let shown = TextExtent.clipped(whole, to: edge - gap, size: Self.fontSize)
    canvas.text(
      shown, x: edge - gap, y: y, anchor: "end", class: "label", title: shown == whole ? nil : whole)
  }
}
