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
