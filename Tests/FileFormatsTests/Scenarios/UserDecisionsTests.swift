import Quantities
import Testing
import World

@testable import FileFormats

@Suite struct UserDecisionsTests {
  private static func scenario(_ user: String) throws(InputError) -> Scenario {
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
        \(user)
        """, file: "s.yml")
  }

  @Test func everyKeyIsRead() throws {
    let user = """
      user: {access: once, precise: false, change_to_always: false, temporary_full_accuracy: false, answers_after: 7 s}
      """
    let expected = UserDecisions(
      access: .once, precise: false, changeToAlways: false, temporaryFullAccuracy: false, answersAfter: .seconds(7))
    #expect(try Self.scenario(user).user == expected)
    #expect(try Self.scenario("user: {answers_after: never}").user.answersAfter == nil)
    #expect(try Self.scenario("").user == .standard)
  }

  @Test(arguments: [
    ("user: {acess: once}", "13:8"), ("user: {access: twice}", "13:16"), ("user: {answers_after: 8}", "13:23"),
    ("user: {precise: maybe}", "13:17"),
  ])
  func whatIsWrongIsNamedByItsPlace(_ user: String, place: String) throws {
    let error = #expect(throws: InputError.self) { try Self.scenario(user) }
    #expect(error?.description.hasPrefix("s.yml:\(place): error: ") == true, "\(error?.description ?? "")")
  }

  @Test func thePageNamesEveryWord() throws {
    let page = try TextFile.read(RepositoryPath.of("docs/scenario-format.md"))
    let words =
      ["access", "precise", "change_to_always", "temporary_full_accuracy", "answers_after", "never"]
      + UserDecisions.Access.allCases.map(\.rawValue) + ScriptEvent.Kind.allCases.map(\.rawValue)
    for word in words { #expect(page.contains("`\(word)`"), "\(word)") }
  }
}
