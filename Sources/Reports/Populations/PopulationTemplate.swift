/// The body of the page of a comparison over people, in Mustache. Two braces escape; three hold drawings.
enum PopulationTemplate {
  static let text =
    """
    <header>
    <h1>{{title}}</h1>
    <p class="finding">{{finding}}</p>
    <p class="about">{{about}}</p>
    <p class="about">{{subtitle}}</p>
    </header>
    {{#charts}}
    <section>
    <h2>{{heading}}</h2>
    <figure class="wide">
    {{{svg}}}
    </figure>
    </section>
    {{/charts}}
    <section>
    <h2>All strategies</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Table of all strategies">
    <table class="sortable">
    <thead>
    <tr>{{#headings}}<th scope="col">{{name}}{{#unit}} <small>{{unit}}</small>{{/unit}}</th>{{/headings}}</tr>
    </thead>
    <tbody>
    {{#rows}}
    <tr><th scope="row">{{name}}</th>{{#cells}}<td{{#value}} data-v="{{value}}"{{/value}}>{{text}}</td>{{/cells}}</tr>
    {{/rows}}
    </tbody>
    </table>
    </div>
    {{#legend}}
    <p>{{.}}</p>
    {{/legend}}
    </section>
    <section>
    <h2>Who is in the worst tenth</h2>
    <p>Marked are groups with clearly more than their share.</p>
    {{#groups}}
    <details>
    <summary>{{strategy}}</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="Groups of people under {{strategy}}">
    <table class="sortable">
    <thead>
    <tr><th scope="col">Who</th><th scope="col">In</th><th scope="col">People</th><th scope="col">Of all <small>%</small></th><th scope="col">Of worst <small>%</small></th><th scope="col">Times</th><th scope="col">Times <small>95 %</small></th><th scope="col">Mean</th><th scope="col">Mean <small>95 %</small></th></tr>
    </thead>
    <tbody>
    {{#rows}}
    <tr{{#best}} class="best"{{/best}}><th scope="row">{{name}}</th><td>{{figure}}</td>{{#cells}}<td{{#value}} data-v="{{value}}"{{/value}}>{{text}}</td>{{/cells}}</tr>
    {{/rows}}
    </tbody>
    </table>
    </div>
    </details>
    {{/groups}}
    </section>

    """ + PageFrame.basis
}
