import Analysis

/// What the words of tables, files and budgets mean.
package enum Glossary {
  package struct Entry: Sendable {
    /// As tables write it.
    package let term: String
    /// Other words for it: its columns in files, and what people type.
    package let aliases: [String]
    package let text: String

    init(_ term: String, _ aliases: [String] = [], _ text: String) {
      (self.term, self.aliases, self.text) = (term, aliases, text)
    }
  }

  /// The general words, the figures by their place in a table, the words of single reports, then what apps ask the system for.
  package static let entries: [Entry] = general + figures + single + services

  /// The entries that a word stands for: those it names, else those it is part of.
  package static func entries(for word: String) -> [Entry] {
    let key = Self.key(word)
    let named = entries.filter { ([$0.term] + $0.aliases).contains { Self.key($0) == key } }
    guard named.isEmpty, key.count > 2 else { return named }
    let parts = entries.filter { ([$0.term] + $0.aliases).contains { Self.key($0).contains(key) } }
    return parts.isEmpty ? figure(of: word).map { [$0] } ?? [] : parts
  }

  /// The figure of a limit or a heading with a threshold of its own: `track in 17 m >= 80 %`, `battery in 12 h (p95)`.
  private static func figure(of word: String) -> Entry? {
    guard
      let figure = BudgetMetric(
        column: word.prefix { !"<>≤≥".contains($0) }.split(separator: " ").joined(separator: " "))
    else { return nil }
    let about = figure.metric.descriptor
    let ofSeeds = figure.quantile.map { " (p\($0)): \($0) % of the seeds, each a phone and a day, have no more." } ?? ""
    return Entry(about.title, [about.column], about.note + ofSeeds)
  }

  private static func key(_ word: String) -> String {
    word.lowercased().filter { !" -_,".contains($0) }
  }

  private static let general = [
    Entry(
      "leg", ["moving", "legs", "track", "now", "what failed, % of time"],
      "A part of the day with one way of travelling, or a stay. Its row says how long the user moved in it, and the share of that "
        + "time within the thresholds of the figures. What failed: the cause, and the share of the leg's time it lasted."
    ),
    Entry(
      "as given", ["chosen"], "The same figures before a search or an advice, and with the setting that it chose."),
    Entry(
      "domain", ["background"],
      "MetricKit's reports of iOS 27: the part of the app that declared a state, and the time it used location in the background."
    ),
    Entry(
      "share of reports", ["share of reports below"],
      "Quantiles over the reports of a folder: this share of them lies below the figure."),
    Entry(
      "battery", ["battery_percent", "hours", "day", "in 16 h"],
      "Percent of the battery that the day takes: the simulated drain times its hours, 16 at most. --hours changes the "
        + "hours. The screen and other apps are not in it. '> 100': the battery is empty before; files have the number."
    ),
    Entry(
      "predicted range", ["prediction", "predicted", "p5", "how sure", "90 % range", "in 90 % range"],
      "Meant to hold about 90 % of real runs. It joins what differs between seeds with how far predictions "
        + "were from measured phones. It does not shrink with more seeds."),
    Entry(
      "range", ["p2_5", "p97_5", "quantiles"],
      "From 2.5 to 97.5 % of the seeds: phones and days that differ. It does not shrink with more seeds, and needs 40."),
    Entry(
      "interval", ["ci95", "ci95_low", "ci95_high", "noise", "95 % interval", "95 %", "mean 95 %", "its range"],
      "The 95 % interval of a mean over the seeds: simulation noise only. It shrinks with more seeds."),
    Entry(
      "Pareto-optimal", ["*", "star", "pareto", "front"],
      "No other strategy is better in battery or share and not worse in the other. Better means beyond the 95 % interval of the paired "
        + "difference. In optimize, a star marks finalists of which no other has less of both figures."),
    Entry(
      "s, min, h", ["time", "unit", "units"],
      "Times in tables are in s below 100 s, in min below 100 min, then in h. CSV and JSON have seconds."),
    Entry(
      "use", ["live", "record", "recording"],
      "What an app does with positions. live: it acts on the position held now, so a late position is a wrong one. record: it "
        + "keeps a track, so delays and stops do not count. A strategy file says which."
    ),
    Entry(
      "platform", ["system"],
      "The system that a row is simulated on, such as ios-18: the phone's own, or the last that had the service. Android's "
        + "strategies run on the same hardware."),
    Entry(
      "network", ["device", "scenario"],
      "The inputs of a row, by name: the phone, its mobile network and the day. 'geojoule show NAME' lists their values."
    ),
    Entry(
      "ended", ["(ended)"],
      "The strategy rests on a service that today's systems no longer have. It is simulated on the last system that had it, and "
        + "no headline recommends it."),
    Entry(
      "best value", ["headline", "finding", "trade", "verdict", "cheapest"],
      "The largest share less battery, in percentage points over the table's hours. --trade says how many points one percent of the battery "
        + "is worth. With a share in --need, the cheapest strategy that reaches it is named instead."),
    Entry(
      "most exact", ["ceiling"], "The largest share of the use. No strategy of the table reaches more."),
    Entry(
      "ties", ["tie"],
      "The 95 % interval of the paired difference holds 0: the seeds do not tell which of the two is better."),
    Entry(
      "need", ["--need", "good enough"],
      "What has to be good enough: track:10m:95%, now:100m:90%, now:100m/5min:95%:day, server:100m, events:3min:90% or search:90%. "
        + "Without a distance, a track needs 30 m, or 10 m where all movement is on foot or by bicycle; the position held needs 100 m."
    ),
    Entry(
      "seed", ["seeds", "paired"],
      "One drawn day and phone. All strategies run on the same seeds, so their differences are paired: what they share cancels."
    ),
    Entry(
      "location", ["marginal_drain_percent_per_hour", "marginal_energy_J", "marginal"],
      "What location use adds: the drain or energy less that of the same day without location."),
    Entry(
      "indicators", ["arrow", "indicator", "location icon", "privacy dashboard", "shown to the user"],
      "How long the user can see that location is in use. iOS shows an arrow until 10 s after the last use. "
        + "It marks the app in the settings for a minute and lists it for 24 h. A service that watches is a use all the time. Android "
        + "shows an icon while a request asks for satellites at least each 5 min. Its Privacy Dashboard lists uses for 24 h (since 12). In files: "
        + "indicator_share."),
    Entry(
      "for", ["cause", "fix", "upload", "lookup", "service", "app 1", "foreground", "accessory"],
      "What energy is for, and which app: fix: positions; upload and lookup: data of the app and of positioning; service: location "
        + "services in the background; app: its own code; foreground: its time on the screen; accessory: the link to a watch or "
        + "beacon; system: the phone by itself."),
    Entry(
      "trust", ["source", "estimate", "published", "measured", "fitted", "declared"],
      "How well a value of a profile is known: measured by us, published, declared by a manufacturer, fitted to measurements, or "
        + "an estimate. 'geojoule show device NAME' lists every value with its source."),
    Entry(
      "drawn parameters", ["drawn", "fixed", "fixed parameters", "parameters"],
      "Where a seed's values of the phone and the network come from. drawn: from the deviations of their profiles. fixed: the "
        + "means, so that seeds differ by the day only. --parameters chooses."),
    Entry(
      "extrapolated", [],
      "The battery's hours are longer than the simulated time. Its figure is the simulated drain times the hours."),
    Entry(
      "would explain it", ["needs", "falls by", "amounts rest on"],
      "Of a cause in 'diagnose': whether 1 phone in 20 falls as far with the most of it; the amount with which the median phone "
        + "does; by how much phones fall with usual amounts; and where these come from."),
    Entry(
      "moving time", ["on the move"], "The time in which the user moves; the whole time where the user never does."),
  ]

  private static let single = [
    Entry(
      "age", ["freshness"],
      "Time since the position that the app holds was measured. 'age now' counts the time on the move, where an old position "
        + "misleads; 'age all day' counts stops too. At rest a position may be hours old and still right."),
    Entry(
      "energy", ["energy_change"],
      "What the whole phone takes in the simulated time, screen off, unless the table says of what. In J; 1 Wh is 3600 J."
    ),
    Entry(
      "error", ["deviation", "standard error", "off by", "drained error"],
      "Distance from the truth: of a position in m, of a prediction in percent. 'standard error' and 'deviation' are those of an "
        + "estimate. 'drained error' compares the drained charge, so that a full gauge hides nothing. "
        + "Of fits in lg, 0.3 is a factor of two."),
    Entry(
      "held", ["holds", "range of", "range of 90 %", "in the range"],
      "How many runs lie in their predicted range; of positions, the share whose reported radius was not less than their error. "
        + "Good ranges of 90 % hold 90 % of the runs."),
    Entry(
      "points", ["drop", "fall", "shown"],
      "Percent points of the battery's gauge: from 80 to 75 % are 5 points. In advise, percent points of the time covered."
    ),
    Entry(
      "price", ["time or count"],
      "What one unit of a state costs: mW while it lasts, mJ for each event, nJ for each bit."),
    Entry(
      "alone", ["by absence", "booked", "together"],
      "Apps share a phone, so their costs do not add up. alone: an app without the others. by absence: what is saved if only this "
        + "app stops. booked: what is charged to it; the first that asks pays for what several use. together: what all cost."
    ),
    Entry(
      "share", ["share alone", "share in all", "total_share", "share_alone", "of all", "of time", "of the way"],
      "A part of a whole, in percent. In sensitivity, of the answer's variance: 'share alone' is what a parameter causes by itself, "
        + "'share in all' adds what it causes together with others."),
    Entry(
      "effect", ["size of effect", "varies", "effect_size", "effect_spread"],
      "Change of the answer between the 5 % and 95 % quantiles of one parameter: 'size of effect' without its sign, 'effect' with it, "
        + "'varies' by how much it depends on the other parameters."),
    Entry(
      "in weekend", ["in weekend 1", "in weekend 2", "answer within ±", "variance removed"],
      "Of a plan of measurements. in weekend: how often the best plan has the run. answer within ±: how well the answer is known after "
        + "this run alone. variance removed: the share of its variance that the run removes."),
    Entry(
      "point", ["standing", "difference", "meets", "stage", "recommended", "finalist"],
      "One choice of all searched settings. standing: what the search made of it. difference: to the recommended point, on the same seeds. "
        + "meets: whether its means keep the constraints; ~ where the 95 % bound does not."),
    Entry(
      "covers", ["coverage"], "The share of the time with a position; of a recorder, with a track while the user moves."
    ),
    Entry(
      "10 % to 90 %", ["median person", "worst", "worst, 95 %"],
      "Of people: 80 % of them have a figure between these two. 'worst tenth' is the mean of the tenth with the worst figures, and "
        + "'worst, 95 %' its interval."),
    Entry(
      "component", ["GNSS", "Wi-Fi", "cellular", "Bluetooth", "processor", "sum"],
      "A part of the phone that takes energy. 'base' is what always runs, such as memory and power management; 'sum' is the "
        + "whole phone."),
    Entry(
      "times", ["of worst", "worst tenth", "times 95 %", "of all people"],
      "How over-represented a group is among the tenth of people with the worst figure: 'of worst' over 'of all'. 1 is as expected."
    ),
    Entry(
      "near", ["allowed", "decisive"],
      "Whether prediction and measurement differ by less than the error of the measurement. In check, 'allowed' is the limit. decisive: "
        + "whether there are runs and points enough for a relative error."
    ),
    Entry(
      "±", ["plus or minus"],
      "Behind it stands one standard deviation of the figure before it, in plans of measurements and fits. Intervals and ranges are written "
        + "as 'a to b'."),
    Entry(
      "~", ["met on average"],
      "In optimize, under 'meets': the mean keeps the constraints, but the 95 % bound of the mean is beyond a limit. More seeds decide."
    ),
    Entry(
      "on trips", ["at rest", "tracked", "reported", "fixes", "measured"],
      "Measured days beside their simulation, on trips and at rest. tracked: hours with positions. reported: the radius that the system "
        + "gives with a position."),
    Entry(
      "change", [],
      "In check with --base, how the figure moved since the base branch's baseline, over the seeds that both have."),
    Entry(
      "limit", ["absolute", "relative"],
      "absolute: the simulated mean against a number. relative: its paired change since the baseline against a tolerance."
    ),
    Entry(
      "conditions", [], "The scenario, device and network that a row is about, where they differ between rows."),
    Entry(
      "other phones", ["chance", "other use"],
      "What else drew on a measured phone, estimated from the other phones of the timeline. chance: that it was above 0."
    ),
    Entry(
      "legs", ["over legs", "over seeds", "factor"],
      "A leg is a trip between two stops. over legs: the range of 90 % that drawing the legs anew gives. over seeds: the least and the "
        + "largest of single seeds. factor: predicted divided by measured."
    ),
    Entry(
      "learned", ["known to", "expected", "metered", "this phone", "score", "in all", "all else"],
      "Of a fit to a phone. learned: the share of a value's precision that the data give, the rest is its prior. known to: its deviation "
        + "in percent. metered: what a power meter measured. score: the deviation in standard errors. all else: what no fitted key explains."
    ),
    Entry(
      "AIC", ["BIC", "behind", "KS", "AD"],
      "Scores of models, the smallest is best; 'behind' is the distance to it. KS and AD are p-values of tests of the fit: below 0.05 the "
        + "model does not describe the data."),
    Entry(
      "p50", ["p68", "p95", "error p50", "median"],
      "Quantiles: 50, 68 or 95 % of the values are smaller. p50 is the median."),
    Entry("worth", [], "How many independent positions the correlated ones amount to: the effective sample size."),
    Entry("correlation", ["between"], "How two estimates move together, from -1 to 1."),
    Entry("interval by", [], "The method of a 95 % interval, such as Student's or a profile of the likelihood."),
    Entry(
      "stays", ["then", "access", "way", "changes"],
      "Of a drive: how often the phone was on an access, on how many kilometres, and which access followed."),
    Entry(
      "lg(rate) =", [],
      "A model of the decimal logarithm of the bit rate, by received power (RSRP) or signal-to-noise ratio (SNR)."),
    Entry("base", [], "The value of the profile that the command started from."),
    Entry("cell", [], "One combination of a sweep's values, on all its seeds."),
    Entry("doing", ["mostly"], "What a component did: work, wait for more, linger in its tail, or rest."),
    Entry(
      "informs", ["rail", "benchmark"], "The profile's value that a measured power rail or benchmark tells about."),
    Entry("charger", [], "Time in which the log shows the phone charging; it tells nothing of the drain."),
    Entry(
      "configuration", ["configuration, mode", "timeline", "aim"],
      "What a measured phone was set to; its timeline is the day that all phones went through."),
  ]

  private static let figures = Metric.byRank.map { metric in
    let about = metric.descriptor
    let column = about.title.isEmpty ? [] : [about.column]
    return Entry(
      about.title.isEmpty ? about.column : about.title, column + (headlineWords[metric] ?? []), about.note)
  }

  /// What headlines call figures.
  private static let headlineWords: [Metric: [String]] = [
    .errorP95: ["95 % error", "95 % error now", "position held now"],
    .movingErrorP95: ["95 % error", "95 % track error", "track error", "recorded track"],
  ]
}
