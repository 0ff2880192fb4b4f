import Foundation
import Testing

/// What the system does not allow, and inputs that never end, give a message.
@Suite struct SystemLimitTests {
  @Test func withoutThreadsTheProgramEnds() throws {
    let outcome = try BuiltTool.shell(
      "ulimit -v 110000; timeout 20 \"$GEOJOULE\" list networks", in: NSTemporaryDirectory())
    // Where so little memory is enough for four threads, the command just works. With a tenth less the libraries are not loaded,
    // or the standard library itself ends for want of memory.
    #expect([0, 65, 127, 134].contains(outcome.status), "\(outcome.status) \(outcome.errors)")
    #expect(outcome.status != 124, "it hangs")
  }

  @Test func aPipeThatNobodyWritesToEnds() throws {
    try withTemporaryFolder { folder in
      let outcome = try BuiltTool.shell(
        "mkfifo p; timeout 30 \"$GEOJOULE\" validate-file p; code=$?; (printf 'name: x\\n' > p &); "
          + "timeout 30 \"$GEOJOULE\" validate-file p; exit $code", in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("nothing was written to this pipe for 10 s"), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 2, "what is written late is read: \(outcome.errors)")
    }
  }

  @Test func partsFromAPipeAreWrongUsage() throws {
    let outcome = try BuiltTool.shell("echo x | \"$GEOJOULE\" merge /dev/stdin", in: NSTemporaryDirectory())
    #expect(outcome.status == 64 && outcome.errors.contains("parts are read twice"), "\(outcome.errors)")
  }

  /// Readings times charging spans took a minute for 40,000 rows.
  @Test func anAlternatingChargerIsReadInSeconds() throws {
    try withTemporaryFolder { folder in
      let rows = (0..<30_000).map { "\($0 * 90),\(50 + $0 % 40),\($0 % 2 == 0 ? "yes" : "no")\n" }
      try write("time_s,level_percent,charging\n" + rows.joined(), to: "\(folder)/p.csv")
      let outcome = try BuiltTool.shell(
        "timeout 20 \"$GEOJOULE\" import p.csv --output mine --system android --format json", in: folder)
      #expect(outcome.status == 0, "\(outcome.errors.suffix(200))")
      let runs = try String(contentsOfFile: "\(folder)/mine/runs.csv", encoding: .utf8)
      #expect(runs.split(separator: "\n").count == 15_000)
    }
  }

  /// A row of separators alone, a name of many megabytes, a document of ten and a list of seven million numbers are refused
  /// before they take memory.
  @Test(arguments: [
    ("wide.csv", ",", ["fit", "ttff"], "more than 10000 columns"),
    ("long.csv", "a", ["fit", "ttff"], "longer than 10000 bytes"),
    ("large.yml", "#", ["compare", "--scenario"], "larger than 8 MB"),
    ("guess.yml", "#", ["validate-file"], "larger than 8 MB"),
    (
      "list.json", "1,", ["compare", "--track"], "list.json:1:12000000: error: the file has more than 6 million values"
    ),
  ])
  func largeInputsAreRefusedEarly(name: String, filling: String, command: [String], message: String) throws {
    try withTemporaryFolder { folder in
      let text = (name == "list.json" ? "[" : "") + String(repeating: filling, count: 14_000_000 / filling.count)
      try write(text, to: "\(folder)/\(name)")
      let outcome = try BuiltTool.run(command + [name], in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
  }
}
