import World

/// The named places of a scenario: a position, and the surroundings of someone who stays there.
struct PlaceTable {
  struct Entry {
    let position: EarthVector
    let surroundings: Surroundings
  }

  /// In the order of the file.
  private(set) var list: [Place] = []
  private var byName: [String: Entry] = [:]

  init(_ value: YAMLValue, classes: SurroundingsTable) throws(InputError) {
    var mapping = try value.mapping()
    for (name, value) in mapping.all() {
      var entry = try value.mapping(allowing: ["position", "surroundings"])
      let position = try Self.position(try entry.required("position"))
      let surroundings = try classes.surroundings(try entry.required("surroundings"))
      list.append(Place(name: name, position: position))
      byName[name] = Entry(position: position.earthVector(), surroundings: surroundings)
    }
  }

  /// - Throws: `InputError` for an unknown name, with the nearest valid one.
  func place(_ value: YAMLValue) throws(InputError) -> Entry {
    let name = try value.choice(of: list.map(\.name))
    guard let entry = byName[name] else { throw value.error("unknown value '\(name)'", remedy: "change it") }
    return entry
  }

  /// `[latitude, longitude]` in degrees.
  static func position(_ value: YAMLValue) throws(InputError) -> GeodeticPosition {
    let items = try value.sequence()
    guard items.count == 2 else {
      throw value.error(
        "a position has two numbers, not \(items.count)", remedy: "write [latitude, longitude] in degrees")
    }
    return GeodeticPosition(
      latitude: try items[0].number(in: -90...90), longitude: try items[1].number(in: -180...180))
  }
}
