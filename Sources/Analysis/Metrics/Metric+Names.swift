import Core

extension Metric {
  /// The figure of a column, or of a heading's words such as `track in 30 m` and `now within 100 m all day`; `nil` for any other
  /// text.
  package init?(named text: String) {
    guard let found = Self.found(text) ?? Self.withoutUnit(text).flatMap(Self.found) else { return nil }
    self = found
  }

  private static func found(_ text: String) -> Metric? {
    let known = key(text)
    if known.isEmpty { return nil }
    return byKey[known] ?? withThreshold(known.split(separator: "_").map(String.init))
  }

  /// A heading may end with the unit that stands below it: `drain %/h`.
  private static func withoutUnit(_ text: String) -> String? {
    let words = text.split(separator: " ")
    guard let last = words.last, words.count > 1, units.contains(String(last)) else { return nil }
    return words.dropLast().joined(separator: " ")
  }

  private static let units = Set(allCases.map(\.descriptor.unit) + ["%", "s", "min", "h"]).subtracting([""])

  private static let byKey = Dictionary(
    [\MetricDescriptor.column, \.title, \.words].flatMap { name in
      allCases.map { (key($0.descriptor[keyPath: name]), $0) }
    },
    uniquingKeysWith: { first, _ in first })

  /// Small letters, one `_` between words and none between a number and its unit: `track_in_30m`.
  private static func key(_ text: String) -> String {
    var words: [String] = []
    for word in text.lowercased().split(whereSeparator: { " _,/()".contains($0) }).map(String.init) {
      if let last = words.last, Double(last) != nil, ["m", "km", "s", "min", "h"].contains(word) {
        words[words.count - 1] += word
      } else {
        words.append(word == "within" ? "in" : word)
      }
    }
    return words.joined(separator: "_")
  }

  private static func withThreshold(_ words: [String]) -> Metric? {
    if words == ["battery"] || words == ["battery", "percent"] { return .battery(hours: nil) }
    guard words.count >= 3, words[1] == "in" else { return nil }
    switch words[0] {
    case "battery":
      let times = words.dropFirst(2).filter { $0 != "percent" }.map(time)
      let hours = times.reduce(0) { $0 + ($1 ?? .nan) } / 3600
      return hours > 0 && hours <= 24 * 31 ? .battery(hours: hours) : nil
    case "track": return words.count == 3 ? distance(words[2]).map { .track(within: $0) } : nil
    case "distance":
      let text = words[2] + words.dropFirst(3).joined()
      return share(text.replacing("percent", with: "%")).map { .distance(within: $0) }
    case "events", "entries", "exits":
      guard words.count == 3, let seconds = time(words[2]) else { return nil }
      return .events(within: seconds, entries: words[0] == "events" ? nil : words[0] == "entries")
    case "searches", "search":
      guard words.count == 4, let metres = distance(words[2]), let seconds = time(words[3]) else { return nil }
      return .search(within: metres, seconds: seconds)
    case "now", "server":
      guard let metres = distance(words[2]) else { return nil }
      let age = words.count > 3 ? time(words[3]) : nil
      let span = words.dropFirst(age == nil ? 3 : 4)
      guard span.isEmpty || span == ["moving"] || span == ["all", "day"] else { return nil }
      return .now(
        NowShare(metres: metres, longestAge: age, isAllDay: span.first == "all", isAtServer: words[0] == "server"))
    default: return nil
    }
  }

  // MARK: Thresholds

  /// Metres of `30m` or `0.5km`; `nil` for anything else.
  package static func distance(_ text: String) -> Double? { number(text, [("km", 1000), ("m", 1)]) }

  /// The share of `5%`; `nil` for anything else, and for shares of 0 and from 100 % on.
  package static func share(_ text: String) -> Double? {
    guard text.hasSuffix("%"), let percent = Double(text.dropLast()), percent > 0, percent < 100 else { return nil }
    return percent / 100
  }

  /// `5` of 0.05.
  package static func percent(_ share: Double) -> String { DecimalText.significant(share * 100, digits: 6) }

  /// Seconds of `5min`, `90s` or `2h`; `nil` for anything else.
  package static func time(_ text: String) -> Double? { number(text, [("min", 60), ("s", 1), ("h", 3600)]) }

  private static func number(_ text: String, _ units: [(name: String, factor: Double)]) -> Double? {
    for (name, factor) in units where text.hasSuffix(name) {
      guard let number = Double(text.dropLast(name.count)), number > 0, number.isFinite else { return nil }
      return number * factor
    }
    return nil
  }

  /// `30m`, `30km`; with a space `30 m`.
  package static func metres(_ metres: Double, _ space: String = "") -> String {
    metres < 10_000
      ? "\(DecimalText.significant(metres, digits: 6))\(space)m"
      : "\(DecimalText.significant(metres / 1000, digits: 6))\(space)km"
  }

  /// `5min`, `90s`; with a space `5 min`.
  package static func time(_ seconds: Double, _ space: String = "", digits: Int = 6) -> String {
    let units = [("h", 3600.0), ("min", 60)].filter { seconds.truncatingRemainder(dividingBy: $0.1) == 0 }
    let (unit, factor) = (seconds == 0 ? nil : units.first) ?? ("s", 1)
    return "\(DecimalText.significant(seconds / factor, digits: digits))\(space)\(unit)"
  }
}
