import Core
import RealModule
import Testing

@testable import Estimation

@Suite struct FormulaTests {
  /// Value and slopes of `y = TEXT` at x = 1.7, a = 0.6, b = -2.3.
  static func at(_ text: String, a: Double = 0.6, b: Double = -2.3, x: Double = 1.7) throws -> [Double] {
    let formula = try Formula("y = \(text)")
    let program = FormulaProgram(formula.model, columns: ["x"], parameters: ["a", "b"])
    var (value, slopes) = ([0.0], [0.0, 0.0])
    program.evaluate([a, b], [[x]], rows: 0..<1, values: &value, slopes: &slopes)
    return value + slopes
  }

  @Test(
    arguments: [
      ("1 + 2*3", 7), ("(1 + 2)*3", 9), ("7 - 2 - 3", 2), ("12/3/2", 2), ("2^3^2", 512), ("-2^2", -4), ("(-2)^2", 4),
      ("2^-1", 0.5), ("--3", 3), ("+3", 3), ("2*-3", -6), ("-x^2", -2.89), ("1.5e2 + .5", 150.5), ("2e-1", 0.2),
      ("exp(0) + log(exp(2)) + log10(1000)", 6), ("sqrt(9) + abs(-4)", 7), ("sin(0) + cos(0)", 1),
      ("4*atan(1) - pi", 0), ("min(3, x, 2)", 1.7), ("max(3, x, 2)", 3), ("x", 1.7), ("a*b", -1.38), ("(-8)^3", -512),
      ("((x))", 1.7),
    ] as [(String, Double)])
  func valuesFollowTheRulesOfArithmetic(_ row: (text: String, value: Double)) throws {
    #expect(abs(try Self.at(row.text)[0] - row.value) < 1e-12, "\(row.text)")
  }

  @Test(
    arguments: [
      ("a + b", 1, 1), ("a - b", 1, -1), ("a*b", -2.3, 0.6), ("a/b", 1 / -2.3, -0.6 / 5.29), ("-a", -1, 0),
      ("exp(a*x)", 1.7 * .exp(1.02), 0), ("log(a)", 1 / 0.6, 0), ("log10(a)", 1 / (0.6 * .log(10)), 0),
      ("sqrt(a)", 0.5 / 0.6.squareRoot(), 0), ("sin(a)", .cos(0.6), 0), ("cos(a)", -.sin(0.6), 0),
      ("atan(a)", 1 / 1.36, 0), ("abs(b)", 0, -1), ("abs(a)", 1, 0), ("min(a, b)", 0, 1), ("max(a, b)", 1, 0),
      ("a^3", 3 * 0.36, 0), ("b^3", 0, 3 * 5.29), ("x^a", .pow(1.7, 0.6) * .log(1.7), 0),
      ("a^b", -2.3 * .pow(0.6, -3.3), .pow(0.6, -2.3) * .log(0.6)), ("x + 1", 0, 0), ("a*a", 1.2, 0),
      ("exp(a)*exp(a)", 2 * .exp(1.2), 0), ("(a - b)/(a - b)", 0, 0),
    ] as [(String, Double, Double)])
  func slopesAreExact(_ row: (text: String, a: Double, b: Double)) throws {
    let found = try Self.at(row.text)
    #expect(abs(found[1] - row.a) < 1e-12 && abs(found[2] - row.b) < 1e-12, "\(row.text): \(found)")
  }

  /// A row at x = 0 must not lose a power law its slopes.
  @Test func powersAreDefinedWhereTheyHaveALimit() throws {
    #expect(try Self.at("a*x^(b + 3)", x: 0) == [0, 0, 0])
    #expect(try Self.at("b^2")[0] == 2.3 * 2.3)
    #expect(try Self.at("b^0.5")[0].isNaN)
    #expect(try Self.at("log(b)")[0].isNaN)
  }

  @Test(
    arguments: [
      ("", 1, "ends where"), ("y", 2, "'='"), ("y =", 4, "ends where"), ("y = a +", 8, "ends where"),
      ("y = a b", 7, "'b' stands where an operator"), ("y = 2x", 5, "'2x' is not a number"),
      ("y = (a + b", 11, "parenthesis at character 5"), ("y = a)", 6, "')' stands where an operator"),
      ("y = lg(x)", 5, "unknown function 'lg'"), ("y = exp", 5, "'exp' has no argument"),
      ("y = exp(a, b)", 5, "2 arguments"), ("y = min(a)", 5, "one argument"), ("y = a ** 2", 7, "write ^"),
      ("y = a & b", 7, "'&' has no meaning"), ("y = a = b", 7, "'=' stands where an operator"),
      ("y = 1.2.3", 5, "not a number"), ("y = a*/b", 7, "'/' stands where a number"), ("3 = a", 1, "no column"),
      ("y = `a", 5, "backquote"), ("y = 1e999", 5, "not a number"),
    ] as [(String, Int, String)])
  func mistakesAreNamedWithTheirPlace(_ row: (text: String, position: Int, words: String)) throws {
    let error = #expect(throws: FormulaError.self) { try Formula(row.text) }
    #expect(error?.position == row.position, "\(row.text): \(error.map(\.description) ?? "")")
    #expect(error?.description.contains(row.words) == true, "\(row.text): \(error.map(\.description) ?? "")")
  }

  @Test func namesStandWithTheirPlaces() throws {
    let formula = try Formula("log(`power (mW)`) = a + slope_1*x + a*pi")
    #expect(formula.names.map(\.text) == ["power (mW)", "a", "slope_1", "x"])
    #expect(formula.names.map(\.position) == [5, 21, 25, 33])
    #expect(formula.names.map(\.isInResponse) == [true, false, false, false])
  }

  @Test func deepAndLongFormulasAreRefused() {
    #expect(throws: FormulaError.self) { try Formula("y = " + String(repeating: "(", count: 500) + "a") }
    #expect(throws: FormulaError.self) { try Formula("y = " + String(repeating: "-", count: 500) + "a") }
    #expect(throws: FormulaError.self) { try Formula("y = a" + String(repeating: "+a", count: 5_000)) }
    #expect(throws: Never.self) { try Formula("y = a" + String(repeating: "+a", count: 900)) }
  }

  /// Any characters are read or refused at a place inside the text.
  @Test func noTextBreaksTheParser() {
    var random = Xoshiro256PlusPlus(seed: 29)
    let pieces = [
      "a", "x", "y", "=", "+", "-", "*", "/", "^", "(", ")", ",", "1", ".", "e", "exp", "min", "`", " ", "é", "0.5",
    ]
    for _ in 0..<3_000 {
      let count = 1 + Int(random.uniform() * 14)
      let text = (0..<count).map { _ in pieces[Int(random.uniform() * Double(pieces.count))] }.joined()
      do {
        _ = try Formula(text)
      } catch {
        #expect((1...text.count + 1).contains(error.position), "\(text)")
      }
    }
  }

  @Test func linearParametersAreFound() throws {
    func dependence(_ text: String, _ names: Set<String>) throws -> FormulaNode.Dependence {
      try Formula("y = \(text)").model.dependence(on: names)
    }
    #expect(try dependence("a + b*x^2", ["a", "b"]) == .linear)
    #expect(try dependence("a*b*x", ["a", "b"]) == .other)
    #expect(try dependence("a*b*x", ["a"]) == .linear)
    #expect(try dependence("(a + x)/(1 + b*x)", ["a"]) == .linear)
    #expect(try dependence("(a + x)/(1 + b*x)", ["b"]) == .other)
    #expect(try dependence("-a*exp(-b*x)", ["a"]) == .linear)
    #expect(try dependence("x", ["a"]) == .none)
    #expect(try dependence("max(a, x)", ["a"]) == .other)
  }

  @Test func heldParametersLeaveTheSameCurve() throws {
    let formula = try Formula("y = a*exp(-b*x) + c*a*x + b")
    let program = FormulaProgram(formula.model, columns: ["x"], parameters: ["a", "b", "c"])
    let x = TestData.sequence(700, TestData.golden)
    var (whole, slopes) = ([Double](repeating: 0, count: 700), [Double](repeating: 0, count: 2_100))
    program.evaluate([1.3, 0.7, -2.1], [x], rows: 0..<700, values: &whole, slopes: &slopes)
    for held in 0..<3 {
      let values = [1.3, 0.7, -2.1]
      let free = (0..<3).filter { $0 != held }
      var (part, own) = ([Double](repeating: 0, count: 700), [Double](repeating: 0, count: 1_400))
      program.holding([held: values[held]], free: free).evaluate(
        free.map { values[$0] }, [x], rows: 0..<700, values: &part, slopes: &own)
      #expect(zip(part, whole).allSatisfy { abs($0 - $1) < 1e-14 })
      for (k, i) in free.enumerated() {
        #expect((0..<700).allSatisfy { abs(own[k * 700 + $0] - slopes[i * 700 + $0]) < 1e-13 })
      }
    }
  }
}
