import Analysis
import Documents

/// Errors of measured and simulated fixes, gathered run by run.
struct ErrorComparison {
  /// One run's fixes on one leg.
  private struct Part {
    let timeline: String
    let configuration: String
    let mode: String
    let leg: Double
    let measured: LegErrors?
    /// By seed; empty where it had no fix there.
    let predicted: [LegErrors?]

    func isOf(_ cell: Cell) -> Bool {
      timeline == cell.timeline && configuration == cell.configuration && mode == cell.mode
    }
  }

  private struct Cell: Hashable {
    let timeline: String
    let configuration: String
    let mode: String
  }

  private var parts: [Part] = []
  private var cells: [Cell] = []

  mutating func add(_ run: MeasuredRun, measured: [LegErrors], predicted: [[LegErrors]]) {
    for leg in run.legs where !leg.routes.isEmpty {
      let mode = RouteErrors.mode(of: leg)
      parts.append(
        Part(
          timeline: run.timeline, configuration: run.configuration, mode: mode, leg: leg.start,
          measured: measured.first { $0.leg == leg.start },
          predicted: predicted.map { $0.first { $0.leg == leg.start } }))
      let cell = Cell(timeline: run.timeline, configuration: run.configuration, mode: mode)
      if !cells.contains(cell) { cells.append(cell) }
    }
  }

  /// By timeline, configuration and mode.
  var checks: [FixErrorCheck] {
    cells.map { cell in check(parts.filter { $0.isOf(cell) }, of: cell, \.all) }
      .filter { $0.measured != nil || $0.predicted != nil }
  }

  /// Of positions from satellites, on legs where a run has measured ones; then of each timeline, and of all.
  var satelliteChecks: [FixErrorCheck] {
    let parts = parts.filter { !($0.measured?.satellites.errors.isEmpty ?? true) }
    let own = cells.map { cell in check(parts.filter { $0.isOf(cell) }, of: cell, \.satellites) }
      .filter { $0.measured != nil }
    guard own.count > 1 else { return own }
    var timelines: [String] = []
    for cell in cells where !timelines.contains(cell.timeline) { timelines.append(cell.timeline) }
    let pooled = timelines.map { timeline in
      check(parts.filter { $0.timeline == timeline }, timeline: timeline, \.satellites)
    }.filter { $0.measured != nil }
    return own + pooled + (pooled.count > 1 ? [check(parts, \.satellites)] : [])
  }

  private func check(
    _ parts: [Part], of cell: Cell, _ kind: KeyPath<LegErrors, FixErrors>
  ) -> FixErrorCheck {
    check(parts, timeline: cell.timeline, configuration: cell.configuration, mode: cell.mode, kind)
  }

  private func check(
    _ parts: [Part], timeline: String? = nil, configuration: String? = nil, mode: String? = nil,
    _ kind: KeyPath<LegErrors, FixErrors>
  ) -> FixErrorCheck {
    // Phones that went together are one leg.
    var legs: [Double: FixErrors] = [:]
    var seeds = [FixErrors](repeating: FixErrors(), count: parts.map(\.predicted.count).max() ?? 0)
    for part in parts {
      if let measured = part.measured { legs[part.leg, default: FixErrors()].merge(measured[keyPath: kind]) }
      for (seed, errors) in part.predicted.enumerated() {
        if let errors { seeds[seed].merge(errors[keyPath: kind]) }
      }
    }
    return FixErrorCheck(
      timeline: timeline, configuration: configuration, mode: mode,
      measured: legs.sorted { $0.key < $1.key }.map(\.value), predicted: seeds)
  }
}
