import Yams

/// Turns the parser's nodes into values of our own, which carry their place and can cross threads.
enum YAMLTree {
  static func value(_ node: Node, path: String, depth: Int, file: String) throws(InputError) -> YAMLValue {
    let (line, column) = (node.mark?.line, node.mark?.column)
    guard depth <= YAMLDocument.nestingLimit else {
      throw YAMLGuard.depthError(file: file, line: line, column: column)
    }
    if node.anchor != nil { throw YAMLGuard.anchorError(file: file, line: line ?? 1, column: column ?? 1) }
    let content: YAMLValue.Content
    switch node {
    case .scalar(let scalar):
      try checkTag(scalar.tag, isQuoted: scalar.style != .plain, line: line, column: column, file: file)
      content = .scalar(text: scalar.string, isQuoted: scalar.style != .plain)
    case .sequence(let sequence):
      try checkTag(sequence.tag, isQuoted: false, line: line, column: column, file: file)
      var items: [YAMLValue] = []
      items.reserveCapacity(sequence.count)
      for item in sequence {
        items.append(try value(item, path: "\(path)[\(items.count)]", depth: depth + 1, file: file))
      }
      content = .sequence(items)
    case .mapping(let mapping):
      try checkTag(mapping.tag, isQuoted: false, line: line, column: column, file: file)
      var entries: [YAMLValue.Entry] = []
      entries.reserveCapacity(mapping.count)
      for (key, item) in mapping {
        let name = try keyName(key, file: file)
        try checkComma(name, item, after: entries.last, file: file)
        let itemPath = path.isEmpty ? name : "\(path).\(name)"
        entries.append(
          YAMLValue.Entry(
            key: name, line: key.mark?.line, column: key.mark?.column,
            value: try value(item, path: itemPath, depth: depth + 1, file: file)))
      }
      content = .mapping(entries)
    case .alias(let alias):
      throw YAMLGuard.anchorError(file: file, line: alias.mark?.line ?? 1, column: alias.mark?.column ?? 1)
    }
    return YAMLValue(content: content, file: file, line: line, column: column, path: path)
  }

  /// Between braces a comma ends a value, so that `{filter: 30,5 m}` has a key `5 m`, which nobody means.
  private static func checkComma(
    _ name: String, _ item: Node, after last: YAMLValue.Entry?, file: String
  ) throws(InputError) {
    guard case .scalar(let scalar) = item, scalar.string.isEmpty, let last, let text = last.value.text,
      let mended = DecimalComma.mended("\(text),\(name)")
    else { return }
    throw InputError(
      file: file, line: last.value.line, column: last.value.column,
      message: "\(last.value.path): '\(text),\(name)' has a decimal comma", remedy: DecimalComma.remedy(mended))
  }

  private static func keyName(_ key: Node, file: String) throws(InputError) -> String {
    guard case .scalar(let scalar) = key, !scalar.string.isEmpty, scalar.string != "<<" else {
      throw InputError(
        file: file, line: key.mark?.line, column: key.mark?.column, message: "a key must be a plain name",
        remedy: "write 'name: value'")
    }
    if key.anchor != nil {
      throw YAMLGuard.anchorError(file: file, line: key.mark?.line ?? 1, column: key.mark?.column ?? 1)
    }
    return scalar.string
  }

  private static func checkTag(
    _ tag: Tag, isQuoted: Bool, line: Int?, column: Int?, file: String
  ) throws(InputError) {
    // By name: a `Tag` made here to compare with would compile the parser's regular expressions, which are not needed.
    let name = tag.rawValue
    if name == Tag.Name.implicit.rawValue || (isQuoted && name == Tag.Name.str.rawValue) { return }
    throw InputError(
      file: file, line: line, column: column, message: "tags ('!name') are not allowed", remedy: "remove the tag")
  }
}
