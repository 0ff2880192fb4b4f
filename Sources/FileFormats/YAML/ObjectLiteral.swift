/// Reads the objects of a piece of source code: JSON, object literals of JavaScript and constructor calls of Dart.
///
/// Comments, trailing commas, keys without quotes, single quotes, enum names (`Location.Accuracy.Balanced`), products of
/// numbers (`60 * 1000`), constants of the same file, `const`, `new`, `as TYPE`, types in `< >`, and what is asked of the platform alone
/// (`Platform.OS === 'ios' ? 5 : 10`) are understood. The value of other expressions is known to the program only: their text stands for
/// it. A URL's query is read as one object, too.
package struct ObjectLiteral {
  private struct Token {
    enum Kind { case word, number, text, mark, end }
    let kind: Kind
    let text: String
    let place: FilePlace
    /// Of a name its last part.
    var name: String { text.split(separator: ".").last.map(String.init) ?? text }

    /// Whether it is one of these marks; the end of the code is the mark "".
    func isMark(_ marks: String...) -> Bool { (kind == .mark || kind == .end) && marks.contains(text) }
  }

  /// The system that decides what is asked of the platform; `nil` where nobody knows it.
  private let isAndroid: Bool?
  private let tokens: [Token]
  /// Where the value of each constant begins.
  private let constants: [String: Int]
  private var index = 0
  /// How often a constant was read.
  private var uses = 0

  /// The objects and calls of a piece of code in their order; those inside an object are its values. Each has pairs of keys and
  /// values at their places; arguments without a name have the keys `0`, `1`, ... Keys whose value is `null` or `undefined` are left out.
  ///
  /// - Returns: each with the name before its bracket, and for one that cannot be read its fault.
  /// - Throws: `InputError` for a text beyond the limits of `YAMLDocument`.
  package static func all(
    in text: String, file: String, isAndroid: Bool? = nil
  ) throws(InputError) -> [(call: String?, object: Result<YAMLValue, InputError>)] {
    if text.utf8.count > TextFile.documentLimit { throw TextFile.tooLarge(file, limit: TextFile.documentLimit) }
    if let query = query(text, file: file) { return [(nil, .success(query))] }
    var literal = ObjectLiteral(text, file: file, isAndroid: isAndroid)
    var found: [(call: String?, object: Result<YAMLValue, InputError>)] = []
    while literal.next.kind != .end {
      let (start, token) = (literal.index, literal.take())
      let isCall = token.kind == .word && literal.next.isMark("(")
      guard isCall || token.isMark("{") else { continue }
      literal.index = start
      do throws(InputError) {
        if let value = try literal.plain(path: "", depth: 0) { found.append((value.call, .success(value))) }
        if isCall { literal.index = start + 1 }
      } catch {
        found.append((isCall ? token.name : nil, .failure(error)))
        literal.index = start + 1
      }
    }
    return found
  }

  /// The pairs of a URL such as `https://server/?accuracy=high&distance=75`, or of its query alone.
  private static func query(_ text: String, file: String) -> YAMLValue? {
    let word = text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    guard word.contains("="), text[word.endIndex...].allSatisfy(\.isWhitespace),
      !word.contains(where: { "{}()'\"".contains($0) })
    else { return nil }
    let place = FilePlace(file, 1 + text[..<word.startIndex].count(where: \.isNewline))
    let pairs = word.split(separator: "?", maxSplits: 1).last ?? word
    let entries = pairs.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let content = YAMLValue.Content.scalar(text: parts.count > 1 ? parts[1] : "", isQuoted: false)
      let value = YAMLValue(content: content, place: place, path: parts[0])
      return YAMLValue.Entry(key: parts[0], place: place, value: value)
    }
    return YAMLValue(content: .mapping(entries), place: place, path: "")
  }

  // MARK: Tokens

  /// Splits code into tokens; space and comments are left out.
  private init(_ text: String, file: String, isAndroid: Bool?) {
    self.isAndroid = isAndroid
    var tokens: [Token] = []
    var rest = text.unicodeScalars[...]
    var (line, column) = (1, 1)
    while let first = rest.first {
      var (kind, end) = (Token.Kind?.some(.mark), rest.index(after: rest.startIndex))
      if Self.isSpace(first) {
        (kind, end) = (nil, rest.prefix(while: Self.isSpace).endIndex)
      } else if rest.starts(with: "//".unicodeScalars) {
        (kind, end) = (nil, rest.firstIndex(of: "\n") ?? rest.endIndex)
      } else if rest.starts(with: "/*".unicodeScalars) {
        (kind, end) = (nil, rest.dropFirst(2).firstRange(of: "*/".unicodeScalars)?.upperBound ?? rest.endIndex)
      } else if let quote = Self.endOfText(rest) {
        (kind, end) = (.text, quote)
      } else if first == "=" {
        end = rest.prefix { "=>".unicodeScalars.contains($0) }.endIndex
      } else if first == "-" || ("0"..."9").contains(first) {
        (kind, end) = (.number, rest.prefix { $0 == "-" || Self.isWord($0) }.endIndex)
      } else if Self.isWord(first) {
        (kind, end) = (.word, rest.prefix(while: Self.isWord).endIndex)
      }
      if let kind {
        tokens.append(Token(kind: kind, text: String(rest[..<end]), place: FilePlace(file, line, column)))
      }
      for scalar in rest[..<end] { (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1) }
      rest = rest[end...]
    }
    self.tokens = tokens + [Token(kind: .end, text: "", place: FilePlace(file, line, column))]
    // `const name = value`, `const int name = value` or `const name: number = value`; nobody knows which of two of one name counts.
    var constants: [String: Int] = [:]
    for (place, token) in self.tokens.enumerated() where ["const", "final"].contains(token.text) {
      guard let sign = self.tokens[place...].prefix(6).firstIndex(where: { $0.isMark("=") }) else { continue }
      let name = self.tokens[self.tokens[place + 2].isMark(":") ? place + 1 : sign - 1].text
      constants[name] = constants[name] == nil ? sign + 1 : .max
    }
    self.constants = constants
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.value <= 32 || scalar == "\u{FEFF}" }

  /// Letters, digits and points: a name with its parts.
  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", ".", "$": true
    default: false
    }
  }

  /// The end of the text in quotes that begins here. Only one in backquotes or in three quotes has several lines: an apostrophe
  /// is no quote.
  private static func endOfText(_ code: Substring.UnicodeScalarView) -> String.Index? {
    guard let quote = code.first, "'\"`".unicodeScalars.contains(quote) else { return nil }
    let three = [quote, quote, quote]
    if code.starts(with: three) { return code.dropFirst(3).firstRange(of: three)?.upperBound }
    var isEscaped = false
    for index in code.indices.dropFirst() {
      if code[index] == "\n", quote != "`" { return nil }
      if code[index] == quote, !isEscaped { return code.index(after: index) }
      isEscaped = code[index] == "\\" && !isEscaped
    }
    return nil
  }

  private var next: Token { tokens[index] }

  private mutating func take() -> Token {
    defer { index = min(index + 1, tokens.count - 1) }
    return tokens[index]
  }

  // MARK: Values

  /// A value, or the text of an expression.
  private mutating func value(path: String, depth: Int) throws(InputError) -> YAMLValue {
    let start = index
    let value = try plain(path: path, depth: depth)
    if next.text == "as" { index = min(index + 2, tokens.count - 1) }
    if let value, isAtEnd { return value }
    index = start
    var open = 0
    while next.kind != .end, open > 0 || !isAtEnd {
      if next.isMark("'", "\"", "`") { throw unexpected() }
      let token = take()
      open += token.isMark("{", "(", "[") ? 1 : token.isMark("}", ")", "]") ? -1 : 0
    }
    guard index > start else { throw unexpected() }
    let text = tokens[start..<index].prefix(20).map(\.text).joined(separator: " ")
    return made(.scalar(text: text, isQuoted: false), tokens[start], path)
  }

  /// Whether a value ends here.
  private var isAtEnd: Bool { next.isMark(",", "}", ")", "]", "") }

  private func made(_ content: YAMLValue.Content, _ at: Token, _ path: String, call: String? = nil) -> YAMLValue {
    YAMLValue(content: content, place: at.place, path: path, call: call)
  }

  /// A value that is no expression; `nil` for what may be one.
  private mutating func plain(path: String, depth: Int) throws(InputError) -> YAMLValue? {
    guard depth <= YAMLDocument.nestingLimit else {
      throw next.place.depthError
    }
    if let branch = try branch(path: path, depth: depth) { return branch }
    let token = take()
    switch token.kind {
    case .text: return made(.scalar(text: Self.unquoted(token.text), isQuoted: true), token, path)
    case .number: return try product(token.text, at: token, path, depth)
    case .word where token.text == "const" || token.text == "new": return try plain(path: path, depth: depth + 1)
    case .word where next.isMark("("):
      _ = take()
      let call = made(.mapping(try pairs(until: ")", path, depth)), token, path, call: token.name)
      return token.text == "Platform.select" ? selected(call) ?? call : call
    case .word:
      let constant = try constant(token.text, path, depth)
      if let number = constant?.text, Double(number) != nil { return try product(number, at: token, path, depth) }
      return constant ?? made(.scalar(text: token.text, isQuoted: false), token, path)
    case .mark where token.text == "{": return made(.mapping(try pairs(until: "}", path, depth)), token, path)
    case .mark where token.text == "[":
      let items = try pairs(until: "]", path, depth).map(\.value)
      return made(.sequence(items), token, path)
    case .mark where token.text == "<":
      while !next.isMark(">", "") { _ = take() }
      _ = take()
      return try plain(path: path, depth: depth + 1)
    case .mark, .end: return nil
    }
  }

  /// The branch of `Platform.OS === 'ios' ? a : b` that the system takes; `nil` for other expressions.
  private mutating func branch(path: String, depth: Int) throws(InputError) -> YAMLValue? {
    let start = index
    let condition = tokens[start...].prefix(9).prefix {
      $0.kind == .word || $0.kind == .text || $0.isMark("!", "=", "==", "===", "(", ")")
    }
    guard let isAndroid, tokens[condition.endIndex].isMark("?") else { return nil }
    let text = condition.map(\.text).joined().lowercased().filter { !"()'\"".contains($0) }
    let asked = text.filter { $0 != "!" }
    guard asked.hasPrefix("platform.") || asked.hasPrefix("defaulttargetplatform="),
      asked.hasSuffix("ios") || asked.hasSuffix("android")
    else { return nil }
    index = condition.endIndex + 1
    let first = try plain(path: path, depth: depth + 1)
    if take().isMark(":"), let second = try plain(path: path, depth: depth + 1) {
      return (asked.hasSuffix("android") == isAndroid) != text.contains("!") ? first : second
    }
    index = start
    return nil
  }

  /// What `Platform.select({ios: a, android: b})` is on the system; `nil` where nobody knows it.
  private func selected(_ call: YAMLValue) -> YAMLValue? {
    guard let isAndroid, case .mapping(let arguments) = call.content,
      case .mapping(let cases)? = arguments.first?.value.content
    else { return nil }
    let names = [isAndroid ? "android" : "ios", "native", "default"]
    return names.lazy.compactMap { name in cases.first { $0.key == name }?.value }.first
  }

  /// The value of a constant that was declared before; `nil` for other names, and where it is an expression.
  private mutating func constant(_ name: String, _ path: String, _ depth: Int) throws(InputError) -> YAMLValue? {
    // Constants of constants would grow without end.
    guard let place = constants[name], place < index - 1, uses < 100_000 else { return nil }
    uses += 1
    let here = index
    defer { index = here }
    index = place
    let value = try plain(path: path, depth: depth + 1)
    let isNext = next.kind != .mark && next.place.line ?? 0 > tokens[index - 1].place.line ?? 0
    return isNext || next.isMark(";", ",", "") || next.text == "as" ? value : nil
  }

  /// The pairs of an object; arguments of a call and items of a list may have no names.
  private mutating func pairs(until end: String, _ path: String, _ depth: Int) throws(InputError) -> [YAMLValue.Entry] {
    var entries: [YAMLValue.Entry] = []
    var keys: Set<String> = []
    var isMerged = false
    while !next.isMark(end) {
      let start = next
      if end == "}", start.kind == .word, start.text.hasPrefix("...") {
        // Of two values of one key the later counts.
        let more = try spread(path, depth)
        entries.removeAll { entry in more.contains { $0.key == entry.key } }
        entries += more
        isMerged = true
        if next.isMark(",") { index += 1 } else if !next.isMark(end) { throw unexpected() }
        continue
      }
      var key = "\(keys.count)"
      let isShort = start.kind == .word && tokens[index + 1].isMark(",", end)
      if end == "}", isShort {
        key = start.text
      } else if start.kind == .word || start.kind == .text || start.kind == .number, tokens[index + 1].isMark(":") {
        key = start.kind == .text ? Self.unquoted(start.text) : start.text
        index += 2
      } else if end == "}" {
        throw unexpected()
      }
      // Arguments without a name have their call's path.
      let named = end == "]" ? "\(path)[\(key)]" : path.isEmpty ? key : "\(path).\(key)"
      let inner = key == "\(keys.count)" && end == ")" ? path : named
      guard keys.insert(key).inserted else {
        throw start.place.error("the key '\(key.prefix(40))' is given twice", remedy: "keep one of them")
      }
      let value = try value(path: inner, depth: depth + 1)
      if isMerged { entries.removeAll { $0.key == key } }
      if value.isQuoted || value.text != "null" && value.text != "undefined" {
        entries.append(YAMLValue.Entry(key: key, place: start.place, value: value))
      }
      if next.isMark(",") { index += 1 } else if !next.isMark(end) { throw unexpected() }
    }
    _ = take()
    return entries
  }

  /// The pairs of `...name`, where the name is a constant of the file.
  private mutating func spread(_ path: String, _ depth: Int) throws(InputError) -> [YAMLValue.Entry] {
    let token = take()
    if case .mapping(let pairs)? = try constant(String(token.text.dropFirst(3)), path, depth)?.content { return pairs }
    throw token.place.error("the file does not say what '\(token.text)' holds", remedy: "paste its keys in its place")
  }

  /// A number, or the product of several, such as `5 * 60 * 1000`; `nil` where one of them is none.
  private mutating func product(
    _ first: String, at token: Token, _ path: String, _ depth: Int
  ) throws(InputError) -> YAMLValue? {
    var text = first.replacing("_", with: "")
    if next.isMark("*") {
      _ = take()
      guard let a = Double(text), let b = try plain(path: path, depth: depth + 1)?.text.flatMap(Double.init),
        (a * b).magnitude < 1e15
      else { return nil }
      text = a * b == (a * b).rounded() ? String(Int64(a * b)) : "\(a * b)"
    }
    return made(.scalar(text: text, isQuoted: false), token, path)
  }

  /// The text between its quotes. No text has a meaning with a backslash.
  private static func unquoted(_ text: String) -> String {
    String(text.dropFirst().dropLast()).replacing("\\", with: "")
  }

  private func unexpected() -> InputError {
    if next.isMark("'", "\"", "`") {
      return next.place.error("the text that begins here has no end", remedy: "add the closing quote")
    }
    return next.place.error(
      next.kind == .end ? "the object has no end" : "a number, a name, a text or an object belongs here",
      remedy: "paste the whole object, with values in the place of variables and functions")
  }
}

extension YAMLValue {
  fileprivate var isQuoted: Bool { if case .scalar(_, true) = content { true } else { false } }
}
