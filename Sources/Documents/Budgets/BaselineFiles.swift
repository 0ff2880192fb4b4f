package import Analysis
import Core
import DeviceModel
package import FileFormats

/// Reads baselines as `BaselineWriter` writes them; anything else is an error.
package enum BaselineReader {
  private static let advice = "make it anew with 'geojoule baseline update'"

  package static func read(path: String) throws(InputError) -> Baseline {
    try read(try TextFile.read(path), file: path)
  }

  /// Whether a file is a baseline, of this version or another.
  package static func isBaseline(path: String) -> Bool {
    // It is looked at because it will be replaced.
    let text = InputFiles.$current.withValue(nil) { try? TextFile.read(path) }
    guard let text, let root = try? YAMLDocument(text: text, file: path).root, var mapping = try? root.mapping()
    else { return false }
    return (try? mapping.required("schema").string()) == BaselineWriter.schema
  }

  package static func read(_ text: String, file: String) throws(InputError) -> Baseline {
    let document = try YAMLDocument(text: text, file: file).root
    var root = try document.mapping()
    let schema = try root.required("schema")
    guard try schema.string() == BaselineWriter.schema else {
      throw schema.error("this is not a baseline", remedy: "its schema is '\(BaselineWriter.schema)'; \(advice)")
    }
    let version = try root.required("schema_version")
    guard try version.integer(in: 0...1_000_000) == BaselineWriter.schemaVersion else {
      throw version.error("the baseline is of another version of the format", remedy: advice)
    }
    let toolVersion = try root.required("geojoule_version").string()
    var entries: [Baseline.Entry] = []
    for item in try root.required("entries").sequence() { entries.append(try entry(item)) }
    try root.finish()
    return Baseline(toolVersion: toolVersion, entries: entries)
  }

  private static func entry(_ yaml: YAMLValue) throws(InputError) -> Baseline.Entry {
    var mapping = try yaml.mapping(
      allowing: ["device", "network", "parameters", "scenario", "seeds", "strategy", "strategy_keys", "values"])
    let conditions = Baseline.Conditions(
      scenario: try input(try mapping.required("scenario")), device: try input(try mapping.required("device")),
      network: try input(try mapping.required("network")),
      parameters: try mapping.required("parameters").choice(ParameterChoice.self))
    var seeds: [UInt64] = []
    for item in try mapping.required("seeds").sequence() {
      let seed = UInt64(try item.integer(in: 0 ... .max))
      if let last = seeds.last, last >= seed {
        throw item.error("the seeds are not in rising order", remedy: advice)
      }
      seeds.append(seed)
    }
    var values: [String: [Double?]] = [:]
    for (column, item) in try mapping.required("values").pairs() {
      let numbers = try item.sequence()
      guard numbers.count == seeds.count else {
        throw item.error("there are \(numbers.count) values for \(seeds.count) seeds", remedy: advice)
      }
      var figures: [Double?] = []
      for number in numbers {
        figures.append(number.text == "null" ? nil : try number.number(in: -.infinity ... .infinity))
      }
      values[column] = figures
    }
    var keys: [String: String] = [:]
    for (key, item) in try mapping.optional("strategy_keys")?.pairs() ?? [] { keys[key] = try item.string() }
    return Baseline.Entry(
      conditions: conditions, strategy: try input(try mapping.required("strategy")), strategyKeys: keys, seeds: seeds,
      values: values)
  }

  private static func input(_ yaml: YAMLValue) throws(InputError) -> Baseline.Input {
    var mapping = try yaml.mapping(allowing: ["name", "sha256"])
    let hash = try mapping.required("sha256")
    let text = try hash.string()
    guard text.utf8.count == 64, text.allSatisfy({ $0.isHexDigit && !$0.isUppercase }) else {
      throw hash.error("this is not a SHA-256 hash", remedy: advice)
    }
    return Baseline.Input(name: try mapping.required("name").string(), hash: text)
  }
}

/// Writes baselines as JSON whose keys and entries are sorted, so that equal measurements give equal bytes and a change
/// is a small diff.
package enum BaselineWriter {
  static let schema = "geojoule-baseline"
  /// Rises when a file of the version before can no longer be read.
  static let schemaVersion = 1

  package static func text(of baseline: Baseline) -> String {
    let entries = baseline.entries.sorted { key($0).lexicographicallyPrecedes(key($1)) }
    return """
      {
        "entries": [\(entries.isEmpty ? "" : "\n" + entries.map(text).joined(separator: ",\n") + "\n  ")],
        "geojoule_version": \(ProfileWriter.quoted(baseline.toolVersion)),
        "schema": \(ProfileWriter.quoted(schema)),
        "schema_version": \(schemaVersion)
      }

      """
  }

  private static func key(_ entry: Baseline.Entry) -> [String] {
    let conditions = entry.conditions
    return [
      conditions.scenario.name, conditions.device.name, conditions.network.name, conditions.parameters.rawValue,
      entry.strategy.name,
    ]
  }

  private static func text(_ entry: Baseline.Entry) -> String {
    let columns = entry.values.keys.sorted().map { column in
      "        \(ProfileWriter.quoted(column)): [\((entry.values[column] ?? []).map(number).joined(separator: ", "))]"
    }
    let keys = entry.strategyKeys.sorted { $0.key < $1.key }.map {
      "\(ProfileWriter.quoted($0.key)): \(ProfileWriter.quoted($0.value))"
    }
    .joined(separator: ", ")
    return """
          {
            "device": \(input(entry.conditions.device)),
            "network": \(input(entry.conditions.network)),
            "parameters": \(ProfileWriter.quoted(entry.conditions.parameters.rawValue)),
            "scenario": \(input(entry.conditions.scenario)),
            "seeds": [\(entry.seeds.map(String.init).joined(separator: ", "))],
            "strategy": \(input(entry.strategy)),
            "strategy_keys": {\(keys)},
            "values": {
      \(columns.joined(separator: ",\n"))
            }
          }
      """
  }

  private static func input(_ input: Baseline.Input) -> String {
    "{\"name\": \(ProfileWriter.quoted(input.name)), \"sha256\": \(ProfileWriter.quoted(input.hash))}"
  }

  private static func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "null" }
    return DecimalText.exact(value)
  }
}
