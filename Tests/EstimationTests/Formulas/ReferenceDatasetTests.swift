import RealModule
import Testing

@testable import Estimation

/// All 27 nonlinear and 11 linear regression sets of NIST, whose values are certified to 11 and 15 digits.
@Suite struct ReferenceDatasetTests {
  @Test func everySetIsThere() {
    #expect(ReferenceDataset.nonlinear.count == 27)
    #expect(ReferenceDataset.linear.count == 11)
  }

  /// Terms of a sum may come in another order: exponentials are told apart by their rates.
  private static func ordered(_ set: ReferenceDataset, _ summary: FitSummary) -> [FittedParameter] {
    if set.name == "MGH17", summary.parameters[3].value > summary.parameters[4].value {
      return [0, 2, 1, 4, 3].map { summary.parameters[$0] }
    }
    guard set.name.hasPrefix("Lanczos") else { return summary.parameters }
    let terms = [0, 2, 4].map { [summary.parameters[$0], summary.parameters[$0 + 1]] }
    return terms.sorted { $0[1].value < $1[1].value }.flatMap(\.self)
  }

  private static func expect(_ set: ReferenceDataset, _ result: CurveResult, errorDigits: Double) {
    for (parameter, certified) in zip(ordered(set, result.summary), set.certified) {
      #expect(
        agree(parameter.value, certified.value, within: 5e-7),
        "\(set.name) \(certified.name): \(parameter.value), certified \(certified.value)")
      let (error, known) = (parameter.standardError ?? .infinity, set.errors[certified.name] ?? 0)
      #expect(
        known == 0 ? error < 1e-6 : agree(error, known, within: .pow(10, -errorDigits)),
        "\(set.name) \(certified.name): error \(error), certified \(known)")
    }
    // A sum of 1e-25 is the rounding of its 24 terms.
    #expect(
      set.sumOfSquares == 0
        ? result.sumOfSquares < 1e-12
        : agree(result.sumOfSquares, set.sumOfSquares, within: set.name == "Lanczos1" ? 0.01 : 1e-8),
      "\(set.name): sum \(result.sumOfSquares), certified \(set.sumOfSquares)")
  }

  @Test(arguments: ReferenceDataset.nonlinear)
  func theNearStartReachesTheCertifiedValues(_ set: ReferenceDataset) throws {
    Self.expect(set, try set.fit(from: 1), errorDigits: set.name == "Lanczos1" ? 3 : 4)
  }

  /// From far away a refusal would do; today none is needed.
  @Test(arguments: ReferenceDataset.nonlinear)
  func theFarStartReachesTheCertifiedValues(_ set: ReferenceDataset) throws {
    Self.expect(set, try set.fit(from: 0), errorDigits: set.name == "Lanczos1" ? 3 : 4)
  }

  @Test(arguments: ReferenceDataset.linear)
  func linearSetsReachTheCertifiedValues(_ set: ReferenceDataset) throws {
    Self.expect(set, try set.fit(from: 0), errorDigits: 4)
  }

  /// Each formula's slopes against central differences at the near start.
  @Test(arguments: ReferenceDataset.nonlinear)
  func slopesAreThoseOfDifferences(_ set: ReferenceDataset) throws {
    let formula = try Formula(set.formula)
    let names = set.certified.map(\.name)
    let columns = set.columns.keys.sorted()
    let program = FormulaProgram(formula.model, columns: columns, parameters: names)
    let data = columns.map { set.columns[$0] ?? [] }
    let rows = data[0].count
    func values(_ p: [Double]) -> [Double] {
      var (values, none) = ([Double](repeating: 0, count: rows), [Double]())
      program.evaluate(p, data, rows: 0..<rows, values: &values, slopes: &none)
      return values
    }
    let p = names.map { set.starts[1][$0] ?? 1 }
    var (all, slopes) = ([Double](repeating: 0, count: rows), [Double](repeating: 0, count: rows * names.count))
    program.evaluate(p, data, rows: 0..<rows, values: &all, slopes: &slopes)
    #expect(all == values(p))
    for k in names.indices {
      let step = 1e-5 * max(abs(p[k]), 1e-12)
      var (high, low) = (p, p)
      high[k] += step
      low[k] -= step
      let own = Array(slopes[k * rows..<(k + 1) * rows])
      let largest = own.reduce(0) { max($0, abs($1)) }
      for (i, pair) in zip(values(high), values(low)).enumerated() {
        #expect(
          abs((pair.0 - pair.1) / (high[k] - low[k]) - own[i]) < 1e-5 * max(largest, 1e-300), "\(names[k]), row \(i)")
      }
    }
  }
}
