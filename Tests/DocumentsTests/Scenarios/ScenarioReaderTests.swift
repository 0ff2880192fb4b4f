import Documents
import FileFormats
import Core
import TestSupport
import Testing
import World

@Suite struct ScenarioReaderTests {
  static let valid = """
    name: small
    summary: "A walk"
    source: "made up"
    starts: "07:30"
    lasts: 2 h
    surroundings:
      flat: {sky: indoor, access_points: many, cells: urban, coverage: good, on_wifi: true}
      street: {sky: suburban, access_points: some, cells: suburban, coverage: weak, on_wifi: false}
    places:
      home: {position: [52.5, 13.25], surroundings: flat}
      shop: {position: [52.505, 13.25], surroundings: flat}
    legs:
      - {leg: breakfast, kind: dwell, place: home, until: "07:55", at_end: [charger_off]}
      - leg: to the shop
        kind: walk
        from: home
        to: shop
        via: [[52.501, 13.2505], [52.503, 13.2502]]
        speed: 1.3 m/s
        variation: 0.07
        stops: {every: 250 m, chance: 0.4, hold: 21 s}
        traffic: {share: 0.1, factor: 0.5, spell: 90 s}
        surroundings: street
        changes: [{at: 0.6, surroundings: flat}]
      - {leg: shopping, kind: dwell, place: shop, for: 9 min, spread: 1 min}
      - {leg: back, kind: walk, from: shop, to: home, speed: 4.5 km/h, surroundings: street}
      - {leg: rest, kind: dwell, place: home}
    script:
      - {at: "07:31", event: foreground}
      - {at: "08:10:30", event: background}
    """

  static func failure(_ text: String) -> String {
    do {
      _ = try ScenarioReader.scenario(text: text, file: "a.yml")
      return "accepted"
    } catch { return error.description }
  }

  static func changed(_ from: String, _ to: String) -> String {
    let text = valid.replacing(from, with: to)
    #expect(text != valid)
    return failure(text)
  }

  /// The commonest mistake: longitude first. A place far away that has no such explanation is left alone.
  @Test func exchangedNumbersAreNamed() {
    let place = Self.changed("shop: {position: [52.505, 13.25]", "shop: {position: [13.25, 52.505]")
    #expect(place.hasPrefix("a.yml:11:20: error: places.shop.position: the positions lie "))
    #expect(place.contains(" km from the scenario's places, and 1 km with latitude and longitude in turn"))
    #expect(place.hasSuffix("write each as [latitude, longitude]"))
    let via = Self.changed("[52.503, 13.2502]", "[13.2502, 52.503]")
    #expect(via.hasPrefix("a.yml:18:30: error: legs[1].via[1]: the positions lie "))
    #expect(!Self.changed("shop: {position: [52.505, 13.25]", "shop: {position: [-33.9, 151.2]").contains("in turn"))
  }

  @Test func theFileNamesAScenarioThatNamesNoneItself() throws {
    let text = Self.valid.replacing("name: small\n", with: "")
    let found = try ScenarioReader.scenario(text: text, file: "a.yml", name: EntryName("my-day", mayDiffer: true))
    #expect(found.name == "my-day")
    let named = try ScenarioReader.scenario(text: Self.valid, file: "a.yml", name: EntryName("my-day", mayDiffer: true))
    #expect(named.name == "small")
  }

  @Test func readsEveryKey() throws {
    let scenario = try ScenarioReader.scenario(text: Self.valid, file: "a.yml")
    #expect(scenario.name == "small")
    #expect(scenario.summary == "A walk")
    #expect(scenario.notes == ["made up"])
    #expect(scenario.startOfDay == 27_000)
    #expect(scenario.horizon == .seconds(7_200))
    #expect(scenario.places.map(\.name) == ["home", "shop"])
    #expect(scenario.script.map(\.instant.seconds) == [60, 2_430])
    #expect(scenario.script.map(\.kind) == [.foreground, .background])
    #expect(scenario.legs.map(\.kind) == [.dwell, .walk, .dwell, .walk, .dwell])
    #expect(scenario.legs[0].stay == .until(.seconds(1_500)))
    #expect(scenario.legs[0].endEvents == [.chargerOff])
    #expect(
      scenario.legs[0].surroundings
        == Surroundings(
          sky: .indoor, accessPoints: .many, cells: .urban, coverage: .good, onWiFi: true))
    let walk = scenario.legs[1]
    #expect(walk.speed == .metresPerSecond(1.3))
    #expect(walk.speedVariation == 0.07)
    #expect(walk.stops == StopPattern(every: .metres(250), chance: 0.4, hold: .seconds(21)))
    #expect(walk.traffic == TrafficPattern(share: 0.1, factor: 0.5, spell: .seconds(90)))
    #expect(walk.surroundings.coverage == .weak)
    #expect(walk.changes.map(\.fraction) == [0.6])
    #expect(walk.route.points.count == 4)
    #expect(abs(walk.route.length - 560) < 5)
    #expect(scenario.legs[2].stay == .lasting(.minutes(9)))
    #expect(scenario.legs[2].spread == .minutes(1))
    #expect(abs(scenario.legs[3].speed.metresPerSecond - 1.25) < 1e-12)
    #expect(scenario.legs[4].stay == .toTheEnd)
  }

  @Test func clockTimesAfterMidnightAreTheNextDays() throws {
    let text = Self.valid.replacing("starts: \"07:30\"", with: "starts: \"23:30\"")
      .replacing("07:55", with: "23:55").replacing("07:31", with: "23:31").replacing("08:10:30", with: "00:10:30")
    let scenario = try ScenarioReader.scenario(text: text, file: "a.yml")
    #expect(scenario.script.map(\.instant.seconds) == [60, 2_430])
  }

  @Test func daysNumberTheDaysOfALongScenario() throws {
    let text = Self.valid.replacing("lasts: 2 h", with: "lasts: 3 d")
      .replacing("{at: \"08:10:30\", event", with: "{at: \"08:10:30\", day: 3, event")
      .replacing("until: \"07:55\"", with: "until: \"07:55\", day: 2")
    let scenario = try ScenarioReader.scenario(text: text, file: "a.yml")
    #expect(scenario.script[1].instant.seconds == 2_430 + 2 * 86_400)
    #expect(scenario.legs[0].stay == .until(.seconds(1_500 + 86_400)))
  }

  @Test func lapsGoRoundAgain() throws {
    let text = Self.valid.replacing(
      "from: shop, to: home, speed",
      with: "from: shop, to: shop, laps: 3, "
        + "via: [[52.506, 13.25]], speed"
    ).replacing(
      "{leg: rest, kind: dwell, place: home}",
      with:
        "{leg: rest, kind: dwell, place: shop}")
    let scenario = try ScenarioReader.scenario(text: text, file: "a.yml")
    #expect(abs(scenario.legs[3].route.length - 6 * 111.3) < 2)
  }

  @Test func aPhoneLeftBehindLiesWhereItWasUntilItsUserComesBack() throws {
    let away = Self.valid.replacing("    speed: 1.3 m/s", with: "    phone_at_hand: false\n    speed: 1.3 m/s")
    let error = Self.failure(away)
    #expect(error.hasPrefix("a.yml:26:6: error: "), "\(error)")
    #expect(error.contains("the phone was left 556 m from where the leg 'shopping' starts"), "\(error)")
    let whole = away.replacing("for: 9 min,", with: "for: 9 min, phone_at_hand: false,")
      .replacing("{leg: back, kind: walk,", with: "{leg: back, kind: walk, phone_at_hand: false,")
    let scenario = try ScenarioReader.scenario(text: whole, file: "a.yml")
    #expect(scenario.legs.map(\.phoneAtHand) == [true, false, false, false, true])
    #expect(Self.changed("kind: dwell, place: home}", "kind: dwell, phone_at_hand: no, place: home}").contains("error"))
  }

  // The change of the valid file, and what must be said about it.
  static let mistakes: [(String, String, String)] = [
    ("name: small\n", "", "a.yml:1:1: error: the key 'name' is missing"),
    ("lasts: 2 h", "lasts: 2", "a.yml:5:8: error: lasts: '2' has no unit"),
    ("lasts: 2 h", "lasts: nan s", "a.yml:5:8: error: lasts: 'nan s' is not a time span"),
    ("starts: \"07:30\"", "starts: 07:30", "a.yml:4:9: error: starts: the clock time 07:30 has no quotes"),
    ("speed: 1.3 m/s", "sped: 1.3 m/s", "a.yml:19:5: error: unknown key 'sped' in legs[1]; did you mean 'speed'?"),
    ("speed: 1.3 m/s", "speed: 1.3", "a.yml:19:12: error: legs[1].speed: '1.3' has no unit"),
    (
      "speed: 1.3 m/s", "speed: 13 km/h",
      "a.yml:19:12: error: legs[1].speed: 13 km/h is too fast for a leg of kind 'walk'; "
        + "write at most 3 m/s (10.8 km/h)"
    ),
    ("kind: walk\n", "kind: wlak\n", "a.yml:15:11: error: legs[1].kind: unknown value 'wlak'; did you mean 'walk'?"),
    ("to: shop\n", "to: shpo\n", "a.yml:17:9: error: legs[1].to: unknown value 'shpo'; did you mean 'shop'?"),
    ("[52.5, 13.25]", "[91, 13.25]", "a.yml:10:21: error: places.home.position[0]: 91 is outside -90 to 90"),
    ("[52.5, 13.25]", "[52.5, .nan]", "a.yml:10:27: error: places.home.position[1]:"),
    ("[52.5, 13.25]", "[52.5]", "a.yml:10:20: error: places.home.position: a position has two numbers, not 1"),
    ("sky: indoor", "sky: cloudy", "a.yml:7:15: error: surroundings.flat.sky: unknown value 'cloudy'"),
    (
      "access_points: many", "access_points: none",
      "a.yml:7:9: error: surroundings.flat: on_wifi needs an access point, but access_points is none"
    ),
    (
      "place: shop, for", "place: home, for",
      "a.yml:25:34: error: legs[2].place: the leg 'shopping' starts 556 m from where the one before ends; "
        + "let it start within 200 m, or add a leg in between"
    ),
    ("for: 9 min", "for: 9 min, until: \"08:30\"", "a.yml:25:52: error: legs[2].for: 'until' and 'for' are both given"),
    (
      "for: 9 min", "until: \"07:56\"",
      "a.yml:25:47: error: legs[2].until: this time has passed when the leg 'shopping'"
    ),
    (
      "for: 9 min, ", "",
      "a.yml:26:6: error: legs[3].leg: the leg 'back' starts after the scenario's end"
    ),
    ("for: 9 min", "for: 5 h", "a.yml:26:6: error: legs[3].leg: the leg 'back' starts after the scenario's end"),
    (
      "{at: 0.6, surroundings: flat}", "{at: 0.6, surroundings: flat}, {at: 0.5, surroundings: flat}",
      "a.yml:24:47: error: legs[1].changes[1].at: the changes are not in order"
    ),
    ("at: 0.6", "at: 1.6", "a.yml:24:20: error: legs[1].changes[0].at: 1.6 is outside 0 to 1"),
    (
      "to: home, speed: 4.5 km/h", "to: shop, speed: 4.5 km/h",
      "a.yml:26:5: error: legs[3]: the leg 'back' leads nowhere; give 'via' points or another 'to'"
    ),
    (
      "to: home, speed", "to: home, laps: 2, speed",
      "a.yml:26:51: error: legs[3].laps: laps need a round: 'to' is not where 'from' is; let 'to' equal 'from'"
    ),
    (
      "\"07:31\"", "\"09:31\"",
      "a.yml:29:10: error: script[0].at: 09:31 is outside the scenario, which starts at 07:30 and lasts 2 h"
    ),
    ("event: foreground", "event: forground", "'foreground'"),
    ("at_end: [charger_off]", "at_end: charger_off", "legs[0].at_end: 'charger_off' stands where a list belongs"),
    ("chance: 0.4", "chance: 40 %", "legs[1].stops.chance: '40 %' has a unit"),
    ("  - {at: \"07:31\", event: foreground}\n  - {at: \"08:10:30\", event: background}", "  x: y", "script: "),
  ]

  @Test(arguments: mistakes)
  func saysWhatIsWrongAndWhere(from: String, to: String, message: String) {
    let said = Self.changed(from, to)
    #expect(said.contains(message), "said: \(said)")
    #expect(said.contains("; "))
  }
}

@Suite struct ScenarioDocumentationTests {
  @Test func theExampleOfThePageIsValid() throws {
    let page = try TextFile.read(RepositoryPath.of("docs/scenario-format.md"))
    let start = try #require(page.firstRange(of: "```yaml\n"))
    let end = try #require(page[start.upperBound...].firstRange(of: "```"))
    let scenario = try ScenarioReader.scenario(
      text: String(page[start.upperBound..<end.lowerBound]), file: "scenario-format.md")
    #expect(scenario.legs.count == 5)
  }

  @Test func thePageNamesEveryWord() throws {
    let page = try TextFile.read(RepositoryPath.of("docs/scenario-format.md"))
    let words =
      SkyView.allCases.map(\.rawValue) + AccessPointDensity.allCases.map(\.rawValue)
      + CellLayout.allCases.map(\.rawValue) + Coverage.allCases.map(\.rawValue)
      + ScriptEvent.Kind.allCases.map(\.rawValue) + LegKind.allCases.map(\.rawValue)
    for word in words { #expect(page.contains("`\(word)`"), "\(word)") }
  }
}
