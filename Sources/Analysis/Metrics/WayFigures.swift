/// How well a recorded track follows the user, over the seconds in which the user moves. A gap while the user rests loses
/// nothing of the way, so that these figures are the ones to judge filters and pauses by.
public struct WayFigures: Sendable, Hashable {
  /// Share of the moving seconds that the track covers, 0 to 1.
  public let coverage: Double
  /// 95 % quantile of the distance in metres from the truth to the track; `nil` where none is covered.
  public let error95: Double?

  public init(coverage: Double, error95: Double?) {
    self.coverage = coverage
    self.error95 = error95
  }
}
