/// `key: value` pairs. The keys a reader asks for are the valid ones; `finish()` refuses all others.
package struct YAMLMapping: Sendable {
  /// The value the pairs stand in.
  package let value: YAMLValue
  let entries: [YAMLValue.Entry]
  private var asked: [String] = []

  init(value: YAMLValue, entries: [YAMLValue.Entry]) {
    self.value = value
    self.entries = entries
  }

  /// Every key, in the file's order.
  package var keys: [String] { entries.map(\.key) }

  /// The value of a key that must be there.
  package mutating func required(_ key: String) throws(InputError) -> YAMLValue {
    if let found = optional(key) { return found }
    // A slip such as `meen` explains the missing `mean` better than "missing" does.
    for entry in entries where !asked.contains(entry.key) && Suggestion.slip(entry.key, among: [key]) != nil {
      return try InputFaults.note(unknown(entry, among: [key]), insteadOf: entry.value)
    }
    return try InputFaults.note(
      value.error("the key '\(key)' is missing", remedy: "add '\(key): ...'"),
      insteadOf: YAMLValue(
        content: .scalar(text: "", isQuoted: true), place: FilePlace(value.place.file), path: value.path))
  }

  /// The value of a key that may be left out.
  package mutating func optional(_ key: String) -> YAMLValue? {
    if !asked.contains(key) { asked.append(key) }
    return entries.first { $0.key == key }?.value
  }

  /// The value of a key without counting it as valid.
  package func peek(_ key: String) -> YAMLValue? { entries.first { $0.key == key }?.value }

  /// Refuses every key that is not in `keys`, and counts these as valid.
  package mutating func allow(_ keys: [String]) throws(InputError) {
    asked.append(contentsOf: keys.filter { !asked.contains($0) })
    try finish()
  }

  /// Refuses keys that nobody asked for, naming the nearest valid one.
  ///
  /// - Parameter outside: keys of the mapping around this one.
  package func finish(outside: [String] = []) throws(InputError) {
    for entry in entries where !asked.contains(entry.key) {
      let fault = outside.contains(entry.key) ? misplaced(entry) : unknown(entry, among: asked)
      try InputFaults.note(fault, insteadOf: ())
    }
  }

  private func misplaced(_ entry: YAMLValue.Entry) -> InputError {
    entry.place.error(
      "'\(entry.key)' is a key of the file and not of '\(value.path)'", remedy: "move it beside '\(value.path)'")
  }

  /// An error at the place of `key` itself.
  package func error(at key: String, _ message: String, remedy: String) -> InputError {
    guard let entry = entries.first(where: { $0.key == key }) else { return value.error(message, remedy: remedy) }
    return entry.place.error("\(entry.value.path): \(message)", remedy: remedy)
  }

  private func unknown(_ entry: YAMLValue.Entry, among valid: [String]) -> InputError {
    // A file without any valid key is of another kind, and its text may be secret.
    if value.path.isEmpty, !entries.contains(where: { valid.contains($0.key) }),
      Suggestion.slip(entry.key, among: valid) == nil
    {
      return entry.place.error(
        "the file is of another kind: it has no valid key",
        remedy: Suggestion.remedy(for: "", among: valid, what: "keys"))
    }
    let owner = value.path.isEmpty ? "" : " in \(value.path)"
    return entry.place.error(
      "unknown key '\(entry.key)'\(owner)", remedy: Suggestion.remedy(for: entry.key, among: valid, what: "keys"))
  }
}
