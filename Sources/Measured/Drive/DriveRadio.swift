import DeviceModel
import Estimation
import FileFormats
import Core
import RealModule
import Reports

/// Cells, accesses, holes and path loss along the way.
struct DriveRadio {
  private(set) var handovers: HandoverFit?
  /// Over time, of all accesses.
  private(set) var accesses: AccessFit?
  /// Along the way, of the accesses that networks have profiles of.
  private(set) var ways: AccessFit?
  private(set) var outcome = DriveFindings()

  init(_ data: DriveData) {
    addHandovers(data)
    addAccesses(data)
    for (level, what) in [(-110.0, "weak coverage"), (-124.0, "no coverage")] { addHoles(data, below: level, what) }
    addPathLoss(data)
  }

  private mutating func addHandovers(_ data: DriveData) {
    do {
      let fit = try HandoverFit(data.drives.map { ($0.name, $0.points) })
      handovers = fit
      var section = FitSection(fit.summary, title: "Cell changes")
      // One rate in three forms: nothing to print.
      section.correlation = []
      section.tables.append(try Self.drives(fit))
      if fit.dwells.count >= 4 {
        let middle = fit.dwells[fit.dwells.count / 2]
        section.note(
          "Time in a cell",
          "median \(FitNumber.text(middle)) s of \(fit.dwells.count) cells seen from entry to exit, stops included")
        let count = Double(fit.dwells.count)
        section.plots.append(
          FitPlot(
            title: "Time in a cell", caption: "Share of cells that were left within a time.",
            x: .init("Seconds", isLogarithmic: true), y: .init("Share left"),
            series: [
              .init(
                "cells", .points,
                fit.dwells.enumerated().map { (x: max(1, $0.element), y: (Double($0.offset) + 0.5) / count) })
            ]))
      }
      outcome.sections.append(section)
    } catch {
      outcome.miss("cell changes and cell radius", error.description, "the base's cell radii")
    }
  }

  /// Counts by drive, and what the other drives say of each.
  private static func drives(_ fit: HandoverFit) throws(EstimationError) -> FitTable {
    let moved = fit.drives.enumerated().filter(\.element.hasMoved)
    let rows = try moved.map { number, drive throws(EstimationError) in (drive, try fit.prediction(of: number)) }
    return FitTable(
      moved.count > 1 ? "Each drive, and its count predicted from all others" : "By drive", rows
    ) { columns in
      columns.words(["drive"]) { drive, _ in drive.name }
      columns.fixed("way", unit: "km", digits: 2) { drive, _ in drive.kilometres }
      columns.counts(["changes"]) { drive, _ in drive.count }
      columns.fixed("rate", unit: "1/km", digits: 2) { drive, _ in Double(drive.count) / drive.kilometres }
      if moved.count > 1 {
        columns.fixed("predicted", digits: 1) { _, predicted in predicted?.count }
        columns.figures(["90 % range"]) { _, predicted in
          predicted.map { "\($0.range.lowerBound) to \($0.range.upperBound)" } ?? ""
        }
      }
    }
  }

  private static func title(_ access: Int) -> String { DriveAccess.allCases[access].title }
  /// In names of parameters.
  private static func word(_ access: Int) -> String { DriveAccess.allCases[access].rawValue }

  private mutating func addAccesses(_ data: DriveData) {
    do {
      let rows = data.pointsByDrive.joined().compactMap(\.access)
      let fit = try AccessFit(data.pointsByDrive, accesses: Set(rows), over: .time)
      accesses = fit
      var section = FitSection(
        title: "Radio access",
        formula: "shares of time and of the way, mean stays in s and m, changes per km on the access before",
        parameters: Self.parameters(fit, "time"),
        figures: [.init(name: "Samples", text: "\(DecimalText.grouped(rows.count)) seconds")])
      addWays(data, fit, to: &section)
      if fit.accesses.count == 1, let only = fit.accesses.first {
        section.note("One access", "\(Self.title(only.access)) all the time: no transition was seen")
      }
      section.plots += DrivePlots.accesses(data)
      outcome.sections.append(section)
      for share in fit.accesses {
        let percent = "\(DecimalText.fixed(100 * share.share.value, digits: 1)) % of the time"
        switch DriveAccess.allCases[share.access] {
        case .gsm:
          outcome.miss("2G along the way", "no network has it: \(percent)", "the other accesses")
        case .none:
          outcome.miss(
            "stretches without service", "they belong to the scenario's coverage: \(percent)",
            "no access of the network")
        default: break
        }
      }
    } catch {
      outcome.miss("shares of time by radio access", error.description, "one access all the way")
    }
  }

  private static let noInterval = "none: no change from it or to it was seen"

  /// Shares and stays.
  private static func parameters(_ fit: AccessFit, _ of: String) -> [FitSection.Parameter] {
    fit.accesses.map { access in
      var share = FitSection.Parameter(access.share.renamed("\(of)_share_\(word(access.access))"))
      if share.interval == nil { share.method = noInterval }
      return share
    }
      + fit.accesses.compactMap { access in
        access.stay.map { FitSection.Parameter($0.renamed("\(of)_stay_\(word(access.access))")) }
      }
  }

  private mutating func addWays(_ data: DriveData, _ times: AccessFit, to section: inout FitSection) {
    let known = RadioTechnology.allCases.compactMap {
      DriveAccess.allCases.firstIndex(of: DriveNetwork.access(of: $0))
    }
    do {
      let fit = try AccessFit(data.pointsByDrive, accesses: Set(known))
      ways = fit
      section.parameters += Self.parameters(fit, "way") + [FitSection.Parameter(fit.changes)]
      section.parameters += fit.transitions.map { entry in
        var parameter = FitSection.Parameter(entry.rate)
        parameter.name = "\(Self.word(entry.from))_to_\(Self.word(entry.to))_per_km"
        return parameter
      }
      section.tables.append(Self.table(fit, times))
      if fit.accesses.count > 1 {
        section.note(
          "Errors along the way",
          fit.drives >= 3
            ? "from \(fit.drives) drives left out in turn, or of exponential stays where that is larger"
            : "of exponential stays; differences between drives take three drives and more")
      }
    } catch {
      outcome.miss("radio access along the way", error.description, "one access all the way")
    }
  }

  private static func table(_ fit: AccessFit, _ times: AccessFit) -> FitTable {
    let rows = times.accesses.map { time in (time, fit.accesses.first { $0.access == time.access }) }
    return FitTable("By access", rows) { columns in
      columns.words(["access"]) { time, _ in title(time.access) }
      columns.fixed("time", unit: "min", digits: 1) { time, _ in time.amount / 60 }
      columns.fixed("of time", unit: "%", digits: 1) { time, _ in 100 * time.share.value }
      columns.fixed("way", unit: "km", digits: 2) { _, way in way.map { $0.amount / 1000 } }
      columns.fixed("of the way", unit: "%", digits: 1) { _, way in way.map { 100 * $0.share.value } }
      columns.fitted("stays") { _, way in way?.stays }
      columns.words(["then"]) { _, way in
        let exits = (way?.exits ?? [:]).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return exits.isEmpty ? "-" : exits.map { "\(title($0.key)) \($0.value)" }.joined(separator: ", ")
      }
    }
  }

  private mutating func addHoles(_ data: DriveData, below level: Double, _ what: String) {
    do {
      let fit = try CoverageHoleFit(data.pointsByDrive, below: level)
      var section = FitSection(
        fit.summary, title: "\(PlainText.capitalized(what)): below \(DecimalText.exact(level)) dBm")
      if fit.holes.isEmpty { section.correlation = [] }
      section.note("Way", "\(DecimalText.fixed(fit.kilometres, digits: 2)) km, \(fit.holes.count) stretches")
      section.plots += DrivePlots.holes(fit, below: level, data)
      outcome.sections.append(section)
    } catch {
      outcome.miss("stretches of \(what)", error.description, "none in the files")
    }
  }

  private mutating func addPathLoss(_ data: DriveData) {
    do {
      let fit = try PathLossFit(data.pointsByDrive, towers: data.towers)
      let points = fit.points
      var section = FitSection(fit.summary, title: "Path loss and shadowing")
      section.note(
        "Cells",
        "\(fit.cells), their towers \(fit.towersAreEstimated ? "estimated from the strongest samples" : "given")")
      if let exponent = fit.summary["exponent"]?.value {
        let ends = (points.map(\.distance).min() ?? 50, points.map(\.distance).max() ?? 5000)
        let line = (0...40).map { k -> (x: Double, y: Double) in
          let lg = Double.log10(ends.0) + (Double.log10(ends.1) - Double.log10(ends.0)) * Double(k) / 40
          return (x: Double.pow(10, lg), y: -10 * exponent * (lg - 2))
        }
        section.plots.insert(
          FitPlot(
            title: "Level against distance", caption: "Each cell less its own level at 100 m.",
            x: .init("Distance to the tower, m", isLogarithmic: true), y: .init("dB"),
            series: [
              .init(
                "steps of the way", .points,
                points.map { (x: $0.distance, y: $0.level) }),
              .init("fit", .line, line),
            ]), at: 0)
      }
      outcome.sections.append(section)
    } catch {
      outcome.miss("path loss and shadowing", error.description, "the simulator's path loss (35 dB per decade, 8 dB)")
    }
  }
}
