import RealModule
import Testing

@testable import Estimation

@Suite struct FormulaSearchTests {
  /// 16,384 rows of floor + amplitude exp(-x / scale) with noise.
  private func problem(_ x: [Double]) throws -> FormulaProblem {
    let noise = TestData.normals(x.count, seed: 47)
    let formula = try Formula("y = floor + amplitude * exp(-x / scale)")
    let names = ["floor", "amplitude", "scale"]
    return FormulaProblem(
      names: names, program: FormulaProgram(formula.model, columns: ["x"], parameters: names), columns: [x],
      columnNames: ["x"], response: zip(x, noise).map { 0.31 + 1.7 * Double.exp(-$0 / 2.3) + 0.2 * $1 },
      roots: [Double](repeating: 1, count: x.count), bounds: Array(repeating: -1e9...1e9, count: 3), linear: [0, 1],
      hasCorners: false)
  }

  @Test func everyFourthRowLeadsToTheMinimumOfAll() throws {
    let problem = try problem((0..<16_384).map { Double($0) / 2048 })
    let short = try FormulaSearch(problem: problem, coarseRows: 4_096).run(from: [[0, 1, 1]])
    let long = try FormulaSearch(problem: problem, coarseRows: .max).run(from: [[0, 1, 1]])
    for (a, b) in zip(short.point.values, long.point.values) { #expect(abs(a / b - 1) < 1e-9) }
    #expect(short.point.residuals.count == 16_384)
    #expect(abs(short.point.values[2] / 2.3 - 1) < 0.05)
  }

  /// Every fourth row has the same x, so that these rows tell nothing apart.
  @Test func rowsThatDoNotTellParametersApartAreNoStart() throws {
    let problem = try problem((0..<16_384).map { $0 % 4 == 0 ? 3 : Double($0) / 2048 })
    let short = try FormulaSearch(problem: problem, coarseRows: 4_096).run(from: [[0, 1, 1]])
    let long = try FormulaSearch(problem: problem, coarseRows: .max).run(from: [[0, 1, 1]])
    #expect(short.point.values == long.point.values)
    #expect(short.iterations == long.iterations)
  }
}
