import RealModule

/// Round steps on a linear axis.
enum LinearScale {
  /// Multiples of 1, 2, 2.5 or 5 times a power of ten inside `domain`.
  static func ticks(in domain: ClosedRange<Double>, about count: Int) -> [Double] {
    let span = domain.upperBound - domain.lowerBound
    guard span > 0, span.isFinite else { return [domain.lowerBound] }
    let decades = LogScale.decades(span / Double(count)).rounded(.down)
    // A smaller step has no exact multiples.
    guard decades > -300 else { return [domain.lowerBound] }
    let power = Double("1e\(Int(decades))") ?? 1
    let step = [1, 2, 2.5, 5, 10].map { $0 * power }.first { span / $0 <= Double(count) } ?? power * 10
    let first = Int((domain.lowerBound / step).rounded(.up))
    let last = Int((domain.upperBound / step).rounded(.down))
    guard first <= last else { return [domain.lowerBound] }
    return (first...last).map { Double($0) * step }
  }
}
