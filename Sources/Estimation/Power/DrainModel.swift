import RealModule

/// Standard deviations of the drain model.
enum DrainSpread: Int, CaseIterable {
  case reading, plateau, run, device, occasion

  /// Values where a search starts, and below which and above which nothing changes in the fit; in percent points for readings and
  /// plateau, otherwise relative.
  var limits: (start: Double, least: Double, most: Double) {
    switch self {
    case .reading: (0.4, 1e-3, 10)
    case .plateau: (0.7, 1e-3, 20)
    case .run: (0.08, 1e-4, 1)
    case .device, .occasion: (0.05, 1e-4, 1)
    }
  }

  func name(_ gauge: GaugeStart) -> String { self == .plateau ? "\(gauge.name)_deviation" : "\(self)_deviation" }
  var unit: String { self == .reading || self == .plateau ? "%" : "" }
}

/// The linear mixed model behind `DrainFit`.
///
/// Run i, row k: shown drop t = D_ik (1 + u_i + g_device + h_occasion) - p - v_i + e_ik, with D the expected drain in percent,
/// linear in the coefficients; u, g, h, v and e normal with the deviations of `DrainSpread`, and the gauge's rounding added to the variance of
/// e. A gauge that drops first has +p in place of -p; a run that does not begin full has an offset of its own. Where devices or occasions differ,
/// each g and h is an unknown with a normal prior (Henderson's mixed-model equations, 1950), so that runs stay independent
/// given the unknowns. A run that never leaves 100 % has t below half a point. The time of a run's first level is chosen by the
/// level itself: so the fall from 100 % between two readings has a factor of its own, the probability of it given both levels. Without
/// it slow drains come out too small. Both are taken by their tangent parabolas.
///
/// The covariance is taken at given coefficients and held (quasi-likelihood, Wedderburn 1974): a skewed spread does not
/// bend the coefficients.
struct DrainModel {
  let data: [DrainData]
  /// Fitted components, then the plateau where some run begins full.
  let names: [String]
  let units: [String]
  let priors: [DrainComponent.Prior?]
  let components: Int
  let gauge: GaugeStart
  /// What several runs share; empty where all are taken as equal.
  let factors: DrainFactors
  let spreads: [DrainSpread]

  /// The offset's standard deviation for runs that did not begin full, in percent points.
  private static let freeOffset = 30.0

  init(_ data: [DrainData], _ fitted: [DrainComponent], _ options: DrainFitOptions) {
    self.data = data
    let hasPlateau = data.contains(where: \.beginsFull)
    names = fitted.map(\.name) + (hasPlateau ? [options.gauge.name] : [])
    units = fitted.map(\.unit) + (hasPlateau ? ["%"] : [])
    priors = fitted.map(\.prior) + (hasPlateau ? [options.plateauPrior] : [])
    components = fitted.count
    gauge = options.gauge
    factors = DrainFactors(data, devicesDiffer: options.devicesDiffer, occasionsDiffer: options.occasionsDiffer)
    spreads = DrainSpread.allCases.filter {
      $0 == .device ? options.devicesDiffer : $0 == .occasion ? options.occasionsDiffer : true
    }
  }

  /// With the shared factors, which come last and may be negative.
  var unknowns: Int { names.count + factors.all.count }

  /// By `DrainSpread`; 0 for those that the model does not have.
  func deviations(_ logarithms: [Double]) -> [Double] {
    var result = DrainSpread.allCases.map { _ in 0.0 }
    for (spread, value) in zip(spreads, logarithms) {
      result[spread.rawValue] = min(spread.limits.most, max(spread.limits.least, .exp(value)))
    }
    return result
  }

  func drain(_ row: DrainData.Row, _ point: [Double]) -> Double {
    zip(row.exposure, point).reduce(row.fixed) { $0 + $1.0 * $1.1 }
  }

  /// Normal equations of the runs, and the constants of their likelihood.
  struct Equations {
    var information: [[Double]]
    var right: [Double]
    /// Half the weighted sum of squares at coefficients of 0, half the logarithm of the determinant of the covariance.
    var constant = 0.0

    mutating func add(_ slopes: [Double], _ value: Double) {
      for k in slopes.indices where slopes[k] != 0 {
        for l in slopes.indices { information[k][l] += slopes[k] * slopes[l] }
        right[k] += slopes[k] * value
      }
      constant += value * value / 2
    }
  }

  /// - Parameters:
  ///   - point: where the covariance is taken.
  ///   - tangent: where the parabolas touch the likelihood of readings of 100 %; `nil` for the same.
  ///   - s: by `DrainSpread`.
  func equations(at point: [Double], tangent: [Double]? = nil, _ s: [Double]) -> Equations {
    let touch = tangent ?? point
    var result = Equations(
      information: [[Double]](repeating: [Double](repeating: 0, count: unknowns), count: unknowns),
      right: [Double](repeating: 0, count: unknowns))
    for (index, run) in data.enumerated() {
      let offset = run.beginsFull ? s[1] : Self.freeOffset
      func slopes(_ row: DrainData.Row) -> (drain: Double, slopes: [Double]) {
        let drain = drain(row, point)
        var slopes = row.exposure + [Double](repeating: 0, count: unknowns - components)
        if run.beginsFull { slopes[components] = gauge.sign }
        for factor in factors.ofRun[index] { slopes[names.count + factor] = drain }
        return (drain, slopes)
      }
      // Rows are made independent one after the other (Cholesky).
      var whitened: [(drain: Double, root: Double, slopes: [Double], value: Double, shares: [Double])] = []
      /// A row given those before it.
      func given(_ row: DrainData.Row, noise: Double) -> (
        variance: Double, drain: Double, slopes: [Double], value: Double, shares: [Double]
      ) {
        var (drain, slopes) = slopes(row)
        var (variance, value, shares) = (
          noise + offset * offset + s[2] * s[2] * drain * drain, row.shown - row.fixed, [Double]()
        )
        for before in whitened {
          let joint = offset * offset + s[2] * s[2] * drain * before.drain - dot(before.shares, shares)
          let share = joint / before.root
          shares.append(share)
          variance -= share * share
          value -= share * before.value
          for k in slopes.indices { slopes[k] -= share * before.slopes[k] }
        }
        return (max(variance, max(s[0] * s[0], 1e-6)), drain, slopes, value, shares)
      }
      for row in run.rows {
        let own = given(row, noise: run.rounding + s[0] * s[0])
        let root = own.variance.squareRoot()
        whitened.append((own.drain, root, own.slopes.map { $0 / root }, own.value / root, own.shares))
        result.add(own.slopes.map { $0 / root }, own.value / root)
        result.constant += .log(root)
      }
      guard let fall = run.fall else { continue }
      /// Half a point of fall at a reading, in deviations given the rows.
      func end(_ row: DrainData.Row) -> (score: Double, slopes: [Double]) {
        let own = given(row, noise: s[0] * s[0])
        let deviation = own.variance.squareRoot()
        return (
          (0.5 - row.shown + own.value - dot(own.slopes, touch)) / deviation, own.slopes.map { -$0 / deviation }
        )
      }
      addFall(end(fall.before), fall.after.map(end), at: touch, to: &result)
    }
    return result
  }

  /// That the gauge fell between two readings, or after the first where there is no second.
  private func addFall(
    _ high: (score: Double, slopes: [Double]), _ second: (score: Double, slopes: [Double])?, at point: [Double],
    to result: inout Equations
  ) {
    var low = second ?? (-.infinity, high.slopes.map { _ in 0 })
    // Readings with hardly any drain between them leave the fall to the gauge's noise.
    if low.score > high.score - 1e-3 { low = (high.score - 1e-3, high.slopes) }
    let fall = NormalTail.Interval(low: low.score, high: high.score)
    let slope = zip(high.slopes, low.slopes).map { fall.slopeAtHigh * $0 - fall.slopeAtLow * $1 }
    let (highBend, lowBend) = (fall.slopeAtHigh * high.score, second == nil ? 0 : fall.slopeAtLow * low.score)
    result.constant -= fall.logProbability
    for k in slope.indices {
      result.right[k] += slope[k]
      result.constant += slope[k] * point[k]
      for l in slope.indices {
        let bend =
          slope[k] * slope[l] + highBend * high.slopes[k] * high.slopes[l] - lowBend * low.slopes[k] * low.slopes[l]
        result.information[k][l] += bend
        result.right[k] += bend * point[l]
        result.constant += bend * point[k] * point[l] / 2
      }
    }
  }

  /// With the priors of the coefficients and the spread of the factors.
  func withPriors(_ equations: Equations, _ s: [Double]) -> Equations {
    var result = equations
    for (k, prior) in priors.enumerated() {
      guard let prior else { continue }
      var slopes = [Double](repeating: 0, count: unknowns)
      slopes[k] = 1 / prior.deviation
      result.add(slopes, prior.mean / prior.deviation)
    }
    for (k, factor) in factors.all.enumerated() {
      let spread = s[factor.kind.rawValue]
      result.information[names.count + k][names.count + k] += 1 / (spread * spread)
      result.constant += .log(spread)
    }
    return result
  }

  /// What a run is expected to show at its last reading, and by how much it may differ; `nil` where it does not begin full.
  func prediction(_ run: DrainData, _ point: [Double], _ s: [Double]) -> (drop: Double, deviation: Double)? {
    guard let row = run.rows.last, run.beginsFull else { return nil }
    let expected = drain(row, point)
    let variance =
      run.rounding + s[0] * s[0] + s[1] * s[1] + (s[2] * s[2] + s[3] * s[3] + s[4] * s[4]) * expected * expected
    return (expected + gauge.sign * point[components], variance.squareRoot())
  }
}

/// What multiplies the drain of several runs at once: a device, or an occasion on which runs lay side by side.
struct DrainFactors: Sendable {
  struct Factor: Sendable, Hashable {
    let kind: DrainSpread
    let name: String
  }

  /// In the order of their unknowns.
  private(set) var all: [Factor] = []
  /// Indices into `all`.
  private(set) var ofRun: [[Int]]

  init(_ data: [DrainData], devicesDiffer: Bool, occasionsDiffer: Bool) {
    ofRun = [[Int]](repeating: [], count: data.count)
    var places: [Factor: Int] = [:]
    for (i, run) in data.map(\.run).enumerated() {
      // A run on its own is an occasion of its own.
      let occasion = run.occasion.isEmpty ? "run \(i)" : run.occasion
      for factor in (devicesDiffer ? [Factor(kind: .device, name: run.device)] : [])
        + (occasionsDiffer ? [Factor(kind: .occasion, name: occasion)] : [])
      {
        if places[factor] == nil {
          places[factor] = all.count
          all.append(factor)
        }
        if let place = places[factor] { ofRun[i].append(place) }
      }
    }
  }

  func count(_ kind: DrainSpread) -> Int { all.count { $0.kind == kind } }
}
