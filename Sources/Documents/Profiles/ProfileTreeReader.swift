import DeviceModel
import FileFormats

/// Reads the sections of a profile: nested keys whose joined path is a parameter's name.
struct ProfileTreeReader {
  let schemas: [ParameterSchema]
  /// Keys whose value is a word, such as a name.
  private let words: [String]
  let lookUp: (String) -> ParameterSchema?
  /// The next parts of key paths, by what stands before them, in the order of the schemas.
  private let parts: [String: [String]]
  private(set) var values: [String: ProfileValue] = [:]
  /// Where each value stands, for faults found later.
  private(set) var places: [String: YAMLValue] = [:]

  init(schemas: [ParameterSchema], words: [String] = [], lookUp: @escaping (String) -> ParameterSchema?) {
    self.schemas = schemas
    self.words = words
    self.lookUp = lookUp
    var (parts, seen): ([String: [String]], Set<String>) = ([:], [])
    for key in schemas.map(\.key) + words {
      var path = ""
      for part in key.split(separator: ".") {
        let longer = path.isEmpty ? String(part) : "\(path).\(part)"
        if seen.insert(longer).inserted { parts[path, default: []].append(String(part)) }
        path = longer
      }
    }
    self.parts = parts
  }

  /// The first parts of all key paths: the sections' names.
  var sections: [String] { parts[""] ?? [] }

  /// Reads the value or the section at `path`.
  mutating func read(_ yaml: YAMLValue, path: String) throws(InputError) {
    if words.contains(path) {
      places[path] = yaml
    } else if let schema = lookUp(path) {
      values[path] = try ProfileValueReader(schema: schema).value(yaml)
      places[path] = yaml
    } else if let median = lookUp(path + ".median"), let logDeviation = lookUp(path + ".log_deviation") {
      let pair = try MedianFormReader(median: median, logDeviation: logDeviation).values(yaml)
      (values[median.key], values[logDeviation.key]) = (pair.median, pair.logDeviation)
      (places[median.key], places[logDeviation.key]) = (yaml, yaml)
    } else if path == "battery", yaml.isScalar {
      try read(yaml, path: "battery.energy")
    } else {
      var mapping = try yaml.mapping(allowing: parts[path] ?? [])
      places[path] = yaml
      for (key, value) in mapping.all() { try read(value, path: "\(path).\(key)") }
    }
  }
}

/// Reads a log-normal time in the form
/// `{median: 1.5 s, log_deviation: 0.5, range: [0.5 s, 20 s], distribution: lognormal, trust: ..., source: "..."}`.
///
/// It stands for two parameters: `<key>.median`, whose range is that of the times, and `<key>.log_deviation`, how much
/// the logarithm varies from attempt to attempt. An optional `deviation` says how the median varies between devices.
struct MedianFormReader {
  let median: ParameterSchema
  let logDeviation: ParameterSchema

  func values(_ yaml: YAMLValue) throws(InputError) -> (median: ProfileValue, logDeviation: ProfileValue) {
    var mapping = try yaml.mapping(
      allowing: ["median", "log_deviation", "deviation", "range", "distribution", "trust", "source"])
    let reader = ProfileValueReader(schema: median)
    _ = try mapping.required("distribution").choice(of: [ProfileValue.Distribution.lognormal.rawValue])
    let middle = try reader.number(try mapping.required("median"), in: median.validRange)
    let spread = try mapping.required("log_deviation").number(in: logDeviation.validRange)
    var deviation = 0.0
    if let given = mapping.optional("deviation") {
      deviation = try reader.deviation(given, ofMean: middle, isLogNormal: true)
    }
    let range = try reader.range(try mapping.required("range"))
    let (trust, source) = try ProfileValueReader.provenance(&mapping)
    return (
      ProfileValue(
        mean: middle, deviation: deviation, range: range, distribution: .lognormal, trust: trust, source: source),
      ProfileValue(
        mean: spread, deviation: 0, range: spread...spread, distribution: .fixed, trust: trust, source: source)
    )
  }
}

/// Reads `correlations`: a list of `{between: [KEY, KEY], value: 0.4, source: "..."}`.
enum CorrelationReader {
  static func correlations(_ yaml: YAMLValue, keys: [String]) throws(InputError) -> [Correlation] {
    var result: [Correlation] = []
    for item in try yaml.sequence() {
      var mapping = try item.mapping(allowing: ["between", "value", "source"])
      let between = try mapping.required("between")
      let names = try between.sequence()
      guard names.count == 2 else {
        throw between.error("a correlation is between two keys, not \(names.count)", remedy: "write [KEY, KEY]")
      }
      let first = try names[0].choice(of: keys)
      let second = try names[1].choice(of: keys)
      let value = try mapping.required("value").number(in: -1...1)
      result.append(
        Correlation(between: first, second, value: value, source: try mapping.required("source").string()))
    }
    return result
  }
}
