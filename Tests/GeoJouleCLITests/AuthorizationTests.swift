import TestSupport
import Testing

@Suite struct AuthorizationTests {
  private static let compare = [
    "compare", "--scenario", "el-paso-juarez", "--seeds", "2", "--parameters", "fixed", "--format",
  ]

  @Test func eachStrategyHasARowPerDecisionOfTheUser() throws {
    let outcome = try BuiltTool.run(
      Self.compare + [
        "table", "--strategy", "none", "--strategy", "continuous", "--strategy", "significant-change",
        "--authorization", "when_in_use,always,provisional,reduced,denied,app_clip",
      ])
    #expect(outcome.status == 0)
    expectGolden("authorization.txt", outcome.text)
  }

  /// Deferral is simulated on iOS 12, which knows neither: such rows have no verdict, and the headline says why.
  @Test func whatTheSystemDoesNotKnowHasNoVerdict() throws {
    let outcome = try BuiltTool.run(
      Self.compare + ["table", "--strategy", "deferred", "--authorization", "always,reduced,provisional"])
    #expect(outcome.status == 0)
    // Rows have a range; notes a colon behind the name.
    let rows = outcome.text.split(separator: "\n").filter {
      $0.hasPrefix("deferred (") && $0.contains(" to ") && !$0.contains("):")
    }
    #expect(rows.count == 3)
    #expect(rows.allSatisfy { !$0.contains("best value") && !$0.contains("most exact") }, "\(rows)")
    #expect(outcome.text.replacing("\n", with: " ").contains("Its system has no 'reduced' or 'provisional'."))
  }

  @Test func allIsEveryDecision() throws {
    let outcome = try BuiltTool.run(Self.compare + ["csv", "--strategy", "one-shot", "--authorization", "all"])
    #expect(outcome.status == 0)
    let rows = outcome.text.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
    #expect(
      rows == [
        "one-shot (always)", "one-shot (provisional)", "one-shot (when in use)", "one-shot (allow once)",
        "one-shot (app clip)", "one-shot (reduced)", "one-shot (not determined)", "one-shot (denied)",
        "one-shot (restricted)",
      ])
  }

  @Test func anUnknownDecisionIsWrongUsage() throws {
    let outcome = try BuiltTool.run(["compare", "--authorization", "always,sometimes"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--authorization"))
    #expect(outcome.errors.contains("'sometimes' is no decision of the user"))
    #expect(
      try BuiltTool.run(["compare", "--authorization", "all,denied"]).errors.contains("'all' stands alone"))
  }

  /// Hyphens and spaces, as tables print the words.
  @Test func decisionsAreReadAsTheyArePrinted() throws {
    let outcome = try BuiltTool.run(
      Self.compare + ["table", "--strategy", "continuous", "--authorization", "when-in-use, allow once"])
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("continuous (when in use)"))
    #expect(outcome.text.contains("continuous (allow once)"))
  }

  @Test func whoIsNotDeterminedIsAskedAndTheDayAnswers() throws {
    let outcome = try BuiltTool.run(
      Self.compare + ["table", "--strategy", "continuous", "--authorization", "not_determined"])
    #expect(
      outcome.text.replacing("\n  ", with: " ").contains("the day's user answers after 5 s: yes to all that is asked"))
  }
}
