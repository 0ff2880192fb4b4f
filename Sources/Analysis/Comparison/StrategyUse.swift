/// What the positions are for, which decides the error that matters.
public enum StrategyUse: String, CaseIterable, Sendable {
  /// The app acts on the position it holds now: late positions are wrong positions.
  case live
  /// The app records where the user was: positions that come late lose nothing.
  case record

  /// The median error that fits the use.
  public var medianError: Metric { self == .live ? .errorP50 : .trackErrorP50 }
  /// The 95 % error that fits the use.
  public var error95: Metric { self == .live ? .errorP95 : .trackErrorP95 }
  /// How much of the day the use is served: the share the track covers, or in which a position is held.
  public var coverage: Metric { self == .live ? .availability : .trackCoverage }
}
