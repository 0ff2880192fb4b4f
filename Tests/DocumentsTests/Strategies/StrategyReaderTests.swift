import Documents
import FileFormats
import LocationServices
import Strategies
import TestSupport
import Testing

private func strategyError(_ text: String) -> String {
  failure { _ = try StrategyReader.read(text, file: "s.yml", name: "s") }
}

@Suite struct StrategyReaderTests {
  @Test func everyValueIsRead() throws {
    let text = """
      name: s
      summary: "Test"
      kind: standard
      use: record
      system: ios-12
      authorization: when_in_use
      parameters: {desired_accuracy: hundred_meters, distance_filter: 1.3 km, allows_background: false}
      upload: {batch_count: 17, batch_interval: 7 min, wifi_only: true, size_per_fix: 321 B}
      note: "n"
      """
    let expected = StrategySpecification(
      name: "s", summary: "Test", kind: "standard", use: .record, platform: .ios12, authorization: .whenInUse,
      parameters: [
        "desired_accuracy": .choice("hundred_meters"), "distance_filter": .distance(1300),
        "allows_background": .flag(false),
      ],
      upload: UploadPolicy(batchCount: 17, batchInterval: 420, onWiFiOnly: true, bytesPerFix: 321), note: "n")
    #expect(try StrategyReader.read(text, file: "s.yml", name: "s") == expected)
  }

  @Test func aNeedIsNoUse() {
    #expect(
      strategyError("summary: t\nkind: fused\nuse: search\n")
        == "s.yml:3:6: error: use: 'search' follows from what a strategy does; leave 'use' out, and judge it with --need search"
    )
    #expect(strategyError("summary: t\nkind: fused\nuse: lve\n").contains("did you mean 'live'?"))
  }

  @Test func theLinkedSDKAndTheBackgroundModeAreReadAndWritten() throws {
    let text = "summary: t\nkind: standard\nsystem: ios-12\nsdk: ios-8\nbackground_mode: false\n"
    let strategy = try StrategyReader.read(text, file: "s.yml", name: "s")
    #expect(strategy.linkedSDK == SystemVersion(8))
    #expect(!strategy.hasLocationBackgroundMode)
    let app = try strategy.appDefinition()
    #expect(!app.hasBackgroundUpdatesFlag && !app.hasLocationBackgroundMode)
    let again = try StrategyReader.read(StrategyWriter.text(of: strategy), file: "s.yml", name: "s")
    #expect(again.linkedSDK == strategy.linkedSDK)
    #expect(again.hasLocationBackgroundMode == strategy.hasLocationBackgroundMode)
    #expect(strategyError("summary: t\nkind: none\nsdk: ios-3\n").hasPrefix("s.yml:3:6: error: "))
  }

  @Test func uploadsByTimeAloneHaveNoCount() throws {
    let each = try StrategyReader.read("summary: t\nkind: none\nupload: {}\n", file: "s.yml", name: "s")
    #expect(each.upload == UploadPolicy(batchCount: 1))
    let timed = try StrategyReader.read(
      "summary: t\nkind: none\nupload: {batch_interval: 30 min}\n", file: "s.yml", name: "s")
    #expect(timed.upload == UploadPolicy(batchCount: .max, batchInterval: 1800))
  }

  @Test(arguments: Catalog().entries(.strategies).map(\.name))
  func aWrittenStrategyRunsTheSame(_ name: String) throws {
    let strategy = try Catalog().strategy(name)
    _ = try strategy.appDefinition()
    let text = StrategyWriter.text(of: strategy)
    let again = try StrategyReader.read(text, file: "s.yml", name: EntryName(name))
    #expect(StrategyWriter.text(of: again) == text)
    #expect(strategy.parameters.allSatisfy { again.parameters[$0.key] == $0.value })
    #expect((again.upload, again.use, again.platform) == (strategy.upload, strategy.use, strategy.platform))
    #expect(again.composite == strategy.composite)
  }

  @Test func theCatalogueHasTheStrategiesOfTheFirstPart() {
    let wanted = [
      "none", "continuous", "distance-filter", "deferred", "significant-change", "auto-pause", "hundred-meters",
      "kilometer",
    ]
    #expect(Set(Catalog().names(.strategies)).isSuperset(of: wanted))
  }

  @Test(arguments: [
    (
      "summary: t\nkind: standart\n",
      "s.yml:2:7: error: kind: unknown value 'standart'; the nearest of the valid values is 'standard'"
    ),
    (
      "summary: t\nkind: standard\nparameters: {distance_filtre: 30 m}\n",
      "s.yml:3:14: error: unknown key 'distance_filtre' in parameters; did you mean 'distance_filter'? "
        + "valid keys: desired_accuracy, distance_filter, activity_type, pauses_automatically, allows_background, "
        + "on_pause, handling_time"
    ),
    (
      "summary: t\nkind: standard\nparameters: {distance_filter: 30}\n",
      "s.yml:3:31: error: parameters.distance_filter: '30' has no unit; add one of: m, km, cm, mi, ft"
    ),
    (
      "summary: t\nkind: deferred\nsystem: ios-9\nparameters: {timeout: 2 d}\n",
      "s.yml:4:23: error: parameters.timeout: 2 d is outside 1 s to 1 d; write a value in this range"
    ),
    (
      "summary: t\nkind: none\nparameters: {timeout: 2 d}\n",
      "s.yml:3:13: error: parameters: the kind 'none' takes no parameters; remove them"
    ),
    (
      "summary: t\nkind: none\nupload: {batch_count: 0}\n",
      "s.yml:3:23: error: upload.batch_count: 0 is outside 1 to 100000; write a number in this range"
    ),
    (
      "summary: t\nkind: none\nupload: {wifi_only: yes}\n",
      "s.yml:3:21: error: upload.wifi_only: 'yes' is not true or false; write true or false, without quotes"
    ),
    (
      "name: other\nsummary: t\nkind: none\n",
      "s.yml:1:7: error: name: the file's name says 's'; write 'name: s' or remove the line"
    ),
    (
      "summary: t\nkind: deferred\n",
      "s.yml:2:7: error: kind: ios-18 has no deferred updates (from iOS 6, until iOS 13 ended it); "
        + "set 'system' to one of: ios-6, ios-7, ios-8, ios-9, ios-12"
    ),
    (
      "summary: t\nkind: deferred\nsystem: ios-5\n",
      "s.yml:3:9: error: system: ios-5 has no deferred updates (from iOS 6, until iOS 13 ended it); "
        + "set 'system' to one of: ios-6, ios-7, ios-8, ios-9, ios-12"
    ),
    ("kind: none\n", "s.yml:1:1: error: the key 'summary' is missing; add 'summary: ...'"),
  ])
  func wrongFilesNameTheirPlace(_ text: String, _ expected: String) {
    #expect(strategyError(text) == expected)
  }

  @Test(arguments: [
    ("standard", "ios-5", "pauses_automatically: true", "automatic pausing (since iOS 6)"),
    ("standard", "ios-5", "on_pause: restart", "automatic pausing (since iOS 6)"),
    ("standard", "ios-4", "activity_type: fitness", "activity types (since iOS 6)"),
    ("standard", "ios-9", "activity_type: airborne", "airborne activity (since iOS 12)"),
    ("standard", "ios-8", "allows_background: false", "allowsBackgroundLocationUpdates (since iOS 9)"),
    ("standard", "ios-13.4", "desired_accuracy: reduced", "reduced accuracy (since iOS 14)"),
    ("one_shot", "ios-9", "desired_accuracy: reduced", "reduced accuracy (since iOS 14)"),
    ("deferred", "ios-9", "activity_type: airborne", "airborne activity (since iOS 12)"),
    ("live_updates", "ios-17", "service_session: true", "CLServiceSession (since iOS 18)"),
  ])
  func aValueThatTheSystemLacksNamesItsPlace(_ kind: String, _ system: String, _ parameter: String, _ missing: String) {
    let error = strategyError("summary: t\nkind: \(kind)\nsystem: \(system)\nparameters: {\(parameter)}\n")
    #expect(error.hasPrefix("s.yml:4:"))
    #expect(error.contains("\(system) has no \(missing); set 'system' to one of: "))
    // Deferral had ended when other services came: what is named has both.
    if kind == "deferred" { #expect(error.hasSuffix("one of: ios-12")) }
  }

  @Test func theValueThatEverySystemHasIsTakenByAll() throws {
    let text = "summary: t\nkind: standard\nsystem: ios-4\nparameters: "
    let parameters =
      "{activity_type: other, pauses_automatically: false, on_pause: nothing, allows_background: true}\n"
    #expect(try StrategyReader.read(text + parameters, file: "s.yml", name: "s").parameters.count == 4)
  }
}

@Suite struct StrategyDocumentationTests {
  @Test func theExampleOfThePageIsValid() throws {
    let page = try TextFile.read(RepositoryPath.of("docs/strategy-format.md"))
    let start = try #require(page.firstRange(of: "```yaml\n"))
    let end = try #require(page[start.upperBound...].firstRange(of: "```"))
    let strategy = try StrategyReader.read(
      String(page[start.upperBound..<end.lowerBound]), file: "strategy-format.md", name: "fitness-recorder")
    #expect(strategy.parameters.count == 5)
    #expect(strategy.parameters["distance_filter"] == .distance(10))
    #expect(strategy.upload?.batchCount == 500)
    #expect(strategy.upload?.bytesPerFix == 240)
    #expect(strategy.note != nil)
  }

  @Test func thePageNamesEveryWord() throws {
    let page = try TextFile.read(RepositoryPath.of("docs/strategy-format.md"))
    var words = StrategyRegistry.kinds.map(\.name) + Platform.all.map(\.name) + Authorization.allCases.map(\.rawValue)
    words += StrategySpecification.Use.allCases.map(\.rawValue)
    words += ["name", "summary", "kind", "use", "system", "authorization", "accuracy", "parameters", "upload", "note"]
    words += AccuracyAuthorization.allCases.map(\.rawValue)
    words += ["batch_count", "batch_interval", "wifi_only", "size_per_fix"]
    words += CompositeTrigger.names + CompositeWords.conditionNames + CompositeService.allCases.map(\.rawValue)
    words += CompositeAction.plain.map(\.name) + CompositeWords.actionNames
    words += LocationError.allCases.map(\.fileName) + ["states", "enter", "rules", "leave", "when", "do", "go_to"]
    for parameter in StrategyRegistry.kinds.flatMap(\.parameters) {
      words.append(parameter.key)
      if case .choice(let choices) = parameter.form { words += choices }
    }
    for word in words { #expect(page.contains("`\(word)`"), "\(word)") }
  }

  @Test(arguments: [("ios-16", "ios-16"), ("iOS 13.2", "ios-13.2"), ("Android 13", "android-13")])
  func aVersionBetweenTwoListedOnesIsTaken(_ given: String, name: String) throws {
    let strategy = try StrategyReader.read("summary: s\nkind: none\nsystem: \(given)\n", file: "s.yml", name: "s")
    #expect(strategy.platform.name == name)
  }

  @Test(arguments: ["ios-3", "android-5", "ios-", "ios-16.x"])
  func whatIsNoVersionIsUnknown(_ text: String) {
    let error = #expect(throws: InputError.self) {
      try StrategyReader.read("summary: s\nkind: none\nsystem: \(text)\n", file: "s.yml", name: "s")
    }
    #expect(error?.message == "system: unknown value '\(text)'")
  }
}
