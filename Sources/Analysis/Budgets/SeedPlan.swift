/// How many seeds a budget takes.
package enum SeedPlan: Sendable, Hashable {
  /// So many; at least 1.
  case count(Int)
  /// Until every limit is decided.
  case auto(SequentialPlan)

  /// Numbers of seeds after which limits are judged.
  package var looks: [Int] {
    switch self {
    case .count(let count): [count]
    case .auto(let plan): plan.looks
    }
  }

  /// The most seeds it can take.
  package var cap: Int { looks.last ?? 1 }

  /// How intervals are made after so many seeds.
  package func rule(seeds: Int) -> IntervalRule {
    switch self {
    case .count: .standard
    case .auto(let plan): plan.rule(seeds: seeds)
    }
  }

  package var isSequential: Bool { if case .auto = self { true } else { false } }
}
