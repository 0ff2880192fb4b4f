import Foundation
import TestSupport
import Testing

/// Bad input is exit code 65 with one line that names the place and the remedy, and nothing is written.
@Suite struct InputErrorTests {
  static let mistakes: [([String], String)] = [
    (
      ["compare", "--device", "modern-phon"],
      "error: unknown device 'modern-phon'; did you mean 'modern-phone'? "
        + "'geojoule list devices' shows all; a path of a file works too"
    ),
    (
      ["compare", "--strategy", "continous"],
      "error: unknown strategy 'continous'; did you mean 'continuous'? "
        + "'geojoule list strategies' shows all; a path of a file works too"
    ),
    (
      ["run", "--scenario", "comute"],
      "error: unknown scenario 'comute'; did you mean 'commute'? "
        + "'geojoule list scenarios' shows all; a path of a file works too"
    ),
    (
      ["show", "network", "./no.yml"],
      "./no.yml: error: cannot read the file: there is no such file or folder; check the path"
    ),
    (
      ["compare", "--device", "htc-dream", "--network", "lte"],
      "error: the device 'htc-dream' has no LTE modem for the network 'lte'; "
        + "choose another network, such as '3g', or add a section 'lte' to the device"
    ),
    (
      ["compare", "--catalog", "no"],
      "no: error: cannot read the folder; check that it is there, is a folder and may be read"
    ),
    (
      ["compare", "--seeds", "1", "--csv", "no/compare.csv"],
      "no/compare.csv: error: the folder 'no' does not exist; make it, or name another place"
    ),
    (
      ["compare", "--seeds", "1", "--csv", "/"],
      "/: error: cannot write the file: it is a folder; name a file in it"
    ),
    (
      ["run", "--timeline", "no/t.csv"],
      "no/t.csv: error: the folder 'no' does not exist; make it, or name another place"
    ),
    (
      ["compare", "--network", "5g"],
      "error: unknown network '5g'; did you mean 'nr-sa' or 'nr-nsa'? "
        + "'geojoule list networks' shows all; a path of a file works too"
    ),
    (
      ["compare", "--device", "wifi"],
      "error: unknown device 'wifi'; did you mean 'wifi-only'? "
        + "'geojoule list devices' shows all; a path of a file works too"
    ),
    (
      ["compare", "--device", "iphone-15"],
      "error: unknown device 'iphone-15'; did you mean 'modern-phone'? "
        + "'geojoule list devices' shows all; a path of a file works too; a file of two lines, 'inherits: modern-phone' and "
        + "'battery: 12.70 Wh', is your own phone"
    ),
    (
      ["compare", "--device", "iphone6"],
      "error: unknown device 'iphone6'; did you mean 'iphone-6'? "
        + "'geojoule list devices' shows all; a path of a file works too"
    ),
    (
      ["show", "iphone-13"],
      "error: unknown device 'iphone-13'; did you mean 'iphone-13-pro-max'? "
        + "'geojoule list devices' shows all; a path of a file works too"
    ),
    (
      ["show", "modern"],
      "error: unknown device 'modern'; did you mean 'modern-phone'? "
        + "'geojoule list devices' shows all; a path of a file works too"
    ),
    (
      ["compare", "comute"],
      "error: unknown scenario 'comute'; did you mean 'commute'? "
        + "'geojoule list scenarios' shows all; a path of a file works too"
    ),
    (
      ["compare", "student"],
      "error: unknown population 'student'; did you mean 'students'? "
        + "'geojoule list populations' shows all; a path of a file works too"
    ),
    (
      ["compare", "--scenario", "marathon"],
      "error: unknown scenario 'marathon'; 'geojoule list scenarios' shows all; a path of a file works too"
    ),
    (
      ["compare", "--scenario", "ride.gpx"],
      "ride.gpx: error: this is a GPX track, where a scenario belongs; give it with --track"
    ),
    (
      ["compare", "--device", "wifi-only", "--network", "lte"],
      "error: the device 'wifi-only' has no cellular radio for the network 'lte'; "
        + "leave out --network, or choose another device"
    ),
    (
      ["sensitivity", "--strategy", "phone-for-watch"],
      "error: the strategy 'phone-for-watch' uses a watch; choose one of the phone alone"
    ),
    (
      ["check"],
      "budgets.yml: error: there is no such file in this folder; "
        + "write one with 'geojoule check --init', or name one: 'geojoule check FILE'"
    ),
  ]

  @Test(arguments: mistakes)
  func badInputIsNamed(_ arguments: [String], _ expected: String) throws {
    try withTemporaryFolder { folder in
      let outcome = try BuiltTool.run(arguments, in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.errors == expected + "\n")
      #expect(outcome.output.isEmpty)
      #expect(try contents(of: folder).isEmpty)
    }
  }

  /// What is wrong only with the rest of the command is still about a file.
  @Test func errorsWithoutALineNameTheFile() throws {
    try withTemporaryFolder { folder in
      try write("summary: t\nkind: phone_for_watch\nuse: live\n", to: "\(folder)/w.yml")
      try write("inherits: htc-dream\nsummary: t\n", to: "\(folder)/d.yml")
      try write("name: hundred-meters\nsummary: t\nkind: visits\n", to: "\(folder)/hundred-meters.yml")
      for (arguments, file) in [
        (["sensitivity", "--strategy", "w.yml"], "w.yml"),
        (["plan-measurement", "--question", "w.yml"], "w.yml"),
        (["compare", "--strategy", "hundred-meters.yml", "--strategy", "hundred-meters"], "hundred-meters.yml"),
        (["compare", "--device", "d.yml", "--network", "lte"], "d.yml"),
      ] {
        let outcome = try BuiltTool.run(arguments, in: folder)
        #expect(outcome.status == 65)
        #expect(outcome.errors.hasPrefix("\(file): error: "), "\(outcome.errors)")
      }
    }
  }

  static let badFiles: [(String, String, String, String)] = [
    (
      "s.yml", "summary: t\nkind: standard\nparameters: {distance_filter: 30}\n", "--strategy",
      "s.yml:3:31: error: parameters.distance_filter: '30' has no unit; add one of: m, km, cm, mi, ft"
    ),
    (
      "s.yml", "summary: t\nkind: standard\nparameters: {desired_accuracy: 14 m}\n", "--strategy",
      "s.yml:3:32: error: parameters.desired_accuracy: '14 m' is a number, but accuracies have names; "
        + "write 'nearest_ten_meters'; valid values: best_for_navigation, best, nearest_ten_meters, hundred_meters, "
        + "kilometer, three_kilometers, reduced"
    ),
    (
      "s.yml", "summary: t\nkind: standard\nparameters:\n  distance_filter: 30,5 m\n", "--strategy",
      "s.yml:4:20: error: parameters.distance_filter: '30,5 m' has a decimal comma; "
        + "decimals take a point: write 30.5 m"
    ),
    (
      "s.yml", "summary: t\nkind: standard\nparameters: {distance_filter: 30,5 m}\n", "--strategy",
      "s.yml:3:31: error: parameters.distance_filter: '30,5 m' has a decimal comma; "
        + "decimals take a point: write 30.5 m"
    ),
    (
      "s.yml", "summary: t\nkind: standard\n", "--scenario",
      "s.yml: error: this is a strategy file, where a scenario belongs; give it with --strategy"
    ),
    (
      "b.yml", "budgets: []\n", "--strategy",
      "b.yml: error: this is a budget file, where a strategy belongs; give it to 'geojoule check'"
    ),
    (
      "b.gpx.yml", "summary: t\nkind: none\nname: \" \"\n", "--strategy",
      "b.gpx.yml:3:7: error: name: a name has letters and fits on a line; change the name, or remove the line"
    ),
    (
      "d.yml", "summary: t\ninherits: modern-phone\nbase: {drain: {mean: 7 mW}}\n", "--device",
      "d.yml:3:15: error: base.drain: the key 'distribution' is missing; add 'distribution: ...'"
    ),
    (
      "nan.yml",
      "summary: t\ninherits: modern-phone\n"
        + "base: {drain: {mean: nan mW, distribution: fixed, trust: estimate, source: s}}\n", "--device",
      "nan.yml:3:22: error: base.drain.mean: 'nan mW' is not a power; "
        + "write a finite number and a unit, with a point for decimals"
    ),
    (
      "wide.yml",
      "summary: t\ninherits: modern-phone\nbase: {drain: {mean: 7 mW, deviation: 11 W, range: [1 mW, 9 mW], "
        + "distribution: lognormal, trust: estimate, source: s}}\n", "--device",
      "wide.yml:3:39: error: base.drain.deviation: 11 W is outside 0 W to 10 W; write a value in this range"
    ),
    (
      "n.yml", "summary: t\ninherits: lte\ntail_tmie: 5 s\n", "--network",
      "n.yml:3:1: error: unknown key 'tail_tmie'; the nearest of the valid keys is 'tail_time'"
    ),
    (
      "day.yml", "name: day\nlegs: &a [*a]\n", "--scenario",
      "day.yml:2:7: error: anchors and aliases ('&name', '*name') are not allowed; "
        + "write the value out where it is used, or use 'and' for '&' in a text"
    ),
  ]

  @Test(arguments: badFiles)
  func badFilesNameTheirPlace(_ file: String, _ text: String, _ option: String, _ expected: String) throws {
    try withTemporaryFolder { folder in
      try write(text, to: "\(folder)/\(file)")
      let outcome = try BuiltTool.run(["compare", option, file, "--seeds", "1"], in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.errors == expected + "\n")
      #expect(try contents(of: folder) == [file])
    }
  }

  @Test func badTracksNameTheirPlace() throws {
    try withTemporaryFolder { folder in
      let gpx = """
        <?xml version="1.0"?>
        <gpx version="1.1"><trk><trkseg>
        <trkpt lat="47.1" lon="8.1"><time>2026-05-01T08:00:00Z</time></trkpt>
        <trkpt lat="91" lon="8.1"><time>2026-05-01T08:00:10Z</time></trkpt>
        </trkseg></trk></gpx>
        """
      try write(gpx, to: "\(folder)/a.gpx")
      let outcome = try BuiltTool.run(["compare", "--track", "a.gpx", "--seeds", "1"], in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.errors.hasPrefix("a.gpx:4:"))
      #expect(outcome.errors.contains(": error: "))
      #expect(try contents(of: folder) == ["a.gpx"])
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "this system has no /dev/full"))
  func aFullDiskIsNamed() throws {
    try withTemporaryFolder { folder in
      let outcome = try BuiltTool.run(
        ["compare", "--scenario", "city-run", "--strategy", "none", "--seeds", "1", "--csv", "/dev/full"], in: folder)
      #expect(outcome.status == 65)
      #expect(
        outcome.errors
          == "/dev/full: error: cannot write the file: no space is left on the disk; "
          + "free some space or choose another disk\n")
      #expect(try contents(of: folder).isEmpty)
    }
  }

  /// A disk of 4 KiB: the new table does not fit. The old one stays, and nothing else is left.
  @Test(.enabled(if: SmallDisk.isAvailable, "mounting a small disk needs the superuser"))
  func aDiskThatFillsUpKeepsTheOldFile() throws {
    try withTemporaryFolder { folder in
      try SmallDisk.mount(folder)
      defer { SmallDisk.unmount(folder) }
      try write("old\n", to: "\(folder)/t.csv")
      let outcome = try BuiltTool.run(
        ["run", "--scenario", "city-run", "--strategy", "continuous", "--timeline", "t.csv"], in: folder)
      #expect(outcome.status == 65)
      #expect(
        outcome.errors
          == "t.csv: error: cannot write the file: no space is left on the disk; "
          + "free some space or choose another disk\n")
      #expect(try String(contentsOfFile: "\(folder)/t.csv", encoding: .utf8) == "old\n")
      #expect(try contents(of: folder) == ["t.csv"])
    }
  }
}
