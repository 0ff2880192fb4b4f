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

  /// - Parameters:
  ///   - text: the file's text; a byte order mark is skipped.
  ///   - file: the file's name for messages.
  /// - Throws: `InputError` for anything that is not one strict document.
  package init(text: String, file: String) throws(InputError) {
    let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    if let place = YAMLGuard.anchor(in: text) {
      throw YAMLGuard.anchorError(file: file, line: place.line, column: place.column)
    }
    if let place = YAMLGuard.deepBracket(in: text, limit: Self.nestingLimit * 2) {
      throw YAMLGuard.depthError(file: file, line: place.line, column: place.column)
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
      return InputError(
        file: file, line: context.mark.line, column: context.mark.column,
        message: "the text that begins here has no end", remedy: "add the closing quote")
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _):
      if YAMLGuard.startsWithTab(text, line: mark.line) {
        return InputError(
          file: file, line: mark.line, column: 1, message: "the line is indented with a tab",
          remedy: "indent with spaces")
      }
      return InputError(
        file: file, line: mark.line, column: mark.column,
        message: "this is not valid \(isJSON(text, file) ? "JSON" : "YAML"): \(problem)",
        remedy: isJSON(text, file)
          ? "check the quotes, the commas and the brackets here and on the line above"
          : "check the indentation, the quotes and the brackets here and on the line above")
    case .composer(_, let problem, let mark, _):
      if problem.contains("alias") { return YAMLGuard.anchorError(file: file, line: mark.line, column: mark.column) }
      return InputError(
        file: file, line: mark.line, column: mark.column, message: "a second document starts here",
        remedy: "keep one document in a file and remove the '---' line")
    case .duplicatedKeysInMapping(let keys, let context):
      return InputError(
        file: file, line: context.mark.line, column: context.mark.column,
        message: Suggestion.isWord(keys.first ?? "")
          ? "the key '\(keys.first ?? "")' is given twice" : "a key is given twice",
        remedy: "keep one of them")
    case .reader(let problem, let offset, _, _):
      let place = offset.map { YAMLGuard.place(ofCharacter: $0, in: text) }
      return InputError(
        file: file, line: place?.line, column: place?.column, message: "the text cannot be read: \(problem)",
        remedy: "save the file as UTF-8 text without control characters")
    default:
      return InputError(
        file: file, message: "the text cannot be read: \(error)", remedy: "save the file as UTF-8 YAML or JSON")
    }
  }
}
