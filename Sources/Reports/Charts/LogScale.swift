import Core
import RealModule

/// A logarithmic axis: where a value stands, and which values get a tick.
struct LogScale {
  let domain: ClosedRange<Double>
  /// Pixels at the domain's ends; the first may be the larger one.
  let start: Double
  let end: Double

  /// - Parameters:
  ///   - values: those above 0 set the domain, which is widened by `margin` of its decades at each end.
  ///   - margin: share of the domain.
  init?(covering values: [Double], margin: Double, start: Double, end: Double) {
    let positive = values.filter { $0 > 0 && $0.isFinite }
    guard let low = positive.min(), let high = positive.max() else { return nil }
    let (from, to) = (Self.decades(low), Self.decades(high))
    // At least a third of a decade, so that equal values do not make an empty axis.
    let middle = (from + to) / 2
    let half = max((to - from) / 2, 1.0 / 6) * (1 + 2 * margin)
    // Ends beyond what a number can be would be 0 and infinity.
    let first = min(max(middle - half, -307), 307)
    domain = Double.exp10(first)...Double.exp10(min(max(middle + half, first + 1.0 / 3), 308))
    self.start = start
    self.end = end
  }

  /// The decimal logarithm.
  static func decades(_ value: Double) -> Double { Double.log10(value) }

  /// The pixel of `value`, rounded to a tenth so that pages are equal on all machines.
  func pixel(_ value: Double) -> Double {
    let (low, high) = (Self.decades(domain.lowerBound), Self.decades(domain.upperBound))
    let share = (Self.decades(max(value, domain.lowerBound)) - low) / (high - low)
    return ((start + min(share, 1) * (end - start)) * 10).rounded() / 10
  }

  /// Four to about nine round values inside the domain: 1-2-5 over decades, even steps over less.
  var ticks: [Double] {
    let first = Int(Self.decades(domain.lowerBound).rounded(.down))
    let last = Int(Self.decades(domain.upperBound).rounded(.up))
    for mantissas in [[1.0], [1, 3], [1, 2, 5]] {
      let ticks = (first...last).flatMap { decade in mantissas.map { Self.round($0, decade) } }
        .filter(domain.contains)
      if ticks.count >= 4 { return ticks }
    }
    return LinearScale.ticks(in: domain, about: 6)
  }

  private static func round(_ mantissa: Double, _ decade: Int) -> Double {
    // Powers of ten as Swift reads them, so that a tick of 0.3 is the number 0.3.
    Double("\(Int(mantissa))e\(decade)") ?? mantissa
  }
}
