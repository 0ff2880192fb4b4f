/// How a figure is rounded for people; files for machines keep every digit.
package enum FigureRounding: Sendable {
  case three
  /// Two decimals, as percent of the battery per hour.
  case drain
  /// One decimal, as metres, seconds and counts.
  case plain
  /// A share, shown in percent.
  case share
  /// Percent of a battery, whole from 10 on; `> 100` where it is empty before the end.
  case battery
  /// A change, with its sign.
  case change
  /// A change of a share, in percent with its sign.
  case changeOfShare
  /// A time in seconds, in s, min or h.
  case span
  /// A change of a time, with its sign.
  case changeOfSpan
}

/// What a metric is called, where it stands in a report, and how it is rounded: the same in every format.
package struct MetricDescriptor: Sendable {
  /// The column's name in files, unit included.
  package let column: String
  /// The same in words, without its unit.
  package let words: String
  /// Of its numbers in files.
  package let quantity: MetricUnit
  /// What people read above it, in lines; empty for a figure that only files have.
  package let heading: [String]
  /// In a list of all figures: the heading in one line, or words for a figure that tables do not show.
  package let title: String
  /// Below the heading; the unit of the rounded figure.
  package let unit: String
  package let rounding: FigureRounding
  /// The place among the columns that people read, the smallest first.
  package let rank: Int
  package let note: String
  /// Between which the figure is in any run.
  package let limits: ClosedRange<Double>
  /// Whether the figure is the whole phone's energy, power or drain, which has a prediction range.
  package let isWholePhone: Bool
  /// Whether less of it is better, or more; `nil` for a figure that is neither good nor bad.
  package let isBetterLower: Bool?
  let source: FigureSource

  private static let ofRuns = " Of several runs: the mean of each one's."

  /// - Parameter isBetterLower: as its unit has it, unless given.
  init(
    _ name: String, _ quantity: MetricUnit, _ heading: [String] = [], title: String? = nil, rank: Int = .max,
    note: String, isWholePhone: Bool = false, isBetterLower: Bool? = nil, _ source: FigureSource
  ) {
    column = name + quantity.suffix
    // `track_30m` is 'track 30 m'.
    func isDigit(_ letter: Character) -> Bool { letter.isNumber || letter == "." }
    words = name.split(separator: "_").flatMap { [$0.prefix(while: isDigit), $0.drop(while: isDigit)] }
      .filter { !$0.isEmpty }.joined(separator: " ")
    self.quantity = quantity
    self.heading = heading
    self.title = title ?? heading.joined(separator: " ")
    unit = quantity.heading
    rounding = quantity.rounding
    self.rank = rank
    // A mean of quantiles is none of all runs together.
    if case .quantile = source { self.note = note + Self.ofRuns } else { self.note = note }
    limits = 0...(quantity == .share ? 1 : .infinity)
    self.isWholePhone = isWholePhone
    self.isBetterLower = isBetterLower ?? quantity.isBetterLower
    self.source = source
  }
}

/// What a figure's numbers are in: its column's name ends with it, limits may name it.
package enum MetricUnit: Sendable, Hashable {
  case joules, milliwatts, percent, percentPerHour, perHour, metres, seconds, hours
  /// A share, of which more is better; people read percents.
  case share
  /// A difference as a share of something, of which less is better; people read percents.
  case excess
  /// How often in a run.
  case count

  /// The end of a column's name.
  var suffix: String {
    switch self {
    case .percent: "_percent"
    case .percentPerHour: "_percent_per_hour"
    case .perHour: "_per_hour"
    case .joules, .milliwatts, .metres, .seconds, .hours: "_\(symbol)"
    case .share, .excess, .count: ""
    }
  }

  /// As it is written after a number; empty for a plain one.
  package var symbol: String {
    switch self {
    case .joules: "J"
    case .milliwatts: "mW"
    case .percent: "%"
    case .percentPerHour: "%/h"
    case .perHour: "/h"
    case .metres: "m"
    case .seconds: "s"
    case .hours: "h"
    case .share, .excess, .count: ""
    }
  }

  /// Whether people read percents where files have parts of 1.
  package var isOfWhole: Bool { self == .share || self == .excess }

  /// The same behind a figure in words, where times have theirs.
  package var worded: String { self == .seconds ? "" : symbol }

  /// Of the rounded figure, in a heading.
  var heading: String {
    switch self {
    case .share, .excess: "%"
    case .count: "/run"
    default: worded
    }
  }

  /// Hours are those that a battery lasts; how often something happens is neither good nor bad by itself.
  var isBetterLower: Bool? {
    switch self {
    case .joules, .milliwatts, .percent, .percentPerHour, .metres, .seconds, .excess: true
    case .hours, .share: false
    case .perHour, .count: nil
    }
  }

  var rounding: FigureRounding {
    switch self {
    case .percent: .battery
    case .percentPerHour: .drain
    case .seconds: .span
    case .share, .excess: .share
    case .milliwatts, .hours: .three
    case .joules, .perHour, .metres, .count: .plain
    }
  }
}
