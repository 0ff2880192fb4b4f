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
    self.start = start
    self.end = end
    self.names = names
    logarithmic = nil
    domain = -0.5...Double(names.count) - 0.5
  }

  init?(_ values: [Double], isLogarithmic: Bool, start: Double, end: Double) {
    guard let low = values.min(), let high = values.max() else { return nil }
    self.start = start
    self.end = end
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
    names.isEmpty || !names.indices.contains(Int(tick)) ? TickText.text(tick) : names[Int(tick)]
  }

  /// Rounded to a tenth, so that pages are equal on all machines.
  func pixel(_ value: Double) -> Double {
    if let logarithmic { return logarithmic.pixel(value) }
    let share = (value - domain.lowerBound) / (domain.upperBound - domain.lowerBound)
    return ((start + share * (end - start)) * 10).rounded() / 10
  }
}
