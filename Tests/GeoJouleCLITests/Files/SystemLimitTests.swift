import Foundation
import Testing

/// What the system does not allow, and inputs that never end, give a message.
@Suite struct SystemLimitTests {
  @Test func withoutThreadsTheProgramEnds() throws {
    let outcome = try BuiltTool.shell(
      "ulimit -v 100000; timeout 20 \"$GEOJOULE\" list networks", in: NSTemporaryDirectory())
    // Where so little memory is enough for four threads, the command just works.
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

  /// A row of separators alone, a name of many megabytes and a document of ten are refused before they take memory.
  @Test(arguments: [
    ("wide.csv", ",", "more than 10000 columns"), ("long.csv", "a", "longer than 10000 bytes"),
    ("large.yml", "#", "larger than 8 MB"),
  ])
  func largeInputsAreRefusedEarly(name: String, filling: String, message: String) throws {
    try withTemporaryFolder { folder in
      try write(String(repeating: filling, count: 12_000_000), to: "\(folder)/\(name)")
      let command = name.hasSuffix("yml") ? ["compare", "--scenario", name] : ["fit", "ttff", name]
      let outcome = try BuiltTool.run(command, in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
  }
}
