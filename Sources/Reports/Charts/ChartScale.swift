import RealModule

/// A linear or logarithmic axis of a fit's chart.
struct FitScale {
  private let logarithmic: LogScale?
  private let domain: ClosedRange<Double>
  private let start: Double
  private let end: Double
  private let names: [String]

  /// - Parameter axis: one with names has a tick for each, at 0, 1, 2, ...
  init?(_ values: [Double], _ axis: FitPlot.Axis, start: Double, end: Double) {
    if axis.names.isEmpty {
      self.init(values, isLogarithmic: axis.isLogarithmic, start: start, end: end)
    } else {
      self.init(axis.names, start: start, end: end)
    }
  }

  private init(_ names: [String], start: Double, end: Double) {
    (self.start, self.end, self.names) = (start, end, names)
    logarithmic = nil
    domain = -0.5...Double(names.count) - 0.5
  }

  init?(_ values: [Double], isLogarithmic: Bool, start: Double, end: Double) {
    guard let low = values.min(), let high = values.max() else { return nil }
    (self.start, self.end) = (start, end)
    names = []
    if isLogarithmic {
      guard let scale = LogScale(covering: values, margin: 0.03, start: start, end: end) else { return nil }
      logarithmic = scale
      domain = scale.domain
    } else {
      logarithmic = nil
      // A little air, but no negative numbers below data that starts at zero.
      let margin = low == high ? max(abs(low) * 0.1, 0.5) : (high - low) * 0.04
      domain = (low >= 0 && low <= margin ? 0 : low - margin)...(high + margin)
    }
  }

  /// - Parameter count: about so many on a linear axis.
  func ticks(about count: Int = 6) -> [Double] {
    if !names.isEmpty { return names.indices.map(Double.init) }
    return logarithmic?.ticks ?? LinearScale.ticks(in: domain, about: count)
  }

  /// What stands beside a tick.
  func text(_ tick: Double) -> String {
    names.isEmpty || !names.indices.contains(Int(tick)) ? Figure.tick(tick) : names[Int(tick)]
  }

  /// Rounded to a tenth, so that pages are equal on all machines.
  func pixel(_ value: Double) -> Double {
    if let logarithmic { return logarithmic.pixel(value) }
    let share = (value - domain.lowerBound) / (domain.upperBound - domain.lowerBound)
    return ((start + share * (end - start)) * 10).rounded() / 10
  }
}

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
    (self.start, self.end) = (start, end)
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
