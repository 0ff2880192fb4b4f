import Estimation
import FileFormats
import Core
import RealModule
import Reports

/// Throughput of each radio access, in both directions.
struct DriveThroughput {
  enum Direction: String, CaseIterable {
    case downlink, uplink
  }

  struct Fitted {
    let access: DriveAccess
    let direction: Direction
    let samples: [SignalSample]
    let fit: ThroughputFit
    let predictions: [ThroughputPrediction]
  }

  private(set) var fitted: [Fitted] = []
  private(set) var outcome = DriveFindings()

  /// A test runs where the fastest tenth is faster than this, in bit/s; less is the traffic of apps.
  private static let leastRate = 3e5
  /// Slower than this share of the fastest tenth is a pause between transfers.
  private static let pauseShare = 0.01
  /// Acknowledgements are a few percent of what they answer.
  private static let answerShare = 0.15

  init(_ data: DriveData) {
    for direction in Direction.allCases {
      let all = data.drives.enumerated().flatMap { number, drive in
        drive.samples.map { (drive: number, sample: $0) }
      }
      let known = all.filter { Self.rate($0.sample, direction) != nil }
      guard !known.isEmpty else {
        outcome.miss("throughput of the \(direction.rawValue)", "no log has its bit rate", "the base's rate")
        continue
      }
      let own = known.filter { Self.isOwn($0.sample, direction) }
      for access in DriveAccess.allCases where access != .none {
        let rows = own.filter { $0.sample.access == access }
        fit(rows, access, direction, known: known.filter { $0.sample.access == access }, data)
      }
      let unnamed = own.filter { $0.sample.access == nil }
      if data.accesses.isEmpty, !unnamed.isEmpty {
        // A log without a column for it comes from a phone of today: LTE.
        fit(unnamed, .lte, direction, known: known, data)
      }
    }
  }

  private static func rate(_ sample: DriveSample, _ direction: Direction) -> Double? {
    direction == .downlink ? sample.downlink : sample.uplink
  }

  /// Whether the traffic is more than answers to that of the other direction.
  private static func isOwn(_ sample: DriveSample, _ direction: Direction) -> Bool {
    guard let rate = rate(sample, direction) else { return false }
    let other = self.rate(sample, direction == .downlink ? .uplink : .downlink) ?? 0
    return rate >= answerShare * other
  }

  private mutating func fit(
    _ rows: [(drive: Int, sample: DriveSample)], _ access: DriveAccess, _ direction: Direction,
    known: [(drive: Int, sample: DriveSample)], _ data: DriveData
  ) {
    let name = "\(direction.rawValue) throughput on \(access.title)"
    func fail(_ why: String) { outcome.miss(name, why, "the base's rate") }
    guard !known.isEmpty else { return }
    let rates = rows.compactMap { Self.rate($0.sample, direction) }.sorted()
    let all = known.compactMap { Self.rate($0.sample, direction) }.sorted()
    let top = rates.isEmpty ? 0 : rates[min(rates.count - 1, rates.count * 9 / 10)]
    let whole = all[min(all.count - 1, all.count * 9 / 10)]
    guard top >= Self.leastRate, rates.count * 20 >= all.count || rates.count >= SignalSample.enough else {
      let answers = whole > 0 && rates.count * 2 < all.count && all.count >= 20
      return fail(
        answers
          ? "its traffic is answers to the other direction (under \(Int(Self.answerShare * 100)) % of it): no test ran"
          : "no transfer ran: nine tenths of the seconds are below \(Self.text(whole))")
    }
    let active = rows.filter {
      $0.sample.isIdle != true && $0.sample.rsrp != nil
        && (Self.rate($0.sample, direction) ?? 0) >= Self.pauseShare * top
    }
    let samples = active.compactMap { row -> SignalSample? in
      guard let level = row.sample.rsrp, let rate = Self.rate(row.sample, direction) else { return nil }
      return SignalSample(time: row.sample.time, drive: row.drive, level: level, snr: row.sample.snr, value: rate)
    }
    if samples.isEmpty, rows.allSatisfy({ $0.sample.rsrp == nil }) {
      return fail("no row has both a bit rate and a received power")
    }
    do {
      let fit = try ThroughputFit(samples)
      let predictions = ThroughputPrediction.all(samples)
      let entry = Fitted(
        access: access, direction: direction, samples: samples, fit: fit, predictions: predictions)
      fitted.append(entry)
      outcome.rows.append(Self.rows(entry, PlainText.capitalized(name), data))
      outcome.sections.append(section(entry, name, pauses: rows.count - active.count, data))
    } catch {
      fail(error.description)
    }
  }

  /// Seconds of a fit; what lacks the signal that its model reads has no fitted value.
  private static func rows(_ entry: Fitted, _ title: String, _ data: DriveData) -> ReportTable {
    let parameters = entry.fit.summary.parameters.map(\.value)
    func fitted(_ sample: SignalSample) -> Double? {
      if entry.fit.model.usesSNR, sample.snr == nil { return nil }
      return ThroughputFit.value(entry.fit.model, parameters, sample.level, sample.snr ?? 0)
    }
    return .of(entry.samples) { columns in
      columns.words(name: "fit") { _ in title }
      columns.words(name: "drive") { data.drives[$0.drive].name }
      columns.numbers(name: "time_s") { $0.time }
      columns.numbers(name: "rsrp_dBm") { $0.level }
      columns.numbers(name: "snr_dB") { $0.snr }
      columns.numbers(name: "rate_bit_per_s") { $0.value }
      columns.numbers(name: "fitted_lg_rate") { fitted($0) }
      columns.numbers(name: "residual_lg_rate") { sample in fitted(sample).map { Double.log10(sample.value) - $0 } }
    }
  }

  static func text(_ rate: Double) -> String {
    rate >= 1e6
      ? "\(DecimalText.significant(rate / 1e6, digits: 3)) Mbit/s"
      : "\(DecimalText.significant(rate / 1e3, digits: 3)) kbit/s"
  }

  private func section(_ entry: Fitted, _ name: String, pauses: Int, _ data: DriveData) -> FitSection {
    let fit = entry.fit
    var section = FitSection(fit.summary, title: PlainText.capitalized(name))
    section.note(
      "Median at -100 dBm",
      "\(Self.text(fit.median(at: ThroughputModel.reference))), from the \(fit.levelModel.rawValue) model; seconds "
        + "scatter around it by a factor of \(DecimalText.significant(Double.pow(10, fit.scatter), digits: 2))")
    // 3GPP TS 25.306, category 24; what is faster belongs to another access.
    if entry.access == .umts, fit.median(at: entry.samples.map(\.level).sorted()[entry.samples.count / 2]) > 42.2e6 {
      section.warnings.append(
        "faster than HSPA+ of two carriers (42 Mbit/s): the log may name the access wrongly for some rows")
    }
    section.methods.append("least absolute deviations: R. Koenker and G. Bassett, Econometrica 46, 1978, 33-50")
    if Set(entry.samples.map(\.drive)).count >= 3 {
      section.methods.append("jackknife of drives: F. M. T. A. Busing et al., Statistics and Computing 9, 1999, 3-8")
    }
    if pauses > 0 {
      section.note("Left out", "\(DecimalText.grouped(pauses)) seconds without a transfer or a received power")
    }
    if fit.levelModel != fit.model {
      section.parameters += fit.levelSummary.parameters.map {
        var parameter = FitSection.Parameter($0)
        parameter.name += " (\(fit.levelModel.rawValue))"
        return parameter
      }
      section.correlation = []
    }
    section.tables.append(
      FitTable("Models by their error on \(fit.validation)", fit.ranking) { columns in
        columns.words(["model"]) { $0.model.rawValue + ($0.model == fit.model ? " (taken)" : "") }
        columns.fixed("error", unit: "lg", digits: 3) { $0.error }
        columns.words(["lg(rate) ="]) { String($0.model.formula.dropFirst("lg(rate) = ".count)) }
      })
    if !entry.predictions.isEmpty {
      section.tables.append(
        FitTable("Each drive predicted from all others", entry.predictions) { columns in
          columns.words(["drive"]) { data.drives[$0.drive].name }
          columns.counts(["seconds"]) { $0.samples }
          columns.fitted("median", unit: "Mbit/s") { $0.observed / 1e6 }
          columns.fitted("predicted", unit: "Mbit/s") { $0.predicted / 1e6 }
          columns.fixed("error", unit: "lg", digits: 2) { $0.error }
          columns.fitted("in 90 % range", unit: "%") { 100 * $0.inside }
        })
    }
    section.plots.insert(plot(entry), at: 0)
    return section
  }

  private func plot(_ entry: Fitted) -> FitPlot {
    let levels = entry.fit.levels
    let line = (0...60).map { k -> (x: Double, y: Double) in
      let level = levels.lowerBound + (levels.upperBound - levels.lowerBound) * Double(k) / 60
      return (x: level, y: entry.fit.median(at: level) / 1e6)
    }
    return FitPlot(
      title: "Throughput against received power",
      caption: "The line is the median that the network profile carries.",
      x: .init(entry.access == .umts ? "RSCP, dBm" : "RSRP, dBm"), y: .init("Mbit/s", isLogarithmic: true),
      series: [
        .init("seconds", .points, entry.samples.map { (x: $0.level, y: $0.value / 1e6) }), .init("median", .line, line),
      ])
  }
}

extension SignalSample {
  /// Seconds with which a fit is tried.
  static let enough = 60
}
