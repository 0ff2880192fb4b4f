import Reports
import Testing

@testable import GeoJouleCLI

@Suite struct PieceTests {
  @Test func theTimeLeftWaitsForASecondOfWork() {
    func text(_ done: Int, _ elapsed: Duration) -> String {
      ProgressLine.text(done: done, total: 40, what: "seeds", elapsed: elapsed)
    }
    #expect(text(0, .seconds(5)) == "0 of 40 seeds")
    #expect(text(12, .milliseconds(900)) == "12 of 40 seeds")
    #expect(text(12, .seconds(3)) == "12 of 40 seeds, about 7 s left")
    #expect(text(1, .seconds(10)) == "1 of 40 seeds, about 6 min 30 s left")
    #expect(text(40, .seconds(9)) == "40 of 40 seeds")
  }

  @Test(arguments: [
    ("plain-1.yml", "plain-1.yml"), ("", "''"), ("two words", "'two words'"), ("it's", "'it'\\''s'"), ("$x", "'$x'"),
  ])
  func wordsAreQuotedForTheShell(_ word: String, _ expected: String) {
    #expect(ShellText.quoted(word) == expected)
  }

  @Test func trackNoiseNeedsAUnitUnlessItIsZero() {
    #expect((try? TrackNoise(parsing: "0"))?.description == "0m")
    #expect((try? TrackNoise(parsing: "3.7m"))?.description == "3.7m")
    for bad in ["5", "-1 m", "nan m", "2 km", "5 s", "nan", "2,5 m", ""] {
      #expect((try? TrackNoise(parsing: bad)) == nil)
    }
  }

  @Test func colourAndProgressAreForTerminalsOnly() {
    let terminal = Terminal(environment: [:])
    #expect(terminal.width >= 1)
    let ci = Terminal(environment: ["CI": "true"])
    #expect(!ci.isColoured)
    #expect(!ci.showsProgress)
    #expect(!Terminal(environment: ["NO_COLOR": "1"]).isColoured)
  }
}
