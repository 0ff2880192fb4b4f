import Estimation

/// A fit of one of the named curves to columns, as `fit curve --form` makes it.
struct CurveFit {
  var form: CurveForm
  var order: Int?
  var isRobust = false
  var rowsAreInTimeOrder = true
  var scatter = ScatterModel.automatic

  init(_ form: CurveForm) { self.form = form }

  func fit(_ data: CurveData) throws -> CurveResult {
    var columns = Dictionary(uniqueKeysWithValues: zip(form.inputs, data.inputs))
    columns["y"] = data.response
    let rows = try FormulaData(columns: columns, deviations: data.deviations)
    var fit = try NamedFormula(form, order: order).fit(rows)
    fit.loss = isRobust ? .bisquare : .squares
    fit.scatter = scatter
    fit.rowsAreInTimeOrder = rowsAreInTimeOrder
    return try fit.fit(rows)
  }
}

struct CurveData {
  /// One per input of the form.
  let inputs: [[Double]]
  let response: [Double]
  var deviations: [Double]?
}
