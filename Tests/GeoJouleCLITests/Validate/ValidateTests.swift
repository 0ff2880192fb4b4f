import Foundation
import TestSupport
import Testing

/// `geojoule validate` from end to end on a data set with known truth.
@Suite struct ValidateTests {
  private static let arguments = ["validate", "data", "--mapping", "mapping.yml", "--quiet"]

  private struct Document: Decodable {
    struct Share: Decodable, Equatable {
      let count: Int
      let of: Int
    }
    struct Summary: Decodable {
      let configurations: Int
      let decisive: Int
      let medianRelativeError: Double?
      let worstRelativeError: Double?
      let withinTolerance: Share
      let inMeasuredOrder: Share
      let rankCorrelation: Double?
    }
    struct Statistics: Decodable { let mean: Double }
    struct Rate: Decodable {
      let measured: Statistics
      let predicted: Statistics
    }
    struct Configuration: Decodable {
      let timeline: String
      let configuration: String
      let runsJudged: Int
      let drainPercentPerHour: Rate
      let onTripsPercentPerHour: Rate?
      let atRestPercentPerHour: Rate?
      let withinTolerance: Bool?
      let measuredFixesPerMin: Statistics?
      let predictedFixesPerMin: Statistics?
    }
    struct Figures: Decodable {
      let p50M: Double
      let p95M: Double
      let held: Double?
    }
    struct Errors: Decodable {
      let configuration: String
      let mode: String
      let measured: Figures?
      let predicted: Figures?
    }
    let summary: Summary
    let configurations: [Configuration]
    let errors: [Errors]
  }

  private func document(_ outcome: BuiltTool.Outcome) throws -> Document {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Document.self, from: outcome.output)
  }

  @Test func theTruthIsRecoveredAndAWrongPhoneIsFoundOut() throws {
    try withTemporaryFolder { folder in
      try MadeUpDays.copy(to: folder)
      let right = try BuiltTool.run(
        Self.arguments + ["--device", "truth.yml", "--seeds", "8", "--parameters", "fixed", "--json", "-"], in: folder)
      #expect(right.status == 0, "\(right.errors)")
      if PublishedSchema.canCheck {
        let faults = try PublishedSchema.faults(right.output, "validation")
        #expect(faults == "", "\(faults)")
      }
      let truth = try document(right)
      #expect(truth.configurations.count == 6 && truth.configurations.allSatisfy { $0.runsJudged == 3 })
      #expect(truth.summary.decisive >= 3)
      // The difference that measurement allows holds no spread between phones or places: one of six means may lie outside.
      #expect(truth.summary.withinTolerance.of == 6 && truth.summary.withinTolerance.count >= 5)
      #expect((truth.summary.medianRelativeError ?? 1) < 0.03, "\(right.text.prefix(600))")
      // Receivers hold on as the place lets them, and a leg has errors of one size: three made-up days are three draws of each.
      #expect((truth.summary.worstRelativeError ?? 1) < 0.2)
      #expect((truth.summary.rankCorrelation ?? 0) > 0.9)
      #expect(truth.summary.inMeasuredOrder.count == truth.summary.inMeasuredOrder.of)
      for check in truth.configurations where check.configuration == "ALWAYS" && check.timeline == "trip" {
        let trips = try #require(check.onTripsPercentPerHour), rest = try #require(check.atRestPercentPerHour)
        #expect(abs(trips.predicted.mean - trips.measured.mean) < 0.08 * trips.measured.mean)
        #expect(abs(rest.predicted.mean - rest.measured.mean) < 0.08 * rest.measured.mean)
      }
      for check in truth.configurations where check.configuration == "ALWAYS" {
        let (measured, predicted) = (check.measuredFixesPerMin?.mean ?? 0, check.predictedFixesPerMin?.mean ?? 9)
        #expect(predicted > 0.25 * measured && predicted < max(1, 4 * measured), "\(measured) \(predicted)")
      }
      // A leg without a way to travel counts under its name.
      let errors = truth.errors.filter { $0.configuration == "ALWAYS" }
      #expect(errors.map(\.mode) == ["tram", "back"])
      for check in errors {
        let (measured, predicted) = (try #require(check.measured), try #require(check.predicted))
        #expect(abs(measured.p50M / predicted.p50M - 1) < 0.6, "\(measured.p50M) \(predicted.p50M)")
        #expect(abs((measured.held ?? 0) - (predicted.held ?? 1)) < 0.12)
      }

      // Sessions that cost 300 mW more: 5.1 points an hour.
      let wrong = try document(
        try BuiltTool.run(
          Self.arguments + ["--device", "dear.yml", "--seeds", "3", "--parameters", "fixed", "--json", "-"], in: folder)
      )
      for check in wrong.configurations where check.configuration == "ALWAYS" {
        #expect(check.withinTolerance == false)
        let more = check.drainPercentPerHour.predicted.mean - check.drainPercentPerHour.measured.mean
        #expect(more > 2 && more < 6, "\(more)")
      }
      for check in wrong.configurations where check.configuration == "OFF" { #expect(check.withinTolerance == true) }

      // The same bytes for any number of jobs.
      let few = Self.arguments + ["--device", "truth.yml", "--seeds", "3", "--json", "-"]
      #expect(
        try BuiltTool.run(few + ["--jobs", "1"], in: folder).output
          == BuiltTool.run(few + ["--jobs", "3"], in: folder).output)
    }
  }

  @Test func everyFormatIsGolden() throws {
    try withTemporaryFolder { folder in
      try MadeUpDays.copy(to: folder)
      let files = [("markdown", "md"), ("csv", "csv"), ("json", "json"), ("html", "html")]
      let few = Self.arguments + ["--device", "truth.yml", "--timeline", "trip", "--seeds"]
      let outcome = try BuiltTool.run(few + ["40"] + files.flatMap { ["--\($0)", "v.\($1)"] }, in: folder)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      expectGolden("validate.txt", outcome.text)
      func file(_ name: String) throws -> String { try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) }
      for (_, name) in files { expectGolden("validate.\(name)", Self.shortened(try file("v.\(name)"))) }
      // Standard output shows what stands in the files.
      let short = try BuiltTool.run(few + ["2"] + files.flatMap { ["--\($0)", "s.\($1)"] }, in: folder)
      for (format, name) in files {
        let options = format == "html" ? ["--html", "-"] : ["--format", format]
        #expect(try BuiltTool.run(few + ["2"] + options, in: folder).text == file("s.\(name)"), "\(format)")
      }
      let table = try BuiltTool.run(few + ["2", "--format", "table"], in: folder).text
      #expect(short.text == table)
      let page = try file("v.html")
      #expect(page.components(separatedBy: "<script").count == 2)
      #expect(page.contains("Reliability of the predicted ranges"))
    }
  }

  private static func shortened(_ text: String) -> String {
    text.hasPrefix("{")
      ? compactJSON(text, longest: 2, width: 1_000) : text.hasPrefix("<!") ? pageStructure(text) : text
  }

  @Test func aDamagedDataSetIsReported() throws {
    try withTemporaryFolder { folder in
      try MadeUpDays.copy(to: folder)
      let runs = try String(contentsOfFile: folder + "/data/runs.csv", encoding: .utf8)
      let arguments = Self.arguments + ["--device", "truth.yml", "--seeds", "2"]
      func outcome(_ text: String, _ more: [String] = []) throws -> BuiltTool.Outcome {
        try write(text, to: folder + "/data/runs.csv")
        return try BuiltTool.run(arguments + more, in: folder)
      }
      // One bad row of twenty and a run that ends before it starts are left out and said.
      let patched = runs + "late,trip,ios,phone-7,x,y,ALWAYS,2000,1000\nx,trip,ios,phone-8,x,y,STRANGE,3000,9000\n"
      let odd = try outcome(patched + "bad,trip,ios,phone-8,x,y,ALWAYS,soon,1000\n")
      #expect(odd.status == 0, "\(odd.errors)")
      let plain = odd.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(plain.contains("1 run: the run ends before it starts (late)"))
      #expect(plain.contains("1 run: the mapping has no strategy for 'STRANGE' (x)"))
      #expect(plain.contains("1 row left out: start is not a time (first in line 23)"), "\(plain.suffix(1500))")
      let many = try outcome(runs.replacingOccurrences(of: ",phone-1,", with: ",phone-1,,"))
      #expect(many.status == 65)
      #expect(
        many.errors.hasPrefix("data/runs.csv:3: error: the row has 10 cells, the heading has 9; 6 of 19 rows are bad"))
      #expect(many.text.isEmpty)
      #expect(try outcome("").status == 65)
      #expect(try outcome("run,timeline,os\n").errors.contains("data/runs.csv:1:"))
      // Areas of a stop, and a line of one place: no route, and no reason to stop.
      try write(
        #"{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"leg": "wait"}, "geometry": "#
          + #"{"type": "Polygon", "coordinates": [[[0, 0], [0, 1], [1, 1], [0, 0]]]}}, {"type": "Feature", "#
          + #""properties": {"leg": "wait"}, "geometry": {"type": "LineString", "coordinates": [[0, 0]]}}]}"#,
        to: folder + "/data/routes/trip/wait.geojson")
      let wait = try outcome(runs)
      #expect(wait.status == 0, "\(wait.errors)")
      #expect(wait.text.contains("wait.geojson: no line: who travels waits"))
      try write("{", to: folder + "/data/routes/trip/all.geojson")
      #expect(try BuiltTool.run(arguments, in: folder).status == 65)
      try FileManager.default.removeItem(atPath: folder + "/data/battery.csv")
      #expect(try BuiltTool.run(arguments, in: folder).errors.hasPrefix("data/battery.csv: error: "))
    }
  }

  @Test func aDataSetOfWhichNothingCanBeJudgedIsAnError() throws {
    try withTemporaryFolder { folder in
      try MadeUpDays.copy(to: folder)
      let arguments = Self.arguments + ["--device", "truth.yml", "--seeds", "2", "--timeline", "trip"]
      let file = folder + "/data/battery.csv"
      let battery = try String(contentsOfFile: file, encoding: .utf8)
      try write(battery.replacingOccurrences(of: ",1600", with: ",1650"), to: file)
      let late = try BuiltTool.run(arguments, in: folder)
      #expect(late.status == 65 && late.text.isEmpty)
      #expect(late.errors.contains("9 runs: the drain is not judged: fewer than two readings"), "\(late.errors)")
      try write(battery, to: file)
      try FileManager.default.removeItem(atPath: folder + "/data/routes")
      let lost = try BuiltTool.run(arguments, in: folder)
      #expect(lost.status == 65 && lost.errors.contains("9 runs: no leg has a route"), "\(lost.errors)")
    }
  }

  @Test func aFitRefusesTimelinesThatTheDataDoNotHave() throws {
    try withTemporaryFolder { folder in
      try MadeUpDays.copy(to: folder)
      try write(MadeUpDays.mapping + "other_use: [trip, tripp]\n", to: folder + "/bad.yml")
      let outcome = try BuiltTool.run(
        ["fit", "power", "--joint", "data", "--device", "iphone-6", "--mapping", "bad.yml"], in: folder)
      #expect(outcome.status == 65)
      let line = MadeUpDays.mapping.split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(outcome.errors.hasPrefix("bad.yml:\(line):"), "\(outcome.errors)")
      #expect(outcome.errors.contains("no timeline 'tripp'") && outcome.errors.contains("the timelines are: "))
    }
  }

  @Test(
    arguments: [
      ([], 64, "name a folder"), (["data"], 64, "--device"), (["data", "--device", "iphone-6"], 65, "no such folder"),
      (["data", "--device", "iphone-7"], 65, "unknown device"),
      (["data", "--device", "nexus-6"], 65, "no such folder"),
      (["data", "--device", "iphone-6", "--seeds", "0"], 64, "--seeds"),
      (["data", "--device", "iphone-6", "--until-empty"], 64, "--until-empty"),
      (["data", "--device", "iphone-6", "--bad-rows", "101"], 64, "--bad-rows"),
      (["data", "--device", "iphone-6", "--mapping", "none.yml"], 65, "none.yml"),
      (["data", "--device", "iphone-6", "--csv", "a", "--json", "a"], 64, "same file"),
      (["--print-mapping"], 0, ""),
    ] as [([String], Int, String)])
  func exitCodesAreThoseOfTheRules(_ arguments: [String], _ status: Int, _ message: String) throws {
    try withTemporaryFolder { folder in
      let outcome = try BuiltTool.run(["validate"] + arguments, in: folder)
      #expect(Int(outcome.status) == status, "\(outcome.errors)")
      if !message.isEmpty { #expect(outcome.errors.contains(message), "\(outcome.errors)") }
      if status == 0 { #expect(outcome.text.contains("  HAHFDC: {strategy: {")) }
    }
  }
}
