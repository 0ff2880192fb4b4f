import Estimation
import Reports

enum ErrorPlots {
  static func distribution(_ paired: PairedFixes, _ models: [FittedErrorModel]) -> FitPlot {
    let sorted = paired.samples.map(\.error.magnitude).sorted()
    let n = Double(sorted.count)
    var series = [
      FitPlot.Series(
        "data", .points,
        sorted.enumerated().map { (x: max($0.element, 0.01), y: (Double($0.offset) + 0.5) / n) })
    ]
    for (k, model) in models.prefix(2).enumerated() {
      let line = (1...199).map { step -> (x: Double, y: Double) in
        let p = Double(step) / 200
        return (x: model.quantile(p), y: p)
      }
      series.append(.init(model.model.rawValue, k == 0 ? .line : .reference, line))
    }
    return FitPlot(
      title: "Distribution of errors", caption: "The share of errors below a distance, data and model.",
      x: .init(paired.geometry == .crossTrack ? "Cross-track error, m" : "Error, m", isLogarithmic: true),
      y: .init("Share below"), series: series)
  }

  static func overTime(_ paired: PairedFixes) -> FitPlot {
    let start = paired.samples.map(\.time).min() ?? 0
    return FitPlot(
      title: "Errors over time", caption: "Stretches of large errors are weather of the sky, not independent mistakes.",
      x: .init("Hours from the first fix"), y: .init("Error, m"),
      series: [.init("fixes", .points, paired.samples.map { (x: ($0.time - start) / 3600, y: $0.error.magnitude) })])
  }

  static func plane(_ paired: PairedFixes) -> FitPlot? {
    guard paired.geometry == .distance else { return nil }
    let points = paired.samples.map { (x: $0.error.axes[0], y: $0.error.axes[1]) }
    let (east, north) = (points.map(\.x), points.map(\.y))
    return FitPlot(
      title: "Errors east and north",
      caption: "The truth is where the dashed lines cross: a cloud off it is a bias; a long one prefers a direction.",
      x: .init("East, m"), y: .init("North, m"),
      series: [
        .init("fixes", .points, points),
        .init("truth", .reference, [(x: min(0, east.min() ?? 0), y: 0), (x: max(0, east.max() ?? 0), y: 0)]),
        .init("", .reference, [(x: 0, y: min(0, north.min() ?? 0)), (x: 0, y: max(0, north.max() ?? 0))]),
      ])
  }
}

extension FitPlot.Series {
  /// Where what is fitted is what was measured.
  static func diagonal(_ ends: (low: Double, high: Double)) -> Self {
    Self("", .reference, [(x: ends.low, y: ends.low), (x: ends.high, y: ends.high)])
  }
}
