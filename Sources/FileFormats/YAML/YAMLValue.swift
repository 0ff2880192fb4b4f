package import Core

/// One value of a file with its place and its key path. Readers ask it for what they expect; a wrong kind is an error.
package struct YAMLValue: Sendable {
  package struct Entry: Sendable {
    package let key: String
    let place: FilePlace
    package let value: YAMLValue
  }

  package enum Content: Sendable {
    case scalar(text: String, isQuoted: Bool)
    case sequence([YAMLValue])
    case mapping([Entry])
  }

  package private(set) var content: Content
  package let place: FilePlace
  /// Where the value stands, such as `gnss.ttff.hot` or `legs[2].speed`; items count from 0. Empty for the root.
  package let path: String
  /// The last part of the name before the pairs, where they are a call's arguments (`ObjectLiteral`).
  package var call: String?

  package var isMapping: Bool { if case .mapping = content { true } else { false } }
  package var isScalar: Bool { if case .scalar = content { true } else { false } }

  /// The source text of a scalar, without its quotes; `nil` for lists and mappings.
  package var text: String? { if case .scalar(let text, _) = content { text } else { nil } }

  /// An error at this value's place; the message starts with the key path.
  package func error(_ message: String, remedy: String) -> InputError {
    place.error(path.isEmpty ? message : "\(path): \(message)", remedy: remedy)
  }

  /// The value as `key: value` pairs.
  package func mapping() throws(InputError) -> YAMLMapping {
    guard case .mapping(let entries) = content else {
      throw error("\(kind) stands where 'key: value' lines belong", remedy: "write 'key: value' lines here")
    }
    return YAMLMapping(value: self, entries: entries)
  }

  /// The pairs of a mapping whose keys are the user's own, in the file's order.
  package func pairs() throws(InputError) -> [(key: String, value: YAMLValue)] {
    try mapping().entries.map { ($0.key, $0.value) }
  }

  /// The value as `key: value` pairs with no other keys than these.
  package func mapping(allowing keys: [String]) throws(InputError) -> YAMLMapping {
    var mapping = try mapping()
    try mapping.allow(keys)
    return mapping
  }

  /// The same mapping with other words for keys and scalars, each at its place; anything else stays as it is.
  package func rewritten(_ words: (_ key: String, _ text: String) -> (key: String, text: String)) -> YAMLValue {
    guard case .mapping(let entries) = content else { return self }
    let changed = entries.map { entry -> Entry in
      guard case .scalar(let text, let isQuoted) = entry.value.content else { return entry }
      let new = words(entry.key, text)
      return Entry(
        key: new.key, place: entry.place, value: entry.value.with(.scalar(text: new.text, isQuoted: isQuoted)))
    }
    return with(.mapping(changed))
  }

  /// The same place with another value.
  private func with(_ content: Content) -> YAMLValue {
    var value = self
    value.content = content
    return value
  }

  /// The same mapping with the pairs of these keys' own mappings in their place.
  package func flattened(_ groups: [String]) -> YAMLValue {
    guard case .mapping(let entries) = content else { return self }
    let flat = entries.flatMap { entry -> [Entry] in
      guard groups.contains(entry.key), case .mapping(let inner) = entry.value.content else { return [entry] }
      return inner
    }
    return with(.mapping(flat))
  }

  /// The same mapping with other pairs in place of those of their keys, and the rest of them added.
  package func replacing(_ others: YAMLValue) -> YAMLValue {
    guard case .mapping(let entries) = content, case .mapping(let new) = others.content else { return self }
    let keys = Set(new.map(\.key))
    return with(.mapping(entries.filter { !keys.contains($0.key) } + new))
  }

  /// The items of a list.
  package func sequence() throws(InputError) -> [YAMLValue] {
    guard case .sequence(let items) = content else {
      throw error(
        "\(kind) stands where a list belongs", remedy: "write the items in [ ] or on lines that start with '- '")
    }
    return items
  }

  /// The items of a list of so many.
  ///
  /// - Parameter rule: how many there are to be, in words.
  package func items(_ count: ClosedRange<Int>, _ rule: String, remedy: String) throws(InputError) -> [YAMLValue] {
    let items = try sequence()
    guard count.contains(items.count) else { throw error("\(rule), not \(items.count)", remedy: remedy) }
    return items
  }

  /// Any text, as it is written.
  package func string() throws(InputError) -> String {
    try InputFaults.reading(insteadOf: "") { () throws(InputError) in try scalar("a text").text }
  }

  /// `true` or `false`, without quotes.
  package func bool() throws(InputError) -> Bool {
    try InputFaults.reading(insteadOf: false) { () throws(InputError) in
      let (text, isQuoted) = try scalar("true or false")
      switch (text, isQuoted) {
      case ("true", false): return true
      case ("false", false): return false
      default: throw error("'\(text)' is not true or false", remedy: "write true or false, without quotes")
      }
    }
  }

  /// A whole number without unit.
  package func integer(in range: ClosedRange<Int>) throws(InputError) -> Int {
    try InputFaults.reading(insteadOf: range.lowerBound) { () throws(InputError) in
      let (text, isQuoted) = try scalar("a whole number")
      let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
      if digits.count > 1, digits.first == "0", digits.allSatisfy({ $0.isASCII && $0.isNumber }) {
        throw error("'\(text)' starts with a zero, which some readers take for octal", remedy: "remove the zero")
      }
      guard !isQuoted, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let value = Int(text) else {
        throw error("'\(text)' is not a whole number", remedy: "write digits only, without quotes or unit")
      }
      guard range.contains(value) else {
        throw error(
          "\(value) is outside \(range.lowerBound) to \(range.upperBound)", remedy: "write a number in this range")
      }
      return value
    }
  }

  /// A finite number without unit. A bound may be infinite.
  package func number(in range: ClosedRange<Double>) throws(InputError) -> Double {
    try InputFaults.reading(insteadOf: Self.within(range.lowerBound, range.upperBound)) { () throws(InputError) in
      let (text, isQuoted) = try scalar("a number")
      try checkComma(text)
      guard !isQuoted, let first = text.utf8.first, Self.startsNumber(first) else {
        throw error("'\(text)' is not a number", remedy: "write a finite number, without quotes")
      }
      let number: Double
      let unit: String
      do throws(QuantityError) {
        (number, unit) = try UnitText.split(text, quantity: "number")
      } catch {
        throw self.error(error.message, remedy: "write a finite number, with a point for decimals")
      }
      guard unit.isEmpty else {
        throw error("'\(text)' has a unit, but this is a plain number", remedy: "remove '\(unit)'")
      }
      try check(number, range.lowerBound, range.upperBound) { DecimalText.significant($0, digits: 6) }
      return number
    }
  }

  /// A number with its unit. A bound may be infinite.
  package func quantity<Q: PhysicalQuantity>(_ type: Q.Type, in range: ClosedRange<Q>) throws(InputError) -> Q {
    try InputFaults.reading(insteadOf: Q(siValue: Self.within(range.lowerBound.siValue, range.upperBound.siValue))) {
      () throws(InputError) in
      let value = Q(siValue: try siNumber(quantity: Q.quantityName, units: Q.units))
      try check(value.siValue, range.lowerBound.siValue, range.upperBound.siValue) { Q(siValue: $0).description }
      return value
    }
  }

  /// A length of time with its unit.
  package func timeSpan(in range: ClosedRange<TimeSpan>) throws(InputError) -> TimeSpan {
    // As long as may be: what stands within it is right then.
    try InputFaults.reading(insteadOf: range.upperBound) { () throws(InputError) in
      let seconds = try siNumber(quantity: TimeSpan.quantityName, units: TimeSpan.units)
      try check(seconds, range.lowerBound.seconds, range.upperBound.seconds) {
        UnitText.describe($0, units: TimeSpan.units)
      }
      return .seconds(seconds)
    }
  }

  /// A number with one of `units`, in the first of them. For readers that know the dimension only when they run.
  package func siNumber(quantity: String, units: [UnitSymbol]) throws(InputError) -> Double {
    let (text, _) = try scalar("a \(quantity)")
    try checkComma(text)
    do {
      return try UnitText.parse(text, quantity: quantity, units: units)
    } catch {
      throw self.error(error.message, remedy: error.remedy)
    }
  }

  /// One of these words.
  package func choice(of words: [String]) throws(InputError) -> String {
    try InputFaults.reading(insteadOf: text.flatMap { Suggestion.likely($0, among: words) }) { () throws(InputError) in
      let (text, _) = try scalar("one of: \(words.joined(separator: ", "))")
      guard words.contains(text) else {
        throw error("unknown value '\(text)'", remedy: Suggestion.remedy(for: text, among: words, what: "values"))
      }
      return text
    }
  }

  /// One of the cases of an enumeration, by its raw value.
  package func choice<Choice: RawRepresentable & CaseIterable>(
    _ type: Choice.Type
  ) throws(InputError) -> Choice where Choice.RawValue == String {
    let text = try choice(of: Choice.allCases.map(\.rawValue))
    guard let choice = Choice(rawValue: text) else { throw error("unknown value '\(text)'", remedy: "change it") }
    return choice
  }

  /// A time of day in quotes, such as "07:55". Unquoted, other YAML readers take `12:30` for the number 750.
  package func clockTime() throws(InputError) -> ClockTime {
    try InputFaults.reading(insteadOf: text.flatMap(ClockTime.init) ?? ClockTime("12:00")) { () throws(InputError) in
      let (text, isQuoted) = try scalar("a clock time")
      guard let time = ClockTime(text) else {
        throw error("'\(text)' is not a clock time", remedy: "write hours and minutes in quotes, such as \"07:55\"")
      }
      guard isQuoted else {
        throw error(
          "the clock time \(text) has no quotes, so that some readers take it for a number",
          remedy: "write \"\(text)\"")
      }
      return time
    }
  }

  /// A number between two ends, of which one may be infinite.
  private static func within(_ low: Double, _ high: Double) -> Double {
    low.isFinite ? low : high.isFinite ? high : 1
  }

  private func checkComma(_ text: String) throws(InputError) {
    if let mended = DecimalComma.mended(text) {
      throw error("'\(text)' has a decimal comma", remedy: DecimalComma.remedy(mended))
    }
  }

  private static func startsNumber(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ".")].contains(byte)
  }

  private var kind: String {
    switch content {
    case .scalar(let text, _) where text.isEmpty: "nothing"
    // A file that is one text, or a list of texts, is of another kind, such as a password file: nothing of it is shown.
    case .scalar where path.isEmpty || path.hasPrefix("["): "a text"
    case .scalar(let text, _): "'\(text.prefix(60))\(text.count > 60 ? "..." : "")'"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }

  private func scalar(_ wanted: String) throws(InputError) -> (text: String, isQuoted: Bool) {
    guard case .scalar(let text, let isQuoted) = content else {
      throw error("\(kind) stands where \(wanted) belongs", remedy: "write \(wanted) here")
    }
    if text.isEmpty || (!isQuoted && (text == "~" || text == "null")) {
      throw error("the value is missing", remedy: "write \(wanted), or remove the key")
    }
    return (text, isQuoted)
  }

  /// Refuses a value outside [`low`, `high`]; a bound may be infinite. `show` writes a value with its unit.
  package func check(
    _ value: Double, _ low: Double, _ high: Double, show: (Double) -> String
  ) throws(InputError) {
    guard !(low...high).contains(value) else { return }
    switch (low.isFinite, high.isFinite) {
    case (true, true):
      throw error("\(show(value)) is outside \(show(low)) to \(show(high))", remedy: "write a value in this range")
    case (true, false):
      throw error("\(show(value)) is too small", remedy: "write at least \(show(low))")
    default:
      throw error("\(show(value)) is too large", remedy: "write at most \(show(high))")
    }
  }
}
