/// Power against received power: flat in a strong signal, rising below a knee, where the phone sends louder and again.
///
///     power = floor + slope max(knee - r, 0) / 10 dB
///
/// Errors come from `CorrelatedRegression`, since power of one second repeats that of the one before. Valid where the phone
/// did the same all the way: a trace measures the whole phone.
package struct RadioPowerFit: Sendable {
  package let summary: FitSummary

  static let mostRows = 1_000
  /// An interval that ends this near to the lowest or highest level, in dB, is open.
  private static let nearEnd = 0.5

  /// - Throws: `tooFewSamples` under 60 seconds, `badInput` where the received power hardly varies.
  package init(_ given: [SignalSample]) throws(EstimationError) {
    guard given.count >= 60 else { throw .tooFewSamples(have: given.count, need: 60) }
    let sorted = given.sorted { ($0.drive, $0.time) < ($1.drive, $1.time) }
    let blocks = RowBlocks(legs: sorted.map(\.drive), times: sorted.map(\.time), most: Self.mostRows)
    let levels = sorted.map(\.level)
    let powers = blocks.means(sorted.map(\.value))
    let order = levels.sorted()
    let (low, high) = (order[order.count / 20], order[order.count * 19 / 20])
    guard high - low >= ThroughputFit.leastSpread else {
      throw .badInput("the received power varies by less than \(Int(ThroughputFit.leastSpread)) dB")
    }
    guard powers.contains(where: { $0 != powers[0] }) else { throw .badInput("all powers are equal") }
    let ones = [Double](repeating: 1, count: powers.count)
    let regression = try CorrelatedRegression(
      response: powers, steps: blocks.steps, curve: max(1, low + 150)...(high + 150),
      names: ["floor", "slope", "knee"],
      design: { place in
        let below: [Double] = levels.map { max(place - 150 - $0, 0) / 10 }
        let slopes: [Double] = levels.map { $0 < place - 150 ? 0.1 : 0 }
        return ([ones, blocks.means(below)], blocks.means(slopes))
      })
    var (parameters, warnings) = ([FittedParameter](), [FitWarning]())
    // A knee that may lie beyond the levels met is open, and so is the slope, which goes with it. So is the floor where the
    // knee may lie above them.
    let knee = regression.estimate(2)?.interval95
    let floorIsOpen = knee.map { $0.upperBound > high + 150 - Self.nearEnd } ?? true
    let kneeIsOpen = knee.map { $0.lowerBound < low + 150 + Self.nearEnd } ?? true || floorIsOpen
    for (i, name) in ["floor", "slope", "knee"].enumerated() {
      guard let found = regression.estimate(i) else { throw .singularJacobian(parameters: [name]) }
      let moved = found.moved(by: name == "knee" ? -150 : 0, times: 1)
      let unit = name == "knee" ? "dBm" : name == "floor" ? "W" : "W per 10 dB"
      parameters.append(moved.parameter(name, unit: unit, .correlatedStudentT))
      guard name == "floor" ? floorIsOpen : kneeIsOpen else { continue }
      warnings.append(.openInterval(name: name))
      parameters[i].interval95 = nil
    }
    let values = parameters.map(\.value)
    let fitted = blocks.means(levels.map { values[0] + values[1] * max(values[2] - $0, 0) / 10 })
    let residuals = zip(powers, fitted).map { $0 - $1 }
    warnings += FitWarning.effective(samples: given.count, worth: min(Double(given.count), regression.effectiveSamples))
    if kneeIsOpen {
      warnings.append(.note("the knee may lie beyond the levels met: then they do not show the whole slope"))
    }
    if let slope = parameters[1].interval95, slope.contains(0) {
      warnings.append(.note("the slope's interval holds 0: the trace does not show that a weak signal costs more"))
    }
    summary = FitSummary(
      model: "radio power", formula: "power = floor + slope max(knee - RSRP, 0) / 10 dB", parameters: parameters,
      covariance: FitSummary.covariance(regression.correlation, parameters), logLikelihood: nil, samples: given.count,
      effectiveSamples: min(Double(given.count), regression.effectiveSamples),
      residuals: try ResidualDiagnostics(residuals: residuals), warnings: warnings)
  }
}
