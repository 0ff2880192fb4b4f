import RealModule

/// Weighted least squares of one curve by Levenberg and Marquardt's method with exact derivatives.
struct CurveSolver {
  let form: CurveForm

  func solve(
    _ data: CurveData, weights: [Double]?, from start: [Double]? = nil
  ) throws(EstimationError) -> LevenbergMarquardt.Outcome {
    let (inputs, y, form, rows) = (data.inputs, data.response, form, data.rows)
    let origin: [Double]
    if let start { origin = start } else { origin = try begin(data) }
    let outcome = try LevenbergMarquardt(tolerance: 1e-10).fit(
      from: origin, names: form.parameters, rows: rows, weights: weights,
      residuals: { p, out in
        switch form {
        case .linear: for i in 0..<rows { out[i] = p[0] + p[1] * inputs[0][i] - y[i] }
        case .throughputPower:
          for i in 0..<rows { out[i] = p[0] * inputs[0][i] + p[1] * inputs[1][i] + p[2] - y[i] }
        case .exponentialTail:
          let rate = -1 / p[2]
          for i in 0..<rows { out[i] = p[0] + p[1] * Double.exp(inputs[0][i] * rate) - y[i] }
        }
      },
      jacobian: { p, out in
        switch form {
        case .linear:
          for i in 0..<rows {
            out[2 * i] = 1
            out[2 * i + 1] = inputs[0][i]
          }
        case .throughputPower:
          for i in 0..<rows {
            out[3 * i] = inputs[0][i]
            out[3 * i + 1] = inputs[1][i]
            out[3 * i + 2] = 1
          }
        case .exponentialTail:
          let rate = -1 / p[2]
          for i in 0..<rows {
            let decay = Double.exp(inputs[0][i] * rate)
            out[3 * i] = 1
            out[3 * i + 1] = decay
            out[3 * i + 2] = p[1] * decay * inputs[0][i] * rate * rate
          }
        }
      })
    if form == .exponentialTail, !(outcome.values[2] > 0) {
      throw .didNotConverge(iterations: outcome.iterations, reason: "the time constant left the positive numbers")
    }
    return outcome
  }

  private func begin(_ data: CurveData) throws(EstimationError) -> [Double] {
    guard form == .exponentialTail else { return form.parameters.map { _ in 0 } }
    let x = data.inputs[0]
    guard let low = x.min(), let high = x.max(), high > low else {
      throw .singularJacobian(parameters: form.parameters)
    }
    // For each time constant floor and amplitude are a straight line: the best of a coarse grid.
    var best: (sum: Double, values: [Double])?
    let stride = max(1, data.rows / 2_000)
    for k in 0..<24 {
      let time = (high - low) * Double.exp(-6 + 0.35 * Double(k))
      var (n, sz, szz, sy, szy, syy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
      for i in Swift.stride(from: 0, to: data.rows, by: stride) {
        let (z, y) = (Double.exp(-(x[i] - low) / time), data.response[i])
        (n, sz, szz) = (n + 1, sz + z, szz + z * z)
        (sy, szy, syy) = (sy + y, szy + z * y, syy + y * y)
      }
      let determinant = n * szz - sz * sz
      guard determinant > 1e-12 * n * szz else { continue }
      let amplitude = (n * szy - sz * sy) / determinant
      let floor = (sy - amplitude * sz) / n
      let sum = syy - floor * sy - amplitude * szy
      if sum < best?.sum ?? .infinity { best = (sum, [floor, amplitude * Double.exp(low / time), time]) }
    }
    guard let best, best.values.allSatisfy(\.isFinite) else { throw .singularJacobian(parameters: form.parameters) }
    return best.values
  }
}
