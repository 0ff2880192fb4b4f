import Yams

/// One YAML or JSON document, read strictly.
///
/// Refused are anchors and aliases (a short file could unfold into gigabytes), several documents in a file, keys given
/// twice, keys that are not plain text, merge keys, tags and deep nesting. Scalars keep their source text, so that no
/// reader turns `12:30` into 750, `010` into 8 or `no` into false.
package struct YAMLDocument: Sendable {
  /// The outermost value.
  package let root: YAMLValue

  /// Deeper files are refused.
  package static let nestingLimit = 32

  /// - Parameter text: the file's text; a byte order mark is skipped.
  package init(text: String, file: String) throws(InputError) {
    if text.utf8.count > TextFile.documentLimit { throw TextFile.tooLarge(file, limit: TextFile.documentLimit) }
    let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    if let offset = YAMLGuard.anchor(in: text) { throw YAMLGuard.place(of: offset, in: text, file).anchorError }
    if let offset = YAMLGuard.deepBracket(in: text, limit: Self.nestingLimit * 2) {
      throw YAMLGuard.place(of: offset, in: text, file).depthError
    }
    let node: Node?
    do {
      node = try compose(yaml: JSONEscapes.joined(text), .basic, .default, .utf8)
    } catch {
      throw Self.inputError(error, text: text, file: file)
    }
    guard let node else {
      throw InputError(
        file: file, message: "the file is empty",
        remedy: Self.isJSON(text, file) ? "write an object in { }" : "write at least one 'key: value' line")
    }
    root = try YAMLTree.value(node, path: "", depth: 0, file: file)
  }

  /// Whether the author means JSON, which is read as the YAML it is.
  private static func isJSON(_ text: String, _ file: String) -> Bool {
    file.lowercased().hasSuffix(".json") || text.first { !$0.isWhitespace } == "{"
  }

  private static func inputError(_ error: any Error, text: String, file: String) -> InputError {
    switch error as? YamlError {
    case .scanner(let context?, let problem, _, _) where problem.contains("unexpected end of stream"):
      // The parser notices at the end of the file; the mistake is where the text begins.
      return FilePlace(file, context.mark).error(
        "the text that begins here has no end", remedy: "add the closing quote")
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _):
      if YAMLGuard.startsWithTab(text, line: mark.line) {
        return FilePlace(file, mark.line, 1).error("the line is indented with a tab", remedy: "indent with spaces")
      }
      return FilePlace(file, mark).error(
        "this is not valid \(isJSON(text, file) ? "JSON" : "YAML"): \(problem)",
        remedy: isJSON(text, file)
          ? "check the quotes, the commas and the brackets here and on the line above"
          : "check the indentation, the quotes and the brackets here and on the line above")
    case .composer(_, let problem, let mark, _):
      let place = FilePlace(file, mark)
      if problem.contains("alias") { return place.anchorError }
      return place.error(
        "a second document starts here", remedy: "keep one document in a file and remove the '---' line")
    case .duplicatedKeysInMapping(let keys, let context):
      return FilePlace(file, context.mark).error(
        Suggestion.isWord(keys.first ?? "")
          ? "the key '\(keys.first ?? "")' is given twice" : "a key is given twice", remedy: "keep one of them")
    case .reader(let problem, let offset, _, _):
      let place = offset.map { YAMLGuard.place(of: text.prefix($0).utf8.count, in: text, file) } ?? FilePlace(file)
      return place.error(
        "the text cannot be read: \(problem)", remedy: "save the file as UTF-8 text without control characters")
    default:
      return InputError(
        file: file, message: "the text cannot be read: \(error)", remedy: "save the file as UTF-8 YAML or JSON")
    }
  }
}

/// Turns the parser's nodes into values of our own, which carry their place and can cross threads.
enum YAMLTree {
  static func value(_ node: Node, path: String, depth: Int, file: String) throws(InputError) -> YAMLValue {
    let place = FilePlace(file, node.mark)
    guard depth <= YAMLDocument.nestingLimit else { throw place.depthError }
    if node.anchor != nil { throw place.anchorError }
    let content: YAMLValue.Content
    switch node {
    case .scalar(let scalar):
      try checkTag(scalar.tag, isQuoted: scalar.style != .plain, place)
      content = .scalar(text: scalar.string, isQuoted: scalar.style != .plain)
    case .sequence(let sequence):
      try checkTag(sequence.tag, isQuoted: false, place)
      var items: [YAMLValue] = []
      items.reserveCapacity(sequence.count)
      for item in sequence {
        items.append(try value(item, path: "\(path)[\(items.count)]", depth: depth + 1, file: file))
      }
      content = .sequence(items)
    case .mapping(let mapping):
      try checkTag(mapping.tag, isQuoted: false, place)
      var entries: [YAMLValue.Entry] = []
      entries.reserveCapacity(mapping.count)
      for (key, item) in mapping {
        let name = try keyName(key, file: file)
        try checkComma(name, item, after: entries.last)
        let itemPath = path.isEmpty ? name : "\(path).\(name)"
        entries.append(
          YAMLValue.Entry(
            key: name, place: FilePlace(file, key.mark),
            value: try value(item, path: itemPath, depth: depth + 1, file: file)))
      }
      content = .mapping(entries)
    case .alias: throw place.anchorError
    }
    return YAMLValue(content: content, place: place, path: path)
  }

  /// Between braces a comma ends a value, so that `{filter: 30,5 m}` has a key `5 m`, which nobody means.
  private static func checkComma(
    _ name: String, _ item: Node, after last: YAMLValue.Entry?
  ) throws(InputError) {
    guard case .scalar(let scalar) = item, scalar.string.isEmpty, let last, let text = last.value.text,
      let mended = DecimalComma.mended("\(text),\(name)")
    else { return }
    throw last.value.error("'\(text),\(name)' has a decimal comma", remedy: DecimalComma.remedy(mended))
  }

  private static func keyName(_ key: Node, file: String) throws(InputError) -> String {
    let place = FilePlace(file, key.mark)
    guard case .scalar(let scalar) = key, !scalar.string.isEmpty, scalar.string != "<<" else {
      throw place.error("a key must be a plain name", remedy: "write 'name: value'")
    }
    if key.anchor != nil { throw place.anchorError }
    return scalar.string
  }

  private static func checkTag(_ tag: Tag, isQuoted: Bool, _ place: FilePlace) throws(InputError) {
    // By name: a `Tag` made here to compare with would compile the parser's regular expressions, which are not needed.
    let name = tag.rawValue
    if name == Tag.Name.implicit.rawValue || (isQuoted && name == Tag.Name.str.rawValue) { return }
    throw place.error("tags ('!name') are not allowed", remedy: "remove the tag")
  }
}

/// Looks through the text before the YAML parser does, for what the parser itself would not survive well.
enum YAMLGuard {
  /// Where an anchor (`&name`) may stand, in bytes, or `nil` when the text has none for certain.
  ///
  /// The parser resolves aliases while it reads and hashes whole subtrees as keys, so a bomb must be stopped here.
  /// An anchor follows a line start or one of `: - ? [ { ,` or a tag; text that looks like that in quotes is refused as
  /// well, which the message explains.
  static func anchor(in text: String) -> Int? {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return nil }
    var offset = 0
    // Whether a node may start here, and whether the current word is a tag.
    var (nodeMayStart, inTag) = (true, false)
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      defer { offset += UTF8.width(scalar) }
      switch scalar {
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
        (nodeMayStart, inTag) = (true, false)
      case " ", "\t":
        nodeMayStart = nodeMayStart || inTag
        inTag = false
      case ":", "-", "?", "[", "{", ",":
        (nodeMayStart, inTag) = (true, inTag)
      case "!" where nodeMayStart:
        (nodeMayStart, inTag) = (false, true)
      case "&" where nodeMayStart:
        if let next = scalars.first, !next.properties.isWhitespace { return offset }
        nodeMayStart = false
      default:
        nodeMayStart = false
      }
    }
    return nil
  }

  /// Where brackets nest deeper than `limit`, in bytes, counted without regard to quotes.
  static func deepBracket(in text: String, limit: Int) -> Int? {
    var depth = 0
    for (offset, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth > limit { return offset }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
      default: break
      }
    }
    return nil
  }

  static func startsWithTab(_ text: String, line: Int) -> Bool {
    let lines = text.split(maxSplits: max(0, line), omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.dropFirst(max(0, line - 1)).first?.first { $0 != " " } == "\t"
  }

  static func place(of offset: Int, in text: String, _ file: String) -> FilePlace {
    LinePlaces(Array(text.utf8), file: file).place(of: offset)
  }
}

extension FilePlace {
  fileprivate init(_ file: String, _ mark: Mark?) { self.init(file, mark?.line, mark?.column) }

  fileprivate var anchorError: InputError {
    error(
      "anchors and aliases ('&name', '*name') are not allowed",
      remedy: "write the value out where it is used, or use 'and' for '&' in a text")
  }

  var depthError: InputError {
    error("values are nested more than \(YAMLDocument.nestingLimit) deep", remedy: "remove the extra levels")
  }
}

/// How a path of a document is told from a name in the catalogue.
package enum DocumentPath {
  package static let extensions = ["yml", "yaml", "json"]
  /// Files that hold an SDK's configuration, among other code.
  package static let code = ["js", "ts", "tsx", "dart", "otrc", "txt"]

  package static func isPath(_ text: String) -> Bool {
    text.contains("/") || (extensions + code).contains { text.hasSuffix(".\($0)") }
  }

  /// A path as a file means it that names it.
  package static func path(_ text: String, of file: String) -> String {
    guard !text.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return text }
    return file[...slash] + text
  }
}

/// JSON writes characters beyond the first 65,536 as two escapes, such as `\ud83d\ude00`; YAML knows one, `\U0001F600`.
enum JSONEscapes {
  /// The text with each such pair as YAML's escape. Texts that do not begin as JSON stay as they are.
  static func joined(_ text: String) -> String {
    guard let first = text.first(where: { !$0.isWhitespace }), "{[".contains(first),
      Array(text.utf8)[...].firstIndex(of: "\\u") != nil
    else { return text }
    // An escaped backslash begins no escape.
    return text.replacing(/\\(?:\\|u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2}))/) { match in
      guard let high = match.1.flatMap({ UInt32($0, radix: 16) }), let low = match.2.flatMap({ UInt32($0, radix: 16) })
      else { return String(match.0) }
      let digits = String(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00), radix: 16)
      return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
    }
  }
}
