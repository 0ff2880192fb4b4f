extension StrategyUse {
  /// The 95 % error in metres by which a change to a strategy is judged: of the position held, or of the track while the
  /// user moves.
  func judgedError95(_ run: RunMetrics) -> Double? { self == .live ? run[.errorP95] : run.way?.error95 }

  /// The share of the time served by which a change is judged: in which a position is held, or of the moving time that
  /// the track covers. A gap while the user rests loses nothing of a track.
  func judgedCoverage(_ run: RunMetrics) -> Double? { self == .live ? run[.availability] : run.way?.coverage }
}
