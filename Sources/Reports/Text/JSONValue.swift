import Core

/// A JSON document that is always written the same way: members in the order given, two spaces of indentation, numbers
/// that read back exactly.
package indirect enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case integer(UInt64)
  /// Written as `null` when not finite.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([(String, JSONValue)])

  /// The document, with a line feed at the end.
  package var text: String {
    var text = ""
    write(to: &text, indent: "")
    return text + "\n"
  }

  /// The document on one line, without spaces.
  var compactText: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// - Parameter indent: `nil` writes no spaces and line feeds.
  private func write(to text: inout String, indent: String?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += "\(value)"
    case .number(let value): text += value.isFinite ? DecimalText.exact(value) : "null"
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      Self.write(values.map { (nil, $0) }, "[", "]", to: &text, indent: indent)
    case .object(let members):
      Self.write(members.map { ($0.0, $0.1) }, "{", "}", to: &text, indent: indent)
    }
  }

  package static func + (object: JSONValue, members: [(String, JSONValue)]) -> JSONValue {
    guard case .object(let first) = object else { return object }
    return .object(first + members)
  }

  package static func + (object: JSONValue, other: JSONValue) -> JSONValue {
    guard case .object(let members) = other else { return object }
    return object + members
  }

  private static func write(
    _ members: [(String?, JSONValue)], _ open: String, _ close: String, to text: inout String, indent: String?
  ) {
    text += open
    let inner = indent.map { $0 + "  " }
    for (index, (name, value)) in members.enumerated() {
      if index > 0 { text += "," }
      if let inner { text += "\n\(inner)" }
      if let name {
        write(name, to: &text)
        text += inner == nil ? ":" : ": "
      }
      value.write(to: &text, indent: inner)
    }
    if let indent, !members.isEmpty { text += "\n\(indent)" }
    text += close
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      // `##[name]` would be a command to a build server that shows the report.
      case "#": text += text.hasSuffix("#") ? "\\u0023" : "#"
      // A report may be pasted into a page: no tag may start inside a string.
      case "<": text += "\\u003c"
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0x2028 || scalar.value == 0x2029 {
          let hex = String(scalar.value, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    text += "\""
  }
}

/// What a member of a JSON object may be.
package protocol JSONWritable {
  var json: JSONValue { get }
}

extension JSONValue: JSONWritable, ExpressibleByDictionaryLiteral {
  package var json: JSONValue { self }

  /// Members in the order in which they are written.
  package init(dictionaryLiteral members: (String, any JSONWritable)...) {
    self = .object(members.map { ($0.0, $0.1.json) })
  }
}

extension String: JSONWritable {
  package var json: JSONValue { .string(self) }
}

extension Double: JSONWritable {
  package var json: JSONValue { .number(self) }
}

extension Bool: JSONWritable {
  package var json: JSONValue { .bool(self) }
}

/// Counts; none is below 0.
extension Int: JSONWritable {
  package var json: JSONValue { .integer(UInt64(Swift.max(0, self))) }
}

extension Int64: JSONWritable {
  package var json: JSONValue { .integer(UInt64(Swift.max(0, self))) }
}

extension UInt64: JSONWritable {
  package var json: JSONValue { .integer(self) }
}

/// Missing is `null`.
extension Optional: JSONWritable where Wrapped: JSONWritable {
  package var json: JSONValue { self?.json ?? .null }
}

extension Array: JSONWritable where Element: JSONWritable {
  package var json: JSONValue { .array(map(\.json)) }
}
