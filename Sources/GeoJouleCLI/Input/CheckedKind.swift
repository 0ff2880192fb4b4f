import ArgumentParser
import Documents

/// What `validate-file` takes a file for: one of the catalogue's kinds, or what another command reads.
enum CheckedKind: String, CaseIterable, ExpressibleByArgument {
  case devices, networks, scenarios, strategies, populations, sweeps, optimizations, budgets, baselines, mappings
  case results

  /// Takes `device` for `devices`.
  init?(argument: String) {
    guard let kind = Self.allCases.first(where: { $0.rawValue == argument || $0.singular == argument }) else {
      return nil
    }
    self = kind
  }

  private var singular: String {
    catalogKind?.singular ?? String(rawValue.dropLast())
  }

  /// `nil` for what is in no catalogue.
  var catalogKind: CatalogKind? { CatalogKind(rawValue: rawValue) }

  /// Keys that only files of this kind have, and that no file of the catalogue has; those of an optimization are looked at
  /// before those of a sweep, since both have strategies and axes.
  private static let marks: [(kind: CheckedKind, keys: Set<String>)] = [
    (.budgets, ["budgets"]), (.baselines, ["geojoule_version"]), (.mappings, ["ios", "android", "other_use"]),
    (.optimizations, ["scenario", "minimize", "subject_to", "trade_off", "runs"]),
    (
      .sweeps,
      [
        "scenarios", "devices", "networks", "strategies", "axes", "design", "points", "crossed", "seeds", "until_empty",
        "rows", "metrics",
      ]
    ),
  ]

  /// The kind of a file with these outermost keys, where one of them tells.
  init?(keys: [String]) {
    if let plan = Self.marks.first(where: { !$0.keys.isDisjoint(with: keys) }) {
      self = plan.kind
    } else if let kind = CatalogKind(keys: keys).flatMap({ Self(rawValue: $0.rawValue) }) {
      self = kind
    } else {
      return nil
    }
  }
}
