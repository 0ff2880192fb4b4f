import RealModule

/// The standard deviations of the drain model.
struct DrainDeviations: Sendable, Hashable {
  /// Of one reading beyond rounding, in percent points.
  var reading: Double
  /// Of the plateau from run to run, in percent points.
  var plateau: Double
  /// Of a run's drain around its expectation, relative.
  var run: Double
  /// Of a device's drain, relative; `nil` where devices are taken as equal.
  var device: Double?
  /// Of what runs of one occasion share, relative; `nil` where it is taken as nothing.
  var occasion: Double?

  /// Below these nothing changes in the fit.
  static let least = DrainDeviations(reading: 1e-3, plateau: 1e-3, run: 1e-4, device: 1e-4, occasion: 1e-4)
  static let most = DrainDeviations(reading: 10, plateau: 20, run: 1, device: 1, occasion: 1)

  var logarithms: [Double] {
    var values: [Double] = [.log(reading), .log(plateau), .log(run)]
    if let device { values.append(.log(device)) }
    if let occasion { values.append(.log(occasion)) }
    return values
  }

  init(reading: Double, plateau: Double, run: Double, device: Double? = nil, occasion: Double? = nil) {
    self.reading = reading
    self.plateau = plateau
    self.run = run
    self.device = device
    self.occasion = occasion
  }

  /// The deviations of `logarithms`, moved inside their limits; those that are `nil` here stay so.
  func with(logarithms: [Double]) -> DrainDeviations {
    func clamp(_ logarithm: Double, _ low: Double, _ high: Double) -> Double { min(high, max(low, .exp(logarithm))) }
    var rest = logarithms.dropFirst(3)
    return DrainDeviations(
      reading: clamp(logarithms[0], Self.least.reading, Self.most.reading),
      plateau: clamp(logarithms[1], Self.least.plateau, Self.most.plateau),
      run: clamp(logarithms[2], Self.least.run, Self.most.run),
      device: device == nil ? nil : rest.popFirst().map { clamp($0, 1e-4, 1) },
      occasion: occasion == nil ? nil : rest.popFirst().map { clamp($0, 1e-4, 1) })
  }

  /// Of a device's or an occasion's factor.
  subscript(kind: DrainFactors.Kind) -> Double? {
    switch kind {
    case .device: device
    case .occasion: occasion
    }
  }
}

/// How well the deviations of a drain model are known: the curvature of the restricted likelihood in their logarithms.
struct DrainDeviationSpread {
  let rows: [(name: String, value: Double, least: Double, unit: String)]
  /// Rows away from their bound.
  let open: [Int]
  /// Of the logarithms of the open rows; `nil` where the likelihood has no top.
  let covariance: [[Double]]?
  private static let step = 0.05

  init(_ solution: DrainSolver.Solution, solver: DrainSolver) {
    let deviations = solution.deviations
    var rows: [(name: String, value: Double, least: Double, unit: String)] = [
      ("reading_deviation", deviations.reading, DrainDeviations.least.reading, "%"),
      ("\(solver.model.gauge.name)_deviation", deviations.plateau, DrainDeviations.least.plateau, "%"),
      ("run_deviation", deviations.run, DrainDeviations.least.run, ""),
    ]
    if let device = deviations.device { rows.append(("device_deviation", device, 1e-4, "")) }
    if let occasion = deviations.occasion { rows.append(("occasion_deviation", occasion, 1e-4, "")) }
    let centre = deviations.logarithms
    let free = solution.isAtBound.map { !$0 }
    func loss(_ shifts: [(Int, Double)]) -> Double {
      var point = centre
      for (i, shift) in shifts { point[i] += shift }
      return solver.restrictedLoss(
        deviations.with(logarithms: point), coefficients: solution.coefficients, free: free)
    }
    // A deviation whose doubling from almost nothing changes nothing is on its bound.
    let open = rows.indices.filter { rows[$0].value > 20 * rows[$0].least }
    let step = Self.step
    let middle = loss([])
    let hessian = open.map { i in
      open.map { j -> Double in
        if i == j { return (loss([(i, step)]) - 2 * middle + loss([(i, -step)])) / (step * step) }
        return
          (loss([(i, step), (j, step)]) - loss([(i, step), (j, -step)]) - loss([(i, -step), (j, step)])
          + loss([(i, -step), (j, -step)])) / (4 * step * step)
      }
    }
    self.rows = rows
    self.open = open
    covariance = Cholesky(hessian)?.inverse
  }

  /// Degrees of freedom of each coefficient's variance, which rests on deviations that are known only so well:
  /// 2 v^2 / (g^T C g), g the slopes of the variance v over the logarithms of the deviations and C their covariance
  /// (Giesbrecht and Burns, Biometrics 41, 1985). `nil` where C is not known or a coefficient is on its bound.
  func degreesOfFreedom(
    _ solution: DrainSolver.Solution, solver: DrainSolver, free: [Int]
  ) -> [Double?]? {
    guard let covariance, !open.isEmpty else { return nil }
    func variances(_ shift: (Int, Double)?) -> [Double]? {
      var point = solution.deviations.logarithms
      if let shift { point[shift.0] += shift.1 }
      let deviations = solution.deviations.with(logarithms: point)
      let equations = solver.model.equations(
        coefficients: solution.coefficients, shape: solution.coefficients, deviations: deviations)
      let total = solver.withPriors(equations.information, deviations)
      guard let inverse = Cholesky(free.map { k in free.map { total[k][$0] } })?.inverse else { return nil }
      return free.indices.map { inverse[$0][$0] }
    }
    guard let middle = variances(nil) else { return nil }
    var slopes: [[Double]] = []
    for i in open {
      guard let up = variances((i, Self.step)), let down = variances((i, -Self.step)) else { return nil }
      slopes.append(zip(up, down).map { ($0 - $1) / (2 * Self.step) })
    }
    var degrees = [Double?](repeating: nil, count: solution.coefficients.count)
    for (place, k) in free.enumerated() {
      var sum = 0.0
      for a in slopes.indices {
        for b in slopes.indices { sum += slopes[a][place] * covariance[a][b] * slopes[b][place] }
      }
      if sum > 0 { degrees[k] = 2 * middle[place] * middle[place] / sum }
    }
    return degrees
  }
}
