import Core
import TestSupport
import Testing
import World

@testable import FileFormats

@Suite struct UserDecisionsTests {
  @Test func everyKeyIsRead() throws {
    let user = """
      user: {access: once, precise: false, change_to_always: false, temporary_full_accuracy: false, answers_after: 7 s}
      """
    let expected = UserDecisions(
      access: .once, precise: false, changeToAlways: false, temporaryFullAccuracy: false, answersAfter: .seconds(7))
    #expect(try RestingScenario.read(user).user == expected)
    #expect(try RestingScenario.read("user: {answers_after: never}").user.answersAfter == nil)
    #expect(try RestingScenario.read("user: {low_power_below: 17 %}").user.savesPowerBelow == 0.17)
    #expect(try RestingScenario.read("").user == .standard)
  }

  @Test(arguments: [
    ("user: {acess: once}", "13:8"), ("user: {access: twice}", "13:16"), ("user: {answers_after: 8}", "13:23"),
    ("user: {precise: maybe}", "13:17"), ("user: {low_power_below: 101 %}", "13:25"),
  ])
  func whatIsWrongIsNamedByItsPlace(_ user: String, place: String) throws {
    let error = #expect(throws: InputError.self) { try RestingScenario.read(user) }
    #expect(error?.description.hasPrefix("s.yml:\(place): error: ") == true, "\(error?.description ?? "")")
  }

  @Test func thePageNamesEveryWord() throws {
    let page = try TextFile.read(RepositoryPath.of("docs/scenario-format.md"))
    let words =
      ["access", "precise", "change_to_always", "temporary_full_accuracy", "answers_after", "never", "low_power_below"]
      + UserDecisions.Access.allCases.map(\.rawValue) + ScriptEvent.Kind.allCases.map(\.rawValue)
    for word in words { #expect(page.contains("`\(word)`"), "\(word)") }
  }
}
