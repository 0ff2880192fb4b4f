import Core

/// What all pages have in common: one file, nothing loaded, and a policy that allows only this style and this script.
enum PageFrame {
  static func page(_ body: [String], title: String, version: String, script: String) -> String {
    let (css, version) = (PageFiles.style, PlainText.markup(version))
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '\(hash(css))'; \
      script-src '\(hash(script))'; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="generator" content="GeoJoule \(version)">
      \(element("title", title))
      <style>
      \(css)
      </style>
      </head>
      <body>
      <main>
      \(body.joined(separator: "\n"))
      <footer>GeoJoule \(version). The same inputs and seeds give the same numbers on one machine; on another, \
      mathematical functions may differ in the last bit.</footer>
      </main>
      <script>
      \(script)
      </script>
      </body>
      </html>

      """
  }

  /// That of every character between an element's tags.
  private static func hash(_ text: String) -> String {
    let digits = Array(SHA256.hexadecimal(of: "\n\(text)\n"))
    let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0..<$0 + 2]), radix: 16) ?? 0 }
    return "sha256-" + Base64Text.of(bytes)
  }

  /// What the numbers rest on, how to make the page again, and what is left out.
  static func basis(_ basis: [String], _ document: ReportDocument) -> [String] {
    let omissions = document.context?.notModelled ?? []
    return ["<section>", "<h2>What the numbers rest on</h2>"] + list("ul", basis)
      + (document.context?.profiles ?? []).flatMap(\.lines)
      + citation(document).map { element("p", $0) }
      + ["<p>The command that makes this page again:</p>", code(PlainText.line(document.command)), "</section>"]
      + (omissions.isEmpty
        ? []
        : ["<section>", "<h2>What is not modelled</h2>"] + list("ul", omissions) + ["</section>"])
  }

  /// How to cite the page, its methods and its data.
  private static func citation(_ document: ReportDocument) -> [String] {
    (document.methods.isEmpty ? [] : ["Methods: \(document.methods.joined(separator: "; "))."])
      + (document.context == nil
        ? []
        : ["Sources such as 'A4' are sections of docs/sources.md in the program's repository, with full references."])
      + ["Cite: The GeoJoule contributors, GeoJoule \(document.version); CITATION.cff in the repository."]
  }

  /// - Parameter tag: a name, and its attributes.
  static func element(_ tag: String, _ text: String) -> String {
    "<\(tag)>\(PlainText.markup(text))</\(tag.prefix { $0 != " " })>"
  }

  static func list(_ tag: String, _ points: [String]) -> [String] {
    ["<\(tag)>"] + points.map { element("li", $0) } + ["</\(tag)>"]
  }

  static func code(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { PlainText.markup(String($0)) }
    return "<pre><code>\(lines.joined(separator: "\n"))</code></pre>"
  }

  /// The beginning of a table that scrolls by itself where it is wider than the page.
  static func scrolled(_ label: String, _ style: String) -> [String] {
    [
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"\(PlainText.markup(label))\">",
      "<table class=\"\(style)\">",
    ]
  }
}

/// The style and the scripts of pages, which the build embeds from the files beside.
enum PageFiles {
  /// Light, dark and print, with the fonts of the reader's system. Text stands out from its ground by 4.5 to 1 at least, what a
  /// drawing needs by 3 to 1 (WCAG 2.2, AA).
  static let style = text(PackageResources.page_css)
  /// Sorts and filters tables, marks rows in charts, reads values out, and zooms timelines. Everything can be read without it.
  static let script = text(PackageResources.page_js)
  /// Answers what the reader asks: `Decision` and the sentences of `DecisionText`, from means over the seeds. At the report's own
  /// hours and battery, a need without a level has the program's own sentences.
  static let choice = text(PackageResources.choice_js)

  private static func text(_ file: [UInt8]) -> String { String(decoding: file.dropLast(), as: UTF8.self) }
}

/// Base64 of RFC 4648, section 4.
enum Base64Text {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  static func of(_ bytes: [UInt8]) -> String {
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = (0..<3).reduce(0) { $0 << 8 | (start + $1 < bytes.count ? Int(bytes[start + $1]) : 0) }
      for digit in 0..<4 {
        text.append(start + digit <= bytes.count ? digits[group >> (18 - 6 * digit) & 63] : "=")
      }
    }
    return text
  }
}
