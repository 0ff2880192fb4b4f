/// Fits one of the named curves, with starting values from the data.
package struct CurveFit: Sendable {
  package var form: CurveForm
  /// Degree of a polynomial, number of exponentials; `nil` for the form's own.
  package var order: Int?
  package var loss = CurveLoss.squares
  /// Whether rows follow each other in time, evenly: if so, their noise may repeat itself.
  package var rowsAreInTimeOrder = true
  package var scatter = ScatterModel.automatic
  /// Whether a curve that is not linear gets profile intervals; without, Student's t, in a fraction of the time.
  package var profilesIntervals = true

  package init(_ form: CurveForm) { self.form = form }

  /// Whether rows far off get no weight.
  package var isRobust: Bool {
    get { loss != .squares }
    set { loss = newValue ? .bisquare : .squares }
  }

  /// - Throws: `tooFewSamples` under 3 rows more than parameters, 2 where rows have no order; `badInput` for missing columns;
  ///   `singularJacobian`, for instance where all x are equal; `didNotConverge`.
  package func fit(_ data: CurveData) throws(EstimationError) -> CurveResult {
    guard data.inputs.count == form.inputs.count else {
      throw .badInput("\(form.rawValue) needs the columns \(form.inputs.joined(separator: ", "))")
    }
    var columns = Dictionary(zip(form.inputs, data.inputs), uniquingKeysWith: { first, _ in first })
    columns["y"] = data.response
    var fit = try NamedFormula(form, order: order).fit(
      FormulaData(columns: columns, deviations: data.deviations), units: data.inputUnits,
      responseUnit: data.responseUnit)
    fit.loss = loss
    fit.scatter = scatter
    fit.rowsAreInTimeOrder = rowsAreInTimeOrder
    fit.profilesIntervals = profilesIntervals
    return try fit.fit(FormulaData(columns: columns, deviations: data.deviations))
  }
}

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

/// Rows for a curve fit, column by column.
package struct CurveData: Sendable, Hashable {
  /// One per input of the form, all of one length.
  package let inputs: [[Double]]
  package let response: [Double]
  /// Standard deviation of each response, in its unit; `nil` when all are equally good.
  package let deviations: [Double]?
  package let inputUnits: [String]
  package let responseUnit: String

  /// - Throws: `badInput` for columns of unequal length, a value that is not finite, a deviation not above 0.
  package init(
    inputs: [[Double]], response: [Double], deviations: [Double]? = nil, inputUnits: [String] = [],
    responseUnit: String = ""
  ) throws(EstimationError) {
    guard inputs.allSatisfy({ $0.count == response.count }), (deviations?.count ?? response.count) == response.count
    else { throw .badInput("columns of unequal length") }
    guard inputs.allSatisfy({ $0.allSatisfy(\.isFinite) }), response.allSatisfy(\.isFinite) else {
      throw .badInput("a value is not a finite number")
    }
    guard deviations?.allSatisfy({ $0 > 0 && $0.isFinite }) ?? true else {
      throw .badInput("a deviation is not above 0")
    }
    self.inputs = inputs
    self.response = response
    self.deviations = deviations
    self.inputUnits = inputUnits
    self.responseUnit = responseUnit
  }

  var rows: Int { response.count }
}

/// A fitted curve.
package struct CurveResult: Sendable {
  /// Half the pointwise 95 % range of the curve at each row; `nil` where a parameter has no error.
  package let band: [Double]?
  package let summary: FitSummary
  /// The left side of the formula, in the order of the rows.
  package let response: [Double]
  /// Response minus curve.
  package let residuals: [Double]
  /// Weight times squared residual, over all rows.
  package let sumOfSquares: Double

  /// The curve at each row.
  package var fitted: [Double] { zip(response, residuals).map { $0 - $1 } }
}
