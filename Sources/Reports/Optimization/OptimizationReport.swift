public import Analysis
import Quantities

/// The result of `geojoule optimize`, ready to be shown: plain data, no search in it.
public struct OptimizationReport: Sendable {
  /// A figure that the search looks at.
  public struct Figured: Sendable {
    /// The column, unit included.
    public let column: String
    /// As it is written after a number; empty for a plain number.
    public let unit: String

    public init(column: String, unit: String) {
      self.column = column
      self.unit = unit
    }
  }

  public struct Constraint: Sendable {
    public let figure: Figured
    public let side: SearchConstraint.Side
    public let limit: Double
    /// As the user wrote it.
    public let text: String

    public init(figure: Figured, side: SearchConstraint.Side, limit: Double, text: String) {
      self.figure = figure
      self.side = side
      self.limit = limit
      self.text = text
    }
  }

  /// What a point is, for people and for columns.
  public struct PointName: Sendable {
    public let strategy: String
    public let labels: [SweepLabel]

    public init(strategy: String, labels: [SweepLabel]) {
      self.strategy = strategy
      self.labels = labels
    }
  }

  /// What is optimized, on which phone.
  public var title: String
  public var scenario: String
  public var device: String
  /// `nil` for a device without a modem.
  public var network: String?
  public var isDrawn: Bool
  public var objective: Figured
  public var tradeOff: Figured
  public var constraints: [Constraint]
  public var outcome: SearchOutcome
  public var name: @Sendable (SearchPoint) -> PointName
  /// The strategies' axes, by variant.
  public var variants: [SearchSpace.Variant]
  /// Runs that were allowed.
  public var budget: Int
  public var version: String
  /// What the user typed.
  public var command: String

  public init(
    title: String, scenario: String, device: String, network: String?, isDrawn: Bool, objective: Figured,
    tradeOff: Figured, constraints: [Constraint], outcome: SearchOutcome,
    name: @escaping @Sendable (SearchPoint) -> PointName, variants: [SearchSpace.Variant], budget: Int, version: String,
    command: String
  ) {
    self.title = title
    self.scenario = scenario
    self.device = device
    self.network = network
    self.isDrawn = isDrawn
    self.objective = objective
    self.tradeOff = tradeOff
    self.constraints = constraints
    self.outcome = outcome
    self.name = name
    self.variants = variants
    self.budget = budget
    self.version = version
    self.command = command
  }

  /// Whether a point meets the constraints.
  public var isFound: Bool { outcome.recommended != nil }

  /// The recommended point, or the nearest.
  var best: SearchOutcome.Finalist { outcome.finalists[outcome.nearest] }

  // MARK: Words

  /// `marginal energy` for `marginal_energy_J`.
  static func words(_ figure: Figured) -> String {
    var name = figure.column
    for suffix in ["_percent_per_hour", "_per_hour", "_J", "_mW", "_m", "_s", "_h"] where name.hasSuffix(suffix) {
      name = String(name.dropLast(suffix.count))
      break
    }
    return name.split(separator: "_").joined(separator: " ")
  }

  static func value(_ value: Double?, _ figure: Figured) -> String {
    guard let value else { return Figure.missing }
    return Figure.text(value) + (figure.unit.isEmpty ? "" : " \(figure.unit)")
  }

  static func text(_ label: SweepLabel) -> String {
    switch label.value {
    case .text(let word): word
    case .flag(let flag): flag ? "true" : "false"
    case .none: "none"
    case .number(let value): number(value, unit: unit(of: label.name))
    }
  }

  static func number(_ number: Double, unit: String) -> String {
    DecimalText.significant(number, digits: 4) + (unit.isEmpty ? "" : " \(unit)")
  }

  /// The unit at the end of a parameter's name.
  static func unit(of name: String) -> String { ["m", "s", "B"].first { name.hasSuffix("_\($0)") } ?? "" }

  /// A parameter's name without its unit.
  static func parameter(_ name: String) -> String {
    let unit = unit(of: name)
    return unit.isEmpty ? name : String(name.dropLast(unit.count + 1))
  }

  /// `continuous, desired_accuracy best, distance_filter 31 m`
  func text(_ point: SearchPoint) -> String {
    let name = name(point)
    return ([name.strategy] + name.labels.map { "\(Self.parameter($0.name)) \(Self.text($0))" }).joined(separator: ", ")
  }

  func word(_ verdict: SearchOutcome.Verdict) -> String {
    switch verdict {
    case .met: "met"
    case .metOnAverage: "met on average"
    case .broken: "not met"
    case .missing: "no figure on some days"
    }
  }

  /// The result in sentences, the most important first.
  var findings: [String] {
    let best = best
    let what = Self.words(objective)
    var sentences: [String] = []
    if isFound {
      let asked = constraints.isEmpty ? "" : " of those that keep \(constraints.map(\.text).joined(separator: ", "))"
      sentences.append(
        "\(text(best.point)): \(Self.value(best.objective?.mean, objective)) of \(what), the least\(asked).")
      for (constraint, figure) in zip(constraints, best.constraints) {
        sentences.append("\(sentence(constraint, figure)).")
      }
      if let start = outcome.finalists.filter({ $0.isStart && $0.isFeasible && $0.point != best.point })
        .min(by: { ($0.objective?.mean ?? .infinity) < ($1.objective?.mean ?? .infinity) }),
        let difference = start.difference
      {
        sentences.append(
          "The best of the given strategies as they are that meets the constraints, \(text(start.point)), has "
            + "\(Self.value(start.objective?.mean, objective)): \(Self.value(difference.mean, objective)) more"
            + (difference.meanInterval.map { " (paired, 95 % interval \(Figure.text($0)))" } ?? "") + ".")
      }
    } else {
      sentences.append("No point meets the constraints. The nearest is \(text(best.point)).")
      for (constraint, figure) in zip(constraints, best.constraints) {
        sentences.append("\(sentence(constraint, figure)).")
      }
    }
    return sentences
  }

  private func sentence(_ constraint: Constraint, _ figure: SearchOutcome.ConstraintFigure) -> String {
    let mean = Self.value(figure.figure?.mean, constraint.figure)
    let head = "\(constraint.text): \(mean), \(word(figure.verdict))"
    switch figure.verdict {
    case .broken:
      guard let value = figure.figure?.mean, constraint.limit != 0 else { return head }
      let beyond = abs(value - constraint.limit) / abs(constraint.limit)
      return "\(head), \(Figure.percent(beyond)) % \(constraint.side == .atMost ? "above" : "below") the limit"
    case .metOnAverage:
      return "\(head); the 95 % bound is \(Self.value(figure.bound, constraint.figure))"
    default: return head
    }
  }

  /// What the figures rest on.
  var basis: [String] {
    let seeds = outcome.reportSeeds
    var lines = [
      "\(scenario); \(device)\(network.map { " on \($0)" } ?? ""), \(isDrawn ? "drawn" : "fixed") parameters; "
        + "\(DecimalText.grouped(outcome.runs)) of \(DecimalText.grouped(budget)) runs, \(outcome.trials.count) points tried"
        + (outcome.isExhaustive ? ", all there are" : "") + ".",
      "Figures are means over \(seeds.count) fresh seeds (\(seeds.lowerBound) to \(seeds.upperBound - 1)). The search used "
        + "seeds \(outcome.searchSeeds.lowerBound) to \(outcome.searchSeeds.upperBound - 1), the choice among the finalists "
        + "\(outcome.choiceSeeds.lowerBound) to \(outcome.choiceSeeds.upperBound - 1): being picked does not flatter them.",
    ]
    if outcome.finalists.contains(where: { $0.objective?.meanInterval != nil }) {
      lines.append("Ranges are Student's 95 % intervals; differences are paired by seed.")
    }
    return lines
  }

  // MARK: Tables

  /// One row for each finalist: mark, point, figures.
  var rows: [Row] {
    outcome.finalists.enumerated().map { place, finalist in
      Row(
        mark: place == outcome.recommended ? ">" : place == outcome.nearest ? "?" : finalist.isOnFront ? "*" : "",
        point: text(finalist.point) + (finalist.isStart ? " (as given)" : ""), finalist: finalist)
    }
  }

  struct Row {
    let mark: String
    let point: String
    let finalist: SearchOutcome.Finalist
  }

  /// The constraints whose figure has no column of its own: all but the trade-off's.
  var otherConstraints: [Int] { constraints.indices.filter { constraints[$0].figure.column != tradeOff.column } }

  /// What the marks in front of rows mean.
  var legend: [String] {
    var lines = [
      isFound ? "> recommended." : "? nearest to the constraints.",
      "* on the front: no other finalist has both less \(Self.words(objective)) and less \(Self.words(tradeOff)).",
    ]
    if !constraints.isEmpty {
      lines.append("meets: by the mean; ~ where the 95 % bound is beyond the limit.")
    }
    return lines
  }

  /// `yes`, `~`, `no`
  func meets(_ finalist: SearchOutcome.Finalist) -> String {
    if !finalist.isFeasible { return "no" }
    return finalist.constraints.contains { $0.verdict == .metOnAverage } ? "~" : "yes"
  }
}
