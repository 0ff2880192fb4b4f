package import DeviceModel
import Foundation
import Core

/// A piece of a profile made from a fit, for a person to review and paste.
///
/// A number becomes a profile value only under a key path that profiles have; everything else stands in comments. The
/// deviation is the estimate's standard error; what differs from phone to phone is not in it, and the text says so.
package struct ProfileFragment: Sendable {
  /// A fitted number in the SI unit of its kind.
  package struct Value: Sendable {
    /// Such as `gnss.tracking_strong`; any other name stands in a comment.
    package var key: String
    package var mean: Double
    /// Standard error; `nil` where there is none, as on a bound.
    package var deviation: Double?
    package var interval: ClosedRange<Double>?
    package var unit: String
    /// For a lognormal time such as `gnss.ttff.hot`: the deviation of its logarithm.
    package var logDeviation: Double?
    /// `estimate` where a value is mostly its prior.
    package var trust = Trust.fitted
    /// Stands behind the source.
    package var note = ""

    package init(
      key: String, mean: Double, deviation: Double?, interval: ClosedRange<Double>?, unit: String,
      logDeviation: Double? = nil
    ) {
      self.key = key
      self.mean = mean
      self.deviation = deviation
      self.interval = interval
      self.unit = unit
      self.logDeviation = logDeviation
    }
  }

  /// Lines that stand above, such as the command and the inputs' SHA-256.
  package var comments: [String]
  package var values: [Value]
  package var correlations: [(first: String, second: String, value: Double)]
  /// For the `source` of every value.
  package var source: String

  package init(
    comments: [String], values: [Value], correlations: [(first: String, second: String, value: Double)] = [],
    source: String
  ) {
    self.comments = comments
    self.values = values
    self.correlations = correlations
    self.source = source
  }

  /// YAML; every line that is not a comment can stand in a device or network file.
  package var text: String {
    var lines = comments.map { "# \(Self.oneLine($0))" }
    var tree: [(path: [String], text: String)] = []
    var keys: Set<String> = []
    for value in values {
      if let form = form(value) {
        tree.append((value.key.split(separator: ".").map(String.init), form))
        keys.insert(value.key)
      } else {
        lines.append("# \(Self.oneLine(comment(value)))")
      }
    }
    if !tree.isEmpty {
      lines.append(
        "# deviation: the estimate's standard error, without the spread from phone to phone; review, then paste")
    }
    Self.write(tree, depth: 0, to: &lines)
    let known = correlations.filter { keys.contains($0.first) && keys.contains($0.second) && $0.value != 0 }
    let written = known.map { correlation in
      let value = Double(DecimalText.significant(correlation.value, digits: 3)) ?? correlation.value
      return Correlation(between: correlation.first, correlation.second, value: value, source: source)
    }
    return lines.joined(separator: "\n") + "\n" + ProfileWriter.correlations(written)
  }

  /// The value in a profile's form; `nil` for a key that profiles do not have and for a number they would refuse.
  private func form(_ value: Value) -> String? {
    func mapping(_ parts: [String], _ distribution: ProfileValue.Distribution) -> String {
      ProfileWriter.mapping(parts, distribution, value.trust, source: source + value.note)
    }
    if let logDeviation = value.logDeviation {
      let median = DeviceSchema.schema(of: value.key + ".median") ?? NetworkSchema.schema(of: value.key + ".median")
      guard let median, median.validRange.contains(value.mean) else { return nil }
      // Four deviations of single times, so that draws are hardly cut.
      let low = max(median.validRange.lowerBound, value.mean * Foundation.exp(-4 * logDeviation))
      let high = min(median.validRange.upperBound, value.mean * Foundation.exp(4 * logDeviation))
      var parts = [
        "median: \(number(value.mean, median))", "log_deviation: \(DecimalText.significant(logDeviation, digits: 4))",
      ]
      if let deviation = value.deviation { parts.append("deviation: \(number(deviation, median))") }
      parts.append("range: [\(number(low, median)), \(number(high, median))]")
      return mapping(parts, .lognormal)
    }
    guard let schema = DeviceSchema.schema(of: value.key) ?? NetworkSchema.schema(of: value.key),
      schema.validRange.contains(value.mean)
    else { return nil }
    guard let deviation = value.deviation, deviation > 0 else {
      return mapping(["mean: \(number(value.mean, schema))"], .fixed)
    }
    let isLognormal = value.mean > 0 && deviation > value.mean / 8
    let ratio = 1 + deviation / max(value.mean, 1e-300)
    var (low, high) =
      isLognormal
      ? (value.mean / Self.power4(ratio), value.mean * Self.power4(ratio))
      : (value.mean - 4 * deviation, value.mean + 4 * deviation)
    (low, high) = (max(low, schema.validRange.lowerBound), min(high, schema.validRange.upperBound))
    return mapping(
      [
        "mean: \(number(value.mean, schema))", "deviation: \(number(deviation, schema))",
        "range: [\(number(low, schema)), \(number(high, schema))]",
      ], isLognormal ? .lognormal : .normal)
  }

  private func comment(_ value: Value) -> String {
    func shown(_ number: Double) -> String { DecimalText.significant(number, digits: 4) }
    var text = "\(value.key): \(shown(value.mean))"
    if !value.unit.isEmpty { text += " \(value.unit)" }
    if let deviation = value.deviation { text += ", standard error \(shown(deviation))" }
    if let interval = value.interval { text += ", 95 % \(shown(interval.lowerBound)) to \(shown(interval.upperBound))" }
    if let log = value.logDeviation { text += ", log_deviation \(shown(log))" }
    return text
  }

  /// Four significant digits: a fit knows no more.
  private func number(_ value: Double, _ schema: ParameterSchema) -> String {
    schema.dimension.describe(Double(DecimalText.significant(value, digits: 4)) ?? value)
  }

  private static func write(_ tree: [(path: [String], text: String)], depth: Int, to lines: inout [String]) {
    let indent = String(repeating: "  ", count: depth)
    var done: Set<String> = []
    for entry in tree {
      guard let head = entry.path.first, done.insert(head).inserted else { continue }
      if entry.path.count == 1 {
        lines.append("\(indent)\(head): \(entry.text)")
      } else {
        lines.append("\(indent)\(head):")
        let inner = tree.filter { $0.path.first == head && $0.path.count > 1 }.map {
          (path: Array($0.path.dropFirst()), text: $0.text)
        }
        write(inner, depth: depth + 1, to: &lines)
      }
    }
  }

  /// YAML allows no control characters, and a terminal would obey them.
  private static func oneLine(_ text: String) -> String {
    let scalars = text.replacing("\r\n", with: " ").unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar == "\n" || scalar == "\r" || scalar == "\t" ? " " : "\u{FFFD}"
      case .lineSeparator, .paragraphSeparator: " "
      default: scalar
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }

  private static func power4(_ value: Double) -> Double { value * value * value * value }
}
