import Core
import GeoJoule
import Testing
import World

/// What the model did that decides a result stands in the notes of the row.
@Suite struct RunNotesTests {
  private func notes(_ strategy: String, on scenario: String) async throws -> [String] {
    let request = try Requests.make(scenario: scenario, strategies: [strategy], seeds: 1, parameters: .fixed)
    return try await Comparison.run(request).rows[0].notes
  }

  @Test(arguments: [
    ("navigation-auto-pause", "freeway-jam", "paused by the system once", "1 to the end"),
    ("deferred", "commute", "requests to defer failed", "no position from satellites"),
    ("kilometer", "city-run", "suspended between positions", "coarser than 100 m"),
  ])
  func theNoteSaysWhatHappened(_ strategy: String, _ day: String, _ begin: String, _ end: String) async throws {
    let notes = try await notes(strategy, on: day)
    #expect(notes.contains { $0.hasPrefix(begin) && $0.hasSuffix(end) }, "\(notes)")
  }

  @Test(arguments: [("continuous", "freeway-jam"), ("hundred-meters", "commute")])
  func nothingIsSaidWhereNothingHappened(_ strategy: String, _ day: String) async throws {
    #expect(try await notes(strategy, on: day).isEmpty)
  }

  private func recording(script: [ScriptEvent]? = nil, surroundings: Surroundings? = nil) -> Scenario {
    let points = (0...90).map {
      RawTrack.Point(instant: .seconds(Double($0) * 10), latitude: 52.5, longitude: 13.4 + Double($0) * 0.0002)
    }
    return Scenario(
      track: RawTrack(name: "walk", startUnixSeconds: 1_500_000_000, points: points), name: "walk",
      surroundings: surroundings, script: script)
  }

  @Test func anAppThatIsNeverOpenedSaysSo() async throws {
    var request = try Requests.make(strategies: ["guide-14-3-accuracy"], seeds: 1, parameters: .fixed)
    request.scenario = recording(script: [])
    #expect(
      try await Comparison.run(request).rows[0].notes == ["no position: the app is never opened on this day"])
  }

  @Test func guessedSurroundingsNameTheirEffectAndTheOption() throws {
    var request = try Requests.make(strategies: ["none", "continuous"], seeds: 1, parameters: .fixed)
    request.scenario = recording()
    let note = try #require(try request.surroundingsNote())
    #expect(note.hasSuffix("name them with --surroundings"))
    let numbers = note.split(separator: " ").compactMap { Double($0) }
    // 95 %, then metres in open sky and in canyons.
    #expect(numbers.count == 3 && numbers[1] < 12 && numbers[2] > 3 * numbers[1], "\(note)")
    request.scenario = recording(
      surroundings: Surroundings(sky: .urban, accessPoints: .many, cells: .urban))
    #expect(try request.surroundingsNote() == nil)
    request.scenario = try Requests.catalog.scenario("commute")
    #expect(try request.surroundingsNote() == nil)
  }
}
