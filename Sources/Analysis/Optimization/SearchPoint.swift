/// A place in a search space: a variant, and a value for each of its axes.
package struct SearchPoint: Sendable, Hashable {
  /// The number of the variant.
  package let variant: Int
  /// In the order of the variant's axes.
  package let values: [Double]

  package init(variant: Int, values: [Double]) {
    self.variant = variant
    self.values = values
  }
}
