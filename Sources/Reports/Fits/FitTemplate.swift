/// The body of a fit's page, in Mustache. Two braces escape; three hold drawings this module made itself.
enum FitTemplate {
  /// Added to `PageStyle`.
  static let css = """
    svg .datum { fill: var(--accent); fill-opacity: .45; }
    svg .curve { fill: none; stroke: var(--cellular); stroke-width: 2; }
    svg .reference { fill: none; stroke: var(--soft); stroke-width: 1.2; stroke-dasharray: 5 4; }
    svg .stem { stroke: var(--accent); stroke-width: 1.6; }
    .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 0 1.5rem; }
    .plots figure > svg { min-width: 22rem; }
    .warning { border-left: 4px solid var(--cellular); background: var(--panel); padding: .4rem .8rem; max-width: 46rem; }
    .warning b { font-weight: 600; }
    td.left { text-align: left; }
    .digest { overflow-wrap: anywhere; font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .8rem; }
    """

  static let text = """
    <header>
    <h1>{{title}}</h1>
    <p class="finding">{{finding}}</p>
    {{#more}}
    <p class="about">{{.}}</p>
    {{/more}}
    </header>
    {{#sections}}
    <section>
    <h2>{{title}}</h2>
    {{#formula}}
    <p>{{.}}</p>
    {{/formula}}
    {{#warnings}}
    <p class="warning"><b>Warning:</b> {{.}}</p>
    {{/warnings}}
    {{#tables}}
    {{#caption}}
    <p>{{.}}</p>
    {{/caption}}
    <div class="scroll" tabindex="0" role="region" aria-label="{{label}}">
    <table>
    <thead>
    <tr>{{#headings}}<th scope="col">{{name}}{{#unit}}<small>{{unit}}</small>{{/unit}}</th>{{/headings}}</tr>
    </thead>
    <tbody>
    {{#rows}}
    <tr><th scope="row">{{name}}</th>{{#cells}}<td>{{.}}</td>{{/cells}}</tr>
    {{/rows}}
    </tbody>
    </table>
    </div>
    {{/tables}}
    {{#hasFigures}}
    <ul>
    {{#figures}}
    <li>{{.}}</li>
    {{/figures}}
    </ul>
    {{/hasFigures}}
    {{#hasPlots}}
    <div class="plots">
    {{#plots}}
    <figure>
    {{{svg}}}
    <figcaption><strong>{{title}}.</strong> {{caption}}</figcaption>
    </figure>
    {{/plots}}
    </div>
    {{/hasPlots}}
    </section>
    {{/sections}}
    {{#hasInputs}}
    <section class="short">
    <h2>What it rests on</h2>
    <ul>
    {{#inputs}}
    <li>{{text}}<br><span class="digest">SHA-256 {{digest}}</span></li>
    {{/inputs}}
    </ul>
    </section>
    {{/hasInputs}}
    {{#fragment}}
    <section>
    <h2>For a profile, after review</h2>
    <pre><code>{{.}}</code></pre>
    </section>
    {{/fragment}}
    <section class="short">
    <h2>Make it again</h2>
    <pre><code>{{command}}</code></pre>
    </section>

    """
}
