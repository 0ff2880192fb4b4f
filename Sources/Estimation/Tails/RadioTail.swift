/// One fall of a radio from its last transfer to idle.
package struct RadioTail: Sendable, Hashable {
  package struct Phase: Sendable, Hashable {
    /// Index into the levels of the trace.
    package let level: Int
    /// In seconds.
    package let seconds: Double
    /// In watts.
    package let mean: Double
  }

  /// When the transfer ended, in seconds on the trace's clock.
  package let start: Double
  /// In order of time.
  package let phases: [Phase]

  package var seconds: Double { phases.reduce(0) { $0 + $1.seconds } }
  /// Above nothing, in joules.
  package var energy: Double { phases.reduce(0) { $0 + $1.seconds * $1.mean } }
}
