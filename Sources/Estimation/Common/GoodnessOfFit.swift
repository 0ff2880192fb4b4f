/// A test of whether the fitted model could have made the data.
package struct GoodnessOfFit: Sendable, Hashable {
  /// Such as "Kolmogorov-Smirnov".
  package let name: String
  package let statistic: Double
  /// The share of data sets from the fitted model that look at least as odd; `nil` where none was computed.
  package let pValue: Double?
  /// How the p-value was made.
  package let method: String
}
