/// How far a figure may move against its baseline. Where both parts are given, both must be exceeded to break a limit:
/// a large percentage of almost nothing is no breach.
package struct Tolerance: Sendable, Hashable {
  /// Percent of the baseline's magnitude, seed by seed; at least 0.
  package let percent: Double?
  /// In the column's unit; at least 0.
  package let absolute: Double?

  /// - Returns: `nil` without any part: such a tolerance would say nothing.
  package init?(percent: Double?, absolute: Double?) {
    guard percent != nil || absolute != nil else { return nil }
    self.percent = percent
    self.absolute = absolute
  }
}
