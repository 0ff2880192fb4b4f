/// Settings of `StatePowerFit`.
package struct StatePowerOptions: Sendable, Hashable {
  /// What is left out after and before each change of state, in seconds: clocks and labels are never exact, and a state
  /// needs time to settle. 0 or more.
  package var guardTime: Double
  /// A sample further from its state's median than this many robust deviations (1.4826 x median absolute deviation)
  /// counts as an outlier.
  package var outlierDeviations: Double
  /// Whether outliers are left out of the means. A spike is energy all the same, so the default is to keep them.
  package var excludesOutliers: Bool

  /// The state whose power is taken off all others; `nil` leaves each state's power whole.
  package var floor: String?

  package init(
    guardTime: Double = 1, outlierDeviations: Double = 8, excludesOutliers: Bool = false, floor: String? = nil
  ) {
    self.floor = floor
    self.guardTime = guardTime
    self.outlierDeviations = outlierDeviations
    self.excludesOutliers = excludesOutliers
  }

  func check() throws(EstimationError) {
    guard guardTime.isFinite, guardTime >= 0 else { throw .badInput("the guard time must be 0 s or more") }
    guard outlierDeviations.isFinite, outlierDeviations >= 3 else {
      throw .badInput("the outlier limit must be at least 3 deviations")
    }
  }
}
