import FileFormats
import Core
import World

/// Reads the surveyed venues of a scenario.
enum VenueReader {
  private static let keys = ["position", "radius", "floors", "error"]

  /// - Throws: `InputError` for anything that is not a venue by its name.
  static func venues(_ value: YAMLValue) throws(InputError) -> [Venue] {
    var venues: [Venue] = []
    var mapping = try value.mapping()
    for (name, value) in mapping.all() {
      var entry = try value.mapping(allowing: keys)
      let position = try PlaceTable.position(try entry.required("position"))
      venues.append(
        Venue(
          name: name, centre: position.earthVector(),
          radius: try entry.required("radius").quantity(Distance.self, in: .metres(5) ... .kilometres(5)),
          floors: try floors(try entry.required("floors")),
          error: try entry.required("error").quantity(Distance.self, in: .metres(0.5) ... .metres(50))))
    }
    return venues
  }

  private static func floors(_ value: YAMLValue) throws(InputError) -> ClosedRange<Int> {
    let items = try value.sequence()
    guard items.count == 2 else {
      throw value.error(
        "floors are two numbers, not \(items.count)", remedy: "write [lowest, highest]; 0 is the ground floor")
    }
    let (low, high) = (try items[0].integer(in: -20...200), try items[1].integer(in: -20...200))
    guard low <= high else {
      throw value.error("the lowest floor \(low) is above the highest, \(high)", remedy: "write [lowest, highest]")
    }
    return low...high
  }
}
