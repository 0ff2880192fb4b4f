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
