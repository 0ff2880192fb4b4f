import Core
package import FileFormats
package import World

/// Reads scenario files: a day in legs between places. The format is described in `docs/scenario-format.md`.
package enum ScenarioReader {
  private static let keys = [
    "name", "summary", "source", "starts", "lasts", "surroundings", "places", "beacons", "legs", "script", "user",
    "countries", "density", "roads", "venues", "failures",
  ]

  /// - Throws: `InputError` when the file cannot be read or is not a valid scenario.
  package static func scenario(path: String) throws(InputError) -> Scenario {
    try scenario(text: try TextFile.read(path), file: path)
  }

  /// - Parameters:
  ///   - file: the file's name for messages.
  ///   - fileName: what the file is called, where the `name` in it must agree; `nil` takes any.
  /// - Throws: `InputError` when the text is not a valid scenario.
  package static func scenario(
    text: String, file: String, name fileName: EntryName? = nil
  ) throws(InputError) -> Scenario {
    var root = try YAMLDocument(text: text, file: file).root.mapping(allowing: Self.keys)
    let name = try (fileName ?? EntryName("", mayDiffer: true)).resolved(
      try fileName == nil ? root.required("name") : root.optional("name"))
    let summary = try root.required("summary").string()
    let source = try root.required("source").string()
    let clock = ScenarioClock(
      start: try root.required("starts").clockTime(),
      length: try root.required("lasts").timeSpan(in: .seconds(60)...(.hours(Double(24 * Scenario.longestDays)))))
    let classes = try SurroundingsTable(try root.required("surroundings"))
    let places = try PlaceTable(try root.required("places"), classes: classes)
    let beacons = try BeaconTable(root.optional("beacons"), places: places).list
    let legValues = try root.required("legs").sequence()
    guard !legValues.isEmpty else {
      throw try root.required("legs").error("there is no leg", remedy: "write at least one leg")
    }
    let user = try root.optional("user").map { (value) throws(InputError) -> UserDecisions in try Self.user(value) }
    let countries = try root.optional("countries").map { (value) throws(InputError) -> [Country] in
      try MapReader.countries(value, near: places.list.map(\.position))
    }
    let densities = try root.optional("density").map { (value) throws(InputError) -> [DensityArea] in
      try MapReader.densities(value, near: places.list.map(\.position))
    }
    let script = try Self.script(try root.required("script"), clock: clock)

    var legs: [Leg] = []
    var chain = LegChain(clock: clock)
    for value in legValues {
      let leg = try LegReader(classes: classes, places: places, clock: clock).leg(value)
      try chain.append(leg, at: value)
      legs.append(leg)
    }
    var scenario = Scenario(
      name: name, summary: summary, notes: [source], startOfDay: clock.start.secondsSinceMidnight,
      horizon: .start + clock.length, places: places.list, beacons: beacons, legs: legs, script: script,
      user: user ?? .standard,
      map: ReducedAccuracyMap(countries: countries ?? [], densities: densities ?? []))
    if let value = root.optional("roads") {
      scenario.roads = try RoadReader.roads(value, of: file, near: places.list.map(\.position))
    }
    if let value = root.optional("venues") {
      scenario.venues = try VenueReader.venues(value, near: places.list.map(\.position))
    }
    if let value = root.optional("failures") { scenario.failures = try failures(value) }
    return scenario
  }

  /// Names of things that go wrong.
  static func failures(_ value: YAMLValue) throws(InputError) -> [Failure] {
    var failures: [Failure] = []
    for item in try value.sequence() {
      let failure = try item.choice(Failure.self)
      guard !failures.contains(failure) else {
        throw item.error("'\(failure.rawValue)' is named twice", remedy: "keep one of them")
      }
      failures.append(failure)
    }
    return failures
  }

  private static func user(_ value: YAMLValue) throws(InputError) -> UserDecisions {
    var entry = try value.mapping(allowing: [
      "access", "precise", "change_to_always", "temporary_full_accuracy", "answers_after", "low_power_below",
    ])
    var user = UserDecisions.standard
    if let given = entry.optional("access") { user.access = try given.choice(UserDecisions.Access.self) }
    if let given = entry.optional("precise") { user.precise = try given.bool() }
    if let given = entry.optional("change_to_always") { user.changeToAlways = try given.bool() }
    if let given = entry.optional("temporary_full_accuracy") { user.temporaryFullAccuracy = try given.bool() }
    if let given = entry.optional("low_power_below") {
      let percent = try given.siNumber(quantity: "share", units: [UnitSymbol("%", 1)])
      try given.check(percent, 0, 100) { "\(DecimalText.significant($0, digits: 6)) %" }
      user.savesPowerBelow = percent / 100
    }
    if let given = entry.optional("answers_after") {
      user.answersAfter = given.text == "never" ? nil : try given.timeSpan(in: .zero ... .hours(24))
    }
    return user
  }

  private static func script(_ value: YAMLValue, clock: ScenarioClock) throws(InputError) -> [ScriptEvent] {
    var events: [ScriptEvent] = []
    for item in try value.sequence() {
      var entry = try item.mapping(allowing: ["at", "day", "event"])
      let at = try entry.required("at")
      let day = entry.optional("day")
      let kind = try entry.required("event").choice(ScriptEvent.Kind.self)
      events.append(ScriptEvent(instant: try clock.instant(at, day: day), kind: kind))
    }
    return events
  }
}

/// Turns clock times of a scenario into instants of its run.
struct ScenarioClock {
  let start: ClockTime
  let length: TimeSpan

  /// The instant of a clock time on a day counted from 1; without a day, the first time it comes round.
  ///
  /// - Throws: `InputError` for a time before the start or after the end of the run.
  func instant(_ value: YAMLValue, day: YAMLValue?) throws(InputError) -> Instant {
    let time = try value.clockTime()
    var seconds = time.secondsSinceMidnight - start.secondsSinceMidnight
    if let day {
      seconds += 86_400 * (try day.integer(in: 1...Scenario.longestDays + 1) - 1)
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

  /// - Parameters:
  ///   - order: as it should be written, such as `[latitude, longitude]`.
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
