import Core

/// A JSON text (RFC 8259) as a tree with places: for the files of recorders, which are too long for the reader of YAML.
///
/// Of a member given twice the last one counts. `NaN` and infinities, which some programs write, are read as null.
package struct JSONDocument: Sendable {
  package enum Content: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([Node])
    case object([Member])
  }

  package struct Node: Sendable {
    package let content: Content
    /// Where it begins, in bytes of the text.
    package let offset: Int
    /// Where it ends.
    package let end: Int

    package var string: String? { if case .string(let text) = content { text } else { nil } }
    /// A number, or a text that is one.
    package var number: Double? {
      switch content {
      case .number(let value): value
      case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
      default: nil
      }
    }
    package var array: [Node]? { if case .array(let items) = content { items } else { nil } }
    package var object: [Member]? { if case .object(let members) = content { members } else { nil } }

    package subscript(key: String) -> Node? { object?.last { $0.key == key }?.node }
  }

  package struct Member: Sendable {
    package let key: String
    package let node: Node
  }

  /// Deeper texts are refused.
  static let nestingLimit = 64

  /// Longer texts are refused: a value takes 50 to 110 bytes, so that these and 200 MB of text stay below 1 GB.
  static let valueLimit = 6_000_000

  let root: Node

  /// - Parameters:
  ///   - range: the part of the bytes that is the text; all without it.
  ///   - places: of the whole file, for messages.
  init(_ bytes: [UInt8], range: Range<Int>? = nil, places: LinePlaces) throws(InputError) {
    var parser = Parser(bytes: bytes, end: range?.upperBound ?? bytes.count, index: range?.lowerBound ?? 0)
    do throws(Fault) {
      root = try parser.value(depth: 0)
      parser.skipSpace()
      if parser.index < parser.end { throw Fault(what: "more follows after the end", offset: parser.index) }
    } catch { throw Self.failure(error, places) }
  }

  /// The texts of a file that holds one after the other, as appended batches and text sequences (RFC 7464) do.
  package static func sequence(_ bytes: [UInt8], places: LinePlaces) throws(InputError) -> [Node] {
    var parser = Parser(bytes: bytes, end: bytes.count, index: 0)
    var roots: [Node] = []
    do throws(Fault) {
      repeat {
        parser.skipSeparators()
        if let last = roots.last, last.array == nil, last.object == nil {
          throw Fault(what: "more follows after the end", offset: parser.index)
        }
        roots.append(try parser.value(depth: 0))
        parser.skipSeparators()
      } while parser.index < parser.end
    } catch { throw failure(error, places) }
    return roots
  }

  /// A text of this program's own; `nil` for what is not JSON.
  package static func own(_ bytes: [UInt8]) -> Node? {
    var parser = Parser(bytes: bytes, end: bytes.count, index: 0)
    let root = try? parser.value(depth: 0)
    return parser.index == bytes.count ? root : nil
  }

  private static func failure(_ fault: Fault, _ places: LinePlaces) -> InputError {
    places.place(of: fault.offset).error(
      fault.isLimit ? fault.what : "this is not valid JSON: \(fault.what)",
      remedy: fault.isLimit
        ? "split it or thin it out"
        : "mend the quotes, the commas or the brackets here or just above, or export it again")
  }

  private struct Fault: Error {
    let what: String
    let offset: Int
    var isLimit = false
  }

  private struct Parser {
    let bytes: [UInt8]
    let end: Int
    var index: Int
    var count = 0

    mutating func skipSpace() {
      while index < end, bytes[index] <= 32, Self.isSpace(bytes[index]) { index += 1 }
    }

    /// Blanks, and the record separator of text sequences.
    mutating func skipSeparators() {
      while index < end, Self.isSpace(bytes[index]) || bytes[index] == 0x1E { index += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 10 || byte == 13 || byte == 9 }

    mutating func value(depth: Int) throws(Fault) -> Node {
      skipSpace()
      guard index < end else { throw Fault(what: "the text ends early", offset: max(0, end - 1)) }
      guard depth <= JSONDocument.nestingLimit else {
        throw Fault(what: "values are nested more than \(JSONDocument.nestingLimit) deep", offset: index)
      }
      count += 1
      guard count <= JSONDocument.valueLimit else {
        throw Fault(what: "the file has more than 6 million values", offset: index, isLimit: true)
      }
      let start = index
      let content: Content
      switch bytes[index] {
      case UInt8(ascii: "{"): content = .object(try members(depth))
      case UInt8(ascii: "["): content = .array(try items(depth))
      case UInt8(ascii: "\""): content = .string(try string())
      case UInt8(ascii: "t"): content = try word("true", .bool(true))
      case UInt8(ascii: "f"): content = try word("false", .bool(false))
      case UInt8(ascii: "n"): content = try word("null", .null)
      case UInt8(ascii: "N"): content = try word("NaN", .null)
      case UInt8(ascii: "I"): content = try word("Infinity", .null)
      default: content = try number()
      }
      return Node(content: content, offset: start, end: index)
    }

    private mutating func members(_ depth: Int) throws(Fault) -> [Member] {
      index += 1
      var members: [Member] = []
      skipSpace()
      if take("}") { return members }
      while true {
        skipSpace()
        guard index < end, bytes[index] == UInt8(ascii: "\"") else {
          throw Fault(what: "a name in quotes is missing", offset: min(index, max(0, end - 1)))
        }
        let key = try string()
        skipSpace()
        guard take(":") else { throw Fault(what: "a colon is missing", offset: min(index, max(0, end - 1))) }
        members.append(Member(key: key, node: try value(depth: depth + 1)))
        skipSpace()
        if take(",") { continue }
        if take("}") { return members }
        throw Fault(what: "a comma or a closing brace is missing", offset: min(index, max(0, end - 1)))
      }
    }

    private mutating func items(_ depth: Int) throws(Fault) -> [Node] {
      index += 1
      var items: [Node] = []
      skipSpace()
      if take("]") { return items }
      while true {
        items.append(try value(depth: depth + 1))
        skipSpace()
        if take(",") { continue }
        if take("]") { return items }
        throw Fault(what: "a comma or a closing bracket is missing", offset: min(index, max(0, end - 1)))
      }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard index < end, UInt32(bytes[index]) == character.value else { return false }
      index += 1
      return true
    }

    private mutating func word(_ word: String, _ content: Content) throws(Fault) -> Content {
      let utf8 = Array(word.utf8)
      guard index + utf8.count <= end, bytes[index..<index + utf8.count].elementsEqual(utf8) else {
        throw Fault(what: "a value is missing", offset: index)
      }
      index += utf8.count
      return content
    }

    private mutating func number() throws(Fault) -> Content {
      let start = index
      while index < end, Self.isOfNumber(bytes[index]) { index += 1 }
      if index == start + 1, bytes[start] == UInt8(ascii: "-"), index < end, bytes[index] == UInt8(ascii: "I") {
        return try word("Infinity", .null)
      }
      let value = bytes.withUnsafeBufferPointer { DecimalBytes.number($0, start, index) }
      guard let value else { throw Fault(what: "a value is missing", offset: start) }
      return .number(value)
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
      (byte >= 48 && byte <= 57) || byte == 45 || byte == 43 || byte == 46 || byte | 32 == 101
    }

    private mutating func string() throws(Fault) -> String {
      let start = index
      index += 1
      let first = index
      while index < end, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\\") { index += 1 }
      if index < end, bytes[index] == UInt8(ascii: "\"") {
        index += 1
        return String(decoding: bytes[first..<index - 1], as: UTF8.self)
      }
      var units: [UInt8] = Array(bytes[first..<min(index, end)])
      while true {
        guard index < end else { throw Fault(what: "the text that begins here has no end", offset: start) }
        let byte = bytes[index]
        index += 1
        if byte == UInt8(ascii: "\"") { return String(decoding: units, as: UTF8.self) }
        guard byte == UInt8(ascii: "\\") else {
          units.append(byte)
          continue
        }
        guard index < end else { throw Fault(what: "the text that begins here has no end", offset: start) }
        let escaped = bytes[index]
        index += 1
        switch escaped {
        case UInt8(ascii: "n"): units.append(10)
        case UInt8(ascii: "r"): units.append(13)
        case UInt8(ascii: "t"): units.append(9)
        case UInt8(ascii: "b"): units.append(8)
        case UInt8(ascii: "f"): units.append(12)
        case UInt8(ascii: "u"): units += String(try scalar()).utf8
        default: units.append(escaped)
        }
      }
    }

    /// Half a pair becomes the replacement character.
    private mutating func scalar() throws(Fault) -> Unicode.Scalar {
      let high = try unit()
      if let scalar = Unicode.Scalar(UInt32(high)) { return scalar }
      guard UTF16.isLeadSurrogate(high), index + 1 < end, bytes[index] == UInt8(ascii: "\\"),
        bytes[index + 1] == UInt8(ascii: "u")
      else { return "\u{FFFD}" }
      let before = index
      index += 2
      let low = try unit()
      guard UTF16.isTrailSurrogate(low) else {
        index = before
        return "\u{FFFD}"
      }
      return Unicode.Scalar(0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(low) - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func unit() throws(Fault) -> UInt16 {
      guard index + 4 <= end, let value = UInt16(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
      else { throw Fault(what: "\\u is not followed by four hexadecimal digits", offset: max(0, index - 2)) }
      index += 4
      return value
    }
  }
}

/// Where bytes of a file's text stand: line and column.
package struct LinePlaces: Sendable {
  private let file: String
  private let starts: [Int]
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8], file: String) {
    (self.bytes, self.file) = (bytes, file)
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == 10 { starts.append(index + 1) }
    self.starts = starts
  }

  /// Both counted from 1; the column in Unicode scalars.
  package func place(of offset: Int) -> FilePlace {
    let line = self.line(of: offset)
    let start = min(starts[line - 1], bytes.count)
    let end = min(max(start, offset), bytes.count)
    return FilePlace(file, line, bytes[start..<end].reduce(1) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) })
  }

  /// An error at a value.
  package func error(_ node: JSONDocument.Node, _ message: String, remedy: String) -> InputError {
    place(of: node.offset).error(message, remedy: remedy)
  }

  func line(of offset: Int) -> Int { max(starts.partitioningIndex { $0 > offset }, 1) }
}
