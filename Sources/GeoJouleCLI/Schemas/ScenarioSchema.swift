import DeviceModel
import Core
import Reports
import World

/// The schema of scenario files.
enum ScenarioSchema {
  static let surroundings = SchemaParts.object(
    [
      ("sky", SchemaParts.choice(SkyView.self)), ("access_points", SchemaParts.choice(AccessPointDensity.self)),
      ("cells", SchemaParts.choice(CellLayout.self)), ("coverage", SchemaParts.choice(Coverage.self)),
      ("rsrp", SchemaParts.quantity(Dimension.level)),
      ("on_wifi", SchemaParts.flag()), ("floor", SchemaParts.whole(-20...200)),
      ("indoor_hold", SchemaParts.either([SchemaParts.number(0...1), SchemaParts.choice(["home"])])),
    ], required: ["sky", "access_points", "cells", "on_wifi"]
  ).adding([
    ("oneOf", .array(["coverage", "rsrp"].map { .object([("required", .array([.string($0)]))]) }))
  ])

  private static let time = SchemaParts.quantity(TimeSpan.units)
  private static let distance = SchemaParts.quantity(Distance.units)
  private static let events = SchemaParts.list(of: SchemaParts.choice(ScriptEvent.Kind.self))
  private static let ring = SchemaParts.list(of: SchemaParts.places, from: 3)
  /// GeoJSON is not looked into.
  private static let geoJSON = JSONValue.object([("type", .string("object"))])

  static var document: JSONValue {
    SchemaParts.object(
      [
        ("name", SchemaParts.text()), ("summary", SchemaParts.text("one line for lists")),
        ("source", SchemaParts.text("what the places and speeds rest on")), ("starts", SchemaParts.clock),
        ("lasts", time), ("surroundings", SchemaParts.named(surroundings)),
        (
          "places",
          SchemaParts.named(
            SchemaParts.object(
              [("position", SchemaParts.places), ("surroundings", SchemaParts.text("a name of 'surroundings'"))],
              required: ["position", "surroundings"]))
        ),
        (
          "beacons",
          SchemaParts.named(
            SchemaParts.object(
              [("place", SchemaParts.text()), ("position", SchemaParts.places), ("range", distance)],
              required: ["range"]))
        ), ("legs", SchemaParts.list(of: leg, from: 1)),
        (
          "script",
          SchemaParts.list(
            of: SchemaParts.object(
              [
                ("at", SchemaParts.clock), ("day", SchemaParts.whole(1...31)),
                ("event", SchemaParts.choice(ScriptEvent.Kind.self)),
              ], required: ["at", "event"]))
        ), ("roads", SchemaParts.either([SchemaParts.text("a GeoJSON file"), geoJSON])),
        (
          "venues",
          SchemaParts.named(
            SchemaParts.object(
              [
                ("position", SchemaParts.places), ("radius", distance),
                ("floors", SchemaParts.list(of: SchemaParts.whole(-20...200), from: 2, to: 2)), ("error", distance),
              ], required: ["position", "radius", "floors", "error"]))
        ), ("user", user), ("failures", SchemaParts.list(of: SchemaParts.choice(Failure.self))),
        (
          "countries",
          SchemaParts.list(
            of: SchemaParts.object(
              [("name", SchemaParts.text()), ("polygon", ring), ("geojson", geoJSON)], required: ["name"]))
        ),
        (
          "density",
          SchemaParts.list(
            of: SchemaParts.object(
              [
                ("density", SchemaParts.choice(PopulationDensity.self)), ("polygon", ring),
                ("centre", SchemaParts.places), ("radius", distance),
              ], required: ["density"]))
        ),
      ], required: ["summary", "source", "starts", "lasts", "surroundings", "places", "legs", "script"])
  }

  private static let user = SchemaParts.object([
    ("access", SchemaParts.choice(UserDecisions.Access.self)), ("precise", SchemaParts.flag()),
    ("change_to_always", SchemaParts.flag()), ("temporary_full_accuracy", SchemaParts.flag()),
    ("low_power_below", SchemaParts.quantity([UnitSymbol("%", 1)])),
    ("answers_after", SchemaParts.either([time, SchemaParts.choice(["never"])])),
  ])

  private static var leg: JSONValue {
    let changes = SchemaParts.list(
      of: SchemaParts.object(
        [("at", SchemaParts.number(0...1)), ("surroundings", SchemaParts.text())], required: ["at", "surroundings"]))
    let common: [SchemaParts.Member] = [
      ("leg", SchemaParts.text("its name")), ("surroundings", SchemaParts.text("a name of 'surroundings'")),
      ("changes", changes), ("at_start", events), ("at_end", events), ("phone_at_hand", SchemaParts.flag()),
    ]
    let stay = SchemaParts.object(
      [("kind", SchemaParts.choice([LegKind.dwell.rawValue]))] + common + [
        ("place", SchemaParts.text("a name of 'places'")), ("until", SchemaParts.clock),
        ("day", SchemaParts.whole(1...31)), ("for", time), ("spread", time),
      ], required: ["leg", "kind", "place"])
    let stops = SchemaParts.object(
      [("every", distance), ("chance", SchemaParts.number(0...1)), ("hold", time)],
      required: ["every", "chance", "hold"])
    let traffic = SchemaParts.object(
      [("share", SchemaParts.number(0...0.95)), ("factor", SchemaParts.number(0.05...1)), ("spell", time)],
      required: ["share", "factor", "spell"])
    let way = SchemaParts.object(
      [("kind", SchemaParts.choice(LegKind.allCases.filter { $0 != .dwell }.map(\.rawValue)))] + common + [
        ("from", SchemaParts.text()), ("to", SchemaParts.text()), ("via", SchemaParts.list(of: SchemaParts.places)),
        ("laps", SchemaParts.whole(1...1000)), ("speed", SchemaParts.quantity(Speed.units)),
        ("variation", SchemaParts.number(0...0.5)), ("stops", stops), ("traffic", traffic),
      ], required: ["leg", "kind", "from", "to", "speed", "surroundings"])
    // Told by the kind, so that a message is about the right one.
    return .object([
      (
        "if",
        .object([("properties", .object([("kind", .object([("const", .string(LegKind.dwell.rawValue))]))]))])
      ), ("then", stay), ("else", way),
    ])
  }
}
