import RealModule

/// Fits one or two Gauss-Markov processes and white noise to the empirical autocovariance of errors along one axis.
///
/// The fit is `gsl_multifit_nlinear` over at most 80 lags, weighted by the inverse of variances after Bartlett (1946). Neighbouring lags
/// hold the same noise, so the standard errors come from Bartlett's whole covariance matrix around the weighted fit.
/// One or two processes: Akaike's criterion with the exact Gaussian likelihood, maximized from the fit, on at most 20,000
/// samples. Valid for stationary errors; outliers raise the white part.
///
/// One process comes from `GaussMarkovPosterior` instead, but for series of many thousand samples and time constants. Two come from
/// the likelihood (`GaussMarkovLikelihood`) where it has all samples; the slow one's errors are at least that posterior's
/// with the fast one as white noise.
package struct GaussMarkovFit: Sendable {
  /// In seconds; by default twice the window of the integrated autocorrelation time, at most half of the longest leg.
  package var longestLag: Double?
  /// Of a lag bin in seconds; by default the median sampling interval.
  package var binWidth: Double?

  package init() {}

  static let mostLags = 80
  static let mostSamples = 20_000

  /// - Parameter series: signed errors in metres, at least 50. East and north may be given together as separate legs.
  /// - Throws: `tooFewSamples`; `didNotConverge` and the like when not even one process can be fitted.
  package func fit(_ series: TimeSeries) throws(EstimationError) -> GaussMarkovReport {
    guard series.points.count >= 50 else { throw .tooFewSamples(have: series.points.count, need: 50) }
    let effective = try EffectiveSamples(series)
    guard let interval = series.medianInterval else { throw .badInput("no two samples at different times") }
    let longestLeg = series.legs.reduce(0.0) {
      max($0, series.points[$1.upperBound - 1].time - series.points[$1.lowerBound].time)
    }
    let width = binWidth ?? interval
    let longest = longestLag ?? max(10 * width, min(longestLeg / 2, 2 * effective.window))
    let covariance = try Autocovariance(series, width: width, longestLag: longest)
    guard series.points.contains(where: { $0.value != series.points[0].value }) else {
      throw .badInput("all values are equal")
    }

    var candidates: [GaussMarkovReport.Candidate] = []
    var failures: [EstimationError] = []
    for count in 1...2 {
      do {
        candidates.append(try candidate(count, series, covariance, effective))
      } catch {
        failures.append(error)
      }
    }
    guard !candidates.isEmpty else {
      throw failures.first ?? .didNotConverge(iterations: 0, reason: "no process could be fitted")
    }
    candidates.sort { $0.aic < $1.aic }
    return GaussMarkovReport(
      ranking: candidates, failures: failures, autocovariance: covariance, effective: effective)
  }

  private func candidate(
    _ count: Int, _ series: TimeSeries, _ covariance: Autocovariance, _ effective: EffectiveSamples
  ) throws(EstimationError) -> GaussMarkovReport.Candidate {
    let lags = Self.chosen(covariance.bins.filter { $0.lag > 0 })
    guard lags.count >= 2 * count + 2 else { throw .tooFewSamples(have: lags.count, need: 2 * count + 2) }
    // Lag 0 comes first and alone knows the white part.
    func likelihood(_ hasWhite: Bool) -> GaussMarkovLikelihood {
      GaussMarkovLikelihood(series, mean: covariance.mean, processes: count, hasWhite: hasWhite)
    }
    let x = [0] + lags.map(\.lag)
    let y = [covariance.variance] + lags.map(\.covariance)
    let pairs = [Double(covariance.samples)] + lags.map { Double($0.pairs) }
    if count == 1, let posterior = try GaussMarkovPosterior(series) {
      let summary = try GaussMarkovSummary(
        model: posterior.model, hasWhite: true, lags: x, observed: y, pairs: pairs,
        weights: weights(posterior.model, x, pairs, covariance.width), width: covariance.width,
        samples: covariance.samples, effective: effective.effective, iterations: 0
      ).summary(posterior)
      // Where white noise goes to 0 the likelihood has its summit there.
      let criterion =
        if let whole = try? likelihood(true).criterion(from: posterior.model) {
          whole
        } else {
          try likelihood(false).criterion(from: posterior.model)
        }
      return GaussMarkovReport.Candidate(model: posterior.model, summary: summary, aic: criterion)
    }
    var outcome = try search(count, x, y, pairs, covariance, effective, hasWhite: true)
    var hasWhite = true
    if outcome.model.white < 0 {
      hasWhite = false
      outcome = try search(count, x, y, pairs, covariance, effective, hasWhite: false)
    }
    func summary(_ model: GaussMarkovModel, _ hasWhite: Bool) -> GaussMarkovSummary {
      GaussMarkovSummary(
        model: model, hasWhite: hasWhite, lags: x, observed: y, pairs: pairs, weights: outcome.weights,
        width: covariance.width, samples: covariance.samples, effective: effective.effective,
        iterations: outcome.iterations)
    }
    guard count == 2, series.points.count <= Self.mostSamples else {
      let summary = try summary(outcome.model, hasWhite).summary(
        slow: count == 2 ? GaussMarkovPosterior(series, beside: outcome.model.processes[0].timeConstant) : nil)
      return GaussMarkovReport.Candidate(
        model: outcome.model, summary: summary, aic: try likelihood(hasWhite).criterion(from: outcome.model))
    }
    let whole = likelihood(true)
    let exact = try whole.estimate(from: outcome.model)
    let model = whole.model(exact.parameters.map(\.value))
    return GaussMarkovReport.Candidate(
      model: model,
      summary: try summary(model, true).summary(
        exact: exact, slow: GaussMarkovPosterior(series, beside: model.processes[0].timeConstant)),
      aic: 2 * Double(exact.parameters.count - exact.maximum.pinned.count) - 2 * exact.maximum.logLikelihood)
  }

  private struct Found {
    let model: GaussMarkovModel
    let sumOfSquares: Double
    let iterations: Int
    /// The rows' inverse variances.
    let weights: [Double]
  }

  /// Least squares from several splits between fast and slow, then once more with the variances of that fit.
  private func search(
    _ count: Int, _ x: [Double], _ y: [Double], _ pairs: [Double], _ covariance: Autocovariance,
    _ effective: EffectiveSamples, hasWhite: Bool
  ) throws(EstimationError) -> Found {
    let time = max(covariance.width, 0.5 * effective.integratedTime * covariance.width)
    let total = covariance.variance
    let starts: [[GaussMarkovModel.Process]] =
      count == 1
      ? [0.5, 1, 2].map { [GaussMarkovModel.Process(variance: 0.8 * total, timeConstant: $0 * time)] }
      : [(0.2, 2.0), (0.4, 5.0), (0.05, 1.0)].map {
        [
          GaussMarkovModel.Process(variance: 0.4 * total, timeConstant: max(0.5 * covariance.width, $0.0 * time)),
          GaussMarkovModel.Process(variance: 0.4 * total, timeConstant: $0.1 * time),
        ]
      }
    var best: Found?
    var failure = EstimationError.didNotConverge(iterations: 0, reason: "no start")
    for start in starts {
      do {
        let model = GaussMarkovModel(processes: start, white: hasWhite ? 0.1 * total : 0)
        let even = pairs.map { $0 / (total * total) }
        let rough = try leastSquares(model, x, y, even, hasWhite)
        let found = try leastSquares(rough.model, x, y, weights(rough.model, x, pairs, covariance.width), hasWhite)
        let residual = zip(x, y).reduce(0.0) { sum, point in
          let apart = found.model.covariance(point.0) - point.1
          return sum + apart * apart
        }
        if residual < best?.sumOfSquares ?? .infinity {
          best = Found(
            model: found.model, sumOfSquares: residual, iterations: rough.iterations + found.iterations,
            weights: found.weights)
        }
      } catch {
        failure = error
      }
    }
    guard var best else { throw failure }
    if best.model.processes.count == 2, best.model.processes[0].timeConstant > best.model.processes[1].timeConstant {
      var model = best.model
      model.processes.swapAt(0, 1)
      best = Found(
        model: model, sumOfSquares: best.sumOfSquares, iterations: best.iterations, weights: best.weights)
    }
    return best
  }

  /// pairs / (C0^2 + C(lag)^2 + 2 sum of C(k)^2 below the lag), k in sampling steps: Bartlett's variance for lags beyond
  /// the process's memory (Box and Jenkins 1976, 2.1.13), less at short lags, which alone tell the white part. Any
  /// weights give a fair fit; the standard errors take account of them.
  private func weights(_ model: GaussMarkovModel, _ x: [Double], _ pairs: [Double], _ width: Double) -> [Double] {
    let positive = GaussMarkovModel(processes: model.processes, white: max(0, model.white))
    let total = positive.covariance(0)
    var (sum, k) = (0.0, 1)
    return zip(x, pairs).map { lag, pairs in
      while Double(k) * width < lag {
        let value = positive.covariance(Double(k) * width)
        sum += value * value
        k += 1
      }
      let here = positive.covariance(lag)
      return pairs / (total * total + here * here + 2 * sum)
    }
  }

  /// Over the logarithms of variances and time constants, and the white variance as it is.
  private func leastSquares(
    _ start: GaussMarkovModel, _ x: [Double], _ y: [Double], _ weights: [Double], _ hasWhite: Bool
  ) throws(EstimationError) -> Found {
    let count = start.processes.count
    let size = 2 * count + (hasWhite ? 1 : 0)
    let unit = y[0]
    let origin =
      start.processes.flatMap { [Double.log($0.variance), Double.log($0.timeConstant)] }
      + (hasWhite ? [start.white / unit] : [])
    func model(_ p: [Double]) -> GaussMarkovModel {
      GaussMarkovModel(
        processes: (0..<count).map {
          GaussMarkovModel.Process(variance: Double.exp(p[2 * $0]), timeConstant: Double.exp(p[2 * $0 + 1]))
        }, white: hasWhite ? p[2 * count] * unit : 0)
    }
    let outcome = try LevenbergMarquardt(tolerance: 1e-10).fit(
      from: origin, names: GaussMarkovSummary.names(count, hasWhite), rows: x.count, weights: weights,
      residuals: { p, out in
        let model = model(p)
        for i in x.indices { out[i] = model.covariance(x[i]) - y[i] }
      },
      jacobian: { p, out in
        let model = model(p)
        for i in x.indices {
          for (k, process) in model.processes.enumerated() {
            let value = process.variance * Double.exp(-x[i] / process.timeConstant)
            out[i * size + 2 * k] = value
            out[i * size + 2 * k + 1] = value * x[i] / process.timeConstant
          }
          if hasWhite { out[i * size + 2 * count] = x[i] == 0 ? unit : 0 }
        }
      })
    return Found(
      model: model(outcome.values), sumOfSquares: outcome.sumOfSquares, iterations: outcome.iterations, weights: weights
    )
  }

  /// At most 80 bins: each of the first 20, then evenly in the logarithm of the lag.
  private static func chosen(_ bins: [Autocovariance.Bin]) -> [Autocovariance.Bin] {
    guard bins.count > mostLags else { return bins }
    let dense = 20
    let ratio = Double.pow(Double(bins.count) / Double(dense), 1 / Double(mostLags - dense))
    var indices = Array(0..<dense)
    var place = Double(dense)
    while indices.count < mostLags {
      place *= ratio
      let index = min(bins.count - 1, max(indices[indices.count - 1] + 1, Int(place) - 1))
      if index == indices[indices.count - 1] { break }
      indices.append(index)
    }
    return indices.map { bins[$0] }
  }
}
