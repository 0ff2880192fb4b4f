import Analysis
import Core
package import FileFormats
package import World

/// Reads scenario files: a day in legs between places. The format is described in `docs/scenario-format.md`.
package enum ScenarioReader {
  struct ScenarioKeys: KeyTable {
    let name = Key("name", optional: .name)
    let summary = Key("summary", .text, "one line for lists")
    let source = Key("source", .text, "what the places and speeds rest on")
    let starts = Key("starts", .clock)
    let lasts = Key("lasts", .time(.seconds(60) ... .hours(Double(24 * Scenario.longestDays))))
    let surroundings = Key("surroundings", .unread(.named(SurroundingsTable.keys.schema)))
    let places = Key("places", .unread(.named(PlaceTable.keys.schema)))
    let beacons = Key("beacons", optional: .unread(.named(BeaconTable.keys.schema)))
    let legs = Key("legs", .unread(.list(of: LegReader.schema, from: 1)))
    let script = Key("script", .list(of: .unread(eventKeys.schema)))
    let user = Key("user", ScenarioReader.user, standard: .standard)
    let countries = Key("countries", .list(of: .unread(MapReader.countryKeys.schema)), standard: [])
    let density = Key("density", .list(of: .unread(MapReader.densityKeys.schema)), standard: [])
    let roads = Key("roads", optional: .unread(.either([.text().noted("a GeoJSON file"), .mapping])))
    let venues = Key("venues", optional: .unread(.named(VenueReader.keys.schema)))
    let need = Key("need", optional: ScenarioReader.need)
    let failures = Key("failures", ScenarioReader.failures, standard: [])
  }

  struct EventKeys: KeyTable {
    let at = Key("at", Form.clock.unread)
    let day = Key("day", optional: ScenarioClock.day)
    let event = Key("event", .choice(ScriptEvent.Kind.self))
  }

  private static let keys = Keys(ScenarioKeys())
  private static let eventKeys = Keys(EventKeys())
  package static let schema = keys.schema

  private static let user = Form.keys(
    Key("access", .choice(UserDecisions.Access.self), standard: UserDecisions.standard.access),
    Key("precise", .flag, standard: UserDecisions.standard.precise),
    Key("change_to_always", .flag, standard: UserDecisions.standard.changeToAlways),
    Key("temporary_full_accuracy", .flag, standard: UserDecisions.standard.temporaryFullAccuracy),
    Key(
      "answers_after", Form.time(.zero ... .hours(24)).map { TimeSpan?.some($0) }.or("never", nil),
      standard: UserDecisions.standard.answersAfter),
    Key(
      "low_power_below", Form.percent.map { Double?.some($0) }, standard: UserDecisions.standard.savesPowerBelow)
  ) { access, precise, always, full, answersAfter, lowPower in
    var user = UserDecisions.standard
    (user.access, user.precise, user.changeToAlways) = (access, precise, always)
    (user.temporaryFullAccuracy, user.answersAfter, user.savesPowerBelow) = (full, answersAfter, lowPower)
    return user
  }

  private static let need = Form(.text()) { value throws(InputError) in
    let text = try value.string()
    do throws(Need.Fault) {
      _ = try Need(parsing: text, onFoot: false)
    } catch {
      throw value.error(error.message, remedy: error.remedy)
    }
    return text
  }

  /// - Parameter fileName: what the file is called, where the `name` in it must agree; `nil` takes any.
  package static func scenario(
    text: String, file: String, name fileName: EntryName? = nil
  ) throws(InputError) -> Scenario {
    let root = try Self.keys.read(try YAMLDocument(text: text, file: file).root)
    let name = try (fileName ?? EntryName("", mayDiffer: true)).resolved(
      try fileName == nil ? root.needed(\.name) : root.name)
    let (summary, source, need) = (try root.summary, try root.source, try root.need)
    let clock = ScenarioClock(start: try root.starts, length: try root.lasts)
    let classes = try SurroundingsTable(root.surroundings)
    let places = try PlaceTable(root.places, classes: classes)
    let positions = places.list.map(\.position)
    let beacons = try BeaconTable(root.beacons, places: places).list
    let legValues = try root.legs.sequence()
    guard !legValues.isEmpty else {
      throw root.error(at: \.legs, "there is no leg", remedy: "write at least one leg")
    }
    let user = try root.user
    let map = ReducedAccuracyMap(
      countries: try MapReader.countries(root.countries, near: positions),
      densities: try MapReader.densities(root.density, near: positions))
    var script: [ScriptEvent] = []
    for item in try root.script {
      if let event = try InputFaults.attempt(try event(item, clock)) { script.append(event) }
    }
    let reader = LegReader(classes: classes, places: places, clock: clock)
    let legs = try InputFaults.each(legValues) { value throws(InputError) in try reader.leg(value) }
    var chain = LegChain(clock: clock)
    for (leg, value) in zip(legs, legValues) { try chain.append(leg, at: value) }
    var scenario = Scenario(
      name: name, summary: summary, notes: [source], startOfDay: clock.start.secondsSinceMidnight,
      horizon: .start + clock.length, places: places.list, beacons: beacons, legs: legs, script: script, user: user,
      map: map)
    if let value = try root.roads { scenario.roads = try RoadReader.roads(value, of: file, near: positions) }
    if let value = try root.venues { scenario.venues = try VenueReader.venues(value, near: positions) }
    scenario.need = need
    scenario.failures = try root.failures
    return scenario
  }

  private static func event(_ item: YAMLValue, _ clock: ScenarioClock) throws(InputError) -> ScriptEvent {
    let entry = try eventKeys.read(item)
    return ScriptEvent(instant: try clock.instant(entry.at, day: entry.day), kind: try entry.event)
  }

  /// Names of things that go wrong.
  static let failures = Form.distinct(.choice(Failure.self))
}

/// Turns clock times of a scenario into instants of its run.
struct ScenarioClock {
  let start: ClockTime
  let length: TimeSpan

  /// Counted from 1.
  static let day = Form.whole(1...Scenario.longestDays + 1)

  /// The instant of a clock time on a day counted from 1; without a day, the first time it comes round.
  func instant(_ value: YAMLValue, day: Int?) throws(InputError) -> Instant {
    let time = try value.clockTime()
    var seconds = time.secondsSinceMidnight - start.secondsSinceMidnight
    if let day {
      seconds += 86_400 * (day - 1)
    } else if seconds < 0 {
      seconds += 86_400
    }
    let instant = Instant.start + .seconds(Double(seconds))
    guard seconds >= 0, instant <= .start + length else {
      throw value.error(
        "\(time) is outside the scenario, which starts at \(start) and lasts \(length)",
        remedy: "change the time, 'starts' or 'lasts'; name the 'day' (1, 2, ...) of a scenario over several days")
    }
    return instant
  }
}

/// Tells latitude and longitude that are written in turn, where both are valid: what a scenario draws lies near its places.
enum AxisOrder {
  /// Nothing of a scenario is this far from all of its places unless it is another country.
  private static let far = 300_000.0

  /// - Parameter order: as it should be written, such as `[latitude, longitude]`.
  /// - Throws: `InputError` where the positions are far from all places, and near one with their axes in turn.
  static func check(
    _ positions: [GeodeticPosition], near places: [GeodeticPosition], _ value: YAMLValue, order: String
  ) throws(InputError) {
    let turned = positions.filter { abs($0.longitude) <= 90 }.map {
      GeodeticPosition(latitude: $0.longitude, longitude: $0.latitude)
    }
    guard turned.count == positions.count, let asWritten = distance(positions, places), asWritten > far,
      !(positions.count >= 3 && places.contains(where: MapPolygon(positions).contains)),
      let swapped = distance(turned, places), swapped < asWritten / 10,
      swapped < far || (turned.count >= 3 && places.contains(where: MapPolygon(turned).contains))
    else { return }
    throw value.error(
      "the positions lie \(kilometres(asWritten)) km from the scenario's places, and \(kilometres(swapped)) km with latitude and "
        + "longitude in turn",
      remedy: "write each as \(order)")
  }

  private static func kilometres(_ metres: Double) -> Int { Int((metres / 1000).rounded()) }

  private static func distance(_ positions: [GeodeticPosition], _ places: [GeodeticPosition]) -> Double? {
    let vectors = places.map { $0.earthVector() }
    return positions.lazy.map { $0.earthVector() }.flatMap { one in vectors.map { one.distance(to: $0) } }.min()
  }
}
