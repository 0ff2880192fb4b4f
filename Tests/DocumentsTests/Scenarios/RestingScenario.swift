import World

@testable import Documents

@testable import FileFormats

/// A day at home, to which a test adds a key of its own.
enum RestingScenario {
  /// - Parameter more: lines of the file's root; they begin on line 13.
  static func read(_ more: String) throws(InputError) -> Scenario {
    try ScenarioReader.scenario(
      text: """
        name: s
        summary: "Test"
        source: "Test"
        starts: "07:30"
        lasts: 2 h
        surroundings:
          flat: {sky: indoor, access_points: many, cells: urban, coverage: good, on_wifi: true}
        places:
          home: {position: [52.4723, 13.3278], surroundings: flat}
        legs:
          - {leg: home, kind: dwell, place: home}
        script: []
        \(more)
        """, file: "s.yml")
  }
}
