import DeviceModel
import Foundation
import FuzzReaders
import Testing

@testable import Documents
@testable import FileFormats

/// What holds for every number and every time that a file can say.
@Suite struct NumberPropertyTests {
  private static func text(_ random: inout Mutation) -> String {
    func digits(_ most: Int) -> String {
      (0..<Int.random(in: 0...most, using: &random)).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
    }
    var text = ["", "", "-", "+"].randomElement(using: &random) ?? ""
    text += digits(21)
    if Bool.random(using: &random) { text += "." + digits(26) }
    if Int.random(in: 0..<4, using: &random) == 0 {
      text += ["e", "E", "e-", "e+"].randomElement(using: &random) ?? ""
      text += "\(Int.random(in: 0...330, using: &random))"
    }
    return text
  }

  /// From bytes as from text, to the last bit, and nothing else is a number.
  @Test func bytesAreReadAsTextIs() {
    var random = Mutation(seed: 3)
    for _ in 0..<20_000 {
      let text = Self.text(&random)
      for text in [text, " \(text)\t", "\(Double(bitPattern: random.next()))"] {
        let read = Array(text.utf8).withUnsafeBufferPointer { DecimalBytes.number($0, 0, $0.count) }
        let expected = Double(text.trimmingCharacters(in: .whitespaces)).flatMap { $0.isFinite ? $0 : nil }
        #expect(read?.bitPattern == expected?.bitPattern, "'\(text)' is \(String(describing: read))")
      }
    }
  }

  @Test func profilesKeepEveryBit() throws {
    var random = Mutation(seed: 5)
    for dimension in Dimension.allCases {
      for _ in 0..<300 {
        let exponent = Double.random(in: -30...30, using: &random)
        let value = Double.random(in: 1..<10, using: &random) * pow(10, exponent.rounded())
        for value in [value, -value, (value * 1000).rounded(), 0] {
          let text = ProfileWriter.number(value, dimension)
          #expect(try dimension.parse(text) == value, "\(value) became \(text)")
        }
      }
    }
  }

  /// Against the system's own calendar.
  @Test func timesAreThoseOfTheCalendar() {
    var random = Mutation(seed: 7)
    for _ in 0..<5_000 {
      let seconds = Int.random(in: -2_208_988_800..<7_258_118_400, using: &random)
      let fraction = Int.random(in: 0..<1_000_000_000, using: &random)
      let zone = Int.random(in: -14 * 60...14 * 60, using: &random)
      func write(_ seconds: Int) -> (date: String, clock: String) {
        var (time, parts) = (time_t(seconds), tm())
        gmtime_r(&time, &parts)
        func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return (
          "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))",
          "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
        )
      }
      let nanoseconds = Int64(seconds) * 1_000_000_000 + Int64(fraction)
      let (date, clock) = write(seconds)
      let digits = "\(1_000_000_000 + fraction)".dropFirst()
      #expect(TimeText.iso8601("\(date)T\(clock).\(digits)Z") == nanoseconds)
      #expect(TimeText.day(nanoseconds) == date)
      let local = write(seconds + 60 * zone)
      let (hours, minutes) = (abs(zone) / 60, abs(zone) % 60)
      let offset = "\(zone < 0 ? "-" : "+")\(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
      // At home it may be the year 1899.
      if !local.date.hasPrefix("1899"), !local.date.hasPrefix("2201") {
        #expect(TimeText.iso8601("\(local.date)T\(local.clock).\(digits)\(offset)") == nanoseconds)
      }
      #expect(TimeText.nanoseconds("\(date) \(clock)") == nanoseconds - Int64(fraction))
      if seconds >= 100_000_000 { #expect(TimeText.nanoseconds("\(seconds).\(digits)") == nanoseconds) }
    }
  }

  @Test func timesOfDayReadBack() {
    for second in 0...86_400 where second % 7 == 0 || second > 86_390 {
      let text =
        "\(second / 3600):"
        + [second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
      let time = ClockTime(text)
      #expect(time?.secondsSinceMidnight == second)
      #expect(time.flatMap { ClockTime($0.description) } == time)
      let compact = text.split(separator: ":").map { $0.count < 2 ? "0\($0)" : "\($0)" }.joined()
      if second < 86_400 { #expect(TimeText.clock(digits: "\(compact).25") == Double(second) + 0.25) }
    }
  }

  @Test func aCommaIsAPoint() {
    var random = Mutation(seed: 11)
    for _ in 0..<2_000 {
      let number = "\(Int.random(in: -999...999, using: &random)).\(Int.random(in: 0...99_999, using: &random)) km"
      #expect(DecimalComma.mended(number.replacing(".", with: ",")) == number)
      #expect(DecimalComma.mended(number) == nil)
    }
  }
}
