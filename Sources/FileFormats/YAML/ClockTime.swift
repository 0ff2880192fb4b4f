/// A time of day, from 00:00 to 24:00 (the day's end).
package struct ClockTime: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// 0 to 86,400.
  package let secondsSinceMidnight: Int

  package init(secondsSinceMidnight: Int) { self.secondsSinceMidnight = secondsSinceMidnight }

  /// Reads `07:55` or `07:55:30`; `nil` for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard (1...2).contains(part.count), part.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(part)
      else { return nil }
      guard part.count == 2 || numbers.isEmpty else { return nil }
      numbers.append(number)
    }
    let (hours, minutes, seconds) = (numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : 0)
    guard minutes < 60, seconds < 60 else { return nil }
    let total = hours * 3600 + minutes * 60 + seconds
    guard total <= 86_400 else { return nil }
    secondsSinceMidnight = total
  }

  package static func < (a: ClockTime, b: ClockTime) -> Bool { a.secondsSinceMidnight < b.secondsSinceMidnight }

  /// `07:55`, or `07:55:30` when there are seconds.
  package var description: String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let (hours, minutes, seconds) = (
      secondsSinceMidnight / 3600, secondsSinceMidnight / 60 % 60, secondsSinceMidnight % 60
    )
    return "\(two(hours)):\(two(minutes))" + (seconds == 0 ? "" : ":\(two(seconds))")
  }
}
