import Foundation
import TestSupport
import Testing

/// `fit curve` from end to end.
@Suite struct FitCurveTests {
  /// Misra1a of NIST's reference sets, as it stands among the tests of Estimation.
  private static let misra = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("EstimationTests/StRD/Misra1a.csv").path

  private static let table = "x,y,q\n" + (1...20).map { "\($0),\(2 * $0 + ($0 % 3)),\($0 % 4 + 1)\n" }.joined()

  @Test func aReferenceSetComesOutAsCertified() throws {
    try withTemporaryFolder { folder in
      try FileManager.default.copyItem(atPath: Self.misra, toPath: folder + "/misra.csv")
      let outcome = try BuiltTool.run(
        [
          "fit", "curve", "misra.csv", "--formula", "y = b1*(1 - exp(-b2*x))", "--start", "b1=500,b2=0.0001",
          "--unordered", "--scatter", "constant", "--json", "fit.json", "--csv", "fit.csv", "--html", "fit.html",
        ], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.text.contains("b1 238.9") && outcome.text.contains("b2 0.0005502"), "\(outcome.text)")
      let rows = try String(contentsOfFile: folder + "/fit.csv", encoding: .utf8).split(separator: "\n")
      #expect(rows.count == 3 && rows[1].hasPrefix("formula,b1,238.94212917"), "\(rows)")
      #expect(rows[2].hasPrefix("formula,b2,0.00055015643"), "\(rows)")
      let json = try String(contentsOfFile: folder + "/fit.json", encoding: .utf8)
      #expect(json.contains("\"standard_error\": 2.7070075"), "\(json)")
      #expect(
        json.contains(
          "geojoule fit curve misra.csv --formula 'y = b1*(1 - exp(-b2*x))' --start b1=500,b2=0.0001 --unordered"))
      try FitCommandTests.expectDiagnostics(page: folder + "/fit.html")
    }
  }

  /// The same numbers for people and for programs, byte by byte.
  @Test func theOutputIsStable() throws {
    try withTemporaryFolder { folder in
      try write(Self.table, to: folder + "/table.csv")
      let arguments = ["fit", "curve", "table.csv", "--formula", "y = a + b*x", "--start", "a=0,b=0"]
      expectGolden("fit-curve.txt", try BuiltTool.run(arguments, in: folder).text)
      expectGolden("fit-curve.json", compactJSON(try BuiltTool.run(arguments + ["--json", "-"], in: folder).text))
      expectGolden("fit-curve.csv", try BuiltTool.run(arguments + ["--csv", "-"], in: folder).text)
    }
  }

  @Test(arguments: [
    (
      ["--formula", "y = a + b*lg(x)", "--start", "a=1,b=1"], Int32(64),
      "--formula, character 11: unknown function 'lg'"
    ),
    (["--formula", "y = a + ", "--start", "a=1"], 64, "--formula, character 9: the formula ends"),
    (["--formula", "y = a + b*x", "--start", "a=1,b=1,c=2"], 64, "the formula has no parameter 'c'"),
    (["--formula", "y = a + b*x"], 64, "give every parameter of --formula a starting value"),
    (
      ["--formula", "y = a + b*z", "--start", "a=1,b=1"], 65, "no column is known as 'z' (character 11 of the formula)"
    ),
    (["--formula", "y = a + b*x", "--start", "a=1"], 65, "no column is known as 'b' (character 9 of the formula)"),
    (["--formula", "y = a + b*x", "--start", "a=one"], 64, "'a=one'"),
    (["--formula", "y = a*x", "--form", "linear", "--start", "a=1"], 64, "either --formula or --form"),
    (["--formula", "y = a*x", "--start", "a=1", "--fix", "a=1"], 64, "'a' is fixed"),
    (["--formula", "y = a*x", "--start", "a=1", "--bounds", "a=2:3"], 64, "outside its bounds"),
    (["--formula", "y = a*x", "--start", "a=1", "--bounds", "b=2:3"], 64, "there is no parameter 'b'"),
    (["--formula", "y = a*x", "--start", "a=1", "--bounds", "a=3:2"], 64, "'a=3:2'"),
    (["--formula", "y = a*x", "--start", "a=1,a=2"], 64, "names 'a' twice"),
    (
      ["--formula", "log(y - 8) = a*x", "--start", "a=1"], 65,
      "table.csv:2: error: the left side of the formula is not a number"
    ),
    (
      ["--formula", "y = log(x - a)", "--start", "a=5"], 65,
      "table.csv:2: error: the right side of the formula at the starting"
    ),
    (["--formula", "y = a*b*x", "--start", "a=1,b=1"], 65, "cannot tell these parameters apart: a, b"),
    (["--formula", "y = a*x", "--start", "a=1", "--weights", "w"], 65, "no column is known as 'w' (--weights)"),
    (["--form", "polynomial", "--degree", "11"], 64, "--degree takes 1 to 10"),
    (["--form", "linear", "--degree", "2"], 64, "--degree belongs to"),
    (["--terms", "2"], 64, "--terms belongs to"),
    (["--form", "logistic", "--start", "heigth=3"], 64, "did you mean 'height'?"),
    (["--json", "-", "--csv", "-"], 64, "only one of"),
  ])
  func mistakesAreNamed(_ arguments: [String], status: Int32, message: String) throws {
    try withTemporaryFolder { folder in
      try write(Self.table, to: folder + "/table.csv")
      let outcome = try BuiltTool.run(["fit", "curve", "table.csv"] + arguments, in: folder)
      #expect(outcome.status == status, "\(outcome.status) \(outcome.errors)")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
      #expect(outcome.text.isEmpty)
    }
  }

  @Test(arguments: [
    ["--form", "polynomial", "--degree", "1"], ["--form", "through_origin"], ["--form", "power_law"],
    ["--formula", "`y` = a + b*x + c*q", "--start", "a=0,b=0", "--fix", "c=0.5"],
    ["--formula", "y = a + b*x", "--start", "a=0,b=0", "--weights", "q", "--loss", "huber"],
    ["--form", "linear", "--bounds", "intercept=0:", "--start", "slope=1"],
    ["--formula", "log(y) = log(a) + b*log(x)", "--start", "a=1,b=1", "--bounds", "a=0.1:,b=0.5:1"],
  ])
  func whatIsAskedForIsFittedAndEchoed(_ arguments: [String]) throws {
    try withTemporaryFolder { folder in
      try write(Self.table, to: folder + "/table.csv")
      let outcome = try BuiltTool.run(
        ["fit", "curve", "table.csv", "--unordered", "--json", "-"] + arguments, in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let json = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
      let command = try #require(json["command"] as? String)
      for word in arguments where word.hasPrefix("--") { #expect(command.contains(word), "\(command)") }
    }
  }

  /// A heading that needs backquotes, and two that differ in their capitals only.
  @Test func headingsAreTakenAsTheyAreWritten() throws {
    try withTemporaryFolder { folder in
      let rows = (1...20).map { "\($0),\(7 * $0),\(3 + 2 * $0 + $0 % 2)\n" }.joined()
      try write("x,X,power (mW)\n" + rows, to: folder + "/table.csv")
      for (name, slope) in [("x", "2.0"), ("X", "0.28")] {
        let outcome = try BuiltTool.run(
          [
            "fit", "curve", "table.csv", "--unordered", "--formula", "`power (mW)` = a + b*\(name)", "--start",
            "a=0,b=0",
          ],
          in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text.contains("b \(slope)") || outcome.text.contains("b 1.9"), "\(outcome.text)")
      }
    }
  }
}
