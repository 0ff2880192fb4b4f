import Analysis
import LocationServices
import Strategies

/// One or several strategies that differ in nothing but parameters that are searched, and these parameters.
struct OptimizationVariant: Sendable {
  let strategies: [StrategySpecification]
  let axes: [SweepAxis]
  /// The SDK whose configuration the strategy is: each point is one, too.
  var answer: SDKAnswer?

  var name: String { strategies.map(\.name).joined(separator: "+") }

  var space: SearchSpace.Variant {
    let searched = axes.map(\.searched)
    return SearchSpace.Variant(
      name, axes: searched,
      starts: strategies.compactMap { strategy in
        let values = axes.map { $0.number(of: strategy) }
        // A strategy with a value that is not searched is no point of the search.
        let isInside = zip(zip(axes, searched), values).allSatisfy { $0.0.holds($0.1, $1, of: strategy) }
        return isInside ? values : nil
      })
  }

  func strategy(_ values: [Double]) -> StrategySpecification {
    var strategy = strategies[0]
    for (axis, value) in zip(axes, values) { axis.apply(axis.value(ofNumber: value), to: &strategy) }
    return answer?.nearest(to: strategy) ?? strategy
  }

  /// Strategies in groups that have the same search, in the order in which they are named.
  static func grouped(
    _ strategies: [StrategySpecification], axes: (StrategySpecification) -> [SweepAxis]
  ) -> [OptimizationVariant] {
    var groups: [(key: StrategySpecification, strategies: [StrategySpecification], axes: [SweepAxis])] = []
    for strategy in strategies {
      let own = axes(strategy)
      // What is left when everything that is searched, and every word about it, is taken away.
      var key = strategy
      (key.name, key.summary, key.note, key.use) = ("", "", nil, .live)
      for parameter in StrategyRegistry.kind(named: strategy.kind)?.parameters ?? []
      where key.parameters[parameter.key] == nil {
        key.parameters[parameter.key] = parameter.standard
      }
      for axis in own {
        if case .parameter(let name) = axis.subject { key.parameters[name] = nil }
        if case .upload = axis.subject, key.upload == nil { key.upload = UploadPolicy() }
        axis.clear(&key)
      }
      if let place = groups.firstIndex(where: { $0.key == key && $0.axes == own }) {
        groups[place].strategies.append(strategy)
      } else {
        groups.append((key, [strategy], own))
      }
    }
    return groups.map { OptimizationVariant(strategies: $0.strategies, axes: $0.axes) }
  }

  /// What is searched where nothing is said: the parameters with a range of their own that the strategy's system knows. A
  /// strategy's own value is searched too, so that the strategy as it is stands among the points.
  static func standardAxes(of strategy: StrategySpecification, _ answer: SDKAnswer? = nil) -> [SweepAxis] {
    guard answer != nil || strategy.composite == nil else { return [] }
    return strategy.searched.compactMap { parameter in
      guard let search = parameter.search,
        answer?.options.sdk.answers.contains(where: { $0.setting == parameter.key }) ?? true
      else { return nil }
      func isOffered(_ value: StrategyValue) -> Bool {
        var asked = strategy
        asked.parameters[parameter.key] = value
        return parameter.requires[value].map(strategy.platform.offers) ?? true
          && answer.map { $0.nearest(to: asked)?.setting(parameter.key) == value } ?? true
      }
      let values: SweepAxis.Values
      var (count, orNone) = (1, false)
      switch search {
      case .range(let range, let none):
        let own = strategy.setting(parameter.key)?.number.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        values = .range(
          from: min(range.lowerBound, own ?? .infinity), to: max(range.upperBound, own ?? 0), isLogarithmic: true,
          isWhole: answer?.options.sdk.hasWholeNumbers ?? false)
        orNone = none
      case .choices(let words):
        var offered = words.filter { isOffered(.choice($0)) }
        if case .choice(let own)? = strategy.setting(parameter.key), !offered.contains(own) { offered.append(own) }
        values = .list(offered.map(SweepAxis.Value.text))
        count = offered.count
      case .flag:
        let offered = [false, true].filter { isOffered(.flag($0)) }
        values = .list(offered.map(SweepAxis.Value.flag))
        count = offered.count
      }
      let unit: String
      switch parameter.form {
      case .distance: unit = "m"
      case .time: unit = "s"
      default: unit = ""
      }
      return SweepAxis(
        subject: .parameter(parameter.key), name: parameter.key, unit: unit, values: values, count: count,
        orNone: orNone)
    }
  }
}

extension SweepAxis {
  var searched: SearchAxis {
    switch values {
    case .list(let list):
      return SearchAxis(column, .choice(count: list.count, isOrdered: isOrdered(list)))
    case .range(let from, let to, let isLogarithmic, let isWhole):
      // A filter of no distance passes everything, as the shortest one nearly does, and no delay is nearly the shortest;
      // any other limit that is not there is the longest one.
      let isLow = subject == .parameter("distance_filter") || noLimit == 0
      let end: SearchAxis.End? = orNone ? (isLow ? .low : .high) : nil
      return SearchAxis(
        column,
        isWhole
          ? .whole(Int(from)...Int(to), isLogarithmic: isLogarithmic)
          : .continuous(from...to, isLogarithmic: isLogarithmic), unlimited: end, unit: unit)
    }
  }

  /// What no limit is written as: 0 for a distance or a delay of Android's requests.
  private var noLimit: Double {
    subject == .parameter("min_distance") || subject == .parameter("max_delay") ? 0 : .infinity
  }

  /// Numbers that rise or fall, and accuracies from fine to coarse, have neighbours.
  private func isOrdered(_ list: [Value]) -> Bool {
    let places = list.map { value -> Double? in
      switch value {
      case .number(let number): number
      case .text(let word): DesiredAccuracy.names.firstIndex { $0.name == word }.map(Double.init)
      case .flag, .none: nil
      }
    }
    guard !places.contains(nil) else { return false }
    let known = places.compactMap(\.self)
    return known == known.sorted() || known == known.sorted(by: >)
  }

  /// A search's number as a value.
  func value(ofNumber number: Double) -> Value {
    switch values {
    case .list(let list): list[min(max(Int(number), 0), list.count - 1)]
    case .range: .number(number.isFinite ? number : noLimit)
    }
  }

  /// The value that a strategy has, as a search's number; the first of a list that does not hold it.
  func number(of strategy: StrategySpecification) -> Double {
    let value: Value
    switch subject {
    case .parameter(let key):
      switch strategy.setting(key) ?? strategy.searched.first(where: { $0.key == key })?.standard {
      case .distance(let number)?, .time(let number)?: value = .number(number)
      case .flag(let flag)?: value = .flag(flag)
      case .choice(let word)?: value = .text(word)
      case nil: value = .number(0)
      }
    case .upload(let key):
      let policy = strategy.upload ?? UploadPolicy()
      switch key {
      case "batch_count": value = .number(policy.batchCount == .max ? .infinity : Double(policy.batchCount))
      case "batch_interval": value = .number(policy.batchInterval ?? .infinity)
      case "size_per_fix": value = .number(Double(policy.bytesPerFix))
      default: value = .flag(policy.onWiFiOnly)
      }
    case .device, .network: value = .number(0)
    }
    switch values {
    case .range:
      guard case .number(let number) = value else { return 0 }
      // States without a filter have one of 0.
      return orNone && (number == noLimit || number == 0) ? .infinity : number
    case .list(let list): return Double(list.firstIndex(of: value) ?? 0)
    }
  }

  /// Whether a strategy's number is one of those that are searched.
  fileprivate func holds(_ searched: SearchAxis, _ number: Double, of strategy: StrategySpecification) -> Bool {
    guard searched.nearest(to: number) == number else { return false }
    guard case .list = values else { return true }
    var same = strategy
    apply(value(ofNumber: number), to: &same)
    if case .parameter(let key) = subject {
      return same.parameters[key]
        == strategy.setting(key) ?? strategy.searched.first { $0.key == key }?.standard
    }
    return same == strategy
  }

  /// Takes an upload policy's own value away, so that two strategies can be compared without it.
  fileprivate func clear(_ strategy: inout StrategySpecification) {
    guard case .upload = subject else { return }
    apply(value(atShare: 0), to: &strategy)
  }
}

extension OptimizationVariant {
  /// The standard search of an SDK's configuration: what its keys say.
  init(_ answer: SDKAnswer) {
    self.init(strategies: [answer.base], axes: Self.standardAxes(of: answer.base, answer), answer: answer)
  }
}

extension StrategySpecification {
  /// The parameters that a search may change: the kind's; of states, in whose place an SDK's keys stand, those of plain updates.
  var searched: [StrategyParameter] {
    StrategyRegistry.kind(named: composite == nil ? kind : platform.isAndroid ? "fused" : "standard")?.parameters ?? []
  }
}

extension StrategyValue {
  /// Metres or seconds.
  var number: Double? {
    switch self {
    case .distance(let number), .time(let number): number
    case .flag, .choice: nil
    }
  }
}
