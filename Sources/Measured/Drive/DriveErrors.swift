import DeviceModel
import Documents
import Estimation
import FileFormats
import Core
import Reports
import World

/// Position errors of the drives against a true track, and what the phone's reports are worth.
struct DriveErrors {
  private(set) var outcome = DriveFindings()
  /// For `error.SKY.*` of the device, with the correlations between them.
  private(set) var values: [ProfileFragment.Value] = []
  private(set) var correlations: [(first: String, second: String, value: Double)] = []

  private struct Fix {
    let drive: Int
    let sample: DriveSample
    let error: PairedError
  }

  /// White noise per axis that the simulator's model takes as known, as `fit error` does.
  private static let white = 0.4

  init(_ data: DriveData, truth: FixRecording) {
    var points: [TimedPlace] = []
    for place in truth.fixes.map(TimedPlace.init) where place.time > points.last?.time ?? -.infinity {
      points.append(place)
    }
    var fixes: [Fix] = []
    var failures: [String] = []
    for (number, drive) in data.drives.enumerated() {
      do {
        fixes += try Self.paired(drive, number, points, truth.fixes)
      } catch {
        failures.append("\(drive.name): \(error.description)")
      }
    }
    guard !fixes.isEmpty else {
      outcome.miss("position error", failures.first ?? "no fix lies in the time of the true track", "the base's errors")
      return
    }
    let known = fixes.filter { $0.sample.carrierToNoise != nil }
    if known.count * 2 >= fixes.count {
      let bySky = Dictionary(grouping: known) { DriveScenario.sky(of: $0.sample.carrierToNoise ?? 0) }
      for sky in SkyView.allCases { if let own = bySky[sky] { add(sky, own) } }
    } else {
      outcome.miss("position error by sky", "no log has the satellites' strength", "all errors under 'suburban'")
      add(.suburban, fixes)
    }
    addReports(fixes)
  }

  private static func paired(
    _ drive: DriveData.Drive, _ number: Int, _ truth: [TimedPlace], _ fixes: [MeasuredFix]
  ) throws(EstimationError) -> [Fix] {
    // A position that an app repeats until the next fix is no new one.
    var samples: [DriveSample] = []
    for sample in drive.samples where sample.position != nil && sample.position != samples.last?.position {
      samples.append(sample)
    }
    let shift = drive.knowsZone ? 0 : Self.zone(samples, fixes)
    let places = samples.compactMap { sample in
      sample.position.map { position in
        let vector = position.earthVector()
        return TimedPlace(time: sample.time + shift, place: SIMD3(vector.x, vector.y, vector.z))
      }
    }
    let moving = drive.path.length > DrivePoint.shortestWay
    let paired = try TrackPairing(clock: moving ? .estimated(range: 30) : .fixed(seconds: 0)).pair(
      fixes: places, truth: truth)
    return paired.errors.map { Fix(drive: number, sample: samples[$0.index], error: $0) }
  }

  /// Seconds from a log's local time to the truth's, in quarters of an hour.
  static func zone(_ samples: [DriveSample], _ truth: [MeasuredFix]) -> Double {
    var places: [Double: GeodeticPosition] = [:]
    for fix in truth { places[fix.unixSeconds.rounded()] = fix.position }
    return ZoneSearch.shift { DriveData.middleGap(samples, shift: $0, to: places, atLeast: 10) }?.seconds ?? 0
  }

  private mutating func add(_ sky: SkyView, _ fixes: [Fix]) {
    let name = "position error under \(sky.rawValue)"
    guard DeviceSchema.skyClasses.contains(sky.rawValue) else { return }
    do {
      var fit = PositionErrorFit(geometry: .distance)
      fit.whiteNoise = Self.white
      let report = try fit.fit(
        fixes.map { TimeSeries.Point(time: $0.error.time, value: $0.error.magnitude, leg: $0.drive) })
      var section = FitSection(
        report.winner.summary, title: "Position error under \(sky.rawValue)", isDistribution: true)
      let quantiles = report.observed.map {
        "\(FitNumber.text($0.metres)) m (\(FitNumber.text($0.share * 100)) %, interval \($0.intervalText))"
      }
      section.figures.insert(.init(name: "Errors below", text: quantiles.joined(separator: ", ")), at: 0)
      outcome.sections.append(section)
      var process: GaussMarkovReport.Candidate?
      let axes = try TimeSeries(
        fixes.flatMap { fix in
          fix.error.axes.enumerated().map { axis, value in
            TimeSeries.Point(time: fix.error.time, value: value, leg: fix.drive * 2 + axis)
          }
        })
      do throws(EstimationError) {
        let correlation = try GaussMarkovFit().fit(axes)
        process = correlation.winner
        outcome.sections.append(
          FitSection(
            correlation.winner.summary, title: "Correlation of position errors in time under \(sky.rawValue)",
            plots: [FitPlot.correlation(correlation)]))
      } catch {
        outcome.miss("correlation in time of the \(name)", error.description, "all of the error is fast")
      }
      outcome.rows.append(
        .errors(
          fixes.map { ($0.drive + 1, $0.error, $0.sample.accuracy) }, report.winner,
          of: "Position error under \(sky.rawValue)"))
      take(report, process, sky)
    } catch {
      outcome.miss(name, error.description, "the base's errors")
    }
  }

  private mutating func take(_ report: PositionErrorReport, _ process: GaussMarkovReport.Candidate?, _ sky: SkyView) {
    let name = sky.rawValue
    if OutlierFreeError.reason(report[.simulator]?.summary, missing: nil) == nil, let own = report[.simulator],
      let process,
      let parts = try? SimulatorErrorParameters(magnitudes: own, correlation: process)
    {
      let keys = ["fast_deviation": "fast", "slow_deviation": "slow"]
      for parameter in parts.parameters {
        values.append(
          ProfileFragment.Value(
            key: "error.\(name).\(keys[parameter.name] ?? parameter.name)", mean: parameter.value,
            deviation: parameter.standardError, interval: parameter.interval95, unit: parameter.unit))
      }
      if parts["slow_deviation"] == nil {
        values.append(
          ProfileFragment.Value(key: "error.\(name).slow", mean: 0, deviation: nil, interval: nil, unit: "m"))
      }
      correlations += parts.correlations { "error.\(name).\(keys[$0] ?? $0)" }
    } else if let plain = OutlierFreeError.values(
      report[.rayleigh]?.summary, process?.summary, sky: name, white: Self.white)
    {
      values += plain
    }
  }

  private mutating func addReports(_ fixes: [Fix]) {
    let samples = fixes.compactMap { fix in
      fix.sample.accuracy.map {
        AccuracySample(
          time: fix.error.time, reported: $0, error: fix.error.magnitude, leg: fix.drive)
      }
    }
    guard !samples.isEmpty else {
      outcome.miss("report accuracy", "no log has the reported radius", "the base's reports")
      return
    }
    do {
      let report = try AccuracyCalibration(geometry: .distance).fit(samples)
      let (all, interval) = (report.overall, report.overall.coverageInterval)
      var section = FitSection(title: "Report accuracy", warnings: report.warnings.map(\.description))
      section.note(
        "Errors inside the reported radius",
        "\(FitNumber.text(100 * all.coverage)) % (95 %: \(FitNumber.text(100 * interval.lowerBound)) to "
          + "\(FitNumber.text(100 * interval.upperBound)) %), 68 % are meant")
      section.note(
        "Samples", "\(DecimalText.grouped(report.samples)), effectively \(FitNumber.text(report.effectiveSamples))")
      outcome.sections.append(section)
    } catch {
      outcome.miss("report accuracy", error.description, "the base's reports")
    }
  }
}
