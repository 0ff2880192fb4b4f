import Analysis

/// What the words of tables, files and budgets mean, as `glossary.md` says it.
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
  package static let entries: [Entry] = {
    let parts = String(decoding: PackageResources.glossary_md, as: UTF8.self).split(separator: "\n# ").map(entries(of:))
    return parts[0] + figures + parts.dropFirst().flatMap(\.self)
  }()

  /// A heading each, other words for it behind `Also:`, and its meaning.
  private static func entries(of part: Substring) -> [Entry] {
    part.split(separator: "\n## ").dropFirst().map { entry in
      var lines = entry.split(separator: "\n")[...]
      let term = lines.removeFirst()
      let others = lines.first { $0.hasPrefix("Also: ") }?.dropFirst("Also: ".count).split(separator: " | ") ?? []
      return Entry(String(term), others.map(String.init), String(lines.last ?? ""))
    }
  }

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

  private static let figures = Metric.byRank.map { metric in
    let about = metric.descriptor
    let column = about.title.isEmpty ? [] : [about.column]
    return Entry(
      about.title.isEmpty ? about.column : about.title, column + (headlineWords[metric] ?? []), about.note)
  }

  /// What headlines call figures.
  private static let headlineWords: [Metric: [String]] = [
    .track(within: 30): ["track"],
    .errorP95: ["95 % error", "95 % error now", "position held now"],
    .movingErrorP95: ["95 % error", "95 % track error", "track error", "recorded track"],
  ]
}
