import Documents
import Testing
import World

@Suite struct BeaconTests {
  private static func text(_ beacons: String) -> String {
    ScenarioReaderTests.valid.replacing("legs:\n", with: "beacons:\n  door: \(beacons)\nlegs:\n")
  }

  @Test func beaconsHangAtPlacesOrPositions() throws {
    for (entry, latitude) in [
      ("{place: shop, range: 31 m}", 52.505), ("{position: [52.51, 13.25], range: 31 m}", 52.51),
    ] {
      let scenario = try ScenarioReader.scenario(text: Self.text(entry), file: "a.yml")
      #expect(scenario.beacons.map(\.name) == ["door"])
      #expect(scenario.beacons[0].range == 31)
      #expect(abs(GeodeticPosition(scenario.beacons[0].position).latitude - latitude) < 1e-9)
    }
    #expect(try ScenarioReader.scenario(text: ScenarioReaderTests.valid, file: "a.yml").beacons.isEmpty)
  }

  @Test(arguments: [
    (
      "{place: shpo, range: 31 m}", "a.yml:13:17: error: beacons.door.place: unknown value 'shpo'; did you mean 'shop'?"
    ),
    ("{place: shop, range: 31}", "a.yml:13:30: error: beacons.door.range: '31' has no unit"),
    ("{place: shop, range: 3 km}", "a.yml:13:30: error: beacons.door.range:"),
    ("{place: shop}", "a.yml:13:9: error: beacons.door: the key 'range' is missing"),
    ("{range: 31 m}", "a.yml:13:9: error: beacons.door: a beacon hangs somewhere; add 'place: NAME'"),
    (
      "{place: shop, position: [52.5, 13.2], range: 31 m}",
      "a.yml:13:33: error: beacons.door.position: 'place' and 'position' are both given; keep one of them"
    ),
    ("{plcae: shop, range: 31 m}", "a.yml:13:10: error: unknown key 'plcae' in beacons.door; did you mean 'place'?"),
  ])
  func aMistakeIsNamedWithItsPlace(_ entry: String, _ message: String) {
    let failure = ScenarioReaderTests.failure(Self.text(entry))
    #expect(failure.hasPrefix(message), "\(failure)")
  }
}
