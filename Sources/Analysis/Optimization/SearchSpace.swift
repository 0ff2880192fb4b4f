/// What a search chooses from: one or several variants, each with parameters of its own.
package struct SearchSpace: Sendable, Hashable {
  package struct Variant: Sendable, Hashable {
    package let name: String
    /// Empty for a variant with nothing to change.
    package let axes: [SearchAxis]
    /// Points that are tried in any case, such as what files say; at least the only one of a variant without axes.
    package let starts: [[Double]]

    package init(_ name: String, axes: [SearchAxis], starts: [[Double]] = []) {
      precondition(starts.allSatisfy { $0.count == axes.count }, "a value for each axis")
      self.name = name
      self.axes = axes
      self.starts = axes.isEmpty ? [[]] : starts
    }

    func point(_ variant: Int, at coordinates: [Double]) -> SearchPoint {
      SearchPoint(variant: variant, values: zip(axes, coordinates).map { $0.value(at: $1) })
    }

    /// How many points there are; `nil` for endlessly many, or too many to count.
    var count: Int? {
      var product = 1
      for axis in axes {
        guard let count = axis.count else { return nil }
        let (next, overflow) = product.multipliedReportingOverflow(by: count)
        guard !overflow else { return nil }
        product = next
      }
      return product
    }

    /// Every point, the last axis changing fastest.
    var all: [[Double]] {
      axes.reduce([[]]) { points, axis in points.flatMap { point in axis.all.map { point + [$0] } } }
    }
  }

  package let variants: [Variant]

  /// - Precondition: at least one variant.
  package init(_ variants: [Variant]) {
    precondition(!variants.isEmpty, "something to choose from")
    self.variants = variants
  }

  /// How many points there are; `nil` for endlessly many, or too many to count.
  package var count: Int? {
    var sum = 0
    for variant in variants {
      guard let count = variant.count, count < Int.max / 2 - sum else { return nil }
      sum += count
    }
    return sum
  }

  func axes(of point: SearchPoint) -> [SearchAxis] { variants[point.variant].axes }
}
