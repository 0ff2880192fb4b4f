import Analysis
import DeviceModel
import Core
import Reports

extension DocumentText {
  func render(_ report: ComparisonReport) -> String { render(report.document) }
}

extension DocumentHTML {
  func render(_ report: ComparisonReport) -> String { render(report.document) }
}

extension DocumentMarkdown {
  func render(_ report: ComparisonReport) -> String { render(report.document) }
}

extension ReportDocument {
  /// The columns of its CSV.
  var csvColumns: [String] {
    DocumentCSV().render(self).prefix { $0 != "\n" }.split(separator: ",").map(String.init)
  }
}

extension DocumentCSV {
  func render(_ report: ComparisonReport) -> String { render(report.document) }
}

/// Made-up comparisons with odd numbers, so that a column that lands in the wrong place shows.
enum SampleReports {
  struct Strategy {
    var name: String
    var use = StrategyUse.live
    /// Average power in mW above the phone without location.
    var milliwatts: Double
    var error: Double?
    var age = 1.3
    var trackError: Double?
    var fixes = 0.0
    var movingCoverage = 0.913
    /// Median lateness in seconds, missed and false events a run.
    var event: (late: Double, missed: Double, wrong: Double)?
    var note: String?
    var isPast = false
    /// Drain of a watch beside the phone, in percent per hour.
    var watchDrain: Double?
  }

  static let everyday: [Strategy] = [
    Strategy(name: "none", milliwatts: 0, error: nil),
    Strategy(name: "continuous", milliwatts: 311.7, error: 12.4, trackError: 11.9, fixes: 3587),
    Strategy(name: "distance-filter", milliwatts: 287.3, error: 15.1, age: 23.4, trackError: 13.3, fixes: 412.7),
    Strategy(name: "deferred", use: .record, milliwatts: 171.9, error: 4217, age: 611.3, trackError: 12.6, fixes: 3561),
    Strategy(name: "hundred-meters", milliwatts: 71.3, error: 142.7, age: 17.9, trackError: 131.1, fixes: 467.3),
    Strategy(name: "auto-pause", milliwatts: 142.1, error: 16.9, age: 41.7, trackError: 15.7, fixes: 1611),
    Strategy(
      name: "significant-change", milliwatts: 9.7, error: 2317, age: 1733, trackError: 941, fixes: 1.9,
      note: "wakes at most once in 5 min"),
    Strategy(name: "kilometer", milliwatts: 17.3, error: 1271, age: 713, trackError: 803, fixes: 5.3),
  ]

  static func report(
    _ strategies: [Strategy] = everyday, seeds: Int = 40, parameters: ParameterChoice = .drawn,
    title: String = "Everyday commute", device: String = "modern-phone", notes: [String] = []
  ) -> ComparisonReport {
    let baseline = runs(Strategy(name: "none", milliwatts: 0, error: nil), seeds: seeds)
    let rows = strategies.map {
      var row = StrategySummary(strategy: $0.name, use: $0.use, runs: runs($0, seeds: seeds), baseline: baseline)
      row.unavailable = $0.isPast ? .ended : nil
      row.platform = $0.isPast ? "ios-12" : "ios-18"
      row.prediction = PredictionModel(
        Discrepancy(phone: 0.11, occasion: 0.03, run: 0.13, tracking: 0.17),
        spread: parameters == .drawn ? ParameterSpread(rest: 0.013, location: 0.029, covariance: 0.003) : .none)
      return row
    }
    return ComparisonReport(context: context(seeds, parameters, title, device, notes), rows: rows)
  }

  /// The same with made-up distributions around each strategy's errors and ages.
  static func reportWithDistributions() -> ComparisonReport {
    var report = report(seeds: 3)
    report.rows = everyday.map { strategy in
      let runs = runs(strategy, seeds: 3).map { run in
        var run = run
        var distributions = RunDistributions()
        guard let error = strategy.error, let track = strategy.trackError else { return run }
        for index in 1...200 {
          let share = Double(index) / 200
          distributions.errors.add(error * share * share)
          distributions.movingErrors.add(track * share)
          distributions.ages.add(strategy.age * share)
        }
        run.distributions = distributions
        return run
      }
      return StrategySummary(strategy: strategy.name, use: strategy.use, runs: runs, baseline: [])
    }
    return report
  }

  static func context(
    _ seeds: Int = 1, _ parameters: ParameterChoice = .fixed, _ title: String = "Everyday commute",
    _ device: String = "modern-phone", _ notes: [String] = []
  ) -> ReportContext {
    let provenance = Provenance(
      profile: device,
      trusts: Array(repeating: Trust.estimate, count: 31) + Array(repeating: Trust.published, count: 7))
    return ReportContext(
      title: title, device: device, network: "lte", scenario: "commute", firstSeed: 0, seeds: seeds,
      parameters: parameters, duration: .hours(24), provenance: provenance.sentence, version: "0.0.7",
      command: "geojoule compare --scenario commute --device modern-phone --seeds \(seeds)", notes: notes)
  }

  /// Runs whose figures vary from seed to seed by a fixed rule; only sums, products and quotients, which are the same
  /// on every machine.
  private static func runs(_ strategy: Strategy, seeds: Int) -> [RunMetrics] {
    (0..<seeds).map { seed in
      // Spread over -1 ... 1 in a scrambled order.
      let randomness = seeds == 1 ? 0 : Double(seed * 17 % seeds) / Double(seeds - 1) * 2 - 1
      let phone = 1 + 0.31 * randomness
      let day = 1 + 0.22 * randomness * randomness - 0.07
      var run = RunMetrics(seed: UInt64(seed), duration: .hours(24), notes: [strategy.note].compactMap(\.self))
      let location = strategy.milliwatts * phone
      let parts: [(Metric, Double)] = [
        (.component(.gnss), location * 0.37), (.component(.wifi), 3.1 + location * 0.11),
        (.component(.cellular), 8.3 + location * 0.23),
        (.component(.bluetooth), 1.7), (.component(.processor), 4.9 + location * 0.29),
        (.component(.base), 11.3 * phone),
      ]
      var total = 0.0
      for (metric, milliwatts) in parts {
        run[metric] = milliwatts * 86.4
        total += milliwatts * 86.4
      }
      run[.energy] = total
      run.locationShare = location * 86.4 / total
      run[.averagePower] = total / 86.4
      run[.drainPercentPerHour] = total / 24 / 420.5 / day
      run[.watchEnergy] = strategy.watchDrain.map { 37 * $0 }
      run[.watchDrainPercentPerHour] = strategy.watchDrain
      run[.availability] = strategy.error == nil ? 0 : 0.983
      run[.trackCoverage] = strategy.trackError == nil ? 0 : 0.917
      run[.errorP50] = strategy.error.map { $0 * 0.31 * day }
      run[.errorP68] = strategy.error.map { $0 * 0.47 * day }
      run[.errorP95] = strategy.error.map { $0 * day }
      run[.ageP50] = strategy.error.map { _ in strategy.age * 0.29 }
      run[.ageP95] = strategy.error.map { _ in strategy.age }
      run[.trackErrorP50] = strategy.trackError.map { $0 * 0.33 * day }
      run[.trackErrorP95] = strategy.trackError.map { $0 * day }
      run[.movingCoverage] = strategy.trackError == nil ? 0 : strategy.movingCoverage
      run[.movingErrorP50] = strategy.trackError.map { $0 * 0.37 * day }
      run[.movingErrorP95] = strategy.trackError.map { $0 * 1.3 * day }
      run[.movingAgeP95] = strategy.error.map { _ in strategy.age * 0.83 }
      run[.eventLatencyP50] = strategy.event?.late
      run[.missedEvents] = strategy.event?.missed
      run[.trueEvents] = strategy.event.map { $0.missed + 17 }
      run[.falseEvents] = strategy.event?.wrong
      if strategy.error != nil || strategy.trackError != nil {
        let near = strategy.trackError.map { strategy.movingCoverage * 30 / (30 + $0 * 0.31 * day) } ?? 0
        (run[.track(within: 30)], run[.track(within: 10)]) = (near, near * near)
        let held = strategy.error.map { 100 / (100 + $0 * 0.23 * day) }
        run[.now(NowShare(metres: 100))] = held
        run[.now(NowShare(metres: 100, isAllDay: true))] = held.map { 0.5 + $0 / 2 }
        run[.distanceError] = strategy.trackError.map { $0 / 700 }
      }
      run[.events(within: 300)] = strategy.event.map { 3 / (3 + $0.missed) }
      run[.firstFix] = strategy.error.map { _ in 4.7 }
      run[.locationsPerHour] =
        strategy.error == nil && strategy.trackError == nil ? strategy.fixes : max(strategy.fixes, 1)
      run[.deliveriesPerHour] = strategy.use == .record ? strategy.fixes / 301 : strategy.fixes
      run[.wakeupsPerHour] = strategy.fixes / 7
      run[.uploadsPerHour] = strategy.fixes / 13
      if location > 390 { run[.batteryEmpty] = 19.7 }
      return run
    }
  }
}
