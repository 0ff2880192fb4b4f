import DeviceModel
import FileFormats
import World

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
