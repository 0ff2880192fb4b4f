import Estimation
import Foundation

/// The fit of the exponential tail (three parameters) to 100,000 rows.
///
/// `FitBenchmark --write FILE` writes the rows as doubles, all x and then all y; `FitBenchmark FILE ROUNDS` fits them
/// ROUNDS times and prints the median processor time of a fit and what it found. Reading is not timed.
@main
enum FitBenchmark {
  static let rows = 100_000

  static func main() {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if arguments.count == 2, arguments[0] == "--write" { return try write(arguments[1]) }
      guard arguments.count == 2, let rounds = Int(arguments[1]), rounds > 0 else {
        throw Failure("usage: FitBenchmark --write FILE | FitBenchmark FILE ROUNDS")
      }
      try fit(arguments[0], rounds: rounds)
    } catch {
      FileHandle.standardError.write(Data("FitBenchmark: error: \(error)\n".utf8))
      exit(1)
    }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  /// y = 0.31 + 1.21 exp(-x / 2.63) with normal noise of 0.13, from a generator of its own.
  private static func write(_ file: String) throws {
    var state: UInt64 = 20_120_625
    func uniform() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (Double(state >> 11) + 0.5) / 9_007_199_254_740_992
    }
    let x = (0..<rows).map { _ in 13 * uniform() }
    let y = x.map { x in
      0.31 + 1.21 * exp(-x / 2.63) + 0.13 * (-2 * log(uniform())).squareRoot() * cos(2 * .pi * uniform())
    }
    try (x + y).withUnsafeBytes { try Data($0).write(to: URL(fileURLWithPath: file)) }
  }

  private static func fit(_ file: String, rounds: Int) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    guard bytes.count == 2 * rows * MemoryLayout<Double>.size else { throw Failure("\(file) has another size") }
    let values = bytes.withUnsafeBytes { Array($0.bindMemory(to: Double.self)) }
    let data = try FormulaData(columns: ["x": Array(values[..<rows]), "y": Array(values[rows...])])
    var seconds: [Double] = []
    var found: [(String, Double, Double)] = []
    for _ in 0..<rounds {
      let begin = clock()
      var curve = try NamedFormula(.exponentialTail).fit(data)
      // What `curve_fit` does: rows taken as independent.
      curve.rowsAreInTimeOrder = false
      let result = try curve.fit(data)
      seconds.append(Double(clock() - begin) / 1e6)
      found = result.summary.parameters.map { ($0.name, $0.value, $0.standardError ?? .nan) }
    }
    seconds.sort()
    let fields =
      ["seconds=\(seconds[rounds / 2])", "fastest=\(seconds[0])", "slowest=\(seconds[rounds - 1])"]
      + found.flatMap { ["\($0.0)=\($0.1)", "\($0.0)_error=\($0.2)"] }
    print(fields.joined(separator: " "))
  }
}
