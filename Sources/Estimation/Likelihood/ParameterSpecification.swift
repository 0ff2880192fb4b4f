/// What a model says about one of its parameters.
struct ParameterSpecification: Sendable, Hashable {
  let name: String
  let unit: String
  let scale: ParameterScale
  /// Ends of the range that are permitted values, at which the likelihood is defined.
  let closedBounds: [Double]

  init(_ name: String, unit: String = "", scale: ParameterScale, closedBounds: [Double] = []) {
    self.name = name
    self.unit = unit
    self.scale = scale
    self.closedBounds = closedBounds
  }
}
