/// Parts that several pages have, in Mustache. They name what the page's own template does.
enum PagePieces {
  /// What the page is about, and the sentence it comes down to.
  ///
  /// - Parameter hasAbout: whether a line about the subject stands above the subtitle.
  static func header(hasAbout: Bool = false) -> String {
    """
    <header>
    <h1>{{title}}</h1>
    <p class="finding">{{finding}}</p>
    \(hasAbout ? "<p class=\"about\">{{about}}</p>\n" : "")<p class="about">{{subtitle}}</p>
    </header>
    """
  }

  /// The cells of a row behind its name, each with the number it is sorted by.
  static let cells =
    #"{{#cells}}<td{{#word}} class="word"{{/word}}{{#value}} data-v="{{value}}"{{/value}}>{{text}}</td>{{/cells}}"#

  /// A table of `headings` and `rows`.
  static let table = """
    <table class="sortable{{#long}} long{{/long}}">
    <thead>
    <tr>{{#headings}}<th scope="col"{{#word}} class="word"{{/word}}>{{name}}{{#unit}} <small>{{unit}}</small>{{/unit}}</th>{{/headings}}</tr>
    </thead>
    <tbody>
    {{#rows}}
    <tr{{#best}} class="best"{{/best}}{{#row}} data-row="{{row}}"{{/row}}><th scope="row">{{name}}</th>\(cells)</tr>
    {{/rows}}
    </tbody>
    </table>
    """

  /// What the columns mean, for those who ask.
  static let meanings = """
    {{#hasMeanings}}
    <details>
    <summary>What the columns mean</summary>
    <ul>
    {{#meanings}}<li>{{.}}</li>
    {{/meanings}}
    </ul>
    </details>
    {{/hasMeanings}}
    """

  /// The table of all strategies and what its columns mean.
  static let strategies = """
    <section>
    <h2>All strategies</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Table of all strategies">
    \(table.replacing("table class=\"sortable", with: "table class=\"sortable rows"))
    </div>
    {{#legend}}
    <p>{{.}}</p>
    {{/legend}}
    \(meanings)
    </section>
    """

  /// What every component did over the day, with a script's clock.
  ///
  /// - Parameter second: a drawing below the timeline.
  static func timeline(second: String = "") -> String {
    """
    <figure class="wide" data-span="{{span}}" data-clock="{{clock}}" data-left="{{left}}" data-right="{{right}}">
    {{{svg}}}
    \(second.isEmpty ? "" : "{{{\(second)}}}\n")<figcaption>{{caption}}</figcaption>
    </figure>
    """
  }

  /// A table of `ledger`: what every component did for whom, and what it cost.
  ///
  /// - Parameter label: for those who do not see it.
  static func causes(label: String) -> String {
    """
    <div class="scroll" tabindex="0" role="region" aria-label="\(label)">
    <table class="sortable">
    <thead><tr><th scope="col">Component</th><th scope="col" class="word">Doing</th><th scope="col" class="word">For</th><th scope="col">Time <small>s</small></th><th scope="col">Energy <small>J</small></th><th scope="col">Share <small>%</small></th></tr></thead>
    <tbody>
    {{#ledger}}<tr><th scope="row">{{component}}</th><td class="word">{{role}}</td><td class="word">{{cause}}</td><td data-v="{{timeValue}}">{{time}}</td><td data-v="{{energyValue}}">{{energy}}</td><td>{{share}}</td></tr>
    {{/ledger}}
    </tbody>
    </table>
    </div>
    """
  }
}
