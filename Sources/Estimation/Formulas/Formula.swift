import RealModule

/// A formula of a curve, such as `log(y) = a + b*exp(-x/c)`: a response, an equals sign, and what it should be.
///
/// Grammar: numbers, names, `pi`, `+ - * / ^`, a minus before anything, parentheses, `exp log log10 sqrt sin cos atan abs`
/// of one argument, `min max` of two or more. `^` binds tightest and to the right, so that -x^2 is -(x^2). Names have
/// letters, digits and underlines; any other heading stands between backquotes.
package struct Formula: Sendable, Hashable {
  /// A name and the first place it stands at, counted from 1.
  package struct Name: Sendable, Hashable {
    package let text: String
    package let position: Int
    /// Whether it is part of the response.
    package let isInResponse: Bool
  }

  /// As it was written.
  package let text: String
  /// Every name once, in the order of the text.
  package let names: [Name]
  let response: FormulaNode
  let model: FormulaNode

  /// Whether a column stands on the curve's side.
  func reads(_ column: String) -> Bool { names.contains { $0.text == column && !$0.isInResponse } }

  /// Longer formulas are refused, so that no tree grows too deep.
  static let longest = 2_000

  /// - Throws: `FormulaError` with the place.
  package init(_ text: String) throws(FormulaError) {
    guard text.count <= Self.longest else {
      throw FormulaError(
        position: Self.longest + 1, message: "the formula has more than \(Self.longest) characters",
        remedy: "shorten it")
    }
    var parser = try FormulaParser(text)
    response = try parser.expression()
    try parser.equals()
    model = try parser.expression()
    try parser.end()
    names = parser.names
    self.text = text
    guard names.contains(where: \.isInResponse) else {
      throw FormulaError(
        position: 1, message: "no column stands before '='",
        remedy: "write the measured column there, as in y = a + b*x")
    }
  }
}

/// What is wrong with a formula, and where.
package struct FormulaError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Of the first character it concerns, counted from 1.
  package let position: Int
  package let message: String
  /// What to write instead.
  package let remedy: String

  package var description: String { "character \(position): \(message); \(remedy)" }
}

/// An expression as a tree.
indirect enum FormulaNode: Sendable, Hashable {
  case number(Double)
  /// A column or a parameter.
  case name(String)
  case unary(FormulaFunction, FormulaNode)
  case binary(FormulaOperator, FormulaNode, FormulaNode)

  /// How an expression depends on some names taken together.
  enum Dependence: Int, Sendable {
    case none
    /// a + b z, with a and b free of the names.
    case linear
    case other
  }

  func dependence(on names: Set<String>) -> Dependence {
    switch self {
    case .number: return .none
    case .name(let name): return names.contains(name) ? .linear : .none
    case .unary(let function, let argument):
      let inner = argument.dependence(on: names)
      return inner == .none || function == .negate ? inner : .other
    case .binary(let operation, let left, let right):
      let (a, b) = (left.dependence(on: names), right.dependence(on: names))
      if a == .none, b == .none { return .none }
      if a == .other || b == .other { return .other }
      switch operation {
      case .add, .subtract: return .linear
      case .multiply: return a == .none || b == .none ? .linear : .other
      case .divide: return b == .none ? .linear : .other
      case .power, .smaller, .larger: return .other
      }
    }
  }

  /// Whether it has corners, where its slope jumps.
  var hasCorners: Bool {
    switch self {
    case .number, .name: false
    case .unary(let function, let argument): function == .magnitude || argument.hasCorners
    case .binary(let operation, let left, let right):
      operation == .smaller || operation == .larger || left.hasCorners || right.hasCorners
    }
  }
}

/// A function of one number.
enum FormulaFunction: String, Sendable, Hashable, CaseIterable {
  case negate = "-"
  case exp
  case log
  case log10
  case sqrt
  case sin
  case cos
  case atan
  case magnitude = "abs"

  /// The value; not a number outside the domain.
  @inline(__always)
  func value(_ x: Double) -> Double {
    switch self {
    case .negate: -x
    case .exp: Double.exp(x)
    case .log: x < 0 ? .nan : Double.log(x)
    case .log10: x < 0 ? .nan : Double.log10(x)
    case .sqrt: x.squareRoot()
    case .sin: Double.sin(x)
    case .cos: Double.cos(x)
    case .atan: Double.atan(x)
    case .magnitude: abs(x)
    }
  }

  /// The slope at `x`, where the value is `value`; 0 at the corner of abs.
  @inline(__always)
  func slope(_ x: Double, value: Double) -> Double {
    switch self {
    case .negate: -1
    case .exp: value
    case .log: 1 / x
    case .log10: 1 / (x * 2.302_585_092_994_045_7)
    case .sqrt: 0.5 / value
    case .sin: Double.cos(x)
    case .cos: -Double.sin(x)
    case .atan: 1 / (1 + x * x)
    case .magnitude: x > 0 ? 1 : x < 0 ? -1 : 0
    }
  }
}

/// A function of two numbers.
enum FormulaOperator: String, Sendable, Hashable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case power = "^"
  case smaller = "min"
  case larger = "max"

  @inline(__always)
  func value(_ a: Double, _ b: Double) -> Double {
    switch self {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: a / b
    case .power: Self.power(a, b)
    case .smaller: a <= b ? a : b
    case .larger: a >= b ? a : b
    }
  }

  /// In place of the first operands, with a loop for each of those that the processor takes several at once of.
  func compute(_ a: UnsafeMutablePointer<Double>, _ b: UnsafeMutablePointer<Double>, count: Int) {
    switch self {
    case .add: for i in 0..<count { a[i] += b[i] }
    case .subtract: for i in 0..<count { a[i] -= b[i] }
    case .multiply: for i in 0..<count { a[i] *= b[i] }
    case .divide: for i in 0..<count { a[i] /= b[i] }
    case .power, .smaller, .larger: for i in 0..<count { a[i] = value(a[i], b[i]) }
    }
  }

  /// The slope over the first operand.
  @inline(__always)
  func slope(_ a: Double, _ b: Double) -> Double {
    switch self {
    case .add, .subtract: 1
    case .multiply: b
    case .divide: 1 / b
    case .power: b == 0 ? 0 : b * Self.power(a, b - 1)
    case .smaller: a <= b ? 1 : 0
    case .larger: a >= b ? 1 : 0
    }
  }

  /// The slope over the second operand. 0^b is 0 for every b above 0: its slope there is 0, and not 0 times the logarithm of 0.
  @inline(__always)
  func secondSlope(_ a: Double, _ b: Double) -> Double {
    switch self {
    case .add: 1
    case .subtract: -1
    case .multiply: a
    case .divide: -a / (b * b)
    case .power: a == 0 && b > 0 ? 0 : Self.power(a, b) * Double.log(a)
    case .smaller: a <= b ? 0 : 1
    case .larger: a >= b ? 0 : 1
    }
  }

  /// The power; a negative base only has those with a whole exponent.
  @inline(__always)
  static func power(_ a: Double, _ b: Double) -> Double {
    if b == 2 { return a * a }
    if b == b.rounded(), abs(b) < 1e6 { return Double.pow(a, Int(b)) }
    return a >= 0 ? Double.pow(a, b) : .nan
  }
}
