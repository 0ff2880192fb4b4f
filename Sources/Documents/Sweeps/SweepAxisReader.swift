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

  func axis(_ yaml: YAMLValue) throws(InputError) -> SweepAxis {
    let subjects = ["parameter", "device_value", "network_value"]
    var mapping = try yaml.mapping(
      allowing: subjects + ["values", "from", "to", "points", "scale"] + (isSearch ? ["or_none"] : []))
    let given = subjects.filter(mapping.keys.contains)
    guard given.count == 1, let word = given.first else {
      throw yaml.error(
        given.isEmpty ? "the axis does not say what it varies" : "the axis varies \(given.joined(separator: " and "))",
        remedy: "write one of: \(subjects.joined(separator: ", "))")
    }
    let key = try mapping.required(word)
    switch word {
    case "device_value": return try profileAxis(key, &mapping, ofDevices: true, at: yaml)
    case "network_value": return try profileAxis(key, &mapping, ofDevices: false, at: yaml)
    default: return try strategyAxis(key, &mapping, at: yaml)
    }
  }

  // MARK: Strategies

  private static let uploadForms: [(key: String, form: Form)] = [
    ("batch_count", .whole(1...100_000)), ("batch_interval", .time(1...86_400, orNone: true)),
    ("size_per_fix", .size(0...1_000_000)), ("wifi_only", .flag),
  ]

  /// What a value looks like.
  private enum Form {
    case distance(ClosedRange<Double>, orNone: Bool)
    case time(ClosedRange<Double>, orNone: Bool)
    case size(ClosedRange<Double>)
    case whole(ClosedRange<Int>)
    case flag
    case choice([String])
    case profile(ParameterSchema)

    init(_ form: StrategyParameter.Form) {
      switch form {
      case .distance(let range, let orNone): self = .distance(range, orNone: orNone)
      case .time(let range, let orNone): self = .time(range, orNone: orNone)
      case .flag: self = .flag
      case .choice(let words): self = .choice(words)
      }
    }

    /// Whether `none` may be written.
    var mayBeNone: Bool {
      switch self {
      case .distance(_, let orNone), .time(_, let orNone): orNone
      default: false
      }
    }

    var unit: String {
      switch self {
      case .distance: "m"
      case .time: "s"
      case .size: "B"
      case .whole, .flag, .choice: ""
      case .profile(let schema): schema.dimension.units.first?.symbol ?? ""
      }
    }
  }

  private func strategyAxis(
    _ yaml: YAMLValue, _ mapping: inout YAMLMapping, at axis: YAMLValue
  ) throws(InputError) -> SweepAxis {
    let key = try yaml.string()
    if key.hasPrefix("upload.") {
      let name = String(key.dropFirst("upload.".count))
      guard let found = Self.uploadForms.first(where: { $0.key == name }) else {
        throw yaml.error(
          "an upload policy has no '\(name)'",
          remedy: Suggestion.remedy(for: name, among: Self.uploadForms.map(\.key), what: "keys"))
      }
      return try make(.upload(name), named: key, found.form, &mapping, at: axis)
    }
    var form: StrategyParameter.Form?
    for strategy in strategies {
      let known = StrategyRegistry.kind(named: strategy.kind)?.parameters ?? []
      guard let found = known.first(where: { $0.key == key }) else {
        let names = known.map(\.key) + Self.uploadForms.map { "upload.\($0.key)" }
        throw yaml.error(
          "the strategy '\(strategy.name)' takes no parameter '\(key)'",
          remedy: "give it a plan of its own; " + Suggestion.remedy(for: key, among: names, what: "parameters"))
      }
      if let form, form != found.form {
        throw yaml.error(
          "'\(key)' means another thing in '\(strategy.name)' than in '\(strategies[0].name)'",
          remedy: "give each a plan of its own")
      }
      form = found.form
    }
    guard let form else { throw yaml.error("there is no strategy", remedy: "name one in 'strategies'") }
    let result = try make(.parameter(key), named: key, Form(form), &mapping, at: axis)
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
    _ yaml: YAMLValue, _ mapping: inout YAMLMapping, ofDevices: Bool, at axis: YAMLValue
  ) throws(InputError) -> SweepAxis {
    let key = try yaml.string()
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
    return try make(
      ofDevices ? .device(key) : .network(key), named: "\(what).\(key)", .profile(schema), &mapping, at: axis)
  }

  // MARK: Values

  private func make(
    _ subject: SweepAxis.Subject, named name: String, _ form: Form, _ mapping: inout YAMLMapping, at axis: YAMLValue
  ) throws(InputError) -> SweepAxis {
    if let yaml = mapping.optional("values") {
      for other in ["from", "to", "points", "scale", "or_none"] where mapping.keys.contains(other) {
        throw mapping.error(
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
        let value = try self.value(item, form)
        guard seen.insert(value).inserted else {
          throw item.error("the value is given twice", remedy: "keep one of them")
        }
        values.append(value)
      }
      return SweepAxis(subject: subject, name: name, unit: form.unit, values: .list(values), count: values.count)
    }
    return try range(subject, named: name, form, &mapping, at: axis)
  }

  private func range(
    _ subject: SweepAxis.Subject, named name: String, _ form: Form, _ mapping: inout YAMLMapping, at axis: YAMLValue
  ) throws(InputError) -> SweepAxis {
    guard mapping.keys.contains("from") || mapping.keys.contains("to") else {
      throw axis.error("the axis has no values", remedy: "write 'values: [...]', or 'from', 'to' and 'points'")
    }
    let isWhole: Bool
    switch form {
    case .flag, .choice:
      throw mapping.error(
        at: mapping.keys.contains("from") ? "from" : "to", "there is no range of words", remedy: "write 'values: [...]'"
      )
    case .whole: isWhole = true
    case .profile(let schema): isWhole = schema.dimension == .count
    default: isWhole = false
    }
    let (low, high) = (try mapping.required("from"), try mapping.required("to"))
    guard case .number(let from) = try value(low, form), case .number(let to) = try value(high, form),
      from.isFinite, to.isFinite
    else { throw low.error("a range has two numbers as its ends", remedy: "write numbers") }
    guard from < to else {
      throw low.error("the range does not end above its start", remedy: "write the lower value in 'from'")
    }
    let scale = mapping.optional("scale")
    let isLogarithmic = try scale?.choice(of: ["linear", "log"]) == "log"
    if isLogarithmic, let scale, from <= 0 {
      throw scale.error("a logarithmic scale cannot start at 0", remedy: "start above it, or write 'scale: linear'")
    }
    if isLogarithmic, let scale, isWhole, !isGrid, !isSearch {
      throw scale.error(
        "whole numbers of a design have a linear scale", remedy: "leave 'scale' out, or list the values")
    }
    var count = 1
    if isGrid {
      count = try mapping.required("points").integer(in: 2...Self.mostValues)
      if isWhole, Double(count) > to - from + 1 {
        throw try mapping.required("points").error(
          "there are fewer whole numbers in the range", remedy: "write at most \(Int(to - from + 1))")
      }
    } else if let points = mapping.optional("points") {
      throw points.error(
        isSearch ? "a search chooses its points itself" : "the design says how many points there are",
        remedy: "remove it")
    }
    var orNone = false
    if let yaml = mapping.optional("or_none") {
      orNone = try yaml.bool()
      guard !orNone || form.mayBeNone else {
        throw yaml.error("there is always a limit here, 'none' cannot be written", remedy: "remove it")
      }
    }
    return SweepAxis(
      subject: subject, name: name, unit: form.unit,
      values: .range(from: from, to: to, isLogarithmic: isLogarithmic, isWhole: isWhole), count: count, orNone: orNone)
  }

  private func value(_ yaml: YAMLValue, _ form: Form) throws(InputError) -> SweepAxis.Value {
    switch form {
    case .distance(let range, let orNone):
      if orNone, yaml.text == "none" { return .number(.infinity) }
      let limits: ClosedRange<Distance> = .metres(range.lowerBound) ... .metres(range.upperBound)
      return .number(try yaml.quantity(Distance.self, in: limits).metres)
    case .time(let range, let orNone):
      if orNone, yaml.text == "none" { return .number(.infinity) }
      let seconds = try yaml.siNumber(quantity: TimeSpan.quantityName, units: TimeSpan.units)
      try yaml.check(seconds, range.lowerBound, range.upperBound) { UnitText.describe($0, units: TimeSpan.units) }
      return .number(seconds)
    case .size(let range):
      let limits: ClosedRange<DataSize> = .bytes(range.lowerBound) ... .bytes(range.upperBound)
      return .number(try yaml.quantity(DataSize.self, in: limits).bytes.rounded())
    case .whole(let range): return .number(Double(try yaml.integer(in: range)))
    case .flag: return .flag(try yaml.bool())
    case .choice(let words):
      if words == DesiredAccuracy.names.map(\.name) { try StrategyReader.checkAccuracy(yaml) }
      return .text(try yaml.choice(of: words))
    case .profile(let schema):
      return .number(try ProfileValueReader(schema: schema).number(yaml, in: schema.validRange))
    }
  }
}
