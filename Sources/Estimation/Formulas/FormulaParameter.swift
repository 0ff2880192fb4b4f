/// A parameter of a formula, or a constant where it is fixed.
package struct FormulaParameter: Sendable, Hashable {
  package let name: String
  /// Where the search starts; the value of a fixed one.
  package let start: Double
  /// Infinite ends where there is no bound.
  package var bounds: ClosedRange<Double>
  package var isFixed: Bool

  package init(
    _ name: String, start: Double, bounds: ClosedRange<Double> = -Double.infinity...Double.infinity,
    isFixed: Bool = false
  ) {
    (self.name, self.start, self.bounds, self.isFixed) = (name, start, bounds, isFixed)
  }

  var isBounded: Bool { bounds.lowerBound > -.infinity || bounds.upperBound < .infinity }
}
