import FileFormats
import Core
import World

/// The Bluetooth beacons of a scenario: each hangs at a named place or at a position, and is heard so far.
struct BeaconTable {
  /// Farther than Bluetooth Low Energy reaches in the open is a mistake in the file.
  private static let range: ClosedRange<Distance> = .metres(1) ... .metres(200)

  /// In the order of the file.
  private(set) var list: [Beacon] = []

  /// - Throws: `InputError` for an unknown place, or when a beacon has two positions or none.
  init(_ value: YAMLValue?, places: PlaceTable) throws(InputError) {
    guard let value else { return }
    var mapping = try value.mapping()
    for (name, value) in mapping.all() {
      var entry = try value.mapping(allowing: ["place", "position", "range"])
      let position: EarthVector
      switch (entry.optional("place"), entry.optional("position")) {
      case (.some(let place), nil): position = try places.place(place).position
      case (nil, .some(let given)): position = try PlaceTable.position(given).earthVector()
      case (.some, .some(let given)):
        throw given.error("'place' and 'position' are both given", remedy: "keep one of them")
      case (nil, nil):
        throw value.error(
          "a beacon hangs somewhere", remedy: "add 'place: NAME' or 'position: [latitude, longitude]'")
      }
      let range = try entry.required("range").quantity(Distance.self, in: Self.range)
      list.append(Beacon(name: name, position: position, range: range.metres))
    }
  }
}
