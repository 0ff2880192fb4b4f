/// Reads the first object of a piece of source code: JSON, an object literal of JavaScript or a constructor call of Dart.
///
/// Comments, trailing commas, keys without quotes, single quotes, enum names (`Location.Accuracy.Balanced`), products of
/// numbers (`60 * 1000`), `const`, `new`, `as TYPE` and types in `< >` are understood. Code around the object is skipped.
/// Other expressions are refused: their value is known to the program only. A URL's query is read as one object, too.
package struct ObjectLiteral {
  private let bytes: [UInt8]
  private let file: String
  private var index = 0
  private var line = 1
  private var column = 1

  /// The object as pairs of keys and values, each at its place; arguments without a name have the keys `0`, `1`, ... Keys whose
  /// value is `null` or `undefined` are left out.
  ///
  /// - Parameters:
  ///   - constructors: of several objects the first with one of these is read.
  ///   - calls: functions whose arguments are read where there is no object.
  /// - Throws: `InputError` where the text has no object, for expressions, and beyond the limits of `YAMLDocument`.
  package static func read(
    _ text: String, file: String, of constructors: [String] = [], orCalls calls: [String] = []
  ) throws(InputError) -> YAMLValue {
    if text.utf8.count > TextFile.documentLimit { throw TextFile.tooLarge(file, limit: TextFile.documentLimit) }
    var literal = ObjectLiteral(bytes: Array(text.utf8), file: file)
    if let query = literal.query() { return query }
    // Text in front of an object may look like the beginning of a block of code: then the first brace is taken.
    for names in (constructors.isEmpty ? [[]] : [constructors, []]) + (calls.isEmpty ? [] : [calls]) {
      var found = literal
      guard (try? found.skipToObject(of: names, skipsBlocks: true)) != nil else { continue }
      return try found.value(path: "", depth: 0)
    }
    try literal.skipToObject()
    return try literal.value(path: "", depth: 0)
  }

  private init(bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  // MARK: The object's place

  /// The pairs of a URL such as `https://server/?accuracy=high&distance=75`, or of its query alone.
  private func query() -> YAMLValue? {
    let text = bytes.drop { $0 <= 32 }
    let word = text.prefix { $0 > 32 }
    guard word.contains(UInt8(ascii: "=")), text.dropFirst(word.count).allSatisfy({ $0 <= 32 }),
      !word.contains(where: { "{}()'\"".utf8.contains($0) })
    else { return nil }
    let line = 1 + bytes[..<text.startIndex].count { $0 == UInt8(ascii: "\n") }
    let pairs = word.split(separator: UInt8(ascii: "?"), maxSplits: 1).last ?? word
    let entries = pairs.split(separator: UInt8(ascii: "&")).map { pair -> YAMLValue.Entry in
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let key = String(decoding: parts[0], as: UTF8.self)
      let text = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
      return YAMLValue.Entry(
        key: key, line: line, column: nil,
        value: YAMLValue(
          content: .scalar(text: text, isQuoted: false), file: file, line: line, column: nil, path: key))
    }
    return YAMLValue(content: .mapping(entries), file: file, line: line, column: nil, path: "")
  }

  /// Goes to the first `{`, or to the first `Name(` with a capital letter, as constructors have; or to one of the names given.
  /// Imports are skipped.
  ///
  /// - Parameter skipsBlocks: enters blocks of code: braces where no value may stand.
  private mutating func skipToObject(of names: [String] = [], skipsBlocks: Bool = false) throws(InputError) {
    var mayBeValue = true
    while true {
      try skipSpace()
      guard let byte = peek else {
        throw fault(
          "there is no object in this text", remedy: "paste the object in { }, or the call, as it is in the code")
      }
      if byte == UInt8(ascii: "{"), names.isEmpty, mayBeValue || !skipsBlocks { return }
      guard Self.isWord(byte) else {
        mayBeValue = "=(,:[?;'\"".utf8.contains(byte)
        if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") { _ = try quoted() } else { advance() }
        continue
      }
      let start = self
      let name = word()
      mayBeValue = ["return", "default", "import"].contains(name)
      if name == "import" {
        while let byte = peek, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: ";") {
          if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
            _ = try quoted()
            break
          }
          // The names of an import may stand on several lines.
          if byte == UInt8(ascii: "{") { while let byte = peek, byte != UInt8(ascii: "}") { advance() } }
          advance()
        }
      } else if peek == UInt8(ascii: "("), let last = name.split(separator: ".").last,
        names.isEmpty ? last.first?.isUppercase == true && last != "Duration" : names.contains(String(last))
      {
        self = start
        return
      }
    }
  }

  // MARK: Values

  private mutating func value(path: String, depth: Int) throws(InputError) -> YAMLValue {
    try skipSpace()
    guard depth <= YAMLDocument.nestingLimit else {
      throw YAMLGuard.depthError(file: file, line: line, column: column)
    }
    let (line, column) = (line, column)
    let content: YAMLValue.Content
    var call: String?
    switch peek {
    case UInt8(ascii: "{"): content = .mapping(try pairs(until: UInt8(ascii: "}"), path: path, depth: depth))
    case UInt8(ascii: "["): content = .sequence(try items(path: path, depth: depth))
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): content = .scalar(text: try quoted(), isQuoted: true)
    case UInt8(ascii: "<"):
      while let byte = peek, byte != UInt8(ascii: ">") { advance() }
      advance()
      return try value(path: path, depth: depth + 1)
    case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte):
      content = .scalar(text: try product(), isQuoted: false)
    case let byte? where Self.isWord(byte):
      let name = word()
      if name == "const" || name == "new" { return try value(path: path, depth: depth + 1) }
      try skipSpace()
      if peek == UInt8(ascii: "(") {
        call = name
        content = .mapping(try pairs(until: UInt8(ascii: ")"), path: path, depth: depth))
      } else {
        content = .scalar(text: name, isQuoted: false)
      }
    default: throw expression()
    }
    return YAMLValue(content: content, file: file, line: line, column: column, path: path, call: call)
  }

  private mutating func pairs(until end: UInt8, path: String, depth: Int) throws(InputError) -> [YAMLValue.Entry] {
    advance()
    var entries: [YAMLValue.Entry] = []
    var keys: Set<String> = []
    while true {
      try skipSpace()
      if peek == end {
        advance()
        return entries
      }
      let start = self
      var key = ""
      if let byte = peek, Self.isWord(byte) {
        key = word()
      } else if peek.map(Self.isQuote) == true {
        key = try quoted()
      }
      try skipSpace()
      if peek == UInt8(ascii: ":"), !key.isEmpty {
        advance()
      } else if end == UInt8(ascii: ")") {
        // An argument without a name.
        self = start
        key = String(entries.count)
      } else {
        self = start
        throw expression()
      }
      guard keys.insert(key).inserted else {
        self = start
        throw fault("the key '\(key.prefix(40))' is given twice", remedy: "keep one of them")
      }
      let value = try value(path: path.isEmpty ? key : "\(path).\(key)", depth: depth + 1)
      if !["null", "undefined"].contains(value.text) || value.isQuoted {
        entries.append(YAMLValue.Entry(key: key, line: start.line, column: start.column, value: value))
      }
      try separator(end)
    }
  }

  private mutating func items(path: String, depth: Int) throws(InputError) -> [YAMLValue] {
    advance()
    var items: [YAMLValue] = []
    while true {
      try skipSpace()
      if peek == UInt8(ascii: "]") {
        advance()
        return items
      }
      items.append(try value(path: "\(path)[\(items.count)]", depth: depth + 1))
      try separator(UInt8(ascii: "]"))
    }
  }

  /// The comma after a value, or the end of the object.
  private mutating func separator(_ end: UInt8) throws(InputError) {
    try skipSpace()
    if let byte = peek, Self.isWord(byte) {
      let start = self
      guard word() == "as" else {
        self = start
        throw expression()
      }
      try skipSpace()
      _ = word()
      try skipSpace()
    }
    if peek == UInt8(ascii: ",") { advance() } else if peek != end { throw expression() }
  }

  /// A number, or the product of several, such as `5 * 60 * 1000`.
  private mutating func product() throws(InputError) -> String {
    var text = number()
    try skipSpace()
    while peek == UInt8(ascii: "*") {
      advance()
      try skipSpace()
      guard let a = Double(text), let b = Double(number()), (a * b).magnitude < 1e15 else { throw expression() }
      text = a * b == (a * b).rounded() ? String(Int64(a * b)) : "\(a * b)"
      try skipSpace()
    }
    return text
  }

  private mutating func number() -> String {
    var text: [UInt8] = []
    while let byte = peek, Self.isWord(byte) || byte == UInt8(ascii: "-") {
      if byte != UInt8(ascii: "_") { text.append(byte) }
      advance()
    }
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: Letters

  /// Letters, digits and points; a name with its parts.
  private mutating func word() -> String {
    let start = index
    while let byte = peek, Self.isWord(byte) { advance() }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func quoted() throws(InputError) -> String {
    let start = self
    let quote = peek
    advance()
    var text: [UInt8] = []
    while let byte = peek, byte != quote {
      if byte == UInt8(ascii: "\\") { advance() }
      if let byte = peek { text.append(byte) }
      advance()
    }
    guard peek == quote else {
      self = start
      throw fault("the text that begins here has no end", remedy: "add the closing quote")
    }
    advance()
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func skipSpace() throws(InputError) {
    while let byte = peek {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if byte <= 32 || byte >= 0x80 && bytes[index...].starts(with: [0xEF, 0xBB, 0xBF]) {
        advance()
      } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "/") {
        while let byte = peek, byte != UInt8(ascii: "\n") { advance() }
      } else if byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        let start = self
        repeat {
          advance()
        } while index + 1 < bytes.count
          && !(bytes[index] == UInt8(ascii: "*") && bytes[index + 1] == UInt8(ascii: "/"))
        guard index + 1 < bytes.count else {
          self = start
          throw fault("the comment that begins here has no end", remedy: "add '*/'")
        }
        advance()
        advance()
      } else {
        return
      }
    }
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func advance() {
    guard index < bytes.count else { return }
    if bytes[index] == UInt8(ascii: "\n") {
      (line, column) = (line + 1, 1)
    } else if bytes[index] & 0xC0 != 0x80 {
      column += 1
    }
    index += 1
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isQuote(_ byte: UInt8) -> Bool { "'\"`".utf8.contains(byte) }

  private static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "_.$".utf8.contains(byte)
  }

  private func expression() -> InputError {
    fault(
      peek == nil ? "the object has no end" : "a number, a name, a text or an object belongs here",
      remedy: "paste the whole object, with values in the place of variables and functions")
  }

  private func fault(_ message: String, remedy: String) -> InputError {
    InputError(file: file, line: line, column: column, message: message, remedy: remedy)
  }
}

extension YAMLValue {
  fileprivate var isQuoted: Bool { if case .scalar(_, true) = content { true } else { false } }
}
