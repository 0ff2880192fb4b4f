import GeoJoule
import Measured
import Reports

/// The days of measured runs: a scenario of rest, or a run's own labelled legs along known routes.
struct DrainDays {
  private struct Leg {
    let timeline: String?
    let leg: TimedLeg
  }

  let rest: Scenario
  private let legs: [Leg]
  let inputs: [FitReport.Input]

  static let legRoles =
    [
      ColumnRole("timeline", .text, aliases: ["timeline"], isRequired: false),
      ColumnRole("leg", .text, aliases: ["leg", "name"], isRequired: true),
    ] + ColumnRole.span

  init(_ arguments: DrainFitArguments, rest: Scenario) throws(InputError) {
    self.rest = rest
    guard let file = arguments.legs else {
      (legs, inputs) = ([], [])
      return
    }
    var ways: [String: [GeodeticPosition]] = [:]
    var inputs: [FitReport.Input] = []
    for path in arguments.routes {
      let routes = try RouteReader.routes(path: path)
      for route in routes where !route.leg.isEmpty { ways[route.leg] = route.positions }
      guard routes.contains(where: { !$0.leg.isEmpty }) else {
        throw InputError(
          file: path, message: "no route says which leg it belongs to", remedy: "give each line a property 'leg'")
      }
      inputs.append(try FitReport.Input(route: path, "\(routes.count) lines"))
    }
    let table = try TableReader(roles: Self.legRoles, policy: .strict).read(path: file)
    var found: [Leg] = []
    for row in 0..<table.count {
      guard let name = table.texts("leg")?[row], let way = ways[name] else { continue }
      let span = try table.span(row, of: "leg", in: file)
      let leg = TimedLeg(start: span.lowerBound, end: span.upperBound, way: way)
      found.append(Leg(timeline: table.texts("timeline")?[row], leg: leg))
    }
    guard !found.isEmpty else {
      throw InputError(
        file: file, message: "no leg of the table has a route",
        remedy: Suggestion.remedy(for: table.texts("leg")?.first ?? "", among: ways.keys.sorted(), what: "routes"))
    }
    inputs.append(FitReport.Input("legs", file, table, "\(table.count) legs, \(found.count) with a route"))
    legs = found.sorted { $0.leg.start < $1.leg.start }
    self.inputs = inputs
  }

  /// The day of a run that travels; `nil` for one that rests.
  ///
  /// - Parameter span: in seconds since 1970.
  func trip(timeline: String?, span: ClosedRange<Double>) throws(InputError) -> Scenario? {
    let own = legs.filter { leg in
      (timeline == nil || leg.timeline == nil || leg.timeline == timeline) && span.contains(leg.leg.start)
    }.map(\.leg)
    guard !own.isEmpty else { return nil }
    guard let day = Scenario(legs: own, span: span) else {
      throw InputError(
        file: nil,
        message: "legs overlap between \(DecimalText.exact(span.lowerBound)) and "
          + "\(DecimalText.exact(span.upperBound))",
        remedy: "give each leg once")
    }
    return day
  }
}
