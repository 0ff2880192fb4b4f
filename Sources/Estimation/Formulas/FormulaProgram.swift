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
  init(_ node: FormulaNode, columns: [String], parameters: [String], constants: [String: Double] = [:]) {
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

  /// Computes some rows.
  ///
  /// - Parameters:
  ///   - values: one per row.
  ///   - slopes: column by column, as many numbers for each parameter, 0 where the formula does not depend on it; empty where none
  ///     are wanted.
  func evaluate(
    _ p: [Double], _ columns: [[Double]], rows: Range<Int>, values: inout [Double], slopes: inout [Double]
  ) {
    let size = min(rows.count, Self.block)
    let frame = (slopes.isEmpty ? 1 : parameters.count + 1) * size
    let wantsSlopes = !slopes.isEmpty
    values.withUnsafeMutableBufferPointer { values in
      slopes.withUnsafeMutableBufferPointer { slopes in
        withUnsafeTemporaryAllocation(of: Double.self, capacity: (root.depth - 1) * frame + size) { memory in
          guard size > 0, let values = values.baseAddress, let work = memory.baseAddress else { return }
          for start in stride(from: rows.lowerBound, to: rows.upperBound, by: size) {
            let block = Block(
              p: p, columns: columns, rows: start..<min(start + size, rows.upperBound), wantsSlopes: wantsSlopes,
              work: work, size: size, frame: frame)
            let place = start - rows.lowerBound
            let out = Frame(
              values: values + place, slopes: (slopes.baseAddress ?? values) + place, width: rows.count)
            block.compute(root, out, free: work + size)
          }
        }
      }
    }
  }

  private typealias Lane = UnsafeMutablePointer<Double>

  /// Values of a part, and its slopes over each parameter.
  private struct Frame {
    let values: Lane
    let slopes: Lane
    /// From the slopes over one parameter to those over the next.
    let width: Int

    func slope(_ k: Int) -> Lane { slopes + k * width }
  }

  private struct Block {
    let p: [Double]
    let columns: [[Double]]
    let rows: Range<Int>
    let wantsSlopes: Bool
    let work: Lane
    /// Numbers of a lane.
    let size: Int
    let frame: Int

    /// Into a frame: values, then slopes over each parameter that the part depends on.
    ///
    /// - Parameter free: memory for the frames of inner parts.
    func compute(_ part: Part, _ out: Frame, free: Lane) {
      let (count, values) = (rows.count, out.values)
      switch part {
      case .number(let value): values.update(repeating: value, count: count)
      case .column(let k):
        columns[k].withUnsafeBufferPointer { column in
          guard let start = column.baseAddress else { return }
          values.update(from: start + rows.lowerBound, count: count)
        }
      case .parameter(let k):
        values.update(repeating: p[k], count: count)
        if wantsSlopes { out.slope(k).update(repeating: 1, count: count) }
      case .unary(let function, let argument):
        compute(argument, out, free: free)
        let inner = wantsSlopes ? argument.parameters : []
        // An exponential is its own slope.
        let needsFactor = !inner.isEmpty && function != .exp
        if needsFactor { work.update(from: values, count: count) }
        for i in 0..<count { values[i] = function.value(values[i]) }
        if needsFactor { for i in 0..<count { work[i] = function.slope(work[i], value: values[i]) } }
        for k in inner { scale(out.slope(k), by: needsFactor ? work : values) }
      case .binary(let operation, let left, let right, let first, let second):
        let other = Frame(values: free, slopes: free + size, width: size)
        compute(left, out, free: free)
        compute(right, other, free: free + frame)
        if wantsSlopes {
          // A sum's slopes are those of its parts, a product's are times the other part.
          if operation != .add, operation != .subtract, !first.isEmpty {
            let isProduct = operation == .multiply
            if !isProduct { for i in 0..<count { work[i] = operation.slope(values[i], other.values[i]) } }
            for k in first { scale(out.slope(k), by: isProduct ? other.values : work) }
          }
          if operation != .add, !second.isEmpty {
            let isProduct = operation == .multiply
            if !isProduct { for i in 0..<count { work[i] = operation.secondSlope(values[i], other.values[i]) } }
            for k in second { scale(other.slope(k), by: isProduct ? values : work) }
          }
        }
        operation.compute(values, other.values, count: count)
        guard wantsSlopes else { return }
        for k in second {
          let (slope, inner) = (out.slope(k), other.slope(k))
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
