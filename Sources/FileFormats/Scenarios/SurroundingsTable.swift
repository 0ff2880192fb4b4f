import World

/// The named surroundings of a scenario.
struct SurroundingsTable {
  private static let keys = ["sky", "access_points", "cells", "coverage", "on_wifi", "floor"]

  private var byName: [String: Surroundings] = [:]
  private var names: [String] = []

  init(_ value: YAMLValue) throws(InputError) {
    var mapping = try value.mapping()
    for (name, value) in mapping.all() {
      var entry = try value.mapping(allowing: Self.keys)
      let surroundings = Surroundings(
        sky: try entry.required("sky").choice(SkyView.self),
        accessPoints: try entry.required("access_points").choice(AccessPointDensity.self),
        cells: try entry.required("cells").choice(CellLayout.self),
        coverage: try entry.required("coverage").choice(Coverage.self),
        onWiFi: try entry.required("on_wifi").bool(), floor: try entry.optional("floor")?.integer(in: -20...200))
      guard !surroundings.onWiFi || surroundings.accessPoints != .none else {
        throw value.error(
          "on_wifi needs an access point, but access_points is none", remedy: "change one of the two")
      }
      byName[name] = surroundings
      names.append(name)
    }
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
