package import Estimation
package import Reports

extension FitPlot {
  /// How much the errors of a fit repeat themselves, with the model's curve.
  package static func correlation(_ report: GaussMarkovReport) -> FitPlot {
    let variance = max(report.autocovariance.variance, 1e-300)
    let points = [(x: 0.0, y: 1.0)] + report.autocovariance.bins.map { (x: $0.lag, y: $0.covariance / variance) }
    let last = points.last?.x ?? 1
    let line = (0...200).map { step -> (x: Double, y: Double) in
      let lag = last * Double(step) / 200
      return (x: lag, y: report.winner.covariance(lag) / variance)
    }
    return FitPlot(
      title: "Correlation in time", caption: "How much an error repeats the one so many seconds before.",
      x: .init("Lag, s"), y: .init("Correlation"),
      series: [.init("data", .points, points), .init(report.winner.summary.model, .line, line)])
  }
}
