/// The body of the page of a comparison over people, in Mustache. Two braces escape; three hold drawings.
enum PopulationTemplate {
  static let text =
    """
    \(PagePieces.header(hasAbout: true))
    {{#charts}}
    <section>
    <h2>{{heading}}</h2>
    <figure class="wide">
    {{{svg}}}
    </figure>
    </section>
    {{/charts}}
    \(PagePieces.strategies)
    <section>
    <h2>Who is in the worst tenth</h2>
    <p>Marked are groups with clearly more than their share.</p>
    {{#groups}}
    <details>
    <summary>{{strategy}}</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="Groups of people under {{strategy}}">
    <table class="sortable">
    <thead>
    <tr><th scope="col">Who</th><th scope="col">In</th><th scope="col">People</th><th scope="col">Of all <small>%</small></th><th scope="col">Of worst <small>%</small></th><th scope="col">Times</th><th scope="col">Times <small>95 %</small></th><th scope="col">Mean</th><th scope="col">Mean <small>95 %</small></th><th scope="col">Mean <small>of all</small></th></tr>
    </thead>
    <tbody>
    {{#rows}}
    <tr{{#best}} class="best"{{/best}}><th scope="row">{{name}}</th><td>{{figure}}</td>\(PagePieces.cells)</tr>
    {{/rows}}
    </tbody>
    </table>
    </div>
    </details>
    {{/groups}}
    </section>

    """ + PageFrame.basis
}
