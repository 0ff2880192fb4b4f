import Foundation
import TestSupport
import Testing

/// Names out of users' files go through the whole program: they stay text in every format, and no name leads a file
/// elsewhere.
@Suite struct HostileNameTests {
  /// A track, two strategies and a budget file whose names try to break out, in a folder inside another one.
  private func inFolder(_ body: (_ outer: String, _ inner: String) throws -> Void) throws {
    try withTemporaryFolder { outer in
      let inner = "\(outer)/inner"
      try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
      var gpx = "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\"><trk><name>&lt;script&gt;</name><trkseg>\n"
      for second in 0..<360 {
        let clock = "\(second / 60 + 10):\(second % 60 + 100)".replacingOccurrences(of: ":1", with: ":")
        gpx +=
          "<trkpt lat=\"\(47.1 + Double(second) * 2e-5)\" lon=\"8.1\"><time>2026-05-01T08:\(clock)Z</time></trkpt>\n"
      }
      try write(gpx + "</trkseg></trk></gpx>\n", to: "\(inner)/<script>alert(1)<script>.gpx")
      let strategy = "summary: \"<img src=x>\"\nkind: standard\nupload: {}\n"
      try write(strategy + "name: \"=HYPERLINK(1)\"\n", to: "\(inner)/a.yml")
      try write(strategy + "name: \"../../<script>|`x`::error::\"\n", to: "\(inner)/b.yml")
      try write(
        """
        budgets:
          - name: "::error::<script>"
            scenarios: [city-run]
            devices: [modern-phone]
            strategies: [a.yml, b.yml]
            seeds: 2
            limits: [{metric: energy_J, max: 1}]

        """, to: "\(inner)/budgets.yml")
      let given = try contents(of: inner)
      try body(outer, inner)
      #expect(try contents(of: outer) == ["inner"])
      #expect(Set(try contents(of: inner)).isSuperset(of: given))
    }
  }

  private let day = ["--track", "<script>alert(1)<script>.gpx", "--track-noise", "0", "--surroundings", "open-sky"]

  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private func expectHarmless(page: String) {
    #expect(page.components(separatedBy: "<script").count == 2)
    #expect(!page.contains("<img"))
    #expect(page.contains("&lt;script&gt;"))
  }

  @Test func aComparison() throws {
    try inFolder { _, inner in
      let before = try contents(of: inner)
      let outcome = try BuiltTool.run(
        ["compare", "--strategy", "a.yml", "--strategy", "b.yml", "--seeds", "2", "--csv", "c.csv"] + day
          + ["--json", "c.json", "--html", "c.html"], in: inner)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try contents(of: inner) == (before + ["c.csv", "c.json", "c.html"]).sorted())
      expectHarmless(page: try text("\(inner)/c.html"))
      let csv = try text("\(inner)/c.csv")
      #expect(csv.contains("\n'=HYPERLINK(1),modern-phone,lte,"))
      #expect(!(try text("\(inner)/c.json")).contains("<"))
      let markdown = try BuiltTool.run(
        ["compare", "--strategy", "a.yml", "--strategy", "b.yml", "--seeds", "2", "--format", "markdown"] + day,
        in: inner)
      // The command at the end stands in a code block, where markup is text.
      let visible = markdown.text.components(separatedBy: "```sh")[0]
      #expect(!visible.contains("<script") && !visible.contains("<img"))
      #expect(visible.contains("\\|\\`x\\`"))
    }
  }

  @Test func aRun() throws {
    try inFolder { _, inner in
      let before = try contents(of: inner)
      let outcome = try BuiltTool.run(
        ["run", "--strategy", "b.yml", "--html", "r.html", "--perfetto", "r.pf", "--timeline", "t.csv"] + day
          + ["--deliveries", "d.csv"], in: inner)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try contents(of: inner) == (before + ["r.html", "r.pf", "t.csv", "d.csv"]).sorted())
      expectHarmless(page: try text("\(inner)/r.html"))
    }
  }

  @Test func anAdvice() throws {
    try inFolder { _, inner in
      let outcome = try BuiltTool.run(
        ["advise", "--strategy", "b.yml", "--seeds", "2", "--format", "markdown", "--json", "a.json"] + day, in: inner)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(!outcome.text.components(separatedBy: "```sh")[0].contains("<script"))
      #expect(!(try text("\(inner)/a.json")).contains("<"))
    }
  }

  @Test func aCheck() throws {
    try inFolder { _, inner in
      let outcome = try BuiltTool.run(
        [
          "check", "--github", "--markdown", "m.md", "--json", "c.json", "--junit", "j.xml", "--sarif", "s.sarif",
          "--gitlab", "g.json",
        ], in: inner, environment: ["GITHUB_STEP_SUMMARY": "\(inner)/summary.md"])
      #expect(outcome.status == 2, "\(outcome.errors)")
      #expect(outcome.text.contains("\n::error file=budgets.yml,line=7,"))
      #expect(!outcome.text.split(separator: "\n").contains { $0.hasPrefix("::error::") })
      for file in ["m.md", "summary.md", "c.json", "j.xml", "s.sarif", "g.json"] {
        #expect(!(try text("\(inner)/\(file)")).contains("<script"), "\(file)")
      }
      #expect(try text("\(inner)/summary.md") == text("\(inner)/m.md"))
    }
  }
}
