import Analysis
import Documents

/// Errors of measured and simulated fixes, gathered run by run.
struct ErrorComparison {
  private struct Cell: Hashable {
    let timeline: String
    let configuration: String
    let mode: String
  }

  /// One run's fixes on one leg.
  private struct Part {
    let cell: Cell
    let leg: Double
    let measured: LegErrors?
    /// By seed; empty where it had no fix there.
    let predicted: [LegErrors?]
  }

  private var parts: [Part] = []

  mutating func add(_ run: MeasuredRun, measured: [LegErrors], predicted: [[LegErrors]]) {
    for leg in run.legs where !leg.routes.isEmpty {
      parts.append(
        Part(
          cell: Cell(timeline: run.timeline, configuration: run.configuration, mode: RouteErrors.mode(of: leg)),
          leg: leg.start, measured: measured.first { $0.leg == leg.start },
          predicted: predicted.map { $0.first { $0.leg == leg.start } }))
    }
  }

  /// By timeline, configuration and mode.
  var checks: [FixErrorCheck] {
    cellChecks(parts, \.all).filter { $0.measured != nil || $0.predicted != nil }
  }

  /// Of positions from satellites, on legs where a run has measured ones; then of each mode, of each timeline, and of all.
  var satelliteChecks: [FixErrorCheck] {
    let parts = parts.filter { !($0.measured?.satellites.errors.isEmpty ?? true) }
    let own = cellChecks(parts, \.satellites)
    guard own.count > 1 else { return own }
    let modes = parts.distinct(\.cell.mode).map { mode in
      check(parts.filter { $0.cell.mode == mode }, mode: mode, \.satellites)
    }
    let timelines = parts.distinct(\.cell.timeline).map { timeline in
      check(parts.filter { $0.cell.timeline == timeline }, timeline: timeline, \.satellites)
    }
    return own + modes + timelines + (timelines.count > 1 ? [check(parts, \.satellites)] : [])
  }

  private func cellChecks(_ parts: [Part], _ kind: KeyPath<LegErrors, FixErrors>) -> [FixErrorCheck] {
    parts.distinct(\.cell).map { cell in
      check(
        parts.filter { $0.cell == cell }, timeline: cell.timeline, configuration: cell.configuration, mode: cell.mode,
        kind)
    }
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

extension Sequence {
  /// Values of the elements, in the order in which they come.
  func distinct<Value: Equatable>(_ value: (Element) -> Value) -> [Value] {
    reduce(into: []) { values, element in
      if !values.contains(value(element)) { values.append(value(element)) }
    }
  }
}
