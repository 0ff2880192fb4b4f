import RealModule

/// A formula's side ready to be computed for many rows, with its slopes over the parameters.
///
/// Forward-mode differentiation (Wengert, Communications of the ACM 7, 1964): each step carries its value and its slopes over
/// those parameters that it depends on. Equal steps are computed once; rows go through in blocks that stay in the cache.
struct FormulaProgram: Sendable {
  private enum Operation: Sendable, Hashable {
    case number(Double)
    case column(Int)
    case parameter(Int)
    case unary(FormulaFunction)
    case binary(FormulaOperator)
  }

  private struct Step: Sendable, Hashable {
    let operation: Operation
    var first = 0
    var second = 0
  }

  /// The slope of a step over one parameter, and those of its operands that it is made of; -1 for none.
  private struct Link: Sendable {
    let parameter: Int
    let slot: Int
    let first: Int
    let second: Int
  }

  private static let block = 256
  private var steps: [Step] = []
  private var links: [[Link]] = []
  private var slots = 0
  /// The step whose value is the formula's.
  private var output = 0
  private(set) var parameters: Int

  /// - Parameters:
  ///   - columns, parameters: by name; every name of the node is in one of them or in `constants`.
  init(
    _ node: FormulaNode, columns: [String], parameters: [String], constants: [String: Double] = [:]
  ) {
    self.parameters = parameters.count
    var known: [Step: Int] = [:]
    let (column, parameter) = (Self.places(columns), Self.places(parameters))
    output = add(node, &known) { name in
      if let k = parameter[name] { return .parameter(k) }
      if let value = constants[name] { return .number(value) }
      return column[name].map { .column($0) } ?? .number(.nan)
    }
  }

  private static func places(_ names: [String]) -> [String: Int] {
    Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func add(
    _ node: FormulaNode, _ known: inout [Step: Int], _ meaning: (String) -> Operation
  ) -> Int {
    switch node {
    case .number(let value): return add(Step(operation: .number(value)), &known)
    case .name(let name): return add(Step(operation: meaning(name)), &known)
    case .unary(let function, let argument):
      let first = add(argument, &known, meaning)
      if case .number(let x) = steps[first].operation {
        return add(Step(operation: .number(function.value(x))), &known)
      }
      return add(Step(operation: .unary(function), first: first), &known)
    case .binary(let operation, let left, let right):
      let (first, second) = (add(left, &known, meaning), add(right, &known, meaning))
      if case .number(let a) = steps[first].operation, case .number(let b) = steps[second].operation {
        return add(Step(operation: .number(operation.value(a, b))), &known)
      }
      return add(Step(operation: .binary(operation), first: first, second: second), &known)
    }
  }

  private mutating func add(_ step: Step, _ known: inout [Step: Int]) -> Int {
    if let place = known[step] { return place }
    var mine: [Link] = []
    func slot(_ place: Int, _ parameter: Int) -> Int { links[place].first { $0.parameter == parameter }?.slot ?? -1 }
    switch step.operation {
    case .number, .column: break
    case .parameter(let k): mine = [Link(parameter: k, slot: slots, first: -1, second: -1)]
    case .unary:
      for (k, link) in links[step.first].enumerated() {
        mine.append(Link(parameter: link.parameter, slot: slots + k, first: link.slot, second: -1))
      }
    case .binary:
      let both = Set(links[step.first].map(\.parameter)).union(links[step.second].map(\.parameter)).sorted()
      for (k, parameter) in both.enumerated() {
        mine.append(
          Link(
            parameter: parameter, slot: slots + k, first: slot(step.first, parameter),
            second: slot(step.second, parameter)))
      }
    }
    slots += mine.count
    steps.append(step)
    links.append(mine)
    known[step] = steps.count - 1
    return steps.count - 1
  }

  /// The same with some parameters at values of their own and the others numbered anew.
  func holding(_ held: [Int: Double], free: [Int]) -> FormulaProgram {
    var result = self
    let place = Dictionary(uniqueKeysWithValues: free.enumerated().map { ($1, $0) })
    result.steps = []
    result.links = []
    result.slots = 0
    result.parameters = free.count
    var known: [Step: Int] = [:]
    var moved: [Int] = []
    for step in steps {
      var next = step
      if case .parameter(let k) = step.operation {
        next = Step(operation: held[k].map { .number($0) } ?? .parameter(place[k] ?? 0))
      } else if case .unary = step.operation {
        next.first = moved[step.first]
      } else if case .binary = step.operation {
        (next.first, next.second) = (moved[step.first], moved[step.second])
      }
      moved.append(result.add(next, &known))
    }
    result.output = moved.last ?? 0
    return result
  }

  /// Computes all rows.
  ///
  /// - Parameters:
  ///   - values: one per row.
  ///   - slopes: column by column, `rows` numbers for each parameter; empty where none are wanted.
  func evaluate(
    _ p: [Double], _ columns: [[Double]], rows: Int, values: inout [Double], slopes: inout [Double]
  ) {
    let wantsSlopes = !slopes.isEmpty
    if wantsSlopes { for k in slopes.indices { slopes[k] = 0 } }
    guard rows > 0, !steps.isEmpty else { return }
    let size = min(rows, Self.block)
    withUnsafeTemporaryAllocation(of: Double.self, capacity: (steps.count + slots + 2) * size) { memory in
      guard let base = memory.baseAddress else { return }
      let slopeBase = base + steps.count * size
      let work = slopeBase + slots * size
      for start in stride(from: 0, to: rows, by: size) {
        let count = min(size, rows - start)
        for (s, step) in steps.enumerated() {
          let out = base + s * size
          let (a, b) = (base + step.first * size, base + step.second * size)
          switch step.operation {
          case .number(let value): for i in 0..<count { out[i] = value }
          case .parameter(let k):
            for i in 0..<count { out[i] = p[k] }
            if wantsSlopes { for link in links[s] { for i in 0..<count { slopeBase[link.slot * size + i] = 1 } } }
          case .column(let k): for i in 0..<count { out[i] = columns[k][start + i] }
          case .unary(let function):
            for i in 0..<count { out[i] = function.value(a[i]) }
            guard wantsSlopes, !links[s].isEmpty else { continue }
            for i in 0..<count { work[i] = function.slope(a[i], value: out[i]) }
            for link in links[s] {
              let (d, inner) = (slopeBase + link.slot * size, slopeBase + link.first * size)
              for i in 0..<count { d[i] = work[i] * inner[i] }
            }
          case .binary(let operation):
            for i in 0..<count { out[i] = operation.value(a[i], b[i]) }
            guard wantsSlopes, !links[s].isEmpty else { continue }
            let hasFirst = links[s].contains { $0.first >= 0 }
            let hasSecond = links[s].contains { $0.second >= 0 }
            Self.partials(operation, a, b, out, count, hasFirst ? work : nil, hasSecond ? work + size : nil)
            for link in links[s] {
              let d = slopeBase + link.slot * size
              if link.first >= 0 {
                let inner = slopeBase + link.first * size
                for i in 0..<count { d[i] = work[i] * inner[i] }
                if link.second >= 0 {
                  let other = slopeBase + link.second * size
                  for i in 0..<count { d[i] += work[size + i] * other[i] }
                }
              } else {
                let other = slopeBase + link.second * size
                for i in 0..<count { d[i] = work[size + i] * other[i] }
              }
            }
          }
        }
        let out = base + output * size
        for i in 0..<count { values[start + i] = out[i] }
        if wantsSlopes {
          for link in links[output] {
            let d = slopeBase + link.slot * size
            for i in 0..<count { slopes[link.parameter * rows + start + i] = d[i] }
          }
        }
      }
    }
  }

  /// The slopes of an operator over its two operands.
  private static func partials(
    _ operation: FormulaOperator, _ a: UnsafeMutablePointer<Double>, _ b: UnsafeMutablePointer<Double>,
    _ value: UnsafeMutablePointer<Double>, _ count: Int, _ first: UnsafeMutablePointer<Double>?,
    _ second: UnsafeMutablePointer<Double>?
  ) {
    switch operation {
    case .add, .subtract:
      if let first { for i in 0..<count { first[i] = 1 } }
      if let second { for i in 0..<count { second[i] = operation == .add ? 1 : -1 } }
    case .multiply:
      if let first { for i in 0..<count { first[i] = b[i] } }
      if let second { for i in 0..<count { second[i] = a[i] } }
    case .divide:
      if let first { for i in 0..<count { first[i] = 1 / b[i] } }
      if let second { for i in 0..<count { second[i] = -value[i] / b[i] } }
    case .power:
      if let first { for i in 0..<count { first[i] = b[i] == 0 ? 0 : b[i] * FormulaOperator.power(a[i], b[i] - 1) } }
      // 0^b is 0 for every b above 0: its slope there is 0, and not 0 times the logarithm of 0.
      if let second { for i in 0..<count { second[i] = value[i] == 0 ? 0 : value[i] * Double.log(a[i]) } }
    case .smaller:
      if let first { for i in 0..<count { first[i] = a[i] <= b[i] ? 1 : 0 } }
      if let second { for i in 0..<count { second[i] = a[i] <= b[i] ? 0 : 1 } }
    case .larger:
      if let first { for i in 0..<count { first[i] = a[i] >= b[i] ? 1 : 0 } }
      if let second { for i in 0..<count { second[i] = a[i] >= b[i] ? 0 : 1 } }
    }
  }
}
