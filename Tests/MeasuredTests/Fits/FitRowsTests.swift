import RealModule
import Testing

@testable import Estimation
@testable import Measured
@testable import Reports

/// Rows of fits and their residuals, by hand.
@Suite struct FitRowsTests {
  private static func column(_ table: ReportTable, _ name: String) throws -> [Double?] {
    let column = try #require(table.columns.first { $0.name == name }, "\(name)")
    return (0..<column.cells.count).map { column.value($0) }
  }

  /// Round trips of 50 ms and, after 10 s, of 300 ms, each 7 % above or below: residuals are of the logarithm.
  @Test func residualsOfProbesAreLogarithms() throws {
    let samples = (0..<120).map { place in
      let gap = 0.17 * Double(place)
      return IdleGapSample(gap: gap, roundTrip: (gap < 10 ? 0.05 : 0.3) * (place % 2 == 0 ? 1.07 : 1 / 1.07))
    }
    let fit = try IdleGapFit(samples: samples)
    let table = ReportTable.probes(samples, fit)
    let (fitted, residuals) = (try Self.column(table, "fitted_s"), try Self.column(table, "residual_ln"))
    #expect(fit.steps.count == 1 && abs((fitted[3] ?? 0) - 0.05) < 0.004 && abs((fitted[100] ?? 0) - 0.3) < 0.02)
    for (place, sample) in samples.enumerated() {
      #expect(abs((residuals[place] ?? 9) - Double.log(sample.roundTrip / (fitted[place] ?? 1))) < 1e-12)
    }
    #expect(abs((residuals[4] ?? 0) - (residuals[5] ?? 0) - 2 * Double.log(1.07)) < 1e-9)
  }

  /// Of 100 residuals, 1.96 / 10 is the limit that chance crosses one time in twenty.
  @Test func theLimitOfChanceFollowsTheCount() throws {
    let values = (0..<100).map { Double(($0 * 37) % 101) / 101 - 0.5 }
    let summary = FitSummary(
      model: "m", formula: "", parameters: [], covariance: [], logLikelihood: nil, samples: 100, effectiveSamples: 100,
      residuals: try ResidualDiagnostics(residuals: values))
    let plot = try #require(FitSection(summary).plots.first { $0.title == "Autocorrelation of the residuals" })
    let limits = plot.series.filter { $0.mark == .reference }.map { $0.points[0].y }
    #expect(limits.contains { abs($0 - 0.196) < 1e-12 } && limits.contains { abs($0 + 0.196) < 1e-12 }, "\(limits)")
  }

  /// Correlations from 0.05 on are written; 1 - 0.6^2 of a prior's precision is more than half, 1 - 0.8^2 is not.
  @Test func aFragmentHasWhatCounts() {
    let names = ["gnss.acquiring", "gnss.tracking_strong", "base.drain"]
    let errors = [0.06, 0.08, 0.05]
    let correlations = [[1, 0.07, 0], [0.07, 1, 0.04], [0, 0.04, 1]]
    let summary = FitSummary(
      model: "m", formula: "f",
      parameters: zip(names, errors).map {
        FittedParameter(
          name: $0, value: 0.3, standardError: $1, interval95: nil, intervalMethod: .logNormal, unit: "W")
      }, covariance: (0..<3).map { i in (0..<3).map { correlations[i][$0] * errors[i] * errors[$0] } },
      logLikelihood: nil, samples: 9, effectiveSamples: 9, namesCloseCorrelations: false)
    let text = FitFragment.text(
      summary, keys: [:], priors: ["gnss.acquiring": 0.1, "gnss.tracking_strong": 0.1], command: ["x"], inputs: [])
    #expect(text.matches(of: /between:/).count == 1, "\(text)")
    let trusts = text.matches(of: /trust: (\w+)/).map { String($0.1) }
    #expect(trusts == ["fitted", "estimate", "fitted"] || trusts == ["fitted", "fitted", "estimate"], "\(text)")
    #expect(text.contains("the data give 36"), "\(text)")
  }

  /// What is left of a gauge's fall: 100 less the level, less the drain that the fit expects beyond what the gauge holds back.
  @Test func residualsOfGaugesAreOfTheFallBelowAHundred() throws {
    let design = JointDesign(
      quantities: [JointQuantity(name: "base", unit: "W", median: 0.5, logDeviation: 0.5)], terms: [[0]],
      percentPerWattHour: 10, hold: (2, 0.5), holdSpread: 0.5)
    let runs = (0..<10).map { run in
      JointRun(
        name: "\(run)", timeline: "t", phone: "p\(run % 2)", occasion: "o\(run)", travels: false,
        readings: (0..<5).map { place in
          let drain = 6 * Double(place) * (run % 2 == 0 ? 1.1 : 0.9)
          return .init(
            hour: Double(place), level: 100 - Int(max(0, drain - 2).rounded()), step: 1, exposure: [Double(place)])
        }, energies: [], exposureDeviation: 0)
    }
    let fit = try JointDrainFit(runs: runs, design: design)
    let table = ReportTable.readings(runs, design, fit)
    let effects = Dictionary(uniqueKeysWithValues: fit.phones.map { ($0.name, $0.effect) })
    let hold = try #require(fit.summary["gauge.hold"]?.value)
    #expect(hold > 0.5 && (effects["p0"] ?? 0) > (effects["p1"] ?? 0))
    let (fitted, residuals) = (try Self.column(table, "fitted_points"), try Self.column(table, "residual_points"))
    for (place, (run, reading)) in runs.flatMap({ run in run.readings.map { (run, $0) } }).enumerated() {
      let drain = fit.drain(reading.exposure, design: design).percent * Double.exp(effects[run.phone] ?? 0)
      #expect(abs((fitted[place] ?? -1) - max(0, drain - hold)) < 1e-9)
      #expect(abs((residuals[place] ?? 99) - (100 - Double(reading.level) - max(0, drain - hold))) < 1e-9)
    }
  }

  /// A score is the normal quantile of the share that the model puts below the error: 0 at its median.
  @Test func scoresOfErrorsAreNormalQuantiles() throws {
    // Rayleigh quantiles of 3 m at middles of equal shares.
    let magnitudes = (0..<60).map { 3 * (-2 * Double.log(1 - (Double($0 * 37 % 60) + 0.5) / 60)).squareRoot() }
    var fit = PositionErrorFit(geometry: .distance)
    fit.models = [.rayleigh]
    let model = try fit.fit(
      magnitudes.enumerated().map { TimeSeries.Point(time: Double($0.offset), value: $0.element) }
    )
    .winner
    let median = model.quantile(0.5)
    let rows = [(median, [1.5, -2.5]), (model.quantile(0.9), [4, 7])].enumerated().map { place, row in
      (leg: 7, error: PairedError(index: place, time: 11, magnitude: row.0, axes: row.1), accuracy: Double?(13))
    }
    let table = ReportTable.errors(rows, model)
    for (name, wanted) in [
      ("leg", [7, 7]), ("time_s", [11, 11]), ("error_m", [median, model.quantile(0.9)]), ("east_m", [1.5, 4]),
      ("north_m", [-2.5, 7]), ("accuracy_m", [13, 13]), ("fitted_share", [0.5, 0.9]),
      ("residual_score", [0, 1.281552]),
    ] {
      for (found, value) in zip(try Self.column(table, name), wanted) {
        #expect(abs((found ?? .nan) - value) < 1e-5, "\(name): \(found ?? .nan)")
      }
    }
    let across = ReportTable.errors(
      rows.map { (7, PairedError(index: 0, time: 11, magnitude: 2, axes: [-2]), $0.accuracy) }, model)
    #expect(try Self.column(across, "across_m") == [-2, -2])
  }

  /// Two tails of 3 and 5 s at 0.9 W over an idle power of 0.1 W: 2.4 and 4 J above it, 1 s either way of the mean.
  @Test func tailsHaveTheirEnergyAboveIdle() throws {
    var (times, watts) = ([Double](), [Double]())
    for (power, seconds) in [(0.1, 7.0), (1.7, 2), (0.9, 3), (0.1, 8), (1.7, 2), (0.9, 5), (0.1, 7)] {
      for _ in 0..<Int(seconds * 100) {
        times.append(Double(times.count) / 100)
        watts.append(power)
      }
    }
    let fit = try RadioTailFit(steps: try PowerSteps(trace: try PowerTrace(times: times, watts: watts)))
    let table = ReportTable.tails(fit)
    for (name, wanted) in [
      ("start_s", [9, 22]), ("duration_s", [3, 5]), ("power_W", [0.9, 0.9]), ("energy_above_idle_J", [2.4, 4]),
      ("fitted_duration_s", [4, 4]), ("residual_duration_s", [-1, 1]),
    ] {
      for (found, value) in zip(try Self.column(table, name), wanted) {
        #expect(abs((found ?? .nan) - value) < 0.05, "\(name): \(found ?? .nan)")
      }
    }
  }

  /// 0.3 W while idle and 1.1 W while busy, each sample 0.07 W above or below: what is left has the state's mean taken off.
  @Test func residualsOfATraceAreAboveTheirState() throws {
    let times = (0..<400).map { Double($0) / 10 }
    let watts = times.enumerated().map { ($0.element < 20 ? 0.3 : 1.1) + ($0.offset % 2 == 0 ? 0.07 : -0.07) }
    let spans = [
      LabelledSpan(state: "idle", start: 0, end: 10), LabelledSpan(state: "idle", start: 10, end: 20),
      LabelledSpan(state: "busy", start: 20, end: 30), LabelledSpan(state: "busy", start: 30, end: 39),
    ]
    let trace = try PowerTrace(times: times, watts: watts)
    let fit = try StatePowerFit(trace: trace, spans: spans)
    let table = ReportTable.trace(trace, spans, fit)
    let (fitted, residuals) = (try Self.column(table, "fitted_W"), try Self.column(table, "residual_W"))
    for (place, wanted) in [(50, (0.3, 0.07)), (51, (0.3, -0.07)), (250, (1.1, 0.07)), (251, (1.1, -0.07))] {
      #expect(abs((fitted[place] ?? 9) - wanted.0) < 0.01 && abs((residuals[place] ?? 9) - wanted.1) < 0.01, "\(place)")
    }
    #expect(fitted[395] == nil && residuals[395] == nil)
    guard case .words(let used) = try #require(table.columns.first { $0.name == "used" }).cells else {
      Issue.record("no words")
      return
    }
    // A change's neighbours are not used.
    #expect([50, 200, 395].map { used[$0] } == ["yes", "no", "no"])
  }
}
