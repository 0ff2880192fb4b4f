import Documents
import Foundation
import TestSupport
import Testing

@Suite struct CatalogueCommandTests {
  @Test(arguments: CatalogKind.allCases)
  func listsNameEveryEntry(_ kind: CatalogKind) throws {
    let outcome = try BuiltTool.run(["list", kind.rawValue])
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.map { String($0.prefix { $0 != " " }) } == Catalog().names(kind))
    #expect(lines.allSatisfy { $0.contains("  ") })
    let names = try BuiltTool.run(["list", kind.singular, "--names"])
    #expect(names.text.split(separator: "\n").map(String.init) == Catalog().names(kind))
  }

  @Test func aStrategyIsShownWithAllItsValues() throws {
    expectGolden("show-continuous.yml", try BuiltTool.run(["show", "strategy", "continuous"]).text)
  }

  @Test(arguments: [
    ("none", "no location"), ("continuous", "when in use"), ("visits", "always"), ("regions", "always, full accuracy"),
    ("check-in", "always"),
  ])
  func aStrategyIsShownWithWhatItNeeds(_ name: String, needs: String) throws {
    #expect(try BuiltTool.run(["show", "strategy", name]).text.contains("\n# needs: \(needs); "))
  }

  /// Configurations of SDKs, which mean something else on each system, are shown, checked and advised on like strategies.
  @Test(arguments: [
    ("app.json", #"{"accuracy": 6, "distanceInterval": 3}"#, "kind: standard", "distanceInterval: 100"),
    (
      "app.otrc", #"{"_type": "configuration", "monitoring": 2, "waypoints": [{"lat": 1, "lon": 2}]}"#,
      "kind: composite", nil
    ),
    ("app.txt", "https://a.example?accuracy=high&distance=7", "kind: composite", "distance: 100"),
  ])
  func configurationsNameTheirSystem(file: String, text: String, shown: String, advised: String?) throws {
    try withTemporaryFolder { folder in
      try write(text, to: "\(folder)/\(file)")
      #expect(try BuiltTool.run(["show", file], in: folder).status == 64)
      #expect(try BuiltTool.run(["show", file, "--system", "ios"], in: folder).text.contains("\(shown)\n"))
      let checked = try BuiltTool.run(["validate-file", file, "--system", "ios"], in: folder)
      #expect(checked.status == 0 && checked.text.hasPrefix("\(file): ok, a configuration of "), "\(checked.text)")
      guard let advised else { return }
      let advice = try BuiltTool.run(
        ["advise", file, "--system", "ios", "--seeds", "1", "--scenario", "city-run", "--wide"], in: folder)
      #expect(advice.text.replacing("\n  ", with: " ").contains(": \(advised) (guide: "), "\(advice.text)")
    }
  }

  @Test func aDeviceIsShownWithUnitTrustAndSource() throws {
    let text = try BuiltTool.run(["show", "device", "nexus-one"]).text
    #expect(text.hasPrefix("# "))
    #expect(text.contains("  sleep_time: {mean: 6 s, deviation: 2 s, "))
    #expect(text.contains("trust: published, source: \""))
    #expect(!text.contains("inherits"))
  }

  /// What is shown can be saved, checked and used under another name.
  @Test(arguments: CatalogKind.allCases)
  func whatIsShownIsValid(_ kind: CatalogKind) throws {
    try withTemporaryFolder { folder in
      var files: [String] = []
      for name in Catalog().names(kind) {
        let shown = try BuiltTool.run(["show", kind.rawValue, name])
        #expect(shown.status == 0)
        try shown.output.write(to: URL(fileURLWithPath: "\(folder)/my-\(name).yml"))
        files.append("my-\(name).yml")
      }
      let outcome = try BuiltTool.run(["validate-file"] + files, in: folder)
      #expect(outcome.errors.isEmpty)
      #expect(outcome.status == 0)
      let words = outcome.text.split(separator: "\n").map { $0.split(separator: " ").prefix(4).joined(separator: " ") }
      #expect(words == files.map { "\($0): ok, a \(kind.singular)" })
    }
  }

  @Test func aShownDeviceAndItsNetworkRunUnderAnotherFileName() throws {
    try withTemporaryFolder { folder in
      for (kind, name) in [("device", "modern-phone"), ("network", "lte"), ("scenario", "city-run")] {
        try BuiltTool.run(["show", kind, name]).output.write(to: URL(fileURLWithPath: "\(folder)/my-\(kind).yml"))
      }
      try write("name: ours\nsummary: t\nkind: none\n", to: "\(folder)/mine.yml")
      let outcome = try BuiltTool.run(
        [
          "compare", "--device", "my-device.yml", "--network", "my-network.yml", "--scenario", "my-scenario.yml",
          "--strategy", "mine.yml", "--seeds", "1", "--format", "csv",
        ], in: folder)
      #expect(outcome.errors.isEmpty)
      let row = outcome.text.split(separator: "\n").last.map(String.init) ?? ""
      #expect(row.hasPrefix("ours,modern-phone,lte,ios-18,city-run,live,1,"), "\(row)")
    }
  }

  @Test(arguments: CatalogKind.allCases)
  func inACatalogueFolderTheNameMustBeTheFiles(_ kind: CatalogKind) throws {
    try withTemporaryFolder { folder in
      let name = try #require(Catalog().names(kind).first)
      try FileManager.default.createDirectory(
        atPath: "\(folder)/c/\(kind.rawValue)", withIntermediateDirectories: true)
      try BuiltTool.run(["show", kind.rawValue, name]).output
        .write(to: URL(fileURLWithPath: "\(folder)/c/\(kind.rawValue)/other.yml"))
      let outcome = try BuiltTool.run(["show", kind.rawValue, "other", "--catalog", "c"], in: folder)
      #expect(outcome.status == 65)
      #expect(
        outcome.errors.contains("error: name: the file's name says 'other'; write 'name: other' or remove the line"))
    }
  }

  @Test func everyBadFileIsNamedAndTheGoodOnesToo() throws {
    try withTemporaryFolder { folder in
      try write("summary: t\nkind: none\n", to: "\(folder)/good.yml")
      try write("summary: t\nkind: nine\n", to: "\(folder)/bad.yml")
      try write("colour: red\n", to: "\(folder)/odd.yml")
      let outcome = try BuiltTool.run(["validate-file", "bad.yml", "good.yml", "odd.yml"], in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.text == "good.yml: ok, a strategy of the kind none\n")
      // The remedy for the first one depends on how many kinds there are.
      #expect(outcome.errors.hasPrefix("bad.yml:2:7: error: kind: unknown value 'nine'; "))
      #expect(outcome.errors.contains("'none'"))
      #expect(
        outcome.errors.hasSuffix(
          """

          odd.yml:1:1: error: the file is of none of the kinds that commands read; say which with --kind; 'geojoule show KIND NAME' prints an example

          """))
    }
  }

  /// Allowed, but hardly meant: the file is good, and the rule is told.
  @Test func aRuleThatNeverGetsAnEventIsTold() throws {
    try withTemporaryFolder { folder in
      let rule = "      - {when: delivery, accuracy_at_most: 50 m, do: [upload]}\n"
      try write(
        "summary: t\nkind: composite\nstates:\n  a:\n    enter: [start: standard]\n    rules:\n" + rule + rule,
        to: "\(folder)/twice.yml")
      let outcome = try BuiltTool.run(["validate-file", "twice.yml"], in: folder)
      #expect(outcome.status == 0)
      #expect(outcome.text == "twice.yml: ok, a strategy of the kind composite\n")
      #expect(outcome.errors.hasPrefix("twice.yml:8:16: warning: states.a.rules[1].when: the rule in line 7 "))
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func aCatalogueFolderOverridesByName() throws {
    try withTemporaryFolder { folder in
      try FileManager.default.createDirectory(atPath: "\(folder)/c/strategies", withIntermediateDirectories: true)
      try write("summary: Mine\nkind: none\n", to: "\(folder)/c/strategies/continuous.yml")
      let outcome = try BuiltTool.run(["list", "strategies", "--catalog", "c"], in: folder)
      let lines = outcome.text.split(separator: "\n")
      #expect(lines.contains { $0.hasPrefix("continuous ") && $0.hasSuffix(" Mine (c/strategies/continuous.yml)") })
      let shown = try BuiltTool.run(["show", "strategy", "continuous", "--catalog", "c"], in: folder)
      #expect(shown.text.contains("kind: none\n"))
    }
  }
}
