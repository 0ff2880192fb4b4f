import RealModule

/// The curves that `fit curve` knows by name.
package enum CurveForm: String, Sendable, Hashable, CaseIterable {
  /// y = intercept + slope x.
  case linear
  /// y = slope x.
  case throughOrigin = "through_origin"
  /// y = c0 + c1 x + c2 x^2 + ...
  case polynomial
  /// y = scale x^exponent.
  case powerLaw = "power_law"
  /// y = height / (1 + exp(-(x - middle) / width)): from 0 to a ceiling, or from it to 0 with a width below 0.
  case logistic
  /// Two straight lines that meet at a knee.
  case hinge
  /// y = amplitude_1 exp(-rate_1 x) + amplitude_2 exp(-rate_2 x) + ...
  case exponentials
  /// y = floor + amplitude exp(-x / time_constant).
  case exponentialTail = "exponential_tail"
  /// y = alpha_up u + alpha_down d + beta: power against throughput (Huang et al., MobiSys 2012).
  case throughputPower = "throughput_power"

  /// Columns of input.
  package var inputs: [String] { self == .throughputPower ? ["up", "down"] : ["x"] }

  /// Degrees of a polynomial, numbers of exponentials; `nil` for a form of one kind.
  package var orders: ClosedRange<Int>? {
    switch self {
    case .polynomial: 1...10
    case .exponentials: 1...4
    default: nil
    }
  }
}

/// One of the named curves as a formula, with starting values from a table.
package struct NamedFormula: Sendable {
  package let form: CurveForm
  /// Degree of a polynomial, number of exponentials.
  package let order: Int
  package let formula: Formula
  /// In the formula's order.
  package let parameters: [String]

  /// - Throws: `badInput` for an order that the form does not have.
  package init(_ form: CurveForm, order: Int? = nil) throws(EstimationError) {
    let order = order ?? 2
    if let orders = form.orders, !orders.contains(order) {
      throw .badInput("\(form.rawValue) takes \(orders.lowerBound) to \(orders.upperBound)")
    }
    let text =
      switch form {
      case .linear: "intercept + slope*x"
      case .throughOrigin: "slope*x"
      case .polynomial:
        (0...order).map { $0 == 0 ? "c0" : $0 == 1 ? "c1*x" : "c\($0)*x^\($0)" }.joined(separator: " + ")
      case .powerLaw: "scale*x^exponent"
      case .logistic: "height/(1 + exp(-(x - middle)/width))"
      case .hinge: "level + slope_below*min(x - knee, 0) + slope_above*max(x - knee, 0)"
      case .exponentials:
        (1...order).map { "amplitude_\($0)*exp(-rate_\($0)*x)" }.joined(separator: " + ")
      case .exponentialTail: "floor + amplitude*exp(-x/time_constant)"
      case .throughputPower: "alpha_up*up + alpha_down*down + beta"
      }
    do {
      formula = try Formula("y = " + text)
    } catch {
      throw .badInput(error.description)
    }
    let found = formula.names.filter { !$0.isInResponse && !form.inputs.contains($0.text) }.map(\.text)
    // A hinge's knee comes last.
    parameters = found.filter { $0 != "knee" } + found.filter { $0 == "knee" }
    (self.form, self.order) = (form, order)
  }

  /// The fit, which starts from the best of a coarse grid over the data.
  ///
  /// - Parameter given: parameters with a start, a bound or a value of the user's, in place of the form's own.
  /// - Throws: `singularJacobian` where all x are equal, `badInput` for x that the curve is not defined at.
  package func fit(
    _ data: FormulaData, given: [FormulaParameter] = []
  ) throws(EstimationError) -> FormulaFit {
    let grid = try grid(data)
    let all = parameters.enumerated().map { k, name in
      given.first { $0.name == name } ?? FormulaParameter(name, start: grid.first?[k] ?? 0)
    }
    var fit = FormulaFit(formula, parameters: all)
    fit.name = form.rawValue
    let free = all.indices.filter { !all[$0].isFixed }
    fit.starts = grid.map { row in
      free.map { k in
        let own = given.first { $0.name == parameters[k] }
        return own.map { $0.start.isFinite ? $0.start : min(max(row[k], $0.bounds.lowerBound), $0.bounds.upperBound) }
          ?? row[k]
      }
    }
    fit.isHinge = form == .hinge && given.isEmpty
    if form == .exponentialTail, given.isEmpty, let x = data.columns["x"], let low = x.min(), let high = x.max() {
      fit.scaleRange = (high - low) * Double.exp(-6)...(high - low) * Double.exp(4)
    }
    return fit
  }

  // MARK: - Starting values

  /// Values to start from; parameters that the formula is linear in may be anything.
  private func grid(_ data: FormulaData) throws(EstimationError) -> [[Double]] {
    let x = data.columns["x"] ?? data.columns["up"] ?? []
    guard let low = x.min(), let high = x.max() else { throw .tooFewSamples(have: 0, need: 1) }
    let span = high - low
    let isFlat = [.linear, .throughOrigin, .polynomial, .throughputPower].contains(form)
    if isFlat { return [parameters.map { _ in 0 }] }
    guard span > 0 else { throw .singularJacobian(parameters: parameters) }
    switch form {
    case .powerLaw:
      guard low >= 0 else { throw .badInput("a power law needs x of 0 or more") }
      return stride(from: -3.0, through: 4, by: 0.5).filter { low > 0 || $0 > 0 }.map { [1, $0] }
    case .logistic:
      return Self.places(x, 12).flatMap { middle in
        [0.02, 0.05, 0.12, 0.3].flatMap { [[1, middle, span * $0], [1, middle, -span * $0]] }
      }
    case .hinge: return Self.places(x, 40).map { [0, 0, 0, $0] }
    case .exponentials:
      let rates = stride(from: -4.0, through: 5, by: 0.75).map { Double.exp($0) / span }
      return Self.choices(rates, order).map { chosen in chosen.flatMap { [1, $0] } }
    default: return (0..<24).map { [0, 1, span * Double.exp(-6 + 0.35 * Double($0))] }
    }
  }

  /// Quantiles, evenly spaced inside.
  private static func places(_ x: [Double], _ count: Int) -> [Double] {
    let sorted = x.sorted()
    return (1..<count).map { sorted[$0 * (sorted.count - 1) / count] }
  }

  /// All ways to take `count` of the values, in their order.
  private static func choices(_ values: [Double], _ count: Int) -> [[Double]] {
    if count == 0 { return [[]] }
    return values.indices.flatMap { i in
      choices(Array(values[(i + 1)...]), count - 1).map { [values[i]] + $0 }
    }
  }
}
