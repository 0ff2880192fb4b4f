import RealModule
import Testing

@testable import Estimation

@Suite struct FormulaSearchTests {
  /// 16,384 rows of floor + amplitude exp(-x / scale) with noise. Searches of so many rows end within a ten-millionth of the errors.
  private func problem(_ x: [Double]) throws -> FormulaProblem {
    let noise = TestData.normals(x.count, seed: 47)
    let formula = try Formula("y = floor + amplitude * exp(-x / scale)")
    let names = ["floor", "amplitude", "scale"]
    return FormulaProblem(
      names: names, program: FormulaProgram(formula.model, columns: ["x"], parameters: names), columns: [x],
      response: zip(x, noise).map { 0.31 + 1.7 * Double.exp(-$0 / 2.3) + 0.2 * $1 },
      roots: [Double](repeating: 1, count: x.count), bounds: Array(repeating: -1e9...1e9, count: 3), linear: [0, 1],
      hasCorners: false)
  }

  @Test func everyEighthRowLeadsToTheMinimumOfAll() throws {
    let problem = try problem((0..<16_384).map { Double($0) / 2048 })
    let short = try FormulaSearch(problem: problem, coarseRows: 2_048).run(from: [[0, 1, 1]])
    let long = try FormulaSearch(problem: problem, coarseRows: .max).run(from: [[0, 1, 1]])
    for (a, b) in zip(short.point.values, long.point.values) { #expect(abs(a / b - 1) < 1e-8) }
    #expect(short.point.residuals.count == 16_384)
    #expect(abs(short.point.values[2] / 2.3 - 1) < 0.05)
  }

  /// A table that repeats itself, as transfers at a fixed interval do: its period hides nothing from the rows kept.
  @Test func periodsOfATableHideNothing() throws {
    let problem = try problem((0..<16_384).map { Double($0 % 4) })
    let starts = [[0.0, 1, 1], [0, 1, 4]]
    let short = try FormulaSearch(problem: problem, coarseRows: 2_048).run(from: starts)
    let long = try FormulaSearch(problem: problem, coarseRows: .max).run(from: starts)
    for (a, b) in zip(short.point.values, long.point.values) { #expect(abs(a / b - 1) < 1e-8) }
    #expect(abs(short.point.values[2] / 2.3 - 1) < 0.05)
    // Steps of 33, of 9, and of 4 as the table's period.
    for kept in [500, 2_000, 4_096] { #expect(Set(problem.thinned(to: kept).columns[0]) == [0, 1, 2, 3]) }
  }

  /// All rows kept have the same x, so that they tell nothing apart.
  @Test(arguments: [2_048, 500])
  func rowsThatDoNotTellParametersApartAreNoStart(kept: Int) throws {
    let indices = Set(try problem((0..<16_384).map { Double($0) }).thinned(to: kept).columns[0])
    let problem = try problem((0..<16_384).map { indices.contains(Double($0)) ? 3 : Double($0) / 2048 })
    let starts = [[0.0, 1, 1], [0, 1, 4]]
    let short = try FormulaSearch(problem: problem, coarseRows: 2_048).run(from: starts)
    let long = try FormulaSearch(problem: problem, coarseRows: .max).run(from: starts)
    for (a, b) in zip(short.point.values, long.point.values) { #expect(abs(a / b - 1) < 1e-8) }
    #expect(abs(short.point.values[2] / 2.3 - 1) < 0.05)
  }
}
