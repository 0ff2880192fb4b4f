import Core
import DeviceModel
import FileFormats
import World

/// The named places of a scenario: a position, and the surroundings of someone who stays there.
struct PlaceTable {
  struct Entry: Sendable {
    let position: EarthVector
    let surroundings: Surroundings
  }

  /// In the order of the file.
  private(set) var list: [Place] = []
  private var entries: [(name: String, value: Entry)] = []

  struct PlaceKeys: KeyTable {
    let position = Key("position", .position)
    let surroundings = Key("surroundings", .name, "a name of 'surroundings'")
  }
  static let keys = Keys(PlaceKeys())

  init(_ value: YAMLValue, classes: SurroundingsTable) throws(InputError) {
    for (name, value) in try value.pairs() {
      let entry = try Self.keys.read(value)
      // Another for each place: no leg is to lead nowhere.
      let position = try InputFaults.reading(
        insteadOf: GeodeticPosition(latitude: Double(list.count) / 100, longitude: 0)
      ) { () throws(InputError) in try entry.position }
      let surroundings = try classes.surroundings(entry.surroundings)
      if let first = list.first {
        try AxisOrder.check(
          [position], near: [first.position], entry.given(\.position) ?? value, order: "[latitude, longitude]")
      }
      list.append(Place(name: name, position: position))
      entries.append((name, Entry(position: position.earthVector(), surroundings: surroundings)))
    }
  }

  func place(_ value: YAMLValue) throws(InputError) -> Entry {
    try Form.words(entries).read(value)
  }

  /// `[latitude, longitude]` in degrees.
  static func position(_ value: YAMLValue) throws(InputError) -> GeodeticPosition {
    let items = try value.items(
      2...2, "a position has two numbers", remedy: "write [latitude, longitude] in degrees")
    return GeodeticPosition(
      latitude: try items[0].number(in: -90...90), longitude: try items[1].number(in: -180...180))
  }
}

/// The named surroundings of a scenario.
struct SurroundingsTable {
  struct SurroundingsKeys: KeyTable {
    let sky = Key("sky", .choice(SkyView.self))
    let accessPoints = Key("access_points", .choice(AccessPointDensity.self))
    let cells = Key("cells", .choice(CellLayout.self))
    let coverage = Key("coverage", optional: .choice(Coverage.self))
    let level = Key("rsrp", optional: .quantity(.level, -156 ... -31))
    let onWiFi = Key("on_wifi", .flag)
    let floor = Key("floor", optional: .whole(-20...200))
    let indoorHold = Key(
      "indoor_hold", Form.number(IndoorHold.shares).map { IndoorHold.share($0) }.or("home", .home), standard: .unknown)
    let rule = KeyRule.one(["coverage", "rsrp"])
  }
  static let keys = Keys(SurroundingsKeys())

  private var list: [(name: String, value: Surroundings)] = []

  init(_ value: YAMLValue) throws(InputError) {
    for (name, value) in try value.pairs() {
      let read = try InputFaults.attempt(try Self.surroundings(value))
      list.append((name, read ?? Surroundings(sky: .suburban, accessPoints: .some, cells: .urban)))
    }
  }

  private static func surroundings(_ value: YAMLValue) throws(InputError) -> Surroundings {
    let entry = try keys.read(value)
    let level = try entry.level
    let surroundings = Surroundings(
      sky: try entry.sky, accessPoints: try entry.accessPoints, cells: try entry.cells,
      coverage: try coverage(entry, level), level: level, onWiFi: try entry.onWiFi, floor: try entry.floor,
      indoorHold: try entry.indoorHold)
    guard surroundings.indoorHold == .unknown || surroundings.sky == .indoor else {
      throw value.error("indoor_hold is for places under the sky 'indoor'", remedy: "change one of the two")
    }
    guard !surroundings.onWiFi || surroundings.accessPoints != .none else {
      throw value.error(
        "on_wifi needs an access point, but access_points is none", remedy: "change one of the two")
    }
    return surroundings
  }

  /// A class, or the received power from which it follows.
  private static func coverage(
    _ entry: KeyedMapping<SurroundingsKeys>, _ level: Double?
  ) throws(InputError) -> Coverage {
    switch (entry.given(\.coverage), level) {
    case (nil, let level?): return RadioEnvironment().coverage(at: level)
    case (let given?, .some): throw given.error("'coverage' follows from 'rsrp'", remedy: "keep one of the two")
    case (_, nil): return try entry.needed(\.coverage)
    }
  }

  /// By name.
  var all: [String: Surroundings] { Dictionary(uniqueKeysWithValues: list.map { ($0.name, $0.value) }) }

  func surroundings(_ value: YAMLValue) throws(InputError) -> Surroundings {
    try InputFaults.reading(insteadOf: list.first?.value) { () throws(InputError) in try Form.words(list).read(value) }
  }
}
