/// The answer of a simulation as a function of its parameters, each given as a share of its distribution.
package struct SensitivityModel: Sendable {
  package struct Parameter: Sendable {
    /// With `network: ` before a network's key.
    package let name: String
    package let key: String
    package let isNetwork: Bool
    package let value: ProfileValue
    /// Whether another value needs no other run.
    package let isPrice: Bool
  }

  package let request: ComparisonRequest
  package let metric: Metric
  /// The strategy at index 1 is subtracted.
  package let isDifference: Bool
  package let parameters: [Parameter]

  package init(request: ComparisonRequest, metric: Metric, isDifference: Bool, parameters: [Parameter]) {
    self.request = request
    self.metric = metric
    self.isDifference = isDifference
    self.parameters = parameters
  }

  /// Every value that varies and whose name begins with one of the prefixes.
  package static func parameters(_ request: ComparisonRequest, prefixes: [String]) -> [Parameter] {
    func found(
      _ values: [String: ProfileValue], isNetwork: Bool, schema: (String) -> ParameterSchema?
    ) -> [Parameter] {
      values.keys.sorted().compactMap { key in
        let name = isNetwork ? "network: \(key)" : key
        guard let value = values[key], value.distribution != .fixed, value.deviation > 0,
          schema(key)?.section != Discrepancy.section,
          value.range.lowerBound < value.range.upperBound,
          prefixes.isEmpty || prefixes.contains(where: { key.hasPrefix($0) || name.hasPrefix($0) })
        else { return nil }
        return Parameter(
          name: name, key: key, isNetwork: isNetwork, value: value, isPrice: schema(key)?.isPrice ?? false)
      }
    }
    return found(request.device.values, isNetwork: false, schema: DeviceSchema.schema)
      + found(request.network.values, isNetwork: true, schema: NetworkSchema.schema)
  }

  /// Powers come into a run itself where an app reads the battery; and some figures are no sums over the ledger, though
  /// they depend on powers.
  private var pricesAfterwards: Bool {
    ![.batteryEmpty, .lifetime, .energyPerGoodFix].contains(metric)
      && !request.actsOnBattery
  }

  /// The phone and network whose parameters have the given shares of their distributions below them.
  private func request(_ shares: [Double]) -> ComparisonRequest {
    var request = request
    request.parameters = .fixed
    for (parameter, share) in zip(parameters, shares) {
      var value = parameter.value
      (value.mean, value.deviation) = (value.quantile(atShare: share), 0)
      let values = parameter.isNetwork ? \ComparisonRequest.network.values : \.device.values
      request[keyPath: values][parameter.key] = value
    }
    return request
  }

  /// The mean over the seeds; `nil` where the metric has none.
  private func answer(_ runs: [[RunMetrics]]) -> Double? {
    let means = runs.map { runs -> Double? in
      let values = runs.compactMap { $0[metric] }
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
    guard let first = means.first ?? nil else { return nil }
    guard isDifference else { return first }
    return means[1].map { first - $0 }
  }

  /// Points that differ in prices only share their runs.
  private func groups(_ points: [[Double]]) -> [[Int]] {
    let shaping = parameters.indices.filter { !parameters[$0].isPrice || !pricesAfterwards }
    return points.indices.grouped { index in shaping.map { points[index][$0] } }
  }

  /// Answers in the order of the points; each worker takes the next points that share a simulation.
  ///
  /// - Throws: `SensitivityFault` where an answer is missing.
  package func answers(
    _ points: [[Double]], jobs: Int, progress: @escaping @Sendable (Int) -> Void
  ) async throws -> [Double] {
    let done = WorkCounter()
    let groups = groups(points)
    let found = try await boundedMap(groups.count, jobs: jobs, context: { TrialDays(request.scenario) }) {
      index, days in
      let runs = try PricedRuns(
        request(points[groups[index][0]]), on: days, measuresAccuracy: !Metric.additive.contains(metric))
      return try groups[index].map { point -> Double in
        try Task.checkCancellation()
        let phone = request(points[point])
        guard let value = answer(try runs.metrics(device: phone.device, network: phone.network)) else {
          throw SensitivityFault(metric: metric)
        }
        progress(done.finish())
        return value
      }
    }
    var answers = [Double](repeating: 0, count: points.count)
    for (group, values) in zip(groups, found) {
      for (point, value) in zip(group, values) { answers[point] = value }
    }
    return answers
  }
}

/// A run gave no figure to compare.
package struct SensitivityFault: Error {
  package let metric: Metric
}

/// Every strategy of a request on every one of its seeds, kept so that it can be priced again.
///
/// Prices (`ParameterSchema.isPrice`) do not feed back into what happens in a run, unless an app reads the battery: phones
/// that differ in nothing else share one simulation, exactly.
package struct PricedRuns: Sendable {
  private struct Run: Sendable {
    let ledger: LedgerLines
    /// Without energies.
    let figures: RunMetrics
  }

  /// By strategy, then by seed.
  private let runs: [[Run]]

  /// Simulates; the parameters are taken at their means.
  ///
  /// - Parameters:
  ///   - request: the phone and the strategies; the days are those of `days`.
  ///   - measuresAccuracy: also errors and ages of positions, which takes about as long as the run itself.
  /// - Throws: `ProfileFault` for a profile that cannot be used, `UnknownStrategyKind`.
  package init(_ request: ComparisonRequest, on days: TrialDays, measuresAccuracy: Bool) throws {
    let meter = RunMeter(measuresAccuracy ? Metric.allCases : [])
    var runs = [[Run]](repeating: [], count: request.strategies.count)
    for index in 0..<request.seedCount {
      let day = try days.day(
        seed: request.firstSeed + UInt64(index), device: request.device, network: request.network)
      for (place, strategy) in request.strategies.enumerated() {
        let (record, figures) = try day.run(strategy, meter: meter)
        runs[place].append(
          Run(
            ledger: LedgerLines(record.ledger),
            figures: measuresAccuracy ? figures : figures.outcomesAlone))
      }
    }
    self.runs = runs
  }

  /// The figures by strategy and seed, with the energies that a phone's prices give.
  ///
  /// - Parameters:
  ///   - device: one that differs from the simulated one in prices only.
  ///   - network: likewise.
  /// - Throws: `ProfileFault` for a profile that cannot be used.
  package func metrics(device: DeviceProfile, network: NetworkProfile) throws -> [[RunMetrics]] {
    let device = try device.parameters(mode: .fixed)
    let prices = try PowerTable(device: device, network: try network.parameters(mode: .fixed))
    return runs.map { runs in
      runs.map { run in
        var figures = run.figures
        RunMeter.price(
          EnergyBreakdown(run.ledger, prices: prices), battery: device.battery, duration: figures.duration,
          into: &figures)
        return figures
      }
    }
  }
}
