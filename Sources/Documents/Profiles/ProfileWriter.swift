package import DeviceModel
import Core
package import World

/// Writes resolved profiles in the form that the readers read; every number reads back as exactly itself.
package enum ProfileWriter {
  package static func text(of profile: DeviceProfile) -> String {
    "name: \(scalar(profile.name))\nsummary: \(quoted(profile.summary))\n"
      + "default_network: \(scalar(profile.defaultNetwork))\nsystem: \(profile.system.rawValue)\n"
      + (profile.newestSystem.map { "newest_system: \($0)\n" } ?? "")
      + tree(profile.values, schemas: DeviceSchema.all) + correlations(profile.correlations)
  }

  package static func text(of profile: NetworkProfile) -> String {
    "name: \(scalar(profile.name))\nsummary: \(quoted(profile.summary))\ntechnology: \(profile.technology.rawValue)\n"
      + tree(profile.values, schemas: NetworkSchema.all, names: names(of: profile))
      + correlations(profile.correlations)
  }

  private static func names(of profile: NetworkProfile) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: profile.accesses.map { (NetworkSchema.accessName($0.key), scalar($0.value.name)) })
  }

  package static func text(of population: PopulationProfile) -> String {
    let centre = population.centre
    return "name: \(scalar(population.name))\nsummary: \(quoted(population.summary))\n"
      + "centre: [\(DecimalText.exact(centre.latitude)), \(DecimalText.exact(centre.longitude))]\n"
      + tree(population.values, schemas: PopulationSchema.all)
  }

  /// A number in the unit that people would choose if it reads back exactly there, else in the unit that takes the
  /// fewest characters: 0.7 s is not exactly 700 ms in binary, and `699.9999999999999 ms` is no text for people.
  static func number(_ value: Double, _ dimension: Dimension) -> String {
    guard !dimension.units.isEmpty else { return DecimalText.exact(value) }
    let usual = dimension.describe(value)
    if (try? dimension.parse(usual)) == value { return usual }
    var best = "\(DecimalText.exact(value)) \(dimension.units[0].symbol)"
    // Units that are only read, such as Wh, last: where all others leave dust, that is more digits than decimals need.
    let units = dimension.units.filter(\.isWritten) + dimension.units.filter { !$0.isWritten }
    for unit in units where unit.isWritten || best.filter(\.isNumber).count > 15 {
      // Dividing can leave dust in the last digits, which fewer digits do without.
      for digits in 6...17 {
        let text = "\(DecimalText.significant(value / unit.factor, digits: digits)) \(unit.symbol)"
        guard (try? dimension.parse(text)) == value else { continue }
        if text.count < best.count { best = text }
        break
      }
    }
    return best
  }

  /// - Parameter names: words by key; each stands before the first value of its section.
  private static func tree(
    _ values: [String: ProfileValue], schemas: [ParameterSchema], names: [String: String] = [:]
  ) -> String {
    var text = ""
    var open: [Substring] = []
    var names = names
    for schema in schemas {
      guard let value = values[schema.key] else { continue }
      var path = schema.key.split(separator: ".")
      var line = form(value, schema.dimension)
      // Part of the median's line, where there is one.
      if path.last == "log_deviation", values[String(schema.key.dropLast("log_deviation".count)) + "median"] != nil {
        continue
      }
      if path.last == "median", let spread = values[String(schema.key.dropLast("median".count)) + "log_deviation"] {
        path.removeLast()
        line = medianForm(value, spread, schema.dimension)
      }
      guard let name = path.popLast() else { continue }
      let common = zip(open, path).prefix { $0 == $1 }.count
      for depth in common..<path.count { text += indent(depth) + "\(path[depth]):\n" }
      open = path
      if let word = names.removeValue(forKey: (path + ["network"]).joined(separator: ".")) {
        text += indent(path.count) + "network: \(word)\n"
      }
      text += indent(path.count) + "\(name): \(line)\n"
    }
    return text
  }

  private static func form(_ value: ProfileValue, _ dimension: Dimension) -> String {
    var parts = ["mean: \(number(value.mean, dimension))"]
    if value.distribution != .fixed { parts.append("deviation: \(number(value.deviation, dimension))") }
    if value.distribution != .fixed || value.range != value.mean...value.mean {
      parts.append(range(value.range, dimension))
    }
    return mapping(parts, value)
  }

  private static func medianForm(_ median: ProfileValue, _ spread: ProfileValue, _ dimension: Dimension) -> String {
    var parts = ["median: \(number(median.mean, dimension))", "log_deviation: \(DecimalText.exact(spread.mean))"]
    if median.deviation != 0 { parts.append("deviation: \(number(median.deviation, dimension))") }
    parts.append(range(median.range, dimension))
    return mapping(parts, median)
  }

  private static func mapping(_ parts: [String], _ value: ProfileValue) -> String {
    mapping(parts, value.distribution, value.trust, source: value.source)
  }

  static func mapping(
    _ parts: [String], _ distribution: ProfileValue.Distribution, _ trust: Trust, source: String
  ) -> String {
    let all =
      parts + [
        "distribution: \(distribution.rawValue)", "trust: \(trust.rawValue)", "source: \(quoted(source))",
      ]
    return "{\(all.joined(separator: ", "))}"
  }

  private static func range(_ range: ClosedRange<Double>, _ dimension: Dimension) -> String {
    "range: [\(number(range.lowerBound, dimension)), \(number(range.upperBound, dimension))]"
  }

  static func correlations(_ correlations: [Correlation]) -> String {
    guard !correlations.isEmpty else { return "" }
    return correlations.reduce(into: "correlations:\n") { text, correlation in
      text += "  - {between: [\(correlation.first), \(correlation.second)], "
      text += "value: \(DecimalText.exact(correlation.value)), source: \(quoted(correlation.source))}\n"
    }
  }

  private static func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

  /// A name without quotes where YAML allows that.
  package static func scalar(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    return isPlain && text.first?.isLetter == true ? text : quoted(text)
  }

  /// A double-quoted scalar that YAML and JSON read alike.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default:
        if scalar.value < 32 || (0x7F...0x9F).contains(scalar.value) {
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
