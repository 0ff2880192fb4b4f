/// The page of a comparison, in Mustache. Two braces escape; three hold drawings and styles this module made itself.
enum ComparisonTemplate {
  static let text = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="generator" content="GeoJoule {{version}}">
    <title>{{title}}</title>
    <style>
    {{{css}}}
    </style>
    </head>
    <body>
    <main>
    <header>
    <h1>{{title}}</h1>
    <p class="finding">{{finding}}</p>
    <p class="about">{{subtitle}}</p>
    </header>
    {{#pareto}}
    <section>
    <h2>Drain against error</h2>
    <figure>
    {{{svg}}}
    <figcaption>{{caption}}</figcaption>
    </figure>
    </section>
    {{/pareto}}
    <section>
    <h2>All strategies</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Table of all strategies">
    <table>
    <thead>
    <tr>{{#headings}}<th scope="col">{{name}}{{#unit}}<small>{{unit}}</small>{{/unit}}</th>{{/headings}}</tr>
    </thead>
    <tbody>
    {{#rows}}
    <tr{{#best}} class="best"{{/best}}><th scope="row">{{name}}</th>{{#cells}}<td>{{.}}</td>{{/cells}}</tr>
    {{/rows}}
    </tbody>
    </table>
    </div>
    {{#legend}}
    <p>{{.}}</p>
    {{/legend}}
    </section>
    {{#energy}}
    <section>
    <h2>Where the energy goes</h2>
    <figure>
    {{{svg}}}
    </figure>
    <div class="scroll" tabindex="0" role="region" aria-label="Table of power by component">
    <table>
    <thead>
    <tr><th scope="col">Strategy</th>{{#components}}<th scope="col">{{.}}<small>mW</small></th>{{/components}}<th scope="col">Sum<small>mW</small></th><th scope="col">Energy<small>J</small></th></tr>
    </thead>
    <tbody>
    {{#rows}}
    <tr><th scope="row">{{name}}</th>{{#cells}}<td>{{.}}</td>{{/cells}}</tr>
    {{/rows}}
    </tbody>
    </table>
    </div>
    </section>
    {{/energy}}
    <section class="short">
    <h2>What it rests on</h2>
    <ul>
    {{#basis}}
    <li>{{.}}</li>
    {{/basis}}
    </ul>
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
    <section class="short">
    <h2>Make it again</h2>
    <pre><code>{{command}}</code></pre>
    </section>
    <footer>GeoJoule {{version}}. The same inputs and seeds give the same numbers on one machine; on another, mathematical functions may differ in the last bit.</footer>
    </main>
    </body>
    </html>

    """
}
