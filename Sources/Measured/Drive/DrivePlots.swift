import Estimation
import FileFormats
import Core
import RealModule
import Reports

/// Charts along the way of all drives, one after another.
enum DrivePlots {
  /// Kilometres at which each drive begins, and the end of the last.
  private static func starts(_ data: DriveData) -> [Double] {
    data.drives.reduce(into: [0.0]) { $0.append(($0.last ?? 0) + $1.path.length / 1000) }
  }

  /// Dashed lines between drives.
  private static func borders(_ starts: [Double], _ low: Double, _ high: Double) -> [FitPlot.Series] {
    starts.dropFirst().dropLast().enumerated().map { index, start in
      .init(index == 0 ? "next drive" : "", .reference, [(x: start, y: low), (x: start, y: high)])
    }
  }

  /// The access along the way as steps; nothing where no log names one, or none moves.
  static func accesses(_ data: DriveData) -> [FitPlot] {
    let known = DriveAccess.allCases.filter(data.accesses.contains)
    let starts = starts(data)
    guard !known.isEmpty, let way = starts.last, way * 1000 >= DrivePoint.shortestWay else { return [] }
    var rows: [Int: Double] = [:]
    for (row, access) in known.enumerated() {
      DriveAccess.allCases.firstIndex(of: access).map { rows[$0] = Double(row) }
    }
    var pieces: [[(x: Double, y: Double)]] = []
    for (drive, start) in zip(data.drives, starts) {
      var piece: [(x: Double, y: Double)] = []
      var last: DrivePoint?
      for point in drive.points {
        guard let row = point.access.flatMap({ rows[$0] }) else { continue }
        let here = (x: start + point.distance / 1000, y: row)
        if let before = last, point.time - before.time > DrivePoint.longestGap {
          piece.append((x: start + before.distance / 1000, y: piece.last?.y ?? row))
          pieces.append(piece)
          piece = []
        }
        if piece.isEmpty {
          piece.append(here)
        } else if let level = piece.last?.y, level != row {
          piece += [(x: here.x, y: level), here]
        }
        last = point
      }
      if let last, let level = piece.last?.y {
        piece.append((x: start + last.distance / 1000, y: level))
        pieces.append(piece)
      }
    }
    return [
      FitPlot(
        title: "Radio access along the way",
        caption: data.drives.count > 1 ? "The drives one after another." : "A step is a change of access.",
        x: .init("Way, km"), y: .init("", names: known.map(\.title)),
        series: pieces.enumerated().map { .init($0.offset == 0 ? "access" : "", .line, $0.element) }
          + borders(starts, -0.5, Double(known.count) - 0.5))
    ]
  }

  /// Received power along the way with the stretches below a level, and their lengths against the exponential law.
  static func holes(_ fit: CoverageHoleFit, below level: Double, _ data: DriveData) -> [FitPlot] {
    guard !fit.holes.isEmpty else { return [] }
    let starts = starts(data)
    var points: [(x: Double, y: Double)] = []
    for (drive, start) in zip(data.drives, starts) {
      points += drive.points.compactMap { point in point.level.map { (x: start + point.distance / 1000, y: $0) } }
    }
    let low = points.map(\.y).min() ?? level
    let high = points.map(\.y).max() ?? level
    var plots = [
      FitPlot(
        title: "Received power along the way",
        caption: "Thick lines are the stretches below \(DecimalText.exact(level)) dBm.",
        x: .init("Way, km"), y: .init("RSRP, dBm"),
        series: [.init("seconds", .points, points)]
          + fit.holes.enumerated().map { number, hole in
            .init(
              number == 0 ? "stretch" : "", .line,
              [
                (x: starts[hole.drive] + hole.start / 1000, y: level),
                (x: starts[hole.drive] + hole.end / 1000, y: level),
              ])
          } + borders(starts, low, high))
    ]
    let lengths = fit.lengths.filter { $0 > 0 }.sorted()
    if lengths.count >= 4, let mean = fit.summary["length"]?.value, let longest = lengths.last {
      let count = Double(lengths.count)
      plots.append(
        FitPlot(
          title: "Lengths of the stretches",
          caption: "Share of stretches longer than a length; the line is the model's.",
          x: .init("Metres"), y: .init("Share longer"),
          series: [
            .init(
              "stretches", .points,
              lengths.enumerated().map { (x: $0.element, y: 1 - (Double($0.offset) + 0.5) / count) }),
            .init(
              "exponential", .line,
              (0...40).map { step in
                let length = longest * Double(step) / 40
                return (x: length, y: Double.exp(-length / mean))
              }),
          ]))
    }
    return plots
  }
}
