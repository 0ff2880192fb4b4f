/// A report as one page that works offline, prints, follows dark mode, and loads nothing; its script sorts the tables.
package struct DocumentHTML {
  package init() {}

  package func render(_ document: ReportDocument) -> String {
    var drawn = 0
    var values = document.context.map { PageFrame.values($0, basis: []) } ?? ["profiles": [], "hasOmissions": false]
    values.merge(DocumentPage(document: document).values) { $1 }
    values["title"] = PlainText.line(document.title)
    values["subtitle"] = PlainText.line(document.subtitle)
    values["version"] = PlainText.line(document.version)
    values["command"] = PlainText.line(document.command)
    let seeds = [document.context?.seedSentence].compactMap(\.self)
    values["basis"] = (document.closing + document.remarks + seeds).map(PlainText.line)
    values["sections"] = document.sections.map { section($0, document, &drawn) }
    return PageFrame.render(Self.body, values)
  }

  private func section(
    _ section: ReportDocument.Section, _ document: ReportDocument, _ drawn: inout Int
  ) -> [String: Any] {
    let title = PlainText.line(section.title ?? document.title)
    var values: [String: Any] = [
      "paragraphs": section.paragraphs.map(PlainText.line), "warnings": section.warnings.map(PlainText.line),
      "listing": section.listing.isEmpty ? [] : [PlainText.block(section.listing)],
      "folded": section.isDetail ? [title] : [], "isFolded": section.isDetail,
    ]
    // Missing values would be those of the page.
    values["heading"] = section.title == nil || section.isDetail ? [] : [title]
    if let table = section.table {
      var table = DocumentPage.values(table)
      table["label"] = title
      values["table"] = table
    }
    let charts = section.charts.compactMap { chart -> [String: Any]? in
      drawn += 1
      let isAlone = section.charts.count == 1
      func svg(_ layout: ChartLayout) -> String? { chart.draw(layout, "plot-\(drawn)", isAlone) }
      guard let wide = svg(.wide) else { return nil }
      return [
        "svg": wide, "narrow": svg(.narrow) ?? "", "isWide": chart.isWide || isAlone,
        "caption": PlainText.line(chart.caption),
        "name": chart.title == section.title ? [] : [PlainText.line(chart.title)],
      ]
    }
    if !charts.isEmpty { values["plots"] = ["charts": charts] }
    return values
  }

  private static let body =
    """
    \(PagePieces.header())
    {{#sections}}
    <section>
    {{#heading}}
    <h2>{{.}}</h2>
    {{/heading}}
    {{#folded}}
    <details>
    <summary>{{.}}</summary>
    {{/folded}}
    {{#paragraphs}}
    <p>{{.}}</p>
    {{/paragraphs}}
    {{#warnings}}
    <p class="warning"><b>Warning:</b> {{.}}</p>
    {{/warnings}}
    {{#plots}}
    <div class="plots">
    {{#charts}}
    <figure{{#isWide}} class="wide"{{/isWide}}>
    {{{svg}}}
    {{{narrow}}}
    <figcaption>{{#name}}<strong>{{.}}.</strong> {{/name}}{{caption}}</figcaption>
    </figure>
    {{/charts}}
    </div>
    {{/plots}}
    {{#table}}
    <div class="scroll" tabindex="0" role="region" aria-label="Table: {{label}}">
    \(PagePieces.table)
    </div>
    {{/table}}
    {{#listing}}
    <pre><code>{{.}}</code></pre>
    {{/listing}}
    {{#isFolded}}
    </details>
    {{/isFolded}}
    </section>
    {{/sections}}
    \(PagePieces.meanings)

    """ + PageFrame.basis
}
