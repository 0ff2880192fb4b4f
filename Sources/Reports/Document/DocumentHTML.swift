/// A report as one page that works offline, prints, follows dark mode, and loads nothing; its script sorts the tables.
package struct DocumentHTML {
  package init() {}

  package func render(_ document: ReportDocument) -> String {
    let page = DocumentPage(document: document)
    var values = page.values
    values["title"] = PlainText.line(document.title)
    values["subtitle"] = PlainText.line(document.subtitle)
    values["version"] = PlainText.line(document.version)
    values["command"] = PlainText.line(document.command)
    values["remarks"] = (document.closing + document.remarks).map(PlainText.line)
    values["sections"] = document.sections.map { section -> [String: Any] in
      var values: [String: Any] = ["paragraphs": section.paragraphs.map(PlainText.line)]
      if let title = section.title { values["title"] = ["text": PlainText.line(title)] }
      if let table = section.table {
        var table = DocumentPage.values(table)
        table["label"] = PlainText.line(section.title ?? document.title)
        values["table"] = table
      }
      return values
    }
    return PageFrame.render(Self.body, values)
  }

  private static let body =
    """
    \(PagePieces.header())
    {{#sections}}
    <section>
    {{#title}}
    <h2>{{text}}</h2>
    {{/title}}
    {{#paragraphs}}
    <p>{{.}}</p>
    {{/paragraphs}}
    {{#table}}
    <div class="scroll" tabindex="0" role="region" aria-label="Table: {{label}}">
    \(PagePieces.table)
    </div>
    {{/table}}
    </section>
    {{/sections}}
    <section class="short">
    <h2>What the numbers rest on</h2>
    <ul>
    {{#remarks}}
    <li>{{.}}</li>
    {{/remarks}}
    </ul>
    \(PagePieces.meanings)
    <p>The command that makes this page again:</p>
    <pre><code>{{command}}</code></pre>
    </section>

    """
}
