/// Colours and lines as attributes of the drawing itself.
///
/// The page's style sheet overrides them for dark mode and print. Where a server forbids style sheets, these keep the
/// drawing readable: without any paint everything in SVG is a black area.
enum ChartPaint {
  /// The attributes of a class, with a blank in front; empty for classes that need none.
  static func attributes(_ name: String) -> String { table[name].map { " " + $0 } ?? "" }

  /// Those of a light page, as `page.css` has them, too.
  private static let componentColours = [
    ("gnss", "#0b5cad"), ("wifi", "#a86e00"), ("cellular", "#c2410c"), ("bluetooth", "#2b8bc0"),
    ("processor", "#1f8a68"), ("base", "#7d8590"),
  ]

  private static let table: [String: String] = {
    var table = [
      "grid": "stroke=\"#d6dbe1\"", "axis": "stroke=\"#57606a\"",
      "floor": "stroke=\"#57606a\" stroke-dasharray=\"2 4\"", "bar": "fill=\"none\" stroke=\"#57606a\"",
      "front": "fill=\"none\" stroke=\"#0b5cad\" stroke-dasharray=\"7 4\"", "leader": "stroke=\"#57606a\"",
      "limit": "fill=\"none\" stroke=\"#b3261e\" stroke-width=\"1.6\"",
      "marker": "fill=\"#fff\" stroke=\"#1b1f24\"", "marker best": "fill=\"#0b5cad\" stroke=\"#0b5cad\"",
      "tick": "font-size=\"12\"", "note": "font-size=\"12\"", "note over": "font-size=\"12\"",
      "title": "font-size=\"13\"", "label": "font-size=\"13\"",
      "label best": "font-size=\"13\" font-weight=\"bold\" fill=\"#0b5cad\"",
      "lane": "fill=\"#e1e7ee\"", "power": "fill=\"#0b5cad\"",
      "mark": "stroke=\"#1b1f24\" fill=\"none\" vector-effect=\"non-scaling-stroke\"",
      "density": "fill=\"#0b5cad\"", "median": "stroke=\"#1b1f24\" stroke-width=\"2\"",
      "high": "fill=\"none\" stroke=\"#b3261e\" stroke-width=\"2\"",
      "truth": "fill=\"none\" stroke=\"#8a929b\" stroke-width=\"5\" stroke-linejoin=\"round\"",
      "fixes": "fill=\"none\" stroke=\"#0b5cad\" stroke-width=\"3.4\" stroke-linecap=\"round\"",
      "circle": "fill=\"none\" stroke=\"#b3261e\" stroke-width=\"0.7\"",
      "place": "fill=\"#fff\" stroke=\"#1b1f24\" stroke-width=\"2\"", "frame": "fill=\"none\" stroke=\"#d6dbe1\"",
      "datum": "fill=\"#0b5cad\" fill-opacity=\".45\"", "stem": "stroke=\"#0b5cad\" stroke-width=\"1.6\"",
      "reference": "fill=\"none\" stroke=\"#57606a\" stroke-dasharray=\"5 4\"",
      "fit": "fill=\"none\" stroke=\"#c2410c\" stroke-width=\"2\"", "whisker": "fill=\"none\" stroke=\"#57606a\"",
      "found": "fill=\"#c2410c\"", "ring": "fill=\"#fff\" stroke=\"#57606a\" stroke-width=\"2\"",
      "chosen": "fill=\"#fff\" stroke=\"#0b5cad\" stroke-width=\"3\"",
      "cross": "stroke=\"#b3261e\" stroke-width=\"2.2\"",
      "point": "fill=\"#57606a\"", "curve": "fill=\"none\" stroke=\"#57606a\" stroke-width=\"1.4\"",
      "curve second": "fill=\"none\" stroke=\"#1b1f24\" stroke-width=\"2\"",
      "curve best": "fill=\"none\" stroke=\"#0b5cad\" stroke-width=\"2.6\"",
    ]
    for (name, colour) in [
      ("rest", "#8a929b"), ("tail", "#b26a00"), ("wait", "#1f8a68"), ("prepare", "#c2410c"), ("work", "#0b5cad"),
    ] {
      table["role \(name)"] = "fill=\"\(colour)\""
      table["hair \(name)"] = "fill=\"none\" stroke=\"\(colour)\" vector-effect=\"non-scaling-stroke\""
    }
    for (name, colour) in componentColours { table["part \(name)"] = "fill=\"\(colour)\"" }
    return table
  }()
}
