/// Reads a formula from left to right.
struct FormulaParser {
  private enum Token: Hashable {
    case number(Double)
    case name(String, isQuoted: Bool)
    case symbol(Character)
    case end
  }

  private static let deepest = 100
  private var tokens: [(token: Token, position: Int)] = []
  private var next = 0
  private var depth = 0
  private var isInResponse = true
  private(set) var names: [Formula.Name] = []

  init(_ text: String) throws(FormulaError) {
    let characters = Array(text)
    var i = 0
    while i < characters.count {
      let (character, position) = (characters[i], i + 1)
      if character == " " || character == "\t" {
        i += 1
      } else if Self.isDigit(character) || character == "." {
        tokens.append((try Self.number(characters, &i), position))
      } else if character.isLetter || character == "_" {
        var name = ""
        while i < characters.count, characters[i].isLetter || characters[i].isNumber || characters[i] == "_" {
          name.append(characters[i])
          i += 1
        }
        tokens.append((.name(name, isQuoted: false), position))
      } else if character == "`" {
        guard let end = characters[(i + 1)...].firstIndex(of: "`"), end > i + 1 else {
          throw FormulaError(
            position: position, message: "a backquote opens a name that nothing closes",
            remedy: "write `the heading` between two backquotes")
        }
        tokens.append((.name(String(characters[(i + 1)..<end]), isQuoted: true), position))
        i = end + 1
      } else if "+-*/^()=,".contains(character) {
        if character == "*", i + 1 < characters.count, characters[i + 1] == "*" {
          throw FormulaError(position: position, message: "'**' is no operator", remedy: "write ^ for a power")
        }
        tokens.append((.symbol(character), position))
        i += 1
      } else {
        throw FormulaError(
          position: position, message: "'\(character)' has no meaning in a formula",
          remedy: "use numbers, names, + - * / ^, parentheses and functions; other headings stand between backquotes")
      }
    }
    tokens.append((.end, characters.count + 1))
  }

  private static func isDigit(_ character: Character) -> Bool { character >= "0" && character <= "9" }

  private static func number(_ characters: [Character], _ i: inout Int) throws(FormulaError) -> Token {
    let start = i
    func digits() { while i < characters.count, isDigit(characters[i]) { i += 1 } }
    digits()
    if i < characters.count, characters[i] == "." { i += 1 }
    digits()
    if i < characters.count, characters[i] == "e" || characters[i] == "E" {
      var k = i + 1
      if k < characters.count, characters[k] == "+" || characters[k] == "-" { k += 1 }
      if k < characters.count, isDigit(characters[k]) {
        i = k
        digits()
      }
    }
    let text = String(characters[start..<i])
    let isGlued = i < characters.count && (characters[i].isLetter || characters[i] == "_" || characters[i] == ".")
    guard let value = Double(text), value.isFinite, !isGlued else {
      throw FormulaError(
        position: start + 1, message: "'\(text)\(isGlued ? String(characters[i]) : "")' is not a number",
        remedy: "write it as 1.5 or 1.5e-3, and a product with *")
    }
    return .number(value)
  }

  // MARK: - Grammar

  mutating func expression() throws(FormulaError) -> FormulaNode {
    try deepen()
    defer { depth -= 1 }
    return try chain(["+": .add, "-": .subtract]) { (parser) throws(FormulaError) in
      try parser.chain(["*": .multiply, "/": .divide]) { (parser) throws(FormulaError) in try parser.signed() }
    }
  }

  /// The caller goes back up.
  private mutating func deepen() throws(FormulaError) {
    depth += 1
    guard depth <= Self.deepest else {
      throw FormulaError(
        position: tokens[next].position, message: "more than \(Self.deepest) levels of parentheses and signs",
        remedy: "simplify the formula")
    }
  }

  /// Operands between operators of one rank, from left to right.
  private mutating func chain(
    _ operators: [Character: FormulaOperator], _ operand: (inout Self) throws(FormulaError) -> FormulaNode
  ) throws(FormulaError) -> FormulaNode {
    var node = try operand(&self)
    while case .symbol(let symbol) = tokens[next].token, let found = operators[symbol] {
      next += 1
      node = .binary(found, node, try operand(&self))
    }
    return node
  }

  private mutating func signed() throws(FormulaError) -> FormulaNode {
    try deepen()
    defer { depth -= 1 }
    if tokens[next].token == .symbol("-") {
      next += 1
      return .unary(.negate, try signed())
    }
    if tokens[next].token == .symbol("+") {
      next += 1
      return try signed()
    }
    let base = try primary()
    guard tokens[next].token == .symbol("^") else { return base }
    next += 1
    return .binary(.power, base, try signed())
  }

  private mutating func primary() throws(FormulaError) -> FormulaNode {
    let (token, position) = tokens[next]
    switch token {
    case .number(let value):
      next += 1
      return .number(value)
    case .symbol("("):
      next += 1
      let node = try expression()
      try close(position)
      return node
    case .name(let name, let isQuoted):
      next += 1
      if !isQuoted {
        if tokens[next].token == .symbol("(") { return try call(name, position) }
        if name == "pi" { return .number(.pi) }
        if Self.functions.contains(name) {
          throw FormulaError(
            position: position, message: "the function '\(name)' has no argument", remedy: "write \(name)(…)")
        }
      }
      if !names.contains(where: { $0.text == name }) {
        names.append(Formula.Name(text: name, position: position, isInResponse: isInResponse))
      }
      return .name(name)
    case .end:
      throw FormulaError(
        position: position, message: "the formula ends where a number or a name is missing", remedy: "complete it")
    case .symbol(let symbol):
      throw FormulaError(
        position: position, message: "'\(symbol)' stands where a number or a name is missing", remedy: "complete it")
    }
  }

  private static let functions =
    FormulaFunction.allCases.filter { $0 != .negate }.map(\.rawValue) + [
      FormulaOperator.smaller.rawValue, FormulaOperator.larger.rawValue,
    ]

  private mutating func call(_ name: String, _ position: Int) throws(FormulaError) -> FormulaNode {
    let open = tokens[next].position
    next += 1
    guard Self.functions.contains(name) else {
      throw FormulaError(
        position: position, message: "unknown function '\(name)'",
        remedy: "use one of \(Self.functions.joined(separator: ", "))\(name == "ln" ? "; log is the natural one" : "")")
    }
    var arguments = [try expression()]
    while tokens[next].token == .symbol(",") {
      next += 1
      arguments.append(try expression())
    }
    try close(open)
    if let function = FormulaFunction(rawValue: name) {
      guard arguments.count == 1 else {
        throw FormulaError(
          position: position, message: "'\(name)' has \(arguments.count) arguments", remedy: "give it one")
      }
      return .unary(function, arguments[0])
    }
    guard arguments.count > 1, let operation = FormulaOperator(rawValue: name) else {
      throw FormulaError(position: position, message: "'\(name)' has one argument", remedy: "give it two or more")
    }
    return arguments.dropFirst().reduce(arguments[0]) { .binary(operation, $0, $1) }
  }

  private mutating func close(_ open: Int) throws(FormulaError) {
    guard tokens[next].token == .symbol(")") else {
      throw FormulaError(
        position: tokens[next].position, message: "the parenthesis at character \(open) is not closed here",
        remedy: "add ')' or an operator")
    }
    next += 1
  }

  mutating func equals() throws(FormulaError) {
    guard tokens[next].token == .symbol("=") else { throw unexpected("'='", "write it as in y = a + b*x") }
    next += 1
    isInResponse = false
  }

  func end() throws(FormulaError) {
    guard tokens[next].token == .end else { throw unexpected("an operator", "write products with *") }
  }

  private func unexpected(_ wanted: String, _ remedy: String) -> FormulaError {
    let (token, position) = tokens[next]
    let found =
      switch token {
      case .end: "the end"
      case .symbol(let symbol): "'\(symbol)'"
      case .name(let name, _): "'\(name)'"
      case .number: "a number"
      }
    return FormulaError(position: position, message: "\(found) stands where \(wanted) is missing", remedy: remedy)
  }
}
