/// One fall of a radio from its last transfer to idle.
public struct RadioTail: Sendable, Hashable {
  public struct Phase: Sendable, Hashable {
    /// Index into the levels of the trace.
    public let level: Int
    /// In seconds.
    public let seconds: Double
    /// In watts.
    public let mean: Double
  }

  /// When the transfer ended, in seconds on the trace's clock.
  public let start: Double
  /// In order of time.
  public let phases: [Phase]

  public var seconds: Double { phases.reduce(0) { $0 + $1.seconds } }
  /// Above nothing, in joules.
  public var energy: Double { phases.reduce(0) { $0 + $1.seconds * $1.mean } }
}
