/// The body of a comparison's page, in Mustache. Two braces escape; three hold drawings this module made itself.
enum ComparisonTemplate {
  static let text =
    """
    \(PagePieces.header())
    {{#battery}}
    <section>
    <h2>The battery over the day</h2>
    <figure class="wide readout">
    {{{svg}}}
    {{{narrow}}}
    <figcaption>{{caption}}</figcaption>
    </figure>
    </section>
    {{/battery}}
    \(PagePieces.strategies)
    {{#pareto}}
    <section>
    <h2>Battery against error</h2>
    <figure class="wide baselines">
    {{{svg}}}
    {{{narrow}}}
    <figcaption>{{caption}}</figcaption>
    </figure>
    </section>
    {{/pareto}}
    {{#energy}}
    <section>
    <h2>Where the energy goes</h2>
    <figure class="wide">
    {{{svg}}}
    {{{narrow}}}
    </figure>
    <details>
    <summary>Power by component in numbers</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="Table of power by component">
    <table class="sortable">
    <thead>
    <tr><th scope="col">Strategy</th>{{#components}}<th scope="col">{{.}} <small>mW</small></th>{{/components}}<th scope="col">Sum <small>mW</small></th><th scope="col">Energy <small>J</small></th></tr>
    </thead>
    <tbody>
    {{#rows}}
    <tr data-row="{{row}}"><th scope="row">{{name}}</th>\(PagePieces.cells)</tr>
    {{/rows}}
    </tbody>
    </table>
    </div>
    </details>
    </section>
    {{/energy}}
    {{#distributions}}
    <section>
    <h2>How errors and ages are distributed</h2>
    <figure class="wide">
    {{{svg}}}
    {{{narrow}}}
    <figcaption>{{caption}}</figcaption>
    </figure>
    </section>
    {{/distributions}}
    {{#day}}
    <section>
    <h2>The day on the map</h2>
    <p>{{about}}</p>
    <figure class="wide">
    {{{map}}}
    {{{narrowMap}}}
    <figcaption>{{mapCaption}}</figcaption>
    </figure>
    </section>
    {{#timeline}}
    <section>
    <h2>What every component did</h2>
    \(PagePieces.timeline())
    <h3>What location use with {{strategy}} spends most on</h3>
    <ol>
    {{#causes}}
    <li>{{.}}</li>
    {{/causes}}
    </ol>
    </section>
    {{/timeline}}
    {{/day}}

    """ + PageFrame.basis
}
