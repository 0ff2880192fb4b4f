/// How a figure is rounded for people; files for machines keep every digit.
package enum FigureRounding: Sendable {
  /// Three significant digits.
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
  /// What it means, in one sentence.
  package let note: String
  /// Between which the figure is in any run.
  package let limits: ClosedRange<Double>
  /// Whether the figure is the whole phone's energy, power or drain, which has a prediction range.
  package let isWholePhone: Bool
  /// Whether less of it is better, or more; `nil` for a figure that is neither good nor bad.
  package let isBetterLower: Bool?
  let source: FigureSource

  /// - Parameter isBetterLower: as its unit has it, unless given.
  init(
    _ name: String, _ quantity: MetricUnit, _ heading: [String] = [], title: String? = nil, rank: Int = .max,
    note: String, isWholePhone: Bool = false, isBetterLower: Bool? = nil, _ source: FigureSource
  ) {
    column = name + quantity.suffix
    words = name.split(separator: "_").joined(separator: " ")
    self.quantity = quantity
    self.heading = heading
    self.title = title ?? heading.joined(separator: " ")
    unit = quantity.heading
    rounding = quantity.rounding
    self.rank = rank
    self.note = note
    limits = 0...(quantity == .share ? 1 : .infinity)
    self.isWholePhone = isWholePhone
    self.isBetterLower = isBetterLower ?? quantity.isBetterLower
    self.source = source
  }
}
