public import ArgumentParser
import Foundation
public import GeoJoule
package import Reports

extension ArgumentHelp {
  /// Of an option or an argument with a value of this name.
  static func value(_ name: String, _ help: String) -> ArgumentHelp { ArgumentHelp(help, valueName: name) }
}

extension CatalogKind: ExpressibleByArgument {
  /// Takes `device` for `devices`.
  public init?(argument: String) {
    guard let kind = Self.allCases.first(where: { $0.rawValue == argument || $0.singular == argument }) else {
      return nil
    }
    self = kind
  }
}

extension PhoneSystem: ExpressibleByArgument {
  /// Takes `iOS` for `ios`.
  public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

extension Platform {
  /// Takes a version, or the system alone for today's.
  ///
  /// - Throws: `ValidationError` with the versions that there are.
  @Sendable init(argument: String) throws {
    let today = PhoneSystem(argument: argument).map { Platform.today(on: $0) }
    guard let platform = today ?? Platform.named(argument) else {
      let names = Platform.all.map(\.name).joined(separator: ", ")
      throw ValidationError("unknown version '\(argument)'; one of \(names), or a version between them")
    }
    self = platform
  }
}

extension ReportFigure: ExpressibleByArgument {}

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

extension DecisionBasis: ExpressibleByArgument {
  /// The figure of a sample that is compared with a limit; the mean where there is one seed.
  func value(of sample: SampleStatistics) -> Double {
    switch self {
    case .mean: sample.mean
    case .ciLower: sample.meanInterval?.lowerBound ?? sample.mean
    case .ciUpper: sample.meanInterval?.upperBound ?? sample.mean
    }
  }
}

extension SweepShard: ExpressibleByArgument {
  /// Reads `2/8`.
  package init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]), count <= 1_000_000 else {
      return nil
    }
    self.init(number: number, count: count)
  }
}
