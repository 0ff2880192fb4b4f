import Core
import RealModule

/// Intervals of quantiles of a fitted time to first fix.
///
/// The likelihood is written with the quantile in place of the model's first parameter, which all others then determine; its
/// profile is that of any parameter.
struct FirstFixQuantiles: Sendable {
  let fit: FirstFixFit
  let model: FirstFixModel
  let attempts: [FirstFixAttempt]
  let steps: FirstFixSteps?
  /// At the maximum, the failure probability last where there is one.
  let values: [Double]

  /// - Parameter p: above 0, below 1.
  func interval(_ p: Double) -> ClosedRange<Double>? {
    let count = model.specifications.count
    var start = values
    start[0] = model.quantile(p, Array(values.prefix(count)))
    let whole = likelihood(p, attempts)
    let few = stride(from: 0, to: attempts.count, by: (attempts.count + 1_999) / 2_000).map { attempts[$0] }
    guard var found = try? whole.maximum(starts: [start], coarse: likelihood(p, few).logLikelihood) else { return nil }
    if attempts.count > 2_000 { found.starts = [] }
    let fixes = attempts.count(where: \.succeeded)
    let isBySite = Set(attempts.compactMap(\.site)).count >= 2
    guard
      let times = try? isBySite
        ? fit.siteTimes(whole, found, attempts, { likelihood(p, $0) }) : fit.limits(whole, fixes: fixes)
    else { return nil }
    return try? whole.interval(of: 0, at: found, time: times[0])
  }

  private func likelihood(_ p: Double, _ attempts: [FirstFixAttempt]) -> LikelihoodFit {
    let plain = fit.likelihood(model, attempts, steps)
    return LikelihoodFit(
      specifications: plain.specifications,
      logLikelihood: { place in
        var own = place
        own[0] = model.first(placing: place[0], at: p, place)
        return own[0] > 0 ? plain.logLikelihood(own) : -.infinity
      }, weight: plain.weight)
  }
}
