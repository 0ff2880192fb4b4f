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

  /// The general words, then the figures by their place in a table.
  package static let entries: [Entry] = general + figures

  /// The entries that a word stands for: those it names, else those it is part of.
  package static func entries(for word: String) -> [Entry] {
    let key = Self.key(word)
    let named = entries.filter { ([$0.term] + $0.aliases).contains { Self.key($0) == key } }
    guard named.isEmpty, key.count > 2 else { return named }
    return entries.filter { ([$0.term] + $0.aliases).contains { Self.key($0).contains(key) } }
  }

  private static func key(_ word: String) -> String {
    word.lowercased().filter { $0 != " " && $0 != "-" && $0 != "_" }
  }

  private static let general = [
    Entry(
      "battery", ["battery_percent", "hours", "day"],
      "Percent of the battery that a day's use takes: the simulated drain times 16 hours off the charger. --hours changes the "
        + "hours. The screen and other apps are not in it."),
    Entry(
      "predicted range", ["prediction", "predicted", "p5", "p95", "how sure"],
      "About 90 % of real runs on phones of this kind lie in it. It joins what differs between seeds with how far predictions "
        + "were from measured phones. It does not shrink with more seeds."),
    Entry(
      "range", ["p2_5", "p97_5", "quantiles"],
      "From 2.5 to 97.5 % of the seeds: phones and days that differ. It does not shrink with more seeds, and needs 40."),
    Entry(
      "interval", ["ci95", "ci95_low", "ci95_high", "noise"],
      "The 95 % interval of a mean over the seeds: simulation noise only. It shrinks with more seeds."),
    Entry(
      "*", ["star", "pareto", "front", "pareto-optimal"],
      "Pareto-optimal: no other row of the same use and system is better in one figure and as good in the others. Better means "
        + "by a tenth and beyond the noise of the seeds; as good means not worse by a tenth. Apps that act on the position "
        + "need battery, error now, held now and age now; recorders battery, error track and covers track; watchers of "
        + "places battery, lateness, and missed and false events. Ages and lateness below 10 s count as equal. What has ended is not marked. "
        + "Where every row would be marked, none is."),
    Entry(
      "s, min, h", ["time", "unit", "units"],
      "Times in tables are in s below 100 s, in min below 100 min, then in h. CSV and JSON have seconds."),
    Entry(
      "use", ["live", "record", "recording"],
      "What an app does with positions. live: it acts on the position held now, so a late position is a wrong one. record: it "
        + "keeps a track, so delays and stops do not count. A strategy file says which. The headline weighs all rows by the figures of one use."
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
      "like accuracy", ["headline", "finding"],
      "Two strategies are compared at like accuracy where the larger 95 % error is at most twice the smaller, or at most 20 m, "
        + "and covers as much of the time. An app that acts on the position held needs it fresh on the way too: at most five times as "
        + "old, or 5 min. A saving counts from a tenth of the drain. Where there is none, the headline looks at "
        + "errors up to five times as large, or up to 100 m, and says so."),
    Entry(
      "seed", ["seeds", "paired"],
      "One drawn day and phone. All strategies run on the same seeds, so their differences are paired: what they share cancels."
    ),
    Entry(
      "location", ["marginal_drain_percent_per_hour", "marginal_energy_J", "marginal"],
      "What location use adds: the drain or energy less that of the same day without location."),
    Entry(
      "indicators", ["arrow", "indicator", "location icon", "privacy dashboard", "shown to the user"],
      "How long the user can see that location is in use. iOS shows an arrow until 10 s after the last use, marks the app in the "
        + "settings for a minute and lists it for 24 h; a service that watches is a use all the time. Android shows an icon while "
        + "a request asks for satellites at least each 5 min; its Privacy Dashboard lists uses for 24 h (since 12). In files: "
        + "indicator_share."),
    Entry(
      "for", ["cause", "fix", "upload", "lookup", "service", "app 1", "foreground", "accessory"],
      "What energy is for, and which app: fix: positions; upload and lookup: data of the app and of positioning; service: location "
        + "services in the background; app: its own code; foreground: its time on the screen; accessory: the link to a watch or "
        + "beacon; system: the phone by itself."),
    Entry(
      "trust", ["estimate", "published", "measured", "fitted", "declared"],
      "How well a value of a profile is known: measured by us, published, declared by a manufacturer, fitted to measurements, or "
        + "an estimate. 'geojoule show device NAME' lists every value with its source."),
  ]

  private static let figures = Metric.allCases.sorted { $0.descriptor.rank < $1.descriptor.rank }.map { metric in
    let about = metric.descriptor
    let title = about.heading.joined(separator: " ")
    return Entry(title.isEmpty ? about.column : title, title.isEmpty ? [] : [about.column], about.note)
  }
}
