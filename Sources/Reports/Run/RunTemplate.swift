/// The body of a run's page, in Mustache. Two braces escape; three hold drawings this module made itself.
enum RunTemplate {
  static let text =
    """
    \(PagePieces.header())
    <section>
    <h2>Top 10 energy uses</h2>
    <ol>
    {{#causes}}
    <li>{{.}}</li>
    {{/causes}}
    </ol>
    <p>{{rest}}</p>
    </section>
    {{#timeline}}
    <section>
    <h2>What every component did, and for what</h2>
    \(PagePieces.timeline(second: "purposes"))
    </section>
    {{/timeline}}
    {{#episodes}}
    <section>
    <h2>Why it was on</h2>
    <p>{{about}}</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Table of episodes">
    <table class="sortable">
    <thead><tr><th scope="col">Component</th><th scope="col">From</th><th scope="col">To</th><th scope="col">On <small>s</small></th><th scope="col">Energy <small>J</small></th><th scope="col">Power <small>mW</small></th><th scope="col" class="word">Mostly</th><th scope="col" class="word">For</th></tr></thead>
    <tbody>
    {{#rows}}<tr><th scope="row">{{component}}</th><td data-v="{{fromValue}}">{{from}}</td><td data-v="{{toValue}}">{{to}}</td><td data-v="{{onValue}}">{{on}}</td><td data-v="{{energyValue}}">{{energy}}</td><td>{{power}}</td><td class="word">{{role}}</td><td class="word">{{cause}}</td></tr>
    {{/rows}}
    </tbody>
    </table>
    </div>
    </section>
    {{/episodes}}
    <section>
    <h2>All causes</h2>
    \(PagePieces.causes(label: "Table of causes"))
    </section>
    {{#watch}}
    <section>
    <h2>The watch</h2>
    {{#timeline}}
    \(PagePieces.timeline(second: "purposes"))
    {{/timeline}}
    \(PagePieces.causes(label: "Table of causes on the watch"))
    </section>
    {{/watch}}
    <section>
    <h2>What the app got</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Table of figures">
    <table class="narrow">
    <tbody>
    {{#figures}}<tr><th scope="row">{{name}}</th><td>{{value}}</td></tr>
    {{/figures}}
    </tbody>
    </table>
    </div>
    </section>
    <section>
    <h2>The day on the map</h2>
    <figure class="wide">
    {{{map}}}
    {{{narrowMap}}}
    <figcaption>{{mapCaption}}</figcaption>
    </figure>
    </section>
    {{#battery}}
    <section>
    <h2>The battery over the day</h2>
    <figure class="wide">
    {{{svg}}}
    {{{narrow}}}
    <figcaption>Full at the start, screen off; it rises where the day's script connects the charger.</figcaption>
    </figure>
    </section>
    {{/battery}}

    """ + PageFrame.basis
}
