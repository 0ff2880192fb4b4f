import DeviceModel
import Estimation
import FileFormats
import Quantities
import RealModule
import Reports

/// Cells, accesses, holes and path loss along the way.
struct DriveRadio {
  private(set) var handovers: HandoverFit?
  private(set) var accesses: AccessFit?
  /// Of the accesses that networks have profiles of.
  private(set) var ways: AccessWayFit?
  private(set) var sections: [FitSection] = []
  private(set) var notInformed: [NotInformed] = []

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
      // One rate in three forms.
      section.correlation = []
      section.tables.append(try Self.drives(fit))
      if fit.dwells.count >= 4 {
        let middle = fit.dwells[fit.dwells.count / 2]
        section.figures.append(
          .init(
            name: "Time in a cell",
            text:
              "median \(FitNumber.text(middle)) s of \(fit.dwells.count) cells seen from entry to exit, stops included")
        )
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
      sections.append(section)
    } catch {
      notInformed.append(NotInformed("cell changes and cell radius", error.description, "the base's cell radii"))
    }
  }

  /// Counts by drive, and what the other drives say of each.
  private static func drives(_ fit: HandoverFit) throws(EstimationError) -> FitTable {
    let moved = fit.drives.enumerated().filter { $0.element.kilometres >= 0.2 }
    var rows: [[String]] = []
    for (number, drive) in moved {
      var cells = [
        drive.name, DecimalText.fixed(drive.kilometres, digits: 2), "\(drive.count)",
        DecimalText.fixed(Double(drive.count) / drive.kilometres, digits: 2),
      ]
      if let predicted = try fit.prediction(of: number) {
        cells += [
          DecimalText.fixed(predicted.count, digits: 1),
          "\(predicted.range.lowerBound) to \(predicted.range.upperBound)",
        ]
      }
      rows.append(cells)
    }
    return FitTable(
      title: moved.count > 1 ? "Each drive, and its count predicted from all others" : "By drive",
      headings: [("Drive", ""), ("Way", "km"), ("Changes", ""), ("Rate", "1/km")]
        + (moved.count > 1 ? [("predicted", ""), ("90 % range", "")] : []), rows: rows)
  }

  private mutating func addAccesses(_ data: DriveData) {
    do {
      let fit = try AccessFit(data.pointsByDrive)
      accesses = fit
      func title(_ access: Int) -> String { DriveAccess.allCases[access].title }
      var section = FitSection(
        title: "Radio access", formula: "shares of time, and transitions per hour on the access before",
        figures: [.init(name: "Samples", text: "\(DecimalText.grouped(fit.samples)) seconds")],
        tables: [
          FitTable(
            title: "Shares of time",
            headings: [("Access", ""), ("Time", "min"), ("Share", "%"), ("95 % interval", "%")],
            rows: fit.shares.map {
              [
                title($0.access), DecimalText.fixed($0.seconds / 60, digits: 1),
                DecimalText.fixed(100 * $0.share, digits: 1),
                "\(DecimalText.fixed(100 * $0.interval95.lowerBound, digits: 1)) to "
                  + "\(DecimalText.fixed(100 * $0.interval95.upperBound, digits: 1))",
              ]
            })
        ])
      if !fit.transitions.isEmpty {
        section.tables.append(
          FitTable(
            title: "Transitions",
            headings: [("From", ""), ("To", ""), ("Number", ""), ("Rate", "1/h"), ("95 % interval", "1/h")],
            rows: fit.transitions.map {
              [
                title($0.from), title($0.to), "\($0.rate.count)", FitNumber.text($0.rate.value),
                "\(FitNumber.text($0.rate.interval95.lowerBound)) to \(FitNumber.text($0.rate.interval95.upperBound))",
              ]
            }))
      }
      addWays(data, to: &section)
      sections.append(section)
      for share in fit.shares {
        let percent = "\(DecimalText.fixed(100 * share.share, digits: 1)) % of the time"
        switch DriveAccess.allCases[share.access] {
        case .gsm:
          notInformed.append(NotInformed("2G along the way", "no network has it: \(percent)", "the other accesses"))
        case .none:
          notInformed.append(
            NotInformed(
              "stretches without service", "they belong to the scenario's coverage: \(percent)",
              "no access of the network"))
        default: break
        }
      }
    } catch {
      notInformed.append(NotInformed("shares of time by radio access", error.description, "one access all the way"))
    }
  }

  private mutating func addWays(_ data: DriveData, to section: inout FitSection) {
    let known = RadioTechnology.allCases.compactMap {
      DriveAccess.allCases.firstIndex(of: DriveNetwork.access(of: $0))
    }
    do {
      let fit = try AccessWayFit(data.pointsByDrive, accesses: Set(known))
      ways = fit
      func title(_ access: Int) -> String { DriveAccess.allCases[access].title }
      section.tables.append(
        FitTable(
          title: "Along the way",
          headings: [
            ("Access", ""), ("Way", "km"), ("Share", "%"), ("standard error", "%"), ("Stays", ""), ("Mean stay", "km"),
            ("standard error", "km"), ("then", ""),
          ],
          rows: fit.accesses.map { access in
            let exits = access.exits.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            return [
              title(access.access), DecimalText.fixed(access.metres / 1000, digits: 2),
              DecimalText.fixed(100 * access.share, digits: 1), DecimalText.fixed(100 * access.shareError, digits: 1),
              FitNumber.text(access.stays), access.stay.map { DecimalText.significant($0 / 1000, digits: 3) } ?? "-",
              access.stayError.map { DecimalText.significant($0 / 1000, digits: 2) } ?? "-",
              exits.map { "\(title($0.key)) \($0.value)" }.joined(separator: ", "),
            ]
          }))
      section.figures.append(
        .init(
          name: "Errors along the way",
          text: fit.drives >= 3
            ? "from \(fit.drives) drives left out in turn, or of exponential stays where that is larger"
            : "of exponential stays; differences between drives take three drives and more"))
    } catch {
      notInformed.append(NotInformed("radio access along the way", error.description, "one access all the way"))
    }
  }

  private mutating func addHoles(_ data: DriveData, below level: Double, _ what: String) {
    do {
      let fit = try CoverageHoleFit(data.pointsByDrive, below: level)
      var section = FitSection(
        fit.summary, title: "\(what.prefix(1).uppercased())\(what.dropFirst()): below \(DecimalText.exact(level)) dBm")
      section.correlation = []
      section.figures.append(
        .init(name: "Way", text: "\(DecimalText.fixed(fit.kilometres, digits: 2)) km, \(fit.lengths.count) stretches"))
      sections.append(section)
    } catch {
      notInformed.append(NotInformed("stretches of \(what)", error.description, "none in the files"))
    }
  }

  private mutating func addPathLoss(_ data: DriveData) {
    do {
      let fit = try PathLossFit(data.pointsByDrive, towers: data.towers)
      let points = fit.points
      let step = max(1, points.count / 1500)
      var section = FitSection(fit.summary, title: "Path loss and shadowing")
      section.figures.append(
        .init(
          name: "Cells",
          text:
            "\(fit.cells), their towers \(fit.towersAreEstimated ? "estimated from the strongest samples" : "given")"))
      if let exponent = fit.summary["exponent"]?.value {
        let ends = (points.map(\.distance).min() ?? 50, points.map(\.distance).max() ?? 5000)
        let line = (0...40).map { k -> (x: Double, y: Double) in
          let lg = Self.lg(ends.0) + (Self.lg(ends.1) - Self.lg(ends.0)) * Double(k) / 40
          return (x: Self.power(lg), y: -10 * exponent * (lg - 2))
        }
        section.plots.insert(
          FitPlot(
            title: "Level against distance", caption: "Each cell less its own level at 100 m.",
            x: .init("Distance to the tower, m", isLogarithmic: true), y: .init("dB"),
            series: [
              .init(
                "steps of the way", .points,
                stride(from: 0, to: points.count, by: step).map { (x: points[$0].distance, y: points[$0].level) }),
              .init("fit", .line, line),
            ]), at: 0)
      }
      sections.append(section)
    } catch {
      notInformed.append(
        NotInformed("path loss and shadowing", error.description, "the simulator's path loss (35 dB per decade, 8 dB)"))
    }
  }

  private static func lg(_ x: Double) -> Double { Double.log10(x) }
  private static func power(_ x: Double) -> Double { Double.pow(10, x) }
}
