/// Mean power of one state, as measured.
package struct StatePower: Sendable, Hashable {
  package let state: String
  /// In watts, with what is known about its error.
  package let power: CorrelatedMean
  /// How long the state was measured, guard times left out, in seconds.
  package let seconds: Double
  package let outliers: Int
  /// In watts.
  package let median: Double
}
