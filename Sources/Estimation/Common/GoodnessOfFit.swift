/// A test of whether the fitted model could have made the data.
public struct GoodnessOfFit: Sendable, Hashable {
  /// Such as "Kolmogorov-Smirnov".
  public let name: String
  public let statistic: Double
  /// The share of data sets from the fitted model that look at least as odd; `nil` where none was computed.
  public let pValue: Double?
  /// How the p-value was made.
  public let method: String

  public init(name: String, statistic: Double, pValue: Double?, method: String) {
    self.name = name
    self.statistic = statistic
    self.pValue = pValue
    self.method = method
  }
}
