/// A distribution's quantile function in 2,001 places, linear between them and exact beyond the ends.
struct QuantileTable {
  private static let steps = 2_000
  private let distribution: any MagnitudeDistribution
  private let parameters: [Double]
  private let table: [Double]

  init(_ distribution: any MagnitudeDistribution, _ parameters: [Double]) {
    self.distribution = distribution
    self.parameters = parameters
    table = (1..<Self.steps).map { distribution.quantile(Double($0) / Double(Self.steps), parameters) }
  }

  /// - Parameter p: above 0, below 1.
  func value(_ p: Double) -> Double {
    let place = p * Double(Self.steps) - 1
    guard place >= 0, place < Double(table.count - 1) else { return distribution.quantile(p, parameters) }
    let index = Int(place)
    return table[index] + (table[index + 1] - table[index]) * (place - Double(index))
  }
}
