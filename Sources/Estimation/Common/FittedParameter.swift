/// One estimated number with what is known about it.
package struct FittedParameter: Sendable, Hashable {
  /// In snake case, as it is written into files.
  package let name: String
  package let value: Double
  /// Of the value; `nil` where it has no meaning, as on a bound.
  package let standardError: Double?
  /// `nil` where the data leave it open; the summary's warnings say so.
  package let interval95: ClosedRange<Double>?
  package let intervalMethod: IntervalMethod
  /// Its symbol, empty for a plain number.
  package let unit: String
  /// The bound the value lies on, if it does.
  package let bound: Double?

  package init(
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

  /// With each half of its interval, and its standard error, so many times as wide.
  func widened(by factor: Double, error errorFactor: Double) -> FittedParameter {
    FittedParameter(
      name: name, value: value, standardError: standardError.map { $0 * errorFactor },
      interval95: interval95.map {
        value - factor * (value - $0.lowerBound)...value + factor * ($0.upperBound - value)
      }, intervalMethod: intervalMethod, unit: unit, bound: bound)
  }
}
