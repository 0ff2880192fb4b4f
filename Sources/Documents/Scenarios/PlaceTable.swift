import FileFormats
import Core
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
      if let first = list.first { try Self.check(position, at: entry.peek("position") ?? value, beside: first) }
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

  /// Further from the day's first place than this, in metres, a position is looked at for exchanged numbers.
  private static let far = 300_000.0

  /// The commonest mistake: longitude before latitude. Far away as it stands, near when its numbers are exchanged.
  static func check(
    _ position: GeodeticPosition, at value: YAMLValue, beside first: Place
  ) throws(InputError) {
    guard abs(position.longitude) <= 90 else { return }
    let here = first.position.earthVector()
    let asGiven = here.distance(to: position.earthVector())
    let exchanged = here.distance(
      to: GeodeticPosition(latitude: position.longitude, longitude: position.latitude).earthVector())
    guard asGiven > far, exchanged < asGiven / 10 else { return }
    throw value.error(
      "this is \(Distance.metres(asGiven.rounded())) from '\(first.name)'; with its two numbers exchanged it would be "
        + "\(Distance.metres(exchanged.rounded()))",
      remedy: "write [latitude, longitude], here or at '\(first.name)'")
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
