/// What the positions are for, which decides the error that matters.
package enum StrategyUse: String, CaseIterable, Sendable {
  /// The app acts on the position it holds now: late positions are wrong positions.
  case live
  /// The app records where the user was: positions that come late lose nothing. Judged while the user moves.
  case record

  /// The median error that fits the use.
  package var medianError: Metric { self == .live ? .errorP50 : .movingErrorP50 }
  /// The 95 % error that fits the use.
  package var error95: Metric { self == .live ? .errorP95 : .movingErrorP95 }
  /// How much of the time the use is served: the share of the day in which a position is held, or of the time on the way
  /// that the track covers. A gap in a track while the user rests loses nothing.
  package var coverage: Metric { self == .live ? .availability : .movingCoverage }
}
