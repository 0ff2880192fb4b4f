/// A place in a search space: a variant, and a value for each of its axes.
public struct SearchPoint: Sendable, Hashable {
  /// The number of the variant.
  public let variant: Int
  /// In the order of the variant's axes.
  public let values: [Double]

  public init(variant: Int, values: [Double]) {
    self.variant = variant
    self.values = values
  }
}
