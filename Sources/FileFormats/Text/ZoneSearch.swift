/// The time zone that two records of the same hours differ by.
package enum ZoneSearch {
  /// In seconds; Kiribati is 14 h ahead of UTC.
  private static let largest = 14 * 3600.0

  /// The shift of whole steps with the least cost; of equal ones the smallest, the later first.
  ///
  /// - Parameters:
  ///   - step: in seconds; zones are whole quarters of an hour.
  ///   - cost: of a shift in seconds; `nil` where nothing can be said of it.
  package static func shift(step: Double = 900, cost: (Double) -> Double?) -> (seconds: Double, cost: Double)? {
    var best: (seconds: Double, cost: Double)?
    for index in 0...Int(largest / step) {
      let size = Double(index) * step
      for seconds in index == 0 ? [0] : [size, -size] {
        if let found = cost(seconds), found < best?.cost ?? .infinity { best = (seconds, found) }
      }
    }
    return best
  }
}
