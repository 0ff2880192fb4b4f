import Foundation
import Reports
import TestSupport
import Testing

/// `geojoule explain` knows the words that reports print.
@Suite struct GlossaryTests {
  /// Words that need no entry.
  private static let everyday: Set<String> = [
    "SHA-256", "accuracy", "app", "change", "count", "device", "drive", "figure", "first line", "format",
    "found", "from", "in", "key", "limit", "log", "mean", "maximum", "minimum", "mode", "model", "note", "number", "on",
    "parameter", "part", "people", "phone", "positions", "rate", "readings", "reason", "result", "rows", "run", "runs",
    "seconds", "state", "strategy", "system", "time", "to", "unit", "value", "where", "who",
  ]

  /// The headings that builders of tables write out, from the sources of the modules that report.
  private func headings() throws -> Set<String> {
    let column = /(?:words|numbers|counts|labelled|ranges|figures|estimate|change)\(\s*(?:"\w+", )?(\[[^\]]*\])/
    let energy = /\benergy\("\w+", "([^"]*)"/
    let fitted = /(?:fixed|fitted)\(\s*"([^"]*)"/
    let quoted = /"([^"]*)"/
    var headings: Set<String> = []
    for module in ["Reports", "Fits", "GeoJouleCLI"] {
      let folder = RepositoryPath.of("Sources/\(module)")
      for case let path as String in FileManager.default.enumerator(atPath: folder) ?? .init()
      where path.hasSuffix(".swift") {
        let text = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
        for match in text.matches(of: column) {
          headings.insert(match.1.matches(of: quoted).map { String($0.1) }.joined(separator: " "))
        }
        headings.formUnion(text.matches(of: energy).map { String($0.1) })
        headings.formUnion(text.matches(of: fitted).map { String($0.1) })
      }
    }
    // Names that the program puts in are those of other tables.
    return headings.filter { !$0.isEmpty && !$0.contains("\\") && !$0.contains("_") }
  }

  private static let known: Set<String> = Set(
    (Glossary.entries.flatMap { [$0.term] + $0.aliases } + everyday).map { $0.lowercased() })

  @Test func everyHeadingIsExplained() throws {
    let headings = try headings()
    #expect(headings.count > 60 && headings.contains("by absence") && headings.contains("learned"))
    for heading in headings.sorted() where !isKnown(heading.lowercased().split(separator: " ")[...]) {
      Issue.record("'\(heading)' has no entry")
    }
  }

  /// Whether the words of a heading are entries, one after the other: `energy predicted`.
  private func isKnown(_ words: ArraySlice<Substring>) -> Bool {
    words.isEmpty
      || words.indices.contains { last in
        Self.known.contains(words[...last].joined(separator: " ")) && isKnown(words[(last + 1)...])
      }
  }

  /// Names of the inputs.
  private static let names: Set<String> = ["distance filter", "modern-phone"]

  /// A run of each command that reports, with all the tables that it has.
  private static let reports = [
    "compare --strategy all --seeds 2", "compare --people 12 --population commuters", "run phone-for-watch",
    "share continuous hundred-meters --seeds 2", "advise continuous --seeds 2",
    "check --limit energy_J<1e9 --limit error_p95_m<1e9",
    "sensitivity --strategy none --scenario desk-day --parameter processor. --trajectories 2 --top 2 --rows 8",
    "optimize --strategy distance-filter --scenario city-run --runs 300 --constraint error_p95_m<=60m",
    "plan-measurement --question continuous --hours 8", "sweep plan.yml", "import level.csv", "import history.txt",
    "import metrickit \(sample("metrickit.json"))", "fit drive \(sample("drive.csv")) --output drive",
    "fit error fixes.csv --truth truth.csv", "fit calibration fixes.csv --truth truth.csv",
    "fit ttff attempts.csv", "fit curve curve.csv --unordered", "fit power trace.csv",
    "fit tail --idle-gaps gaps.csv", "profile make night rest --base modern-phone",
    "validate data --mapping mapping.yml --device truth.yml --seeds 2",
  ]

  private static func sample(_ name: String) -> String { RepositoryPath.of("Examples/samples/\(name)") }

  /// What the reports read, made up.
  private func makeFiles(in folder: String) throws {
    var noise = FitCommandTests.Noise(state: 3)
    let drive = FitCommandTests.drive()
    try MadeUpDays.copy(to: folder)
    let files = [
      "truth.csv": drive.truth, "fixes.csv": drive.fixes, "walk.yml": SweepFiles.day, "plan.yml": SweepFiles.smallPlan,
      "level.csv": Self.table("unix_s,level_percent,is_charging", 0...47) {
        "\(1_770_000_000 + 600 * $0),\(97 - $0),0"
      },
      "later.csv": Self.table("unix_s,level_percent,is_charging", 0...47) {
        "\(1_770_100_000 + 600 * $0),\(97 - $0),0"
      },
      "attempts.csv": Self.table("ttff_s,fixed,start", 0...99) { _ in "\(8 * exp(0.4 * noise.normal())),yes,cold" },
      "curve.csv": Self.table("x,y", 0...49) { "\($0),\(3 + 2 * Double($0) + noise.normal())" },
      "gaps.csv": Self.table("gap_s,rtt_ms", 0...199) {
        "\(Double($0) / 10),\(($0 > 115 ? 310 : 62) * exp(0.1 * noise.normal()))"
      },
      "trace.csv": Self.table("time_s,power_W,state", 0...1999) {
        let isOn = $0 / 200 % 2 == 1
        return "\(Double($0) / 20),\((isOn ? 0.12 : 0.03) + 0.004 * noise.normal()),\(isOn ? "on" : "off")"
      },
      "history.txt": """
      Battery History (0% used, 4524 used of 512KB, 48 strings using 3288):
                          0 (10) RESET:TIME: 2026-01-31-12-39-14
                          0 (2) 100 status=discharging plug=none volt=4312 charge=126 +running +screen +gps
                +20m00s000ms (2) 098 volt=4212 charge=176 -screen
              +1h00m00s000ms (2) 090 volt=4112 charge=276 -gps
      """,
    ]
    for (name, text) in files { try write(text, to: "\(folder)/\(name)") }
    for (name, log, strategy) in [("night", "level.csv", "none"), ("rest", "later.csv", "continuous")] {
      let outcome = try BuiltTool.run(
        ["import", log, "--output", name, "--system", "ios", "--strategy", strategy], in: folder)
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
  }

  private static func table(_ heading: String, _ rows: ClosedRange<Int>, _ row: (Int) -> String) -> String {
    heading + "\n" + rows.map { row($0) + "\n" }.joined()
  }

  @Test(arguments: ["±", "~"])
  func signsAreTerms(_ sign: String) { #expect(Glossary.entries(for: sign).map(\.term) == [sign]) }

  /// Headings that are put together at run time stand in no source.
  @Test func everyPrintedHeadingIsExplained() throws {
    try withTemporaryFolder { folder in
      try makeFiles(in: folder)
      var found: [String: String] = [:]
      for report in Self.reports {
        let words = report.split(separator: " ").map(String.init)
        let outcome = try BuiltTool.run(words + ["--html", "page.html"], in: folder)
        #expect(outcome.status == 0, "\(report): \(outcome.errors)")
        let page = try String(contentsOfFile: "\(folder)/page.html", encoding: .utf8)
        // A matrix has the names of its rows once more as headings.
        let rows = Set(page.matches(of: /<th scope="row">([^<]*)/).map { $0.1.lowercased() })
        for match in page.matches(of: /<th scope="col"[^>]*>([^<]*)/) {
          let heading = match.1.trimmingCharacters(in: .whitespaces).lowercased()
          if !rows.contains(heading), !Self.names.contains(heading) { found[heading] = report }
        }
      }
      #expect(found.count > 150 && found["energy predicted"] != nil && found["battery worst tenth"] != nil)
      for (heading, report) in found.sorted(by: { $0.key < $1.key }) where !isKnown(heading.split(separator: " ")[...])
      {
        Issue.record("'\(heading)' of '\(report)' has no entry")
      }
    }
  }
}
