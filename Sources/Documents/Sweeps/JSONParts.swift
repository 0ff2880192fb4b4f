/// Takes the outermost layer off a JSON text that this program wrote: compact, valid, and without escapes in keys. What is
/// inside stays text.
enum JSONParts {
  struct Fault: Error {}

  /// The members of an object, in order, with the text of each value.
  static func members(_ text: ArraySlice<UInt8>) throws(Fault) -> [(key: String, value: ArraySlice<UInt8>)] {
    var members: [(key: String, value: ArraySlice<UInt8>)] = []
    for part in try parts(text, open: UInt8(ascii: "{"), close: UInt8(ascii: "}")) {
      guard part.first == quote, let end = part.dropFirst().firstIndex(of: quote), end + 1 < part.endIndex,
        part[end + 1] == UInt8(ascii: ":")
      else { throw Fault() }
      members.append((String(decoding: part[(part.startIndex + 1)..<end], as: UTF8.self), part[(end + 2)...]))
    }
    return members
  }

  /// The elements of an array, in order.
  static func elements(_ text: ArraySlice<UInt8>) throws(Fault) -> [ArraySlice<UInt8>] {
    try parts(text, open: UInt8(ascii: "["), close: UInt8(ascii: "]"))
  }

  /// A text without its quotes and escapes.
  static func string(_ text: ArraySlice<UInt8>) throws(Fault) -> String {
    guard text.count >= 2, text.first == quote, text.last == quote else { throw Fault() }
    var scalars = String.UnicodeScalarView()
    var rest = String(decoding: text.dropFirst().dropLast(), as: UTF8.self).unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        scalars.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "n": scalars.append("\n")
      case "r": scalars.append("\r")
      case "t": scalars.append("\t")
      case "u":
        guard let code = UInt32(String(String.UnicodeScalarView(rest.prefix(4))), radix: 16),
          let found = Unicode.Scalar(code)
        else { throw Fault() }
        scalars.append(found)
        rest = rest.dropFirst(4)
      case let plain?: scalars.append(plain)
      case nil: throw Fault()
      }
    }
    return String(scalars)
  }

  static func integer<Integer: FixedWidthInteger>(_ text: ArraySlice<UInt8>) throws(Fault) -> Integer {
    guard let value = Integer(String(decoding: text, as: UTF8.self)) else { throw Fault() }
    return value
  }

  static func number(_ text: ArraySlice<UInt8>) throws(Fault) -> Double {
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else { throw Fault() }
    return value
  }

  private static let quote = UInt8(ascii: "\"")

  /// What stands between the commas of the outermost level.
  private static func parts(_ text: ArraySlice<UInt8>, open: UInt8, close: UInt8) throws(Fault) -> [ArraySlice<UInt8>] {
    guard text.count >= 2, text.first == open, text.last == close else { throw Fault() }
    let inner = text.dropFirst().dropLast()
    if inner.isEmpty { return [] }
    var parts: [ArraySlice<UInt8>] = []
    var (depth, inString, escaped) = (0, false, false)
    var begin = inner.startIndex
    for index in inner.indices {
      let byte = inner[index]
      if inString {
        if escaped {
          escaped = false
        } else if byte == UInt8(ascii: "\\") {
          escaped = true
        } else if byte == quote {
          inString = false
        }
        continue
      }
      switch byte {
      case quote: inString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth < 0 { throw Fault() }
      case UInt8(ascii: ",") where depth == 0:
        parts.append(inner[begin..<index])
        begin = index + 1
      default: break
      }
    }
    guard depth == 0, !inString else { throw Fault() }
    parts.append(inner[begin...])
    return parts
  }
}
