import RealModule

/// Finds limits that leave so much room that a regression could hide in it.
package enum TighterLimit {
  /// Room kept above a figure: a tenth.
  private static let margin = 0.1

  /// A tighter number for an absolute limit that holds, with two significant digits; `nil` where it is tight enough.
  ///
  /// A `max` is loose when it is more than a quarter above what is suggested, a `min` when more than a fifth below. The
  /// prediction range, where there is one, stays within the suggestion: it is the room that real phones need.
  package static func suggestion(
    for bound: BudgetBound, _ verdict: LimitVerdict, prediction: ClosedRange<Double>? = nil
  ) -> Double? {
    guard !verdict.isBroken, let figure = verdict.figure else { return nil }
    switch bound {
    case .max(let limit):
      let reference = figure.high.isFinite ? figure.high : figure.mean
      guard limit > 0, reference > 0 else { return nil }
      let tight = rounded(max(reference * (1 + margin), prediction?.upperBound ?? 0), .up)
      return limit > tight * 1.25 ? tight : nil
    case .min(let limit):
      let reference = figure.low.isFinite ? figure.low : figure.mean
      guard limit > 0, reference > 0 else { return nil }
      let least = min(reference * (1 - margin), prediction?.lowerBound ?? .infinity)
      guard least > 0 else { return nil }
      let tight = rounded(least, .down)
      return limit < tight * 0.8 ? tight : nil
    case .maxIncrease, .maxDecrease: return nil
    }
  }

  /// Whether the figure has certainly moved the good way since the baseline, which a new baseline would hold.
  package static func isImprovement(_ bound: BudgetBound, _ verdict: LimitVerdict) -> Bool {
    guard bound.isRelative, !verdict.isBroken, let change = verdict.change else { return false }
    return change.high < 0
  }

  /// Two significant digits, away from or towards zero as asked. A value that already is so short stays.
  private static func rounded(_ value: Double, _ rule: FloatingPointRoundingRule) -> Double {
    let exponent = Int(Double.log10(value).rounded(.down)) - 1
    let scale = Double.exp10(Double(abs(exponent)))
    let scaled = exponent >= 0 ? value / scale : value * scale
    // A product such as 1.1 x 10 must not count as a hair above 11.
    let whole = abs(scaled - scaled.rounded()) < 1e-9 ? scaled.rounded() : scaled.rounded(rule)
    return exponent >= 0 ? whole * scale : whole / scale
  }
}
