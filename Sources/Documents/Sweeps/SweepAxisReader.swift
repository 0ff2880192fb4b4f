import Analysis
import DeviceModel
import FileFormats
import LocationServices
import Core
import Strategies

/// Reads one axis of a sweep plan, against the strategies, devices and networks that it is about.
struct SweepAxisReader {
  static let mostValues = 100_000

  let strategies: [StrategySpecification]
  let devices: [DeviceProfile]
  let networks: [NetworkProfile]
  let isGrid: Bool
  /// For a search: ranges may say `or_none: true`, and whole numbers may have a logarithmic scale.
  var isSearch = false

  struct RangeKeys: KeyTable {
    // Of many kinds: numbers with units, plain numbers, words and flags.
    private static let value = ValueSchema.either([.text(), .number(-.infinity ... .infinity), .flag])

    let values = Key("values", optional: .unread(.list(of: value, from: 1)))
    let from = Key("from", optional: .unread(value))
    let to = Key("to", optional: .unread(value))
    let points = Key("points", optional: .whole(2...mostValues))
    let scale = Key("scale", .choice(["linear", "log"]), standard: "linear")
  }

  struct AxisKeys: KeyTable {
    let parameter = Key("parameter", optional: .text)
    let deviceValue = Key("device_value", optional: .text)
    let networkValue = Key("network_value", optional: .text)
    let range = RangeKeys()
    let rule = KeyRule.one(["parameter", "device_value", "network_value"])
  }

  struct SearchKeys: KeyTable {
    let parameter = Key("parameter", .text)
    let range = RangeKeys()
    let orNone = Key("or_none", .flag, standard: false)
  }

  static let keys = Keys(AxisKeys())
  static let searchKeys = Keys(SearchKeys())

  /// - Parameter others: the axes before it, which vary something else.
  func axis(_ yaml: YAMLValue, beside others: [SweepAxis]) throws(InputError) -> SweepAxis {
    let axis = try axis(yaml)
    guard !others.contains(where: { $0.subject == axis.subject }) else {
      throw yaml.error("'\(axis.column)' is varied by two axes", remedy: "keep one of them")
    }
    return axis
  }

  private func axis(_ yaml: YAMLValue) throws(InputError) -> SweepAxis {
    if isSearch {
      let given = try Self.searchKeys.read(yaml)
      return try strategyAxis(
        given.parameter, given.given(\.parameter) ?? yaml, given.range,
        orNone: try given.orNone ? given.given(\.orNone) : nil)
    }
    let given = try Self.keys.read(yaml)
    let subjects = ["parameter", "device_value", "network_value"]
    let named = subjects.filter(given.mapping.keys.contains)
    guard named.count == 1, let key = given.mapping.peek(named[0]) else {
      throw yaml.error(
        named.isEmpty ? "the axis does not say what it varies" : "the axis varies \(named.joined(separator: " and "))",
        remedy: "write one of: \(subjects.joined(separator: ", "))")
    }
    if let name = try given.deviceValue { return try profileAxis(name, key, given.range, ofDevices: true) }
    if let name = try given.networkValue { return try profileAxis(name, key, given.range, ofDevices: false) }
    return try strategyAxis(given.needed(\.parameter), key, given.range)
  }

  // MARK: Strategies

  /// What a value looks like.
  private struct Shape {
    enum Kind { case numbers, wholeNumbers, words }

    let form: Form<SweepAxis.Value>
    let unit: String
    var kind = Kind.numbers
    /// Whether `none` may be written.
    var mayBeNone = false

    init(_ form: Form<SweepAxis.Value>, unit: String, _ kind: Kind = .numbers, mayBeNone: Bool = false) {
      (self.form, self.unit, self.kind, self.mayBeNone) = (form, unit, kind, mayBeNone)
    }

    init(_ parameter: StrategyParameter) {
      let form = Form.value(of: parameter).map { value -> SweepAxis.Value in
        switch value {
        case .distance(let number), .time(let number): .number(number)
        case .flag(let flag): .flag(flag)
        case .choice(let word): .text(word)
        }
      }
      switch parameter.form {
      case .distance(_, let orNone): self.init(form, unit: "m", mayBeNone: orNone)
      case .time(_, let orNone): self.init(form, unit: "s", mayBeNone: orNone)
      case .flag, .choice: self.init(form, unit: "", .words)
      }
    }

    init(_ schema: ParameterSchema) {
      self.init(
        Form.quantity(schema.dimension, schema.validRange).map { .number($0) },
        unit: schema.dimension.units.first?.symbol ?? "", schema.dimension == .count ? .wholeNumbers : .numbers)
    }
  }

  private static let uploadShapes: [(key: String, shape: Shape)] = [
    ("batch_count", Shape(StrategyReader.batchCount.map { .number(Double($0)) }, unit: "", .wholeNumbers)),
    (
      "batch_interval",
      Shape(
        StrategyReader.batchInterval.map { .number($0) }.or("none", .number(.infinity)), unit: "s", mayBeNone: true)
    ), ("size_per_fix", Shape(StrategyReader.fixSize.map { .number(Double($0)) }, unit: "B")),
    ("wifi_only", Shape(Form.flag.map { .flag($0) }, unit: "", .words)),
  ]

  /// - Parameters:
  ///   - yaml: where the key stands.
  ///   - orNone: where a search is told to try no limit too.
  private func strategyAxis(
    _ key: String, _ yaml: YAMLValue, _ range: KeyedMapping<RangeKeys>, orNone: YAMLValue? = nil
  ) throws(InputError) -> SweepAxis {
    if key.hasPrefix("upload.") {
      let name = String(key.dropFirst("upload.".count))
      guard let found = Self.uploadShapes.first(where: { $0.key == name }) else {
        throw yaml.error(
          "an upload policy has no '\(name)'",
          remedy: Suggestion.remedy(for: name, among: Self.uploadShapes.map(\.key), what: "keys"))
      }
      return try make(.upload(name), named: key, found.shape, range, orNone: orNone)
    }
    var parameter: StrategyParameter?
    for strategy in strategies {
      let known = StrategyRegistry.kind(named: strategy.kind)?.parameters ?? []
      guard let found = known.first(where: { $0.key == key }) else {
        let names = known.map(\.key) + Self.uploadShapes.map { "upload.\($0.key)" }
        throw yaml.error(
          "the strategy '\(strategy.name)' takes no parameter '\(key)'",
          remedy: "give it a plan of its own; " + Suggestion.remedy(for: key, among: names, what: "parameters"))
      }
      if let parameter, parameter.form != found.form {
        throw yaml.error(
          "'\(key)' means another thing in '\(strategy.name)' than in '\(strategies[0].name)'",
          remedy: "give each a plan of its own")
      }
      parameter = found
    }
    guard let parameter else { throw yaml.error("there is no strategy", remedy: "name one in 'strategies'") }
    let result = try make(.parameter(key), named: key, Shape(parameter), range, orNone: orNone)
    if case .list(let values) = result.values, values.contains(.text("reduced")),
      let strategy = strategies.first(where: { !$0.platform.offers(.reducedAccuracy) })
    {
      throw yaml.error(
        "\(strategy.platform.name) has no reduced accuracy, which '\(strategy.name)' runs on",
        remedy: "leave it out, or set the strategy's 'system'")
    }
    return result
  }

  // MARK: Profiles

  private func profileAxis(
    _ key: String, _ yaml: YAMLValue, _ range: KeyedMapping<RangeKeys>, ofDevices: Bool
  ) throws(InputError) -> SweepAxis {
    let what = ofDevices ? "device" : "network"
    guard let schema = ofDevices ? DeviceSchema.schema(of: key) : NetworkSchema.schema(of: key) else {
      let known = (ofDevices ? DeviceSchema.all : NetworkSchema.all).map(\.key)
      throw yaml.error(
        "a \(what) has no value '\(key)'", remedy: Suggestion.remedy(for: key, among: known, what: "keys"))
    }
    let lacking =
      ofDevices
      ? devices.first { $0.values[key] == nil }?.name : networks.first { $0.values[key] == nil }?.name
    if let lacking {
      throw yaml.error(
        "the \(what) '\(lacking)' has no value '\(key)'", remedy: "add it to the \(what), or leave the \(what) out")
    }
    return try make(ofDevices ? .device(key) : .network(key), named: "\(what).\(key)", Shape(schema), range)
  }

  // MARK: Values

  private func make(
    _ subject: SweepAxis.Subject, named name: String, _ shape: Shape, _ given: KeyedMapping<RangeKeys>,
    orNone: YAMLValue? = nil
  ) throws(InputError) -> SweepAxis {
    if let yaml = try given.values {
      for other in ["from", "to", "points", "scale", "or_none"] where given.mapping.keys.contains(other) {
        throw given.mapping.error(
          at: other, "'\(other)' belongs to a range, and 'values' is a list", remedy: "keep one of them")
      }
      let items = try yaml.sequence()
      guard !items.isEmpty else { throw yaml.error("the list is empty", remedy: "name at least one value") }
      guard items.count <= Self.mostValues else {
        throw yaml.error("\(items.count) values are too many", remedy: "write at most \(Self.mostValues)")
      }
      var values: [SweepAxis.Value] = []
      var seen: Set<SweepAxis.Value> = []
      for item in items {
        let value = try shape.form.read(item)
        guard seen.insert(value).inserted else {
          throw item.error("the value is given twice", remedy: "keep one of them")
        }
        values.append(value)
      }
      return SweepAxis(subject: subject, name: name, unit: shape.unit, values: .list(values), count: values.count)
    }
    var axis = try range(subject, named: name, shape, given)
    if let orNone, !shape.mayBeNone {
      throw orNone.error("there is always a limit here, 'none' cannot be written", remedy: "remove it")
    }
    axis.orNone = orNone != nil
    return axis
  }

  private func range(
    _ subject: SweepAxis.Subject, named name: String, _ shape: Shape, _ given: KeyedMapping<RangeKeys>
  ) throws(InputError) -> SweepAxis {
    guard let end = given.given(\.from) ?? given.given(\.to) else {
      throw given.yaml.error("the axis has no values", remedy: "write 'values: [...]', or 'from', 'to' and 'points'")
    }
    guard shape.kind != .words else {
      throw end.error("there is no range of words", remedy: "write 'values: [...]'")
    }
    let isWhole = shape.kind == .wholeNumbers
    let (low, high) = (try given.needed(\.from), try given.needed(\.to))
    guard case .number(let from) = try shape.form.read(low), case .number(let to) = try shape.form.read(high),
      from.isFinite, to.isFinite
    else { throw low.error("a range has two numbers as its ends", remedy: "write numbers") }
    guard from < to else {
      throw low.error("the range does not end above its start", remedy: "write the lower value in 'from'")
    }
    let scale = given.given(\.scale)
    let isLogarithmic = try given.scale == "log"
    if isLogarithmic, let scale, from <= 0 {
      throw scale.error("a logarithmic scale cannot start at 0", remedy: "start above it, or write 'scale: linear'")
    }
    if isLogarithmic, let scale, isWhole, !isGrid, !isSearch {
      throw scale.error(
        "whole numbers of a design have a linear scale", remedy: "leave 'scale' out, or list the values")
    }
    var count = 1
    if isGrid {
      count = try given.needed(\.points)
      if isWhole, Double(count) > to - from + 1 {
        throw given.error(
          at: \.points, "there are fewer whole numbers in the range", remedy: "write at most \(Int(to - from + 1))")
      }
    } else if let points = given.given(\.points) {
      throw points.error(
        isSearch ? "a search chooses its points itself" : "the design says how many points there are",
        remedy: "remove it")
    }
    return SweepAxis(
      subject: subject, name: name, unit: shape.unit,
      values: .range(from: from, to: to, isLogarithmic: isLogarithmic, isWhole: isWhole), count: count)
  }
}
