import Foundation
import Core
import Testing
import World

@testable import Documents

@testable import FileFormats

@Suite struct DriveScenarioTests {
  /// North at 12 m/s for 300 s with a halt of 20 s, a stay of 120 s, east at 12 m/s for 200 s; the level falls on the way.
  static func samples(cn0: Double? = nil) -> [DriveSample] {
    var (north, east) = (0.0, 0.0)
    return (0..<640).map { second in
      let time = Double(second)
      if second > 0, second <= 320, !(100..<120).contains(second) { north += 12 }
      if second > 440 { east += 12 }
      var sample = DriveSample(time: 1_576_499_225 + time, line: second + 2)
      sample.position = GeodeticPosition(
        latitude: 51.9 + north / 111_260, longitude: -8.4 + east / (111_320 * cos(51.9 * .pi / 180)))
      sample.rsrp = second < 200 ? -90 : second < 440 ? -112 : -128
      sample.carrierToNoise = cn0
      return sample
    }
  }

  @Test func `a drive becomes legs with its stops, speeds and received power, and survives the file`() throws {
    let scenario = try #require(DriveScenario.scenario(of: Self.samples(), name: "my-drive", source: "Made up."))
    #expect(scenario.legs.map(\.kind) == [.drive, .dwell, .drive])
    // 12:27:05.
    #expect(scenario.startOfDay == 12 * 3600 + 27 * 60)
    #expect(abs((scenario.horizon - .start).seconds - 640) <= 1)
    #expect(abs(scenario.legs[0].route.length - 3_600) < 60)
    #expect(abs(scenario.legs[0].speed.metresPerSecond - 12) < 0.5)
    #expect(abs((scenario.legs[0].stops?.hold.seconds ?? 0) - 20) < 3)
    #expect(scenario.legs[0].surroundings.level == -90)
    #expect(scenario.legs[0].changes.map(\.surroundings.level) == [-112])
    #expect(scenario.legs[2].surroundings.coverage == .none)
    let text = DrawnScenarioWriter.text(of: scenario)
    #expect(text.contains("rsrp: -112 dBm"))
    let again = try ScenarioReader.scenario(text: text, file: "my-drive.yml", name: "my-drive")
    #expect(again.legs == scenario.legs)
    #expect(again.script == scenario.script)
    #expect(again.startOfDay == scenario.startOfDay)
    #expect(again.horizon == scenario.horizon)
    for seed in 1...3 as ClosedRange<UInt64> {
      let world = WorldRealization(scenario: again, seed: seed, environment: RadioEnvironment())
      #expect(abs(world.journey.length - 6_000) < 400)
    }
  }

  @Test func `satellites decide the sky`() throws {
    for (level, sky) in [(42.0, SkyView.openSky), (34, .suburban), (29, .urban), (23, .canyon), (12, .indoor)] {
      let scenario = try #require(
        DriveScenario.scenario(of: Self.samples(cn0: level), name: "a", source: "Made up."))
      #expect(scenario.legs.allSatisfy { $0.surroundings.sky == sky })
    }
  }

  @Test func `a phone at rest is a stay, and less than a minute is no scenario`() throws {
    var still = Self.samples().prefix(300).map { sample in
      var sample = sample
      sample.position = GeodeticPosition(latitude: 51.9, longitude: -8.4)
      return sample
    }
    still[150].position = GeodeticPosition(latitude: 53.9, longitude: -8.4)
    #expect(DrivePath(still).length == 0)
    let scenario = try #require(DriveScenario.scenario(of: still, name: "a", source: "Made up."))
    #expect(scenario.legs.map(\.kind) == [.dwell])
    #expect(throws: Never.self) {
      try ScenarioReader.scenario(text: DrawnScenarioWriter.text(of: scenario), file: "a.yml", name: "a")
    }
    #expect(DriveScenario.scenario(of: Array(still.prefix(40)), name: "a", source: "b") == nil)
    #expect(DriveScenario.scenario(of: [], name: "a", source: "b") == nil)
  }

  @Test(
    arguments: [
      ("rsrp: -113 dBm", nil), ("rsrp: -113", "has no unit"), ("rsrp: -113 dB", "unknown unit"),
      ("rsrp: 13 dBm", "is outside"), ("rsrp: -97 dBm, coverage: good", "'coverage' follows from 'rsrp'"),
    ] as [(String, String?)])
  func `surroundings take a received power instead of a coverage`(words: String, message: String?) throws {
    let text = """
      name: s
      summary: "Test"
      source: "Test"
      starts: "07:30"
      lasts: 2 h
      surroundings:
        road: {sky: suburban, access_points: some, cells: urban, \(words), on_wifi: false}
      places:
        home: {position: [52.4723, 13.3278], surroundings: road}
      legs:
        - {leg: home, kind: dwell, place: home}
      script: []
      """
    if let message {
      let error = #expect(throws: InputError.self) { try ScenarioReader.scenario(text: text, file: "s.yml") }
      #expect(error?.message.contains(message) == true)
      #expect(error?.line == 7)
    } else {
      let surroundings = try ScenarioReader.scenario(text: text, file: "s.yml").legs[0].surroundings
      #expect(surroundings.level == -113)
      #expect(surroundings.coverage == .weak)
    }
  }
}
