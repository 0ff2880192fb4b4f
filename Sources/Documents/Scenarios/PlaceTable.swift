import Core
import DeviceModel
import FileFormats
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

/// The named surroundings of a scenario.
struct SurroundingsTable {
  private static let keys = ["sky", "access_points", "cells", "coverage", "rsrp", "on_wifi", "floor", "indoor_hold"]

  private var byName: [String: Surroundings] = [:]
  private var names: [String] = []

  init(_ value: YAMLValue) throws(InputError) {
    var mapping = try value.mapping()
    for (name, value) in mapping.all() {
      var entry = try value.mapping(allowing: Self.keys)
      let (coverage, level) = try Self.coverage(&entry)
      let surroundings = Surroundings(
        sky: try entry.required("sky").choice(SkyView.self),
        accessPoints: try entry.required("access_points").choice(AccessPointDensity.self),
        cells: try entry.required("cells").choice(CellLayout.self),
        coverage: coverage, level: level,
        onWiFi: try entry.required("on_wifi").bool(), floor: try entry.optional("floor")?.integer(in: -20...200),
        indoorHold: try entry.optional("indoor_hold").map(Self.indoorHold) ?? .unknown)
      guard surroundings.indoorHold == .unknown || surroundings.sky == .indoor else {
        throw value.error("indoor_hold is for places under the sky 'indoor'", remedy: "change one of the two")
      }
      guard !surroundings.onWiFi || surroundings.accessPoints != .none else {
        throw value.error(
          "on_wifi needs an access point, but access_points is none", remedy: "change one of the two")
      }
      byName[name] = surroundings
      names.append(name)
    }
  }

  /// A class, or the received power from which it follows.
  private static func coverage(_ entry: inout YAMLMapping) throws(InputError) -> (Coverage, Double?) {
    guard let given = entry.optional("rsrp") else { return (try entry.required("coverage").choice(Coverage.self), nil) }
    if let other = entry.optional("coverage") {
      throw other.error("'coverage' follows from 'rsrp'", remedy: "keep one of the two")
    }
    let units = Dimension.level.units
    let level = try given.siNumber(quantity: Dimension.level.quantityName, units: units)
    try given.check(level, -156, -31, show: Dimension.level.describe)
    return (RadioEnvironment().coverage(at: level), level)
  }

  /// A share of time, or the word `home`.
  private static func indoorHold(_ value: YAMLValue) throws(InputError) -> IndoorHold {
    if (try? value.string()) == "home" { return .home }
    return .share(try value.number(in: IndoorHold.shares))
  }

  /// By name.
  var all: [String: Surroundings] { byName }

  /// - Throws: `InputError` for an unknown name, with the nearest valid one.
  func surroundings(_ value: YAMLValue) throws(InputError) -> Surroundings {
    let name = try value.choice(of: names)
    guard let surroundings = byName[name] else { throw value.error("unknown value '\(name)'", remedy: "change it") }
    return surroundings
  }
}
