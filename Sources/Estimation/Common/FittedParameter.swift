/// One estimated number with what is known about it.
public struct FittedParameter: Sendable, Hashable {
  /// In snake case, as it is written into files.
  public let name: String
  public let value: Double
  /// Of the value; `nil` where it has no meaning, as on a bound.
  public let standardError: Double?
  /// `nil` where the data leave it open; the summary's warnings say so.
  public let interval95: ClosedRange<Double>?
  public let intervalMethod: IntervalMethod
  /// Its symbol, empty for a plain number.
  public let unit: String
  /// The bound the value lies on, if it does.
  public let bound: Double?

  public init(
    name: String, value: Double, standardError: Double?, interval95: ClosedRange<Double>?,
    intervalMethod: IntervalMethod, unit: String, bound: Double? = nil
  ) {
    self.name = name
    self.value = value
    self.standardError = standardError
    self.interval95 = interval95
    self.intervalMethod = intervalMethod
    self.unit = unit
    self.bound = bound
  }
}
