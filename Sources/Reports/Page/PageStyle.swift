/// The style of HTML pages: light, dark and print, with the fonts of the reader's system.
///
/// Text stands out from its ground by 4.5 to 1 at least, what a drawing needs by 3 to 1 (WCAG 2.2, AA).
enum PageStyle {
  /// The components' colours on a light page; the style sheet and the drawings' own paint share them.
  static let componentColours = [
    ("gnss", "#0b5cad"), ("wifi", "#a86e00"), ("cellular", "#c2410c"), ("bluetooth", "#2b8bc0"),
    ("processor", "#1f8a68"), ("base", "#7d8590"),
  ]

  static let css = """
    :root {
      color-scheme: light dark;
      --page: #ffffff; --ink: #1b1f24; --soft: #57606a; --line: #d6dbe1; --panel: #f5f7f9; --accent: #0b5cad;
      --alert: #b3261e; --lane: #eef1f4; --way: #8a929b;
      --gnss: #0b5cad; --wifi: #a86e00; --cellular: #c2410c; --bluetooth: #2b8bc0; --processor: #1f8a68; --base: #7d8590;
      --rest: #8a929b; --tail: #b26a00; --wait: #1f8a68; --prepare: #c2410c; --work: #0b5cad;
    }
    @media screen and (prefers-color-scheme: dark) {
      :root {
        --page: #15181c; --ink: #e8eaed; --soft: #a3abb5; --line: #3a414a; --panel: #1e2329; --accent: #6cb2ff;
        --alert: #ff8a80; --lane: #1e2329; --way: #7d8590;
        --gnss: #5aa7f5; --wifi: #e3b341; --cellular: #ee7f57; --bluetooth: #a5d8f7; --processor: #45c196; --base: #7d8590;
        --rest: #7d8590; --tail: #e3b341; --wait: #45c196; --prepare: #ee7f57; --work: #5aa7f5;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0; background: var(--page); color: var(--ink);
      font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
    }
    main { max-width: 78rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
    h1 { font-size: 1.25rem; font-weight: 600; margin: 0 0 .25rem; color: var(--soft); }
    .finding { max-width: 52rem; font-size: 1.45rem; line-height: 1.35; font-weight: 600; margin: 0 0 .5rem; text-wrap: pretty; }
    .about { color: var(--soft); margin: 0; }
    .key { display: flex; flex-wrap: wrap; gap: .5rem 2.5rem; margin: 1rem 0 0; }
    .key div { display: flex; flex-direction: column-reverse; justify-content: flex-end; max-width: 17rem; }
    .key dd { margin: 0; font-size: 2rem; line-height: 1.2; font-weight: 600; color: var(--accent); white-space: nowrap; }
    .key dt { color: var(--soft); font-size: .9rem; }
    h2 { font-size: 1.15rem; margin: 2.5rem 0 .5rem; }
    h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
    p, ul, ol, details { margin: .5rem 0; max-width: 46rem; overflow-wrap: anywhere; }
    ul { padding-left: 1.2rem; }
    ol { padding-left: 1.8rem; }
    details[open] { max-width: none; }
    summary { cursor: pointer; }
    figure { margin: 1rem 0; overflow-x: auto; }
    figcaption { color: var(--soft); font-size: .9rem; max-width: 62rem; }
    svg { display: block; width: 100%; height: auto; max-width: 40rem; }
    figure.zoom > svg { min-width: 44rem; max-width: none; }
    @media screen and (max-width: 44rem) {
      main { padding: 1rem .6rem 3rem; }
      .finding { font-size: 1.15rem; }
    }
    [data-row] { cursor: default; }
    main.marking svg [data-row] { opacity: .18; }
    main.marking svg [data-row].on { opacity: 1; }
    svg [data-row].on .curve, svg [data-row].on .marker { stroke: var(--alert); stroke-width: 3; }
    tr.on { background: var(--panel); outline: 2px solid var(--accent); outline-offset: -2px; }
    [data-row].out, table.few :is(th, td):nth-child(n + 9) { display: none; }
    tr.group th { font-weight: 600; padding-top: 1rem; }
    figure .values { min-height: 3em; color: var(--soft); font-size: .9rem; font-variant-numeric: tabular-nums; }
    svg .cursor { stroke: var(--ink); stroke-width: 1; }
    .tools label { font-size: .9rem; }
    .tools input, .tools select { font: inherit; color: inherit; background: var(--page); border: 1px solid var(--soft); border-radius: 6px; padding: .15rem .5rem; max-width: 16rem; }
    svg svg { display: inline; }
    svg { font-family: inherit; }
    svg text { fill: var(--ink); }
    svg .tick, svg .note { font-size: 12px; fill: var(--soft); }
    svg .title { font-size: 13px; fill: var(--soft); }
    svg .note.over { paint-order: stroke; stroke: var(--page); stroke-width: 3px; stroke-linejoin: round; }
    svg .label.best { fill: var(--accent); font-weight: 600; }
    svg .label { font-size: 13px; paint-order: stroke; stroke: var(--page); stroke-width: 3px; stroke-linejoin: round; }
    svg .grid { stroke: var(--line); stroke-width: 1; }
    svg .axis { stroke: var(--soft); stroke-width: 1; }
    svg .floor { stroke: var(--soft); stroke-width: 1.2; stroke-dasharray: 2 4; }
    svg .front { fill: none; stroke: var(--accent); stroke-width: 1.6; stroke-dasharray: 7 4; }
    svg .limit { fill: none; stroke: var(--alert); stroke-width: 1.6; }
    svg .bar { fill: none; stroke: var(--soft); stroke-width: 1.2; }
    svg .leader { stroke: var(--soft); stroke-width: .8; pointer-events: none; }
    svg .marker { fill: var(--page); stroke: var(--ink); stroke-width: 1.8; }
    svg .marker.best { fill: var(--accent); stroke: var(--accent); }
    svg .part { stroke: var(--page); stroke-width: .8; }
    svg .gnss { fill: var(--gnss); } svg .wifi { fill: var(--wifi); } svg .cellular { fill: var(--cellular); }
    svg .bluetooth { fill: var(--bluetooth); } svg .processor { fill: var(--processor); } svg .base { fill: var(--base); }
    svg .hatch { stroke: #000; stroke-opacity: .45; stroke-width: 1.6; }
    svg .dot { fill: #000; fill-opacity: .5; }
    svg .lane { fill: var(--lane); }
    svg .power, svg .density { fill: var(--accent); }
    svg .hair { fill: none; stroke-width: 1; vector-effect: non-scaling-stroke; }
    svg .hair.tail { stroke: var(--tail); } svg .hair.wait { stroke: var(--wait); }
    svg .hair.prepare { stroke: var(--prepare); } svg .hair.work { stroke: var(--work); }
    svg .role.rest { fill: var(--rest); } svg .role.tail { fill: var(--tail); } svg .role.wait { fill: var(--wait); }
    svg .role.prepare { fill: var(--prepare); } svg .role.work { fill: var(--work); }
    svg .mark { fill: none; stroke: var(--ink); stroke-width: 1; vector-effect: non-scaling-stroke; }
    svg .median { stroke: var(--ink); stroke-width: 2; } svg .high { stroke: var(--alert); stroke-width: 2; }
    svg .truth { fill: none; stroke: var(--way); stroke-width: 5; stroke-linejoin: round; }
    svg .fixes { fill: none; stroke: var(--accent); stroke-width: 3.4; stroke-linecap: round; }
    svg .circle { fill: none; stroke: var(--alert); stroke-width: .7; }
    svg .place { fill: var(--page); stroke: var(--ink); stroke-width: 2; }
    svg .frame { fill: none; stroke: var(--line); }
    svg .point { fill: var(--soft); }
    svg .curve { fill: none; stroke: var(--soft); stroke-width: 1.4; }
    svg .curve.second { stroke: var(--ink); stroke-width: 2; }
    svg .curve.best { stroke: var(--accent); stroke-width: 2.6; }
    svg .datum { fill: var(--accent); fill-opacity: .45; }
    svg .fit { fill: none; stroke: var(--cellular); stroke-width: 2; }
    svg .reference { fill: none; stroke: var(--soft); stroke-width: 1.2; stroke-dasharray: 5 4; }
    svg .stem { stroke: var(--accent); stroke-width: 1.6; }
    svg .whisker { fill: none; stroke: var(--soft); stroke-width: 1.2; }
    svg .found { fill: var(--cellular); }
    svg .ring { fill: var(--page); stroke: var(--soft); stroke-width: 2; }
    svg .chosen { fill: var(--page); stroke: var(--accent); stroke-width: 3; }
    svg .cross { stroke: var(--alert); stroke-width: 2.2; }
    .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr)); gap: 0 1.5rem; }
    .plots figure.zoom { grid-column: 1 / -1; }
    @media (min-width: 66rem) {
      main { display: grid; grid-template-columns: 1fr 1fr; gap: 0 2rem; align-items: start; }
      main > * { grid-column: 1 / -1; min-width: 0; }
      main > .half { grid-column: auto; }
    }
    .warning { border-left: 4px solid var(--cellular); background: var(--panel); padding: .4rem .8rem; }
    .verdict { font-weight: 600; }
    input[type="number"] { width: 5.5rem; }
    .most.over { color: var(--alert); font-weight: 600; }
    .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    .tools { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; margin: .5rem 0; }
    .tools span { color: var(--soft); font-size: .9rem; margin-left: .4rem; }
    button { font: inherit; color: inherit; }
    .tools button {
      background: var(--panel); border: 1px solid var(--soft); border-radius: 6px; padding: .15rem .7rem; min-height: 1.9rem; cursor: pointer;
    }
    thead button { background: none; border: 0; padding: 0; margin: 0; font-weight: inherit; text-align: inherit; cursor: pointer; line-height: 1.25; }
    thead button:hover { text-decoration: underline; }
    th[aria-sort="ascending"] button::after { content: " \\2191"; } th[aria-sort="descending"] button::after { content: " \\2193"; }
    a:focus-visible, button:focus-visible, tr:focus-visible, svg:focus-visible, [data-row]:focus-visible, input:focus-visible, select:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    .scroll {
      overflow-x: auto;
      background:
        linear-gradient(to right, var(--page) 40%, transparent) left / 48px 100% no-repeat local,
        linear-gradient(to left, var(--page) 40%, transparent) right / 48px 100% no-repeat local,
        linear-gradient(to right, var(--line), transparent) left / 14px 100% no-repeat scroll,
        linear-gradient(to left, var(--line), transparent) right / 14px 100% no-repeat scroll;
    }
    table { border-collapse: collapse; font-size: .82rem; font-variant-numeric: tabular-nums; width: 100%; }
    table.narrow { width: auto; }
    th, td { padding: .35rem .3rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
    thead th { vertical-align: bottom; white-space: normal; font-weight: 600; line-height: 1.25; border-bottom: 2px solid var(--soft); }
    thead th small { display: block; white-space: nowrap; font-weight: 400; color: var(--soft); }
    th:first-child, td.word, th.word, table.narrow th, table.narrow td { text-align: left; }
    td.word, th.word, table.narrow td { padding-left: 1rem; }
    th:first-child { position: sticky; left: 0; background: var(--page); }
    tbody th { font-weight: 400; }
    table.long tbody th { white-space: normal; min-width: 11rem; }
    tr.best th { font-weight: 600; }
    tr.broken > * { color: var(--alert); font-weight: 600; }
    tbody tr:hover { background: var(--panel); }
    pre {
      background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .75rem 1rem;
      white-space: pre-wrap; overflow-wrap: anywhere;
      font: .9rem/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
    }
    footer { margin-top: 2.5rem; padding-top: .75rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .9rem; }
    @media print {
      body { font-size: 10pt; line-height: 1.35; }
      main { max-width: none; padding: 0; }
      h2 { margin-top: 1.2rem; }
      figure { margin: .5rem 0; overflow: visible; }
      figure > svg { max-height: 90mm; }
      main { display: block; }
      figure, tr, thead, pre, h2, h3 { break-inside: avoid; }
      thead { display: table-header-group; } thead button { display: contents; }
      h2, h3, tbody tr:nth-child(-n + 2) { break-after: avoid; }
      footer, tbody tr:nth-last-child(-n + 2) { break-before: avoid; }
      footer { margin-top: 1rem; }
      .tools, figure .values { display: none; }
      th:first-child { position: static; }
      .scroll { overflow: visible; background: none; }
      table { font-size: 7.5pt; }
      th, td { padding: .15rem .25rem; white-space: normal; }
      td.word, th.word { padding-left: .7rem; }
      svg, svg * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
      @page { margin: 15mm; }
    }
    """
}
