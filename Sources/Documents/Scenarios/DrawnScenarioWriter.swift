import Core
import FileFormats
package import World

/// Writes a scenario that was drawn from a population, or made from a drive, as a file that `ScenarioReader` reads back as exactly itself.
///
/// It writes what such scenarios have: surroundings, places, legs, events and the note on where they come from. Waypoints
/// are rounded to a millionth of a degree when they are drawn, and so survive the text.
package struct DrawnScenarioWriter {
  private let scenario: Scenario
  private var classes: [Surroundings] = []
  /// By position; a place may have several names.
  private var places: [EarthVector: String] = [:]

  package static func text(of scenario: Scenario) -> String {
    var writer = DrawnScenarioWriter(scenario)
    return writer.text()
  }

  private init(_ scenario: Scenario) { self.scenario = scenario }

  private mutating func text() -> String {
    for place in scenario.places where places[place.position.earthVector()] == nil {
      places[place.position.earthVector()] = place.name
    }
    let legs = scenario.legs.map { leg in leg.kind == .dwell ? dwell(leg) : way(leg) }.joined()
    // Somebody may stay at a place that no leg rests at: then as on the street there.
    let stays = Dictionary(
      scenario.legs.filter { $0.kind == .dwell }.map { ($0.route.points[0], $0.surroundings) }
    ) { first, _ in first }
    let fallback = scenario.legs[0].surroundings
    let table = scenario.places.map { place in
      let position = place.position
      return
        "  \(ProfileWriter.quoted(place.name)): {position: [\(number(position.latitude)), \(number(position.longitude))], "
        + "surroundings: \(name(stays[position.earthVector()] ?? fallback))}\n"
    }.joined()
    let script = scenario.script.map { "  - {\(time($0.instant, "at")), event: \($0.kind.rawValue)}\n" }.joined()
    let seconds = (scenario.horizon - .start).seconds
    let length =
      seconds.truncatingRemainder(dividingBy: 3600) == 0 ? "\(number(seconds / 3600)) h" : "\(number(seconds)) s"
    let known = classes.map { "  \(Self.name(of: $0)): {\(Self.form($0))}\n" }.joined()
    return """
      name: \(ProfileWriter.scalar(scenario.name))
      summary: \(ProfileWriter.quoted(scenario.summary))
      source: \(ProfileWriter.quoted(scenario.notes.joined(separator: " ")))
      starts: "\(ClockTime(secondsSinceMidnight: scenario.startOfDay))"
      lasts: \(length)

      surroundings:
      \(known)
      places:
      \(table)
      legs:
      \(legs)
      script:
      \(script)
      """
  }

  private mutating func dwell(_ leg: Leg) -> String {
    var text = start(leg) + "    place: \(place(leg.route.points[0]))\n"
    switch leg.stay {
    case .until(let instant): text += "    \(time(instant, "until").replacing(", ", with: "\n    "))\n"
    case .lasting(let span): text += "    for: \(number(span.seconds)) s\n"
    case .toTheEnd: break
    }
    if leg.spread > .zero { text += "    spread: \(number(leg.spread.seconds)) s\n" }
    return text + surroundings(leg) + end(leg)
  }

  private mutating func way(_ leg: Leg) -> String {
    let points = leg.route.points
    var text = start(leg) + "    from: \(place(points[0]))\n    to: \(place(points[points.count - 1]))\n"
    // What lies between waypoints to follow the ground is made again by the reader.
    let via = points.dropFirst().dropLast().compactMap(Self.waypoint)
    if !via.isEmpty {
      text += "    via:\n"
      for position in via { text += "      - [\(number(position.latitude)), \(number(position.longitude))]\n" }
    }
    text += "    speed: \(number(leg.speed.metresPerSecond)) m/s\n    variation: \(number(leg.speedVariation))\n"
    if let stops = leg.stops {
      text +=
        "    stops: {every: \(number(stops.every.metres)) m, chance: \(number(stops.chance)), "
        + "hold: \(number(stops.hold.seconds)) s}\n"
    }
    if let traffic = leg.traffic {
      text +=
        "    traffic: {share: \(number(traffic.share)), factor: \(number(traffic.factor)), "
        + "spell: \(number(traffic.spell.seconds)) s}\n"
    }
    return text + surroundings(leg) + end(leg)
  }

  private mutating func surroundings(_ leg: Leg) -> String {
    var text = "    surroundings: \(name(leg.surroundings))\n"
    if !leg.changes.isEmpty {
      text += "    changes:\n"
      for change in leg.changes {
        text += "      - {at: \(number(change.fraction)), surroundings: \(name(change.surroundings))}\n"
      }
    }
    return text
  }

  private func start(_ leg: Leg) -> String {
    "  - leg: \(ProfileWriter.quoted(leg.name))\n    kind: \(leg.kind.rawValue)\n"
  }

  private func end(_ leg: Leg) -> String {
    var text = ""
    for (key, events) in [("at_start", leg.startEvents), ("at_end", leg.endEvents)] where !events.isEmpty {
      text += "    \(key): [\(events.map(\.rawValue).joined(separator: ", "))]\n"
    }
    return text
  }

  /// A waypoint as it was drawn, or `nil` for a point that was put between two.
  private static func waypoint(_ point: EarthVector) -> GeodeticPosition? {
    let exact = GeodeticPosition(point)
    let rounded = GeodeticPosition(
      latitude: (exact.latitude * 1e6).rounded() / 1e6, longitude: (exact.longitude * 1e6).rounded() / 1e6)
    return rounded.earthVector() == point ? rounded : nil
  }

  private func place(_ position: EarthVector) -> String { ProfileWriter.quoted(places[position] ?? "") }

  private func number(_ value: Double) -> String { DecimalText.exact(value) }

  /// `at: "07:05", day: 2`.
  private func time(_ instant: Instant, _ key: String) -> String {
    let seconds = Int(instant.seconds) + scenario.startOfDay
    let (day, rest) = (seconds / 86_400, seconds % 86_400)
    return "\(key): \"\(ClockTime(secondsSinceMidnight: rest))\", day: \(day + 1)"
  }

  private mutating func name(_ surroundings: Surroundings) -> String {
    if !classes.contains(surroundings) { classes.append(surroundings) }
    return Self.name(of: surroundings)
  }

  private static func name(of surroundings: Surroundings) -> String {
    [
      surroundings.sky.rawValue, surroundings.accessPoints.rawValue, surroundings.cells.rawValue,
      signal(surroundings).replacing(": ", with: "_").replacing("-", with: "").replacing(" dBm", with: "")
        .replacing("coverage_", with: ""),
    ].joined(separator: "_") + (surroundings.onWiFi ? "_wifi" : "")
      + (surroundings.floor.map { "_\($0)" } ?? "") + (hold(surroundings).map { "_hold_\($0)" } ?? "")
  }

  private static func hold(_ surroundings: Surroundings) -> String? {
    switch surroundings.indoorHold {
    case .unknown: nil
    case .home: "home"
    case .share(let share): DecimalText.exact(share)
    }
  }

  private static func signal(_ surroundings: Surroundings) -> String {
    surroundings.level.map { "rsrp: \(DecimalText.exact($0)) dBm" } ?? "coverage: \(surroundings.coverage.rawValue)"
  }

  private static func form(_ surroundings: Surroundings) -> String {
    "sky: \(surroundings.sky.rawValue), access_points: \(surroundings.accessPoints.rawValue), "
      + "cells: \(surroundings.cells.rawValue), \(signal(surroundings)), "
      + "on_wifi: \(surroundings.onWiFi)" + (surroundings.floor.map { ", floor: \($0)" } ?? "")
      + (hold(surroundings).map { ", indoor_hold: \($0)" } ?? "")
  }
}
