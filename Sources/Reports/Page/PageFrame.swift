import Quantities
import Analysis
import Mustache

/// What all pages have in common: one file, nothing loaded, and a policy that allows only this style and this script.
enum PageFrame {
  /// The page of a template's body.
  ///
  /// - Parameters:
  ///   - body: Mustache; two braces escape, three hold drawings that this module made itself.
  ///   - values: what the body names, and `title` and `version`.
  ///   - style: added to `PageStyle`.
  ///   - hasScript: whether the page sorts and zooms.
  static func render(
    _ body: String, _ values: [String: Any], style: String = "", hasScript: Bool = true
  ) -> String {
    // The templates are part of the program; the tests parse them.
    guard let template = try? MustacheTemplate(string: opening + body + closing) else {
      preconditionFailure("a page's template does not parse")
    }
    var values = values
    let css = PageStyle.css + (style.isEmpty ? "" : "\n" + style)
    let script = hasScript ? PageScript.text : nil
    values["css"] = css
    values["script"] = [script].compactMap(\.self)
    values["policy"] = policy(css, script)
    return template.render(values)
  }

  /// Style and script are named by the hash of every character between their tags.
  private static func policy(_ css: String, _ script: String?) -> String {
    let scripts = script.map { "script-src '\(hash("\n\($0)\n"))'; " } ?? ""
    return "default-src 'none'; style-src '\(hash("\n\(css)\n"))'; \(scripts)base-uri 'none'; form-action 'none'"
  }

  private static func hash(_ text: String) -> String {
    let digits = Array(SHA256.hexadecimal(of: text))
    let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0..<$0 + 2]), radix: 16) ?? 0 }
    return "sha256-" + Base64Text.of(bytes)
  }

  private static let opening = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="{{{policy}}}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="generator" content="GeoJoule {{version}}">
    <title>{{title}}</title>
    <style>
    {{{css}}}
    </style>
    </head>
    <body>
    <main>

    """

  private static let closing = """
    <footer>GeoJoule {{version}}. The same inputs and seeds give the same numbers on one machine; on another, mathematical functions may differ in the last bit.</footer>
    </main>
    {{#script}}
    <script>
    {{{.}}}
    </script>
    {{/script}}
    </body>
    </html>

    """

  /// What the numbers rest on, how to make the page again, and what is left out.
  static let basis = """
    <section class="short">
    <h2>What the numbers rest on</h2>
    <ul>
    {{#basis}}
    <li>{{.}}</li>
    {{/basis}}
    </ul>
    {{#profiles}}
    <details>
    <summary>All {{count}} values of {{name}}, with their sources</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="Values of {{name}}">
    <table class="narrow">
    <thead><tr><th scope="col">Value</th><th scope="col" class="word">Mean</th><th scope="col" class="word">Deviation</th><th scope="col" class="word">Trust</th><th scope="col" class="word">Source</th></tr></thead>
    <tbody>
    {{#rows}}<tr><th scope="row">{{key}}</th><td class="word">{{mean}}</td><td class="word">{{deviation}}</td><td class="word">{{trust}}</td><td class="word">{{source}}</td></tr>
    {{/rows}}
    </tbody>
    </table>
    </div>
    <ol>
    {{#sources}}<li>{{.}}</li>
    {{/sources}}
    </ol>
    </details>
    {{/profiles}}
    <p>The command that makes this page again:</p>
    <pre><code>{{command}}</code></pre>
    </section>
    {{#hasOmissions}}
    <section class="short">
    <h2>What is not modelled</h2>
    <ul>
    {{#omissions}}
    <li>{{.}}</li>
    {{/omissions}}
    </ul>
    </section>
    {{/hasOmissions}}

    """

  /// The values that `basis` and the frame name.
  static func values(_ context: ReportContext, basis: [String]) -> [String: Any] {
    [
      "version": PlainText.line(context.version),
      "title": PlainText.line(context.title),
      "subtitle": PlainText.line(context.subtitle),
      "command": PlainText.line(context.command),
      "basis": (basis + [context.seedSentence]).map(PlainText.line),
      "profiles": context.profiles.map(\.values),
      "hasOmissions": !context.notModelled.isEmpty,
      "omissions": context.notModelled.map(PlainText.line),
    ]
  }
}
