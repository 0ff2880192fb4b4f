import Analysis
import ArgumentParser
import Foundation
import Core

extension CalendarDay: ExpressibleByArgument {
  /// Reads `2026-12-31`.
  package init?(argument: String) { self.init(argument) }

  /// Today by the computer's clock, in UTC: the same everywhere at one instant.
  static var current: CalendarDay {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
    let parts = calendar.dateComponents([.year, .month, .day], from: Date())
    guard let day = CalendarDay(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0) else {
      preconditionFailure("the calendar has no such day")
    }
    return day
  }
}
