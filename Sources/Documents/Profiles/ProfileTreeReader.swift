import FileFormats
import DeviceModel

/// Reads the sections of a profile: nested keys whose joined path is a parameter's name.
struct ProfileTreeReader {
  let schemas: [ParameterSchema]
  /// Keys whose value is a word, such as a name.
  private let words: [String]
  let lookUp: (String) -> ParameterSchema?
  private(set) var values: [String: ProfileValue] = [:]
  /// Where each value stands, for faults found later.
  private(set) var places: [String: YAMLValue] = [:]

  init(schemas: [ParameterSchema], words: [String] = [], lookUp: @escaping (String) -> ParameterSchema?) {
    self.schemas = schemas
    self.words = words
    self.lookUp = lookUp
  }

  /// The first parts of all key paths: the sections' names.
  var sections: [String] { children(of: "") }

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
    } else {
      var mapping = try yaml.mapping(allowing: children(of: path))
      places[path] = yaml
      for (key, value) in mapping.all() { try read(value, path: "\(path).\(key)") }
    }
  }

  private func children(of path: String) -> [String] {
    let prefix = path.isEmpty ? "" : path + "."
    var names: [String] = []
    for key in schemas.map(\.key) + words where key.hasPrefix(prefix) {
      let name = String(key.dropFirst(prefix.count).prefix { $0 != "." })
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}
