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
