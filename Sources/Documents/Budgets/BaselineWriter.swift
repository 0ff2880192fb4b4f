package import Analysis
import DeviceModel
import Core

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
        "geojoule_version": \(quoted(baseline.toolVersion)),
        "schema": \(quoted(schema)),
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
      "        \(quoted(column)): [\((entry.values[column] ?? []).map(number).joined(separator: ", "))]"
    }
    let keys = entry.strategyKeys.sorted { $0.key < $1.key }.map { "\(quoted($0.key)): \(quoted($0.value))" }
      .joined(separator: ", ")
    return """
          {
            "device": \(input(entry.conditions.device)),
            "network": \(input(entry.conditions.network)),
            "parameters": \(quoted(entry.conditions.parameters.rawValue)),
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
    "{\"name\": \(quoted(input.name)), \"sha256\": \(quoted(input.hash))}"
  }

  private static func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "null" }
    return DecimalText.exact(value)
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F {
          let hex = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}
