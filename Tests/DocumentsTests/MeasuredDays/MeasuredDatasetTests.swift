import DeviceModel
import Documents
import FileFormats
import Foundation
import LocationServices
import Strategies
import TestSupport
import Testing
import World

@Suite struct MeasuredDatasetTests {
  /// Two trips of one iPhone, one run at rest of another, one Android.
  static let runs = """
    run,timeline,os,phone,role,config,start,end
    a,day,ios,i1,x,BEST,1000,9000
    b,day,android,a1,x,BEST,1000,9000
    c,day,ios,i2,x,LOW,1010,9010
    d,other,ios,i1,x,BEST,20000,30000

    """
  static let battery = """
    timeline,phone,unix_s,level_percent
    day,i1,1000,100
    day,i1,8000,90
    day,i1,4000,96
    day,i2,1010,100
    day,i2,5000,97
    day,i2,5500,100
    other,i1,20000,55
    other,i1,29000,2
    other,i1,28000,40

    """
  static let legs = """
    timeline,leg,recorded_by,start,end
    day,walk,i1,1500,2000
    day,ride,i1,2000,4000
    day,ride,i2,2005,4005
    day,back,i1,3900,6000
    day,never,i1,7000,6500

    """
  static let route = """
    {"type": "FeatureCollection", "features": [
    {"type": "Feature", "properties": {"leg": "ride", "mode": "CAR", "role": "route_coords"},
     "geometry": {"type": "LineString", "coordinates": [[8.2, 47.1], [8.3, 47.1]]}},
    {"type": "Feature", "properties": {"leg": "ride", "mode": "CAR", "role": "start_loc"},
     "geometry": {"type": "LineString", "coordinates": [[9, 47], [9, 48]]}}]}
    """
  static let fixes = """
    unix_s,latitude_deg,longitude_deg,horizontal_accuracy_m,speed_mps
    900,47.1,8.2,5,1
    1100,47.1,8.2,5,1
    3000,47.1,8.25,-1,12

    """

  private func withDataset(
    _ changes: [String: String?] = [:], _ body: (String) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("measured-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var files: [String: String?] = [
      "runs.csv": Self.runs, "battery.csv": Self.battery, "legs.csv": Self.legs, "routes/day/ride.geojson": Self.route,
      "fixes/day.i1.1001.csv": Self.fixes,
      "fixes/other.i1.20000.csv": "unix_s,latitude_deg,longitude_deg,horizontal_accuracy_m\n",
    ]
    files.merge(changes) { $1 }
    for (name, text) in files {
      guard let text else { continue }
      let path = "\(folder)/\(name)"
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
    try body(folder)
  }

  /// A day that falls one step has the step that the phone's other day shows; a whole-percent gauge keeps its own.
  @Test func theStepOfAGaugeIsThatOfAllItsDays() throws {
    let battery = """
      timeline,phone,unix_s,level_percent
      day,i1,1000,100
      day,i1,8000,95
      day,i2,1010,100
      day,i2,5000,97
      other,i1,20000,75
      other,i1,25000,70
      other,i1,29000,65

      """
    try withDataset(["battery.csv": battery]) {
      let runs = try MeasuredDatasetReader(system: .ios).read(folder: $0).runs
      #expect(Dictionary(uniqueKeysWithValues: runs.map { ($0.name, $0.gaugeStep) }) == ["a": 5, "c": 1, "d": 5])
    }
  }

  /// 0.2 W for 1000 s and 0.5 W for 3000 s of 4500 s: 0.425 W, by the phone's gauge unless all of it is a monitor's.
  @Test func aPowerSaysWhoseMeterItIs() throws {
    for (first, second, meter) in [
      (",monitor", ",monitor", ImportedRecording.Meter.monitor), (",monitor", ",gauge", .gauge), ("", "", .gauge),
      (",", ",", .gauge),
    ] {
      let head = first.isEmpty ? "" : ",meter"
      let text = "time_s,power_W,end_s\(head)\n2000,0.2,3000\(first)\n3500,0.5,6500\(second)\n"
      try withDataset(["power.csv": text]) {
        let run = try #require(try MeasuredDatasetReader(system: .ios).read(folder: $0).runs.first)
        let power = try #require(run.power)
        #expect(power.meter == meter && abs(power.watts - 0.425) < 1e-12 && abs(power.coverage - 4 / 4.5) < 1e-12)
      }
    }
    try withDataset(["power.csv": "time_s,power_W,end_s,meter\n2000,0.2,3000,monitor\n3000,0.5,6000,scale\n"]) {
      folder in
      let fault = #expect(throws: InputError.self) { try MeasuredDatasetReader(system: .ios).read(folder: folder) }
      #expect(fault?.message == "the meter 'scale' is not known" && fault?.line == 3)
    }
  }

  /// What lies beside all runs is said, as is a power that cannot be used; what is no text is refused.
  @Test func whatIsOfNoRunIsWarnedOf() throws {
    func warnings(_ changes: [String: String?]) throws -> [String] {
      var found: [String] = []
      try withDataset(changes) { found = try MeasuredDatasetReader(system: .ios).read(folder: $0).warnings }
      return found
    }
    let head = "timeline,leg,recorded_by,start,end\nnowhere,far,i1,500,600\nday,far,i1,500,600\nday,far,i1,700,800\n"
    #expect(try warnings(["legs.csv": head]).contains("none of 2 legs begins in a run"))
    #expect(try !warnings(["legs.csv": head + "day,ride,i1,2000,4000\n"]).contains { $0.hasPrefix("none of") })
    let battery = "timeline,phone,unix_s,level_percent\nday,x9,1000,100\nday,x9,8000,90\n"
    #expect(try warnings(["battery.csv": battery]).contains("battery.csv has no level in a run: its phones are day.x9"))
    let trace = "time_s,power_W\n2000,0.2\n"
    #expect(
      try warnings(["power.csv": trace]).contains("power.csv is not used: it has no column of ends, such as end_s"))
    #expect(throws: InputError.self) { try warnings(["power.csv": "\u{1}\u{2}\n\u{3}xyz\n"]) }
  }

  // MARK: Time zones

  /// A phone that is read each ten minutes of its two runs, `hours` too late.
  private static func battery(later hours: Double) -> String {
    let times = [(1000.0, 9000.0), (20_000, 30_000)].flatMap { Array(stride(from: $0.0, through: $0.1, by: 600)) }
    return times.reduce("timeline,phone,unix_s,level_percent\n") { text, time in
      text + "\(time < 10_000 ? "day" : "other"),i1,\(time + 3600 * hours),90\n"
    }
  }

  @Test(arguments: [-7.0, -5.5, 1, 7, 9])
  func batteryTimesOfAnotherZoneAreFound(hours: Double) throws {
    try withDataset(["battery.csv": Self.battery(later: hours)]) {
      let warnings = try MeasuredDatasetReader(system: .ios).read(folder: $0).warnings
      let warning = try #require(warnings.first)
      #expect(warnings.count == 2 && warning.hasPrefix("battery.csv: "), "\(warnings)")
      #expect(warning.contains(hours > 0 ? " h earlier:" : " h later:"), "\(warnings)")
      if abs(hours) > 5 {
        let text = abs(hours) == 5.5 ? "5.5" : "\(Int(abs(hours)))"
        #expect(warning.contains(" \(text) h "), "\(warnings)")
      }
    }
  }

  @Test func batteryTimesOfTheRunsAndAroundTheClockAreNoneOfTheSame() throws {
    let always = stride(from: -90_000.0, through: 130_000, by: 600).reduce("timeline,phone,unix_s,level_percent\n") {
      $0 + "day,i1,\($1),90\n"
    }
    for battery in [Self.battery, Self.battery(later: 0), Self.battery(later: 0.1), always] {
      try withDataset(["battery.csv": battery]) {
        let warnings = try MeasuredDatasetReader(system: .ios).read(folder: $0).warnings
        #expect(warnings == ["1 leg has no route, and who travels waits: day/walk"], "\(warnings)")
      }
    }
  }

  private static let measured = RepositoryPath.data("mobilitynet")

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: measured), "needs mobilitynet of GEOJOULE_DATA"),
    arguments: ["stationary", "travel"])
  func measuredDaysWarnOnlyWhenShifted(kind: String) throws {
    let source = "\(Self.measured)/\(kind)"
    let text = try String(contentsOfFile: "\(source)/battery.csv", encoding: .utf8)
    for hours in [0.0, -7, 7] {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zone-\(UUID().uuidString)").path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for name in ["runs.csv", "legs.csv", "routes"] {
        try FileManager.default.copyItem(atPath: "\(source)/\(name)", toPath: "\(folder)/\(name)")
      }
      let lines = text.split(whereSeparator: \.isNewline)
      let shifted = lines.dropFirst().map { line in
        var cells = line.split(separator: ",").map(String.init)
        cells[2] = "\((Double(cells[2]) ?? 0) + 3600 * hours)"
        return cells.joined(separator: ",")
      }
      try ([String(lines[0])] + shifted).joined(separator: "\n").write(
        toFile: "\(folder)/battery.csv", atomically: true, encoding: .utf8)
      for system in [PhoneSystem.ios, .android] {
        let warnings = try MeasuredDatasetReader(system: system).read(folder: folder).warnings
        #expect(warnings.count == (hours == 0 ? 0 : 1), "\(system) \(hours): \(warnings)")
        if hours != 0 {
          #expect(warnings.first?.contains(" 7 h \(hours > 0 ? "earlier" : "later")") == true, "\(warnings)")
        }
      }
    }
  }

  @Test func aRouteIsComparedOutsideTheAreasWhereItsLegBeginsAndEnds() throws {
    func area(_ role: String, _ low: Double, _ high: Double) -> String {
      """
      {"type": "Feature", "properties": {"leg": "ride", "mode": "CAR", "role": "\(role)"}, "geometry": {"type": "Polygon",
       "coordinates": [[[\(low), 47], [\(high), 47], [\(high), 47.2], [\(low), 47.2], [\(low), 47]]]}}
      """
    }
    let way = """
      {"type": "Feature", "properties": {"leg": "ride", "mode": "CAR", "role": "route_coords"},
       "geometry": {"type": "LineString", "coordinates": [[8.2, 47.1], [8.21, 47.1], [8.26, 47.1], [8.3, 47.1]]}}
      """
    func compared(_ areas: [String]) throws -> [[Double]] {
      var found: [[Double]] = []
      let features = ([way] + areas).joined(separator: ",")
      try withDataset(["routes/day/ride.geojson": "{\"type\": \"FeatureCollection\", \"features\": [\(features)]}"]) {
        let leg = try MeasuredDatasetReader(system: .ios).read(folder: $0).runs[0].legs[1]
        #expect(leg.routes[0].count == 4)
        found = leg.compared.map { $0.map(\.longitude) }
      }
      return found
    }
    #expect(try compared([]) == [[8.2, 8.21, 8.26, 8.3]])
    let part = try compared([area("start_loc", 8.1, 8.23), area("end_loc", 8.28, 8.4)])
    #expect(part.count == 1 && part[0].count == 3 && part[0][1] == 8.26)
    #expect(abs(part[0][0] - 8.23) < 1e-6 && abs(part[0][2] - 8.28) < 1e-6)
    // A leg that never leaves them is not compared; the area of another role means nothing.
    #expect(try compared([area("start_loc", 8, 9)]).isEmpty)
    #expect(try compared([area("loc", 8, 9)]).first?.count == 4)
  }

  private func message(_ changes: [String: String?], system: PhoneSystem = .ios, timelines: [String] = []) throws
    -> String
  {
    var text = ""
    try withDataset(changes) { folder in
      do {
        let dataset = try MeasuredDatasetReader(system: system, timelines: timelines).read(folder: folder)
        text = dataset.leftOut.map { "\($0.reason): \($0.runs.joined(separator: " "))" }.joined(separator: "\n")
      } catch let error as InputError {
        text = error.description.replacingOccurrences(of: folder + "/", with: "")
      }
    }
    return text
  }

  @Test func runsOfTheSystemAreReadWithWhatBelongsToThem() throws {
    try withDataset { folder in
      let dataset = try MeasuredDatasetReader(system: .ios).read(folder: folder)
      #expect(dataset.runs.map(\.name) == ["a", "c", "d"])
      let (a, c, d) = (dataset.runs[0], dataset.runs[1], dataset.runs[2])
      #expect(a.span == 1000...9000 && a.configuration == "BEST" && a.phone == "i1")
      #expect(a.readings.map(\.percent) == [100, 96, 90])
      // Own labels; the leg that overlaps and the one that ends before it starts are left out.
      #expect(a.legs.map(\.name) == ["walk", "ride"])
      #expect(a.legs.map(\.mode) == ["", "car"])
      #expect(a.legs[0].routes.isEmpty && a.legs[1].routes.count == 1 && a.legs[1].routes[0].count == 2)
      #expect(c.legs.map(\.start) == [2005])
      // The start in the file's name may be a second off; a fix from before the run is left out.
      #expect(a.fixes?.map(\.unixSeconds) == [1100, 3000])
      #expect(a.fixes?.map(\.accuracy) == [5, nil])
      #expect(c.fixes == nil)
      #expect(d.fixes?.isEmpty == true && d.legs.isEmpty)
      // Under 3 % a level is not reliable; what is left is in order of time.
      #expect(d.readings.map(\.percent) == [55, 40])
      // i2 was charged.
      #expect(a.drainFault == nil && d.drainFault == nil && c.drainFault?.contains("charged") == true)
      #expect(dataset.leftOut.map(\.runs) == [["c"]])
      #expect(dataset.sources.map(\.role) == ["runs", "battery", "legs", "route", "fixes"])
      #expect(dataset.sources[0].notes == ["2 of 4 runs can be judged", "not of ios: 1 of android"])
      #expect(dataset.sources[2].notes.contains("1 left out: they end before they start"))
    }
  }

  @Test func badRunsAreLeftOutByRule() throws {
    let rows =
      Self.runs + """
        a,day,ios,i9,x,BEST,1000,9000
        e,day,ios,i1,x,BEST,8000,9500
        f,day,ios,i3,x,BEST,9000,9000
        g,day,ios,i3,x,BEST,1000,9000

        """
    #expect(
      try message(["runs.csv": rows]) == """
        another run has this name: a
        it overlaps an earlier run of the same phone: e
        the run ends before it starts: f
        the drain is not judged: the level rises by more than 2 points: it was charged: c
        the drain is not judged: fewer than two readings half an hour apart: g
        """)
  }

  @Test(
    arguments: [
      (["runs.csv": nil], "runs.csv: error:"), (["battery.csv": nil], "battery.csv: error:"),
      (
        ["runs.csv": "run,timeline,os\na,b,c\n"],
        "the columns are 'run', 'timeline', 'os'; head it 'phone' or 'device'"
      ),
      (
        ["battery.csv": "timeline,phone,unix_s,level_percent\nday,i1,x,100\n"],
        "battery.csv:2:8: error: "
      ),
      (["routes/day/ride.geojson": "{\"type\": \"FeatureCollection\", \"features\": ["], "routes/day/ride.geojson:"),
      (
        ["fixes/day.i1.1001.csv": "unix_s,latitude_deg,longitude_deg\n1100,north,8\n"],
        "fixes/day.i1.1001.csv:2:6: error:"
      ),
      (
        ["runs.csv": "run,timeline,os,phone,config,start,end\nb,day,android,a1,BEST,1,2\n"],
        "no run is of the system 'ios'"
      ),
      (
        [
          "runs.csv":
            "run,timeline,os,phone,config,start,end\na,day,ios,i1,BEST,1000,9000\nb,day,ios,i1,BEST,10000,3000000\n"
        ],
        "runs.csv:3:1: error: the run 'b' lasts 34.61 days, more than 31; "
          + "split it; if the times are milliseconds, head their columns start_ms and end_ms"
      ),
      (
        ["runs.csv": "run,timeline,os,phone,config,start,end\na,day,ios,i1,BEST,1000,1600000000000\n"],
        "runs.csv:2:24: error: end 1600000000000 is outside the years 1900 to 2200; 1 of 1 rows are bad; "
          + "check its unit: a column of milliseconds is headed end_ms"
      ),
    ] as [([String: String?], String)])
  func damageIsNamedWithItsPlace(_ changes: [String: String?], _ expected: String) throws {
    #expect(try message(changes).contains(expected))
  }

  @Test func missingLegsAndFixesAreAllowed() throws {
    let text = try message([
      "legs.csv": nil, "fixes/day.i1.1001.csv": nil, "fixes/other.i1.20000.csv": nil, "routes/day/ride.geojson": nil,
    ])
    #expect(!text.contains("error"))
    #expect(try !message(["legs.csv": "timeline,leg,recorded_by,start,end\n"]).contains("error"))
  }

  @Test func missingLegsBesideRoutesAreWarnedOf() throws {
    try withDataset(["legs.csv": nil]) {
      let warnings = try MeasuredDatasetReader(system: .ios).read(folder: $0).warnings
      #expect(warnings == ["there are routes and no legs.csv: all runs are taken to be at rest"])
    }
    try withDataset(["legs.csv": nil, "routes/day/ride.geojson": nil]) {
      let read = try MeasuredDatasetReader(system: .ios).read(folder: $0)
      #expect(read.warnings.isEmpty)
    }
  }

  /// An area of a leg without a way is its route: who travels waits there, as the folder says.
  @Test func aLegThatNoRouteIsAboutIsWarnedOf() throws {
    try withDataset(["routes/day/walk.geojson": "{\"type\": \"FeatureCollection\", \"features\": []}"]) {
      let read = try MeasuredDatasetReader(system: .ios).read(folder: $0)
      #expect(read.warnings.isEmpty)
    }
    try withDataset(["routes/day/ride.geojson": nil]) {
      let dataset = try MeasuredDatasetReader(system: .ios).read(folder: $0)
      #expect(dataset.warnings == ["2 legs have no route, and who travels waits: day/ride, day/walk"])
      #expect(dataset.runs.map(\.hasDay) == [false, false, true])
      #expect(dataset.sources[0].notes.first == "1 of 4 runs can be judged")
    }
  }

  @Test func sharesForPercentsAreNamed() throws {
    let shares =
      "timeline,phone,unix_s,level_percent\nother,i1,20000,1\nother,i1,29000,0.75\nday,i1,1000,2\nday,i1,8000,1\n"
    #expect(
      try message(["battery.csv": shares]) == """
        the drain is not judged: all levels are below 3 %: a
        the drain is not judged: fewer than two readings half an hour apart: c
        the drain is not judged: all levels are below 3 %; write percents, 0 to 100: d
        """)
  }

  @Test func timelinesAreChosenByTheirBeginning() throws {
    try withDataset { folder in
      let dataset = try MeasuredDatasetReader(system: .ios, timelines: ["oth"]).read(folder: folder)
      #expect(dataset.runs.map(\.name) == ["d"])
    }
    let text = try message([:], timelines: ["nowhere"])
    #expect(text.contains("begins with nowhere") && text.contains("the timelines are: day, other"))
  }

  @Test func theBuiltInMappingCoversTheFamily() throws {
    let mapping = try RunMapping.mobilityNet(catalog: Catalog())
    let own = try #require(mapping.strategies[.ios])
    #expect(own.count == 2 + 16 + 16)
    let diary = try #require(own["MAHFDC"])
    #expect(diary.kind == "trip_tracking" && diary.platform.name == "ios-12")
    #expect(diary.parameters["desired_accuracy"] == .choice("hundred_meters"))
    #expect(diary.parameters["distance_filter"] == .distance(1))
    #expect(own["best_high_accuracy_medium_freq_stationary"]?.parameters["distance_filter"] == .distance(30))
    #expect(own["POWER_CONTROL"]?.parameters["distance_filter"] == .distance(1200))
    #expect(mapping.strategies[.android]?.count == own.count)
    #expect(mapping.modes["subway"]?.sky == .underground)
  }

  @Test(arguments: [
    ("ios:\n  A: {strategie: continuous}\n", "m.yml:2:"), ("ios:\n  A: {strategy: continuos}\n", "m.yml:2:"),
    ("windows:\n  A: {strategy: continuous}\n", "m.yml:1:1: error: the file is of another kind"),
    ("modes: {}\n", "m.yml:1:1: error: the file maps nothing"),
    ("ios:\n  A: {strategy: continuous}\nphones: {ios-1: 2.5}\n", "m.yml:3:17"),
    ("ios:\n  A: {strategy: kil/meter}\n", "m.yml:2:17: error: ios.A.strategy: kil/meter: cannot read the file"),
    ("ios:\n  A: {strategy: watch-workout}\n", "m.yml:2:17: error: ios.A.strategy: the strategy uses a watch"),
    ("ios:\n  A: {strategy: battery-aware}\n", "acts on the battery's level"),
    ("ios:\n  A: {strategy: {summary: x, kind: standard, parameters: {distance_filter: 3}}}\n", "m.yml:2:"),
  ])
  func aWrongMappingIsNamedWithItsPlace(_ text: String, _ expected: String) {
    do {
      _ = try RunMapping(text: text, file: "m.yml", catalog: Catalog())
      Issue.record("read")
    } catch {
      #expect(error.description.contains(expected), "\(error.description)")
    }
  }

  @Test func aMappingNamesStrategiesOfTheCatalogue() throws {
    let mapping = try RunMapping(
      text: "android:\n  X: {strategy: continuous}\nmodes:\n"
        + "  tram: {sky: urban, access_points: many, cells: urban, coverage: good, on_wifi: false}\n"
        + "phones: {mine: 1.07}\nother_use: [commute]\n",
      file: "m.yml", catalog: Catalog())
    #expect(mapping.strategies[.android]?["X"]?.kind == "standard")
    #expect(mapping.strategies[.android]?["X"]?.name == "X")
    #expect(mapping.modes["tram"]?.accessPoints == .many)
    #expect(mapping.phones == ["mine": 1.07])
    #expect(mapping.otherUse == ["commute"])
    let silent = try RunMapping(text: "android:\n  X: {strategy: continuous}\n", file: "s.yml", catalog: Catalog())
    #expect(silent.otherUse == nil && silent.adding(silent).otherUse == nil)
    // One that does not say adds none, in either order.
    #expect(mapping.adding(silent).otherUse == ["commute"] && silent.adding(mapping).otherUse == ["commute"])
    #expect(mapping.adding(mapping).otherUse == ["commute"])
    #expect(try RunMapping.mobilityNet(catalog: Catalog()).otherUse == ["unimodal_trip_car_bike_mtv_la"])
  }

  @Test func aMisspeltTimelineOfOtherUseIsNamedWithItsPlace() throws {
    let mapping = try RunMapping(
      text: "android:\n  X: {strategy: continuous}\nother_use: [commute, comute]\n", file: "m.yml",
      catalog: Catalog())
    try mapping.checkOtherUse(among: ["commute", "comute"])
    do {
      try mapping.checkOtherUse(among: ["walk", "commute"])
      Issue.record("taken")
    } catch {
      #expect(error.description.hasPrefix("m.yml:3:"), "\(error.description)")
      #expect(error.description.contains("'comute'") && error.description.contains("commute, walk"))
    }
  }
}
