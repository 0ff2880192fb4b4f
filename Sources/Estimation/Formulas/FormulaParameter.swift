/// A parameter of a formula, or a constant where it is fixed.
public struct FormulaParameter: Sendable, Hashable {
  public let name: String
  /// Where the search starts; the value of a fixed one.
  public let start: Double
  /// Infinite ends where there is no bound.
  public var bounds: ClosedRange<Double>
  public var isFixed: Bool

  public init(
    _ name: String, start: Double, bounds: ClosedRange<Double> = -Double.infinity...Double.infinity,
    isFixed: Bool = false
  ) {
    (self.name, self.start, self.bounds, self.isFixed) = (name, start, bounds, isFixed)
  }

  var isBounded: Bool { bounds.lowerBound > -.infinity || bounds.upperBound < .infinity }
}
