import RealModule

/// A formula's side with its names resolved, computed over blocks of rows with its exact slopes over the parameters.
///
/// Forward-mode differentiation (Wengert, Communications of the ACM 7, 1964): each part carries its value and its slopes over those
/// parameters that it depends on. Blocks stay in the cache.
struct FormulaProgram: Sendable {
  private indirect enum Part: Sendable {
    case number(Double)
    case column(Int)
    case parameter(Int)
    case unary(FormulaFunction, Part)
    case binary(FormulaOperator, Part, Part, first: [Int], second: [Int])

    /// Parameters it depends on.
    var parameters: [Int] {
      switch self {
      case .number, .column: []
      case .parameter(let k): [k]
      case .unary(_, let argument): argument.parameters
      case .binary(_, _, _, let first, let second): first + second.filter { !first.contains($0) }
      }
    }

    /// Frames of memory it takes.
    var depth: Int {
      switch self {
      case .number, .column, .parameter: 1
      case .unary(_, let argument): argument.depth
      case .binary(_, let left, let right, _, _): max(left.depth, right.depth + 1)
      }
    }
  }

  private static let block = 256
  private let node: FormulaNode
  private let columns: [String]
  private let parameters: [String]
  private let constants: [String: Double]
  private let root: Part

  /// - Parameters:
  ///   - columns, parameters: by name; every name of the node is in one of them or in `constants`.
  init(
    _ node: FormulaNode, columns: [String], parameters: [String], constants: [String: Double] = [:]
  ) {
    (self.node, self.columns, self.parameters, self.constants) = (node, columns, parameters, constants)
    root = Self.part(node) { name in
      if let k = parameters.firstIndex(of: name) { return .parameter(k) }
      if let value = constants[name] { return .number(value) }
      return columns.firstIndex(of: name).map { .column($0) } ?? .number(.nan)
    }
  }

  private static func part(_ node: FormulaNode, _ meaning: (String) -> Part) -> Part {
    switch node {
    case .number(let value): return .number(value)
    case .name(let name): return meaning(name)
    case .unary(let function, let argument):
      let inner = part(argument, meaning)
      if case .number(let x) = inner { return .number(function.value(x)) }
      return .unary(function, inner)
    case .binary(let operation, let left, let right):
      let (a, b) = (part(left, meaning), part(right, meaning))
      if case .number(let x) = a, case .number(let y) = b { return .number(operation.value(x, y)) }
      return .binary(operation, a, b, first: a.parameters, second: b.parameters)
    }
  }

  /// The same with some parameters at values of their own and the others numbered anew.
  func holding(_ held: [Int: Double], free: [Int]) -> FormulaProgram {
    let own = Dictionary(uniqueKeysWithValues: held.map { (parameters[$0.key], $0.value) })
    return FormulaProgram(
      node, columns: columns, parameters: free.map { parameters[$0] },
      constants: constants.merging(own, uniquingKeysWith: { $1 }))
  }

  /// Computes all rows.
  ///
  /// - Parameters:
  ///   - values: one per row.
  ///   - slopes: column by column, `rows` numbers for each parameter; empty where none are wanted.
  func evaluate(
    _ p: [Double], _ columns: [[Double]], rows: Int, values: inout [Double], slopes: inout [Double]
  ) {
    for k in slopes.indices { slopes[k] = 0 }
    let size = min(rows, Self.block)
    let wanted = slopes.isEmpty ? [] : root.parameters
    let frame = (slopes.isEmpty ? 1 : parameters.count + 1) * size
    withUnsafeTemporaryAllocation(of: Double.self, capacity: root.depth * frame + 2 * size) { memory in
      guard let base = memory.baseAddress, size > 0 else { return }
      for start in stride(from: 0, to: rows, by: size) {
        let block = Block(
          p: p, columns: columns, rows: start..<min(start + size, rows), size: size, frame: frame,
          wantsSlopes: !slopes.isEmpty, work: base + root.depth * frame)
        block.compute(root, base)
        for i in 0..<block.rows.count { values[start + i] = base[i] }
        for k in wanted {
          let slope = base + (k + 1) * size
          for i in 0..<block.rows.count { slopes[k * rows + start + i] = slope[i] }
        }
      }
    }
  }

  private typealias Lane = UnsafeMutablePointer<Double>

  private struct Block {
    let p: [Double]
    let columns: [[Double]]
    let rows: Range<Int>
    let size: Int
    let frame: Int
    let wantsSlopes: Bool
    let work: Lane

    /// Into a frame: values, then slopes over each parameter that the part depends on.
    func compute(_ part: Part, _ out: Lane) {
      let count = rows.count
      switch part {
      case .number(let value): out.update(repeating: value, count: count)
      case .column(let k): for i in 0..<count { out[i] = columns[k][rows.lowerBound + i] }
      case .parameter(let k):
        out.update(repeating: p[k], count: count)
        if wantsSlopes { (out + (k + 1) * size).update(repeating: 1, count: count) }
      case .unary(let function, let argument):
        compute(argument, out)
        for i in 0..<count { work[i] = out[i] }
        for i in 0..<count { out[i] = function.value(work[i]) }
        let inner = wantsSlopes ? argument.parameters : []
        guard !inner.isEmpty else { return }
        for i in 0..<count { work[i] = function.slope(work[i], value: out[i]) }
        for k in inner { scale(out + (k + 1) * size, by: work) }
      case .binary(let operation, let left, let right, let first, let second):
        let other = out + frame
        compute(left, out)
        compute(right, other)
        let (ofFirst, ofSecond) = (work, work + size)
        if wantsSlopes, !first.isEmpty { for i in 0..<count { ofFirst[i] = operation.slope(out[i], other[i]) } }
        if wantsSlopes, !second.isEmpty { for i in 0..<count { ofSecond[i] = operation.secondSlope(out[i], other[i]) } }
        for i in 0..<count { out[i] = operation.value(out[i], other[i]) }
        guard wantsSlopes else { return }
        for k in first { scale(out + (k + 1) * size, by: ofFirst) }
        for k in second {
          let (slope, inner) = (out + (k + 1) * size, other + (k + 1) * size)
          scale(inner, by: ofSecond)
          if first.contains(k) {
            for i in 0..<count { slope[i] += inner[i] }
          } else {
            slope.update(from: inner, count: count)
          }
        }
      }
    }

    private func scale(_ lane: Lane, by factors: Lane) { for i in 0..<rows.count { lane[i] *= factors[i] } }
  }
}
