import Foundation

/// A data set whose truth is known: a simulated phone is taken along a made-up trip and laid on a table, and its gauge is
/// read in whole percent. Made with the program's own `run` on a GPX track and a scenario written here, not with what
/// `validate` makes of legs and routes.
struct MadeUpDays {
  static let capacity = 6.91 * 0.85
  static let plateau = 3.0
  static let start = 1_600_000_000.0
  static let tripHours = 6.0
  /// Legs of the trip, in seconds from a run's start.
  static let legs = [
    (name: "ride", mode: "TRAM", start: 3_000.0, end: 6_600.0), (name: "back", mode: "", start: 14_000, end: 17_000),
  ]

  /// The phone: an iPhone 6 whose values do not vary, with prices that a timeline shows.
  static func device(_ name: String, session: Double) -> String {
    func fixed(_ value: String) -> String {
      "{mean: \(value), distribution: fixed, trust: estimate, source: \"made up\"}"
    }
    return """
      name: \(name)
      summary: "made up"
      inherits: iphone-6
      battery:
        gauge_plateau: \(fixed("\(plateau / 100)"))
      processor:
        location_session: \(fixed("\(session) mW"))
        wifi_session: \(fixed("93 mW"))
        wifi_fix: \(fixed("0 J"))

      """
  }

  static let mapping = """
    ios:
      ALWAYS: {strategy: continuous}
      COARSE: {strategy: hundred-meters}
      OFF: {strategy: none}

    """

  /// How far along the way the phone is at a second of the trip.
  private static func share(at second: Double) -> Double {
    second < legs[1].start
      ? (second - legs[0].start) / (legs[0].end - legs[0].start)
      : 1 - (second - legs[1].start) / (legs[1].end - legs[1].start)
  }

  static var route: String {
    func feature(
      _ leg: (name: String, mode: String, start: Double, end: Double), _ way: [BentTrip.Place]
    ) -> String {
      let places = way.map { "[\($0.longitude), \($0.latitude)]" }.joined(separator: ", ")
      let mode = leg.mode.isEmpty ? "" : ", \"mode\": \"\(leg.mode)\""
      return "{\"type\": \"Feature\", \"properties\": {\"leg\": \"\(leg.name)\"\(mode), \"role\": \"route_coords\"}, "
        + "\"geometry\": {\"type\": \"LineString\", \"coordinates\": [\(places)]}}"
    }
    return
      "{\"type\": \"FeatureCollection\", \"features\": [\(feature(legs[0], BentTrip.way)), \(feature(legs[1], BentTrip.way.reversed()))]}\n"
  }

  /// Made once for all tests, with three runs of each configuration on each timeline.
  private static let made: Result<String, any Error> = Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("made-up-days-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(to: folder.path, repetitions: 3)
    return folder.path
  }

  /// Puts the data set `data`, the devices `truth.yml` and `dear.yml` (a session costs 300 mW more) and `mapping.yml` into a
  /// folder.
  static func copy(to folder: String) throws {
    let source = try made.get()
    for name in ["data", "truth.yml", "dear.yml", "mapping.yml"] {
      try FileManager.default.copyItem(atPath: "\(source)/\(name)", toPath: "\(folder)/\(name)")
    }
  }

  private static func write(to folder: String, repetitions: Int) throws {
    for name in ["data/routes/trip", "data/fixes"] {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    func put(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    try put(device("truth", session: 171), "truth.yml")
    try put(device("dear", session: 471), "dear.yml")
    try put(mapping, "mapping.yml")
    try put(BentTrip.still(lasts: "9 h"), "still.yml")
    try put(
      BentTrip.gpx(start: start, at: stride(from: 0, through: tripHours * 3600, by: 10), share: share), "trip.gpx")
    try put(route, "data/routes/trip/all.geojson")
    var runs = "run,timeline,os,phone,role,regime,config,start,end\n"
    var battery = "timeline,phone,unix_s,level_percent\n"
    var legs = "timeline,leg,recorded_by,start,end\n"
    var number = 0
    for timeline in ["trip", "table"] {
      for repetition in 0..<repetitions {
        let dayStart = start + Double(number) * 100_000
        number += 1
        if timeline == "trip" {
          for leg in Self.legs { legs += "trip,\(leg.name),phone-0,\(dayStart + leg.start),\(dayStart + leg.end)\n" }
        }
        for (phone, (configuration, strategy)) in [
          ("ALWAYS", "continuous"), ("COARSE", "hundred-meters"), ("OFF", "none"),
        ]
        .enumerated() {
          let seed = 40 + 7 * repetition
          let hours = timeline == "trip" ? tripHours : 7
          let day = timeline == "trip" ? ["--track", "trip.gpx", "--track-noise", "0"] : ["--scenario", "still.yml"]
          let outcome = try BuiltTool.run(
            ["run", "--strategy", strategy, "--device", "truth.yml", "--seed", "\(seed)", "--quiet"] + day
              + ["--timeline", "timeline.csv", "--deliveries", "deliveries.csv"], in: folder)
          guard outcome.status == 0 else { throw Failure(text: outcome.errors) }
          let times = stride(from: 0, through: hours * 3600, by: 900).map { min($0, hours * 3600) }
          let timelineText = try String(contentsOfFile: folder + "/timeline.csv", encoding: .utf8)
          runs +=
            "\(timeline).\(configuration).\(repetition),\(timeline),ios,phone-\(phone),x,y,\(configuration),"
            + "\(dayStart),\(dayStart + hours * 3600)\n"
          for (time, energy) in zip(times, try BentTrip.drawn(timelineText, at: times)) {
            let level = min(100, 100 + plateau - 100 * energy / capacity).rounded()
            battery += "\(timeline),phone-\(phone),\(dayStart + time),\(Int(level))\n"
          }
          var fixes = "unix_s,latitude_deg,longitude_deg,horizontal_accuracy_m,speed_mps\n"
          let deliveries = try String(contentsOfFile: folder + "/deliveries.csv", encoding: .utf8)
          for line in deliveries.split(separator: "\n").dropFirst() {
            let cells = line.split(separator: ",")
            guard let second = Double(cells[1]), second <= hours * 3600 else { continue }
            fixes += "\(dayStart + second),\(cells[2]),\(cells[3]),\(cells[4]),-1\n"
          }
          try put(fixes, "data/fixes/\(timeline).phone-\(phone).\(Int(dayStart)).csv")
        }
      }
    }
    runs += "android,trip,android,phone-9,x,y,ALWAYS,\(start),\(start + 7200)\n"
    try put(runs, "data/runs.csv")
    try put(battery, "data/battery.csv")
    try put(legs, "data/legs.csv")
  }

  struct Failure: Error { let text: String }
}
