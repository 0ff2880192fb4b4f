import DeviceModel
import FileFormats

/// Reads the sections of a profile: nested keys whose joined path is a parameter's name.
struct ProfileTreeReader: Sendable {
  let schemas: [ParameterSchema]
  /// Keys whose value is a word, such as a name, with what it means.
  private let words: [(key: String, note: String)]
  let lookUp: @Sendable (String) -> ParameterSchema?
  /// The next parts of key paths, by what stands before them, in the order of the schemas.
  private let parts: [String: [String]]
  private(set) var values: [String: ProfileValue] = [:]
  /// Where each value stands, for faults found later.
  private(set) var places: [String: YAMLValue] = [:]

  init(
    schemas: [ParameterSchema], words: [(key: String, note: String)] = [],
    lookUp: @escaping @Sendable (String) -> ParameterSchema?
  ) {
    self.schemas = schemas
    self.words = words
    self.lookUp = lookUp
    var (parts, seen): ([String: [String]], Set<String>) = ([:], [])
    for key in schemas.map(\.key) + words.map(\.key) {
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

  /// The sections, as a schema shows them.
  var entries: [KeyEntry] { entries(below: "") }

  private func entries(below path: String) -> [KeyEntry] {
    (parts[path] ?? []).map { name in
      let key = path.isEmpty ? name : "\(path).\(name)"
      if let word = words.first(where: { $0.key == key }) { return KeyEntry(name, .text().noted(word.note)) }
      if let schema = lookUp(key) {
        let (low, high) = (schema.validRange.lowerBound, schema.validRange.upperBound)
        return KeyEntry(
          name,
          .reference(schema.dimension.rawValue).noted(
            "\(schema.documentation) (\(schema.dimension.describe(low)) to \(schema.dimension.describe(high)))"))
      }
      if let median = lookUp(key + ".median") {
        return KeyEntry(name, .reference("median_\(median.dimension.rawValue)").noted(median.documentation))
      }
      let section = ValueSchema.keys(entries(below: key))
      return KeyEntry(
        name, key == "battery" ? .either([.reference(Dimension.energy.rawValue), section]) : section)
    }
  }

  /// The kinds of values that `entries` refer to.
  var definitions: [KeyEntry] {
    let (used, medians) = (
      Set(schemas.map(\.dimension)), Set(schemas.filter { $0.key.hasSuffix(".median") }.map(\.dimension))
    )
    return Dimension.allCases.filter(used.contains).map {
      KeyEntry($0.rawValue, .either([.quantity($0), ProfileValueReader.valueSchema($0)]))
    }
      + Dimension.allCases.filter(medians.contains).map {
        KeyEntry("median_\($0.rawValue)", ProfileValueReader.medianSchema($0))
      }
  }

  mutating func read(_ yaml: YAMLValue, path: String) throws(InputError) {
    if words.contains(where: { $0.key == path }) {
      places[path] = yaml
    } else if let schema = lookUp(path) {
      values[path] = try ProfileValueReader(schema: schema).value(yaml)
      places[path] = yaml
    } else if let median = lookUp(path + ".median"), let logDeviation = lookUp(path + ".log_deviation") {
      let pair = try ProfileValueReader(schema: median).median(yaml, logDeviation)
      (values[median.key], values[logDeviation.key]) = (pair.median, pair.logDeviation)
      (places[median.key], places[logDeviation.key]) = (yaml, yaml)
    } else if path == "battery", yaml.isScalar {
      try read(yaml, path: "battery.energy")
    } else {
      let known = parts[path] ?? []
      let mapping = try yaml.mapping(allowing: known)
      places[path] = yaml
      for key in mapping.keys where known.contains(key) {
        guard let value = mapping.peek(key) else { continue }
        _ = try InputFaults.attempt(try read(value, path: "\(path).\(key)"))
      }
    }
  }
}
