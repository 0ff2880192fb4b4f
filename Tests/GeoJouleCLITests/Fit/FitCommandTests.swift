import Foundation
import Testing

/// The fit commands from end to end, on made-up measurements whose truth is known.
@Suite struct FitCommandTests {
  /// A simple generator, so that the data are the same everywhere.
  struct Noise {
    var state: UInt64

    mutating func uniform() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (Double(state >> 11) + 0.5) / 9_007_199_254_740_992
    }

    mutating func normal() -> Double { (-2 * log(uniform())).squareRoot() * cos(2 * .pi * uniform()) }
  }

  /// A drive east along the equator at 12 m/s with a turn, and fixes of 4 m per axis whose clock is 2.6 s behind.
  static func drive(fixes: Int = 400) -> (truth: String, fixes: String) {
    var noise = Noise(state: 7)
    let metre = 1 / 111_319.49
    var truth = "unix_s,latitude_deg,longitude_deg\n"
    func place(_ t: Double) -> (east: Double, north: Double) { (12 * t, 300 * sin(t / 60)) }
    for t in -50...fixes + 50 {
      let there = place(Double(t))
      truth += "\(1_000_000 + t),\(there.north * metre),\(there.east * metre)\n"
    }
    var text = "unix_s,latitude_deg,longitude_deg,horizontal_accuracy_m\n"
    for k in 0..<fixes {
      let there = place(Double(k) + 0.25)
      let (east, north) = (there.east + 4 * noise.normal(), there.north + 4 * noise.normal())
      let radius = [5, 10, 30][Int(3 * noise.uniform())]
      text += "\(999_997.65 + Double(k)),\(north * metre),\(east * metre),\(radius)\n"
    }
    return (truth, text)
  }

  @Test func fitsErrorsAgainstATrackWithAnotherClock() throws {
    try withTemporaryFolder { folder in
      let drive = Self.drive()
      try write(drive.truth, to: folder + "/truth.csv")
      try write(drive.fixes, to: folder + "/fixes.csv")
      let outcome = try BuiltTool.run(
        [
          "fit", "error", "fixes.csv", "--truth", "truth.csv", "--as", "urban", "--html",
          "page.html", "--yaml", "piece.yml",
        ], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(
        outcome.text.contains("clock is 2.6") || outcome.text.contains("clock is 2.5"), "\(outcome.text.prefix(900))")
      #expect(outcome.text.contains("400 CSV fixes, 400 used"))
      let piece = try String(contentsOfFile: folder + "/piece.yml", encoding: .utf8)
      #expect(piece.contains("error:\n  urban:\n    fast: {mean: "), "\(piece)")
      #expect(piece.contains("SHA-256") && piece.contains("# geojoule fit error fixes.csv --truth truth.csv"))
      let page = try String(contentsOfFile: folder + "/page.html", encoding: .utf8)
      #expect(page.contains("Distribution of errors") && page.contains("<svg"))

      // The piece stands in a device file as it is.
      try write("name: mine\nsummary: x\ninherits: modern-phone\n" + piece, to: folder + "/mine.yml")
      let check = try BuiltTool.run(["validate-file", "mine.yml"], in: folder)
      #expect(check.status == 0, "\(check.errors)")
    }
  }

  @Test func calibratesReportedAccuracy() throws {
    try withTemporaryFolder { folder in
      let drive = Self.drive()
      try write(drive.truth, to: folder + "/truth.csv")
      try write(drive.fixes, to: folder + "/fixes.csv")
      let outcome = try BuiltTool.run(
        ["fit", "calibration", "fixes.csv", "--truth", "truth.csv", "--clock-offset", "2.6"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      // Rayleigh with 4 m: 1 - exp(-25/32) = 54 % below 5 m, 96 % below 10 m.
      #expect(outcome.text.contains("The reported radius holds 8"), "\(outcome.text.prefix(600))")
      #expect(outcome.text.contains("Coverage by reported radius"))
    }
  }

  @Test func fitsTimesToFirstFixWithAttemptsGivenUp() throws {
    try withTemporaryFolder { folder in
      var noise = Noise(state: 3)
      var text = "ttff_s,fixed,start\n"
      for k in 0..<300 {
        let time = 8.0 * exp(0.4 * noise.normal())
        let fails = noise.uniform() < 0.1
        text += fails || time > 30 ? "30,no,cold\n" : "\(time),yes,cold\n"
        if k % 3 == 0 { text += "\(1.3 * exp(0.5 * noise.normal())),yes,hot\n" }
      }
      try write(text, to: folder + "/attempts.csv")
      let outcome = try BuiltTool.run(["fit", "ttff", "attempts.csv"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(
        outcome.text.contains("gnss:\n  ttff:\n    cold: {median: 7.") || outcome.text.contains("cold: {median: 8."))
      #expect(outcome.text.contains("failure_probability"))
      #expect(outcome.text.contains("hot: {median: 1."))
    }
  }

  @Test func fitsACurveAndWeightsNothingFarOff() throws {
    try withTemporaryFolder { folder in
      var noise = Noise(state: 5)
      var text = "throughput,power\n"
      for k in 0..<80 {
        let x = Double(k) / 8
        text += "\(x),\(1.21 + 0.26 * x + 0.01 * noise.normal() + (k == 40 ? 9 : 0))\n"
      }
      try write(text, to: folder + "/curve.csv")
      let arguments = ["fit", "curve", "curve.csv", "--columns", "x=throughput,y=power", "--unordered"]
      let robust = try BuiltTool.run(arguments + ["--robust"], in: folder)
      #expect(robust.status == 0, "\(robust.errors)")
      #expect(robust.text.contains("slope 0.26") || robust.text.contains("slope 0.259"), "\(robust.text.prefix(400))")
      let plain = try BuiltTool.run(arguments, in: folder)
      #expect(plain.text.contains("Data") || plain.status == 0)
      #expect(plain.text.prefix(200) != robust.text.prefix(200))
    }
  }

  @Test func fitsStatePowersFromALabelledTrace() throws {
    try withTemporaryFolder { folder in
      var noise = Noise(state: 11)
      var text = "time_s,current_mA,voltage_V,state\n"
      for k in 0..<4_000 {
        let t = Double(k) * 0.05
        let isTracking = Int(t / 20) % 2 == 1
        let watts = (isTracking ? 0.121 : 0.026) + 0.004 * noise.normal()
        text += "\(t),\(watts / 3.9 * 1000),3.9,\(isTracking ? "gnss.tracking_strong" : "suspended")\n"
      }
      try write(text, to: folder + "/trace.csv")
      let outcome = try BuiltTool.run(["fit", "power", "trace.csv", "--above", "suspended"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.text.contains("gnss.tracking_strong: 0.09"), "\(outcome.text.prefix(500))")
      #expect(outcome.text.contains("W above 'suspended'"))
      #expect(outcome.text.contains("tracking_strong: {mean: 9"), "in a profile's form: 121 mW less 26")
      #expect(outcome.text.contains("# whole phone in suspended: 0.02"), "what is no key stands in a comment")
      // The whole phone's power is no component's.
      let whole = try BuiltTool.run(["fit", "power", "trace.csv"], in: folder)
      #expect(whole.status == 0 && !whole.text.contains("tracking_strong: {mean"), "\(whole.text)")
      #expect(whole.text.contains("# whole phone in gnss.tracking_strong: 0.12"))
      #expect(whole.text.contains("not of a component"))
      let alone = try BuiltTool.run(["fit", "power", "trace.csv", "--above", "none"], in: folder)
      #expect(alone.status == 0 && alone.text.contains("tracking_strong: {mean: 12"), "\(alone.errors)")
      let unknown = try BuiltTool.run(["fit", "power", "trace.csv", "--above", "idle"], in: folder)
      #expect(unknown.status == 65 && unknown.errors.contains("there is no state 'idle'"), "\(unknown.errors)")
      #expect(outcome.text.contains("Residuals: mean "))
      let page = try BuiltTool.run(["fit", "power", "trace.csv", "--html", "page.html"], in: folder)
      #expect(page.status == 0)
      try Self.expectDiagnostics(page: folder + "/page.html")
    }
  }

  /// Data and fit, residuals, quantiles and autocorrelation.
  static func expectDiagnostics(page path: String) throws {
    let page = try String(contentsOfFile: path, encoding: .utf8)
    for title in ["Residuals", "Quantiles", "Autocorrelation of the residuals"] {
      #expect(page.contains("<h3>\(title)</h3>"), "\(title)")
    }
  }

  @Test(arguments: [
    ("idle,0,20\non,40,20\n", "labels.csv:3:1: error: the span of 'on' ends before it starts"),
    ("idle,0,20\non,19,40\n", "labels.csv:3:1: error: the span of 'on' begins before the one above has ended"),
    ("idle,0,20\non,2O,40\n", "labels.csv:3:4: error: '2O' is not a time"),
  ])
  func aMistakeInLabelsIsThatOfTheLabels(rows: String, message: String) throws {
    try withTemporaryFolder { folder in
      try write("state,start_s,end_s\n" + rows, to: folder + "/labels.csv")
      let samples = (0..<400).map { "\(Double($0) * 0.1),0.1\($0 % 7)\n" }.joined()
      try write("time_s,power_W\n" + samples, to: folder + "/trace.csv")
      let outcome = try BuiltTool.run(
        ["fit", "power", "trace.csv", "--labels", "labels.csv", "--yaml", "piece.yml"], in: folder)
      #expect(outcome.status == 65 && outcome.errors.hasPrefix(message), "\(outcome.errors)")
      #expect(try contents(of: folder) == ["labels.csv", "trace.csv"])
    }
  }

  @Test func fitsTailsFromTracesAndFromProbes() throws {
    try withTemporaryFolder { folder in
      var noise = Noise(state: 13)
      var trace = "Timestamp(ms),Current(uA)\n"
      for k in 0..<6_000 {
        let phase = (Double(k) * 0.02).truncatingRemainder(dividingBy: 20)
        let watts = phase < 2 ? 1.21 : phase < 2 + 5.3 ? 0.61 : 0.03
        trace += "\(k * 20),\((watts + 0.01 * noise.normal()) / 3.9 * 1e6)\n"
      }
      try write(trace, to: folder + "/ppk2.csv")
      let power = try BuiltTool.run(
        [
          "fit", "tail", "ppk2.csv", "--voltage", "3.9V", "--as", "tail_time=tail.duration", "--html", "page.html",
        ], in: folder)
      #expect(power.status == 0, "\(power.errors)")
      #expect(
        power.text.contains("tail_time: {mean: 5.3") || power.text.contains("tail_time: {mean: 5.2"), "\(power.text)")
      #expect(power.text.contains("R squared: 1.00") && power.text.contains("Residuals: mean "), "\(power.text)")
      try Self.expectDiagnostics(page: folder + "/page.html")

      var probes = "gap_s,rtt_ms\n"
      for _ in 0..<300 {
        let gap = 20 * noise.uniform()
        probes += "\(gap),\((gap > 11.5 ? 310 : 62) * exp(0.1 * noise.normal()))\n"
      }
      try write(probes, to: folder + "/pings.csv")
      let gaps = try BuiltTool.run(["fit", "tail", "--idle-gaps", "pings.csv"], in: folder)
      #expect(gaps.status == 0, "\(gaps.errors)")
      #expect(gaps.text.contains("silences of 11."), "\(gaps.text.prefix(300))")
      #expect(gaps.text.contains("Anderson-Darling of the residuals: "), "\(gaps.text)")
    }
  }

  @Test(arguments: [
    (["fit", "error", "few.csv", "--scatter"], Int32(65), "few.csv: error: no fit: 3 samples, at least 20 are needed"),
    (["fit", "error", "few.csv", "--scatter", "--max-accuracy", "1"], 65, "no fix is left after the selection"),
    (["fit", "error", "few.csv"], 64, "give one of --truth, --route, --place and --scatter"),
    (["fit", "error", "few.csv", "--place", "95,0"], 64, "'95,0' is not a place"),
    (["fit", "error", "few.csv", "--scatter", "--trim", "much"], 64, "is not a rule for --trim"),
    (["fit", "error", "few.csv", "--scatter", "--as", "suburbn"], 64, "did you mean 'suburban'?"),
    (["fit", "error", "no.csv", "--scatter"], 65, "no.csv: error: cannot read the file"),
    (["fit", "curve", "few.csv"], 65, "no column is known as 'x'"),
    (["fit", "curve", "equal.csv"], 65, "equal.csv: error: no fit:"),
    (["fit", "ttff", "equal.csv"], 65, "no column is known as 'ttff'"),
    (["fit", "tail"], 64, "give either a power trace or --idle-gaps"),
    (["fit", "power", "few.csv"], 65, "neither a power nor a current"),
    (["fit", "power", "--levels", "a.csv", "--runs", "b.csv"], 64, "say what to estimate with --fit"),
    (
      ["fit", "power", "--levels", "few.csv", "--runs", "few.csv", "--fit", "gnss.trackin"], 65,
      "the nearest of the valid keys"
    ),
    (["sensitivity", "--metric", "drain"], 64, "there is no metric 'drain'"),
    (["sensitivity", "--parameter", "nothing."], 65, "no parameter that varies has such a name"),
  ])
  func saysWhyThereIsNoFit(arguments: [String], status: Int32, message: String) throws {
    try withTemporaryFolder { folder in
      try write("unix_s,lat,lon,accuracy_m\n1,2,3,5\n2,2.00001,3,5\n3,2,3.00001,5\n", to: folder + "/few.csv")
      try write("x,y\n" + String(repeating: "1.5,2.5\n", count: 9), to: folder + "/equal.csv")
      let outcome = try BuiltTool.run(arguments, in: folder)
      #expect(outcome.status == status, "\(outcome.errors)")
      #expect(outcome.errors.contains(message), "\(outcome.errors)")
      #expect(outcome.text.isEmpty)
    }
  }

  @Test func ranksAFewParametersTheSameForAnyNumberOfJobs() throws {
    try withTemporaryFolder { folder in
      let arguments = [
        "sensitivity", "--strategy", "kilometer", "--parameter", "base.", "--parameter", "battery.health", "--rows",
        "8",
        "--trajectories", "2", "--top", "2", "--quiet",
      ]
      let one = try BuiltTool.run(arguments + ["--jobs", "1"], in: folder)
      #expect(one.status == 0, "\(one.errors)")
      #expect(one.text.contains("base.drain") && one.text.contains("share in"))
      #expect(try BuiltTool.run(arguments + ["--jobs", "3"], in: folder).text == one.text)
    }
  }
}
