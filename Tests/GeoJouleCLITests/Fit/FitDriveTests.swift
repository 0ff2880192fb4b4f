import DeviceModel
import Documents
import Foundation
import Core
import TestSupport
import Testing

/// `fit drive` from end to end, and the comparison that follows it.
@Suite struct FitDriveTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let sample = root.appendingPathComponent("Examples/samples/drive.csv")
  static let shared = RepositoryPath.data("drive_tests")

  private static func rows() throws -> [[String]] {
    try String(contentsOf: sample, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private static func text(_ rows: [[String]], separator: String = ",") -> String {
    rows.map { $0.joined(separator: separator) }.joined(separator: "\n") + "\n"
  }

  private func fit(_ arguments: [String], in folder: String) throws -> BuiltTool.Outcome {
    try BuiltTool.run(["fit", "drive"] + arguments + ["--output", "my"], in: folder)
  }

  @Test func `two commands lead from a log to a comparison on its network and way`() throws {
    try withTemporaryFolder { folder in
      let outcome = try fit([Self.sample.path, "--base", "modern-phone"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      for file in ["networks/my-network.yml", "scenarios/my-drive.yml", "index.html", "fit.json", "fit.csv"] {
        #expect(FileManager.default.fileExists(atPath: "\(folder)/my/\(file)"), "\(file)")
      }
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/my/devices/my-phone.yml"))
      #expect(outcome.text.contains("What was not informed"))
      #expect(outcome.text.contains("acknowledgements") || outcome.text.contains("answers to the other direction"))
      let catalog = try Catalog(adding: "\(folder)/my")
      let network = try catalog.network("my-network")
      let base = try catalog.network("lte")
      #expect(network.technology == .lte)
      // The sample was made with lg(rate / kbit/s) = 4.35 + 0.28 (RSRP + 100) / 10.
      let reference = try #require(network.values["throughput.reference"]).mean
      let slope = try #require(network.values["throughput.downlink_slope"])
      #expect(abs(slope.mean - 0.28) < 4 * slope.deviation)
      let rate = try #require(network.values["downlink_rate"])
      let truth = pow(10, 7.35 + 0.28 * (reference + 100) / 10)
      // The distribution's median is the fit's.
      #expect(abs(log10(rate.quantile(atShare: 0.5) / truth)) < 0.1, "\(rate) \(truth)")
      #expect(rate.distribution == .lognormal && rate.mean > rate.quantile(atShare: 0.5))
      #expect(rate.trust == .fitted && rate.source.contains("drive.csv"))
      // What no log informs is the base's, source and all.
      #expect(network.values["tail_time"] == base.values["tail_time"])
      #expect(network.values["uplink_rate"] == base.values["uplink_rate"])
      // Seventeen changes of cell leave the radius open.
      #expect(network.values["cell_radius.suburban"] == base.values["cell_radius.suburban"])
      // 3G along the way is in the network, with the rates that the log informs.
      #expect(network.accesses[.umts]?.name == "my-network-3g")
      let other = try catalog.network("my-network-3g")
      #expect(other.values["downlink_rate"]?.trust == .fitted)
      // The received power along the way is LTE's.
      #expect(!other.values.keys.contains { $0.hasPrefix("throughput.") })
      let share = try #require(network.values["access.umts.share"])
      #expect(share.mean > 0.05 && share.mean < 0.4 && share.deviation > 0 && share.trust == .fitted)
      #expect(try #require(network.values["access.umts.stay"]).mean > 100)
      try Self.checkCorrelation(of: network)
      try Self.checkOutput(outcome.text, "\(folder)/my")
      #expect(throws: Never.self) { try catalog.scenario("my-drive") }
      let scenario = try String(contentsOfFile: "\(folder)/my/scenarios/my-drive.yml", encoding: .utf8)
      #expect(scenario.contains("lasts: 420 s") && scenario.contains("starts: \"08:10\""), "\(scenario.prefix(400))")
      let compare = [
        "compare", "--scenario", "my-drive", "--catalog", "my", "--seeds", "2", "--strategy", "continuous",
        "--strategy",
        "significant-change", "--format", "csv", "--quiet",
      ]
      let fitted = try BuiltTool.run(compare + ["--network", "my-network"], in: folder)
      let plain = try BuiltTool.run(compare + ["--network", "lte"], in: folder)
      #expect(fitted.status == 0, "\(fitted.errors)")
      #expect(plain.status == 0, "\(plain.errors)")
      #expect(fitted.text != plain.text)
      // The same logs give the same files.
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/my/networks/my-network.yml"))
      let again = try fit([Self.sample.path, "--base", "modern-phone", "--quiet"], in: folder)
      #expect(again.status == 65 && again.errors.contains("the file is there already"))
      try FileManager.default.removeItem(atPath: "\(folder)/my")
      #expect(try fit([Self.sample.path, "--base", "modern-phone", "--quiet"], in: folder).status == 0)
      #expect(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/my/networks/my-network.yml")) == bytes)
    }
  }

  /// Share and mean stay of one access have a correlation of 1 / sqrt(2), in the file and in draws.
  private static func checkCorrelation(of network: NetworkProfile) throws {
    let keys: Set = ["access.umts.share", "access.umts.stay"]
    let written = try #require(network.correlations.first { Set([$0.first, $0.second]) == keys })
    #expect(abs(written.value - 0.7071) < 1e-4)
    var pairs: [(Double, Double)] = []
    for seed in 1...400 as ClosedRange<UInt64> {
      let values = try network.parameters(mode: .drawn(seed: seed))
      let access = try #require(values.accesses.first)
      pairs.append((log(access.share), log(access.stay.siValue)))
    }
    #expect(abs(Self.correlation(pairs) - 0.7) < 0.12, "\(Self.correlation(pairs))")
  }

  private static func correlation(_ pairs: [(Double, Double)]) -> Double {
    let count = Double(pairs.count)
    let (x, y) = (pairs.reduce(0) { $0 + $1.0 } / count, pairs.reduce(0) { $0 + $1.1 } / count)
    let both = pairs.reduce(0) { $0 + ($1.0 - x) * ($1.1 - y) }
    return both
      / (pairs.reduce(0) { $0 + ($1.0 - x) * ($1.0 - x) } * pairs.reduce(0) { $0 + ($1.1 - y) * ($1.1 - y) })
      .squareRoot()
  }

  /// Access along the way as numbers and as a drawing, and a command that shows what a network costs.
  private static func checkOutput(_ text: String, _ folder: String) throws {
    #expect(text.contains("continuous hundred-meters delivery-driver"))
    #expect(text.contains("delivery-driver uploads a position each 10 s"))
    #expect(text.contains("fits are taken as independent"))
    let rows = try String(contentsOfFile: "\(folder)/fit.csv", encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    for name in [
      "time_share_lte", "time_stay_umts", "way_share_umts", "way_stay_umts", "changes_per_km", "umts_to_lte_per_km",
    ] {
      let row = try #require(rows.first { $0[0] == "Radio access" && $0[1] == name }, "\(name)")
      let numbers = row[2...5].compactMap { Double($0) }
      #expect(numbers.count == 4 && numbers[1] > 0 && numbers[2] < numbers[0] && numbers[0] < numbers[3], "\(row)")
    }
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: "\(folder)/fit.json")))
        as? [String: Any])
    let sections = try #require(json["sections"] as? [[String: Any]])
    let joint = try #require(sections.first { ($0["title"] as? String)?.hasPrefix("Joint distribution") == true })
    let names = try #require(joint["parameters"] as? [[String: Any]]).compactMap { $0["name"] as? String }
    let matrix = try #require(joint["correlation"] as? [[Double]])
    let (share, stay) = (
      try #require(names.firstIndex(of: "access.umts.share")), try #require(names.firstIndex(of: "access.umts.stay"))
    )
    #expect(abs(matrix[share][stay] - 0.7071) < 1e-4 && matrix[share][share] == 1)
    let page = try String(contentsOfFile: "\(folder)/index.html", encoding: .utf8)
    #expect(page.contains("<h3>Radio access along the way</h3>"))
    // The rows of the drawing are called by name.
    #expect(page.contains(">LTE</text>") && page.contains(">3G</text>"))
  }

  /// Three drives of LTE at 12 m/s: lg(rate) = 7.5 + 0.6 min(RSRP + 97, 0) / 10, mostly above the knee, and a stretch of weak
  /// coverage in each kilometre.
  private static func saturated() -> String {
    var text = "time,lat,lon,tech,cell,rsrp,DL (Mbps)\n"
    var generator = FitCommandTests.Noise(state: 11)
    for drive in 0..<3 {
      var noise = 0.0
      for second in 0..<700 {
        noise = 0.9 * noise + 0.06 * 0.5 * generator.normal()
        let place = Double(second) * 12
        let wave = sin(place / 300 + Double(drive)) + 0.5 * sin(place / 70)
        let level = second % 80 < 6 ? -114.0 : (-91 + 9 * wave).rounded()
        let rate = pow(10, 7.5 + 0.6 * min(level + 97, 0) / 10 + noise) / 1e6
        let time = 1_700_000_000 + drive * 86_400 + second
        text += "\(time),\(51 + place / 111_226),-8,LTE,\(Int(place / 900)),\(Int(level)),\(rate)\n"
      }
    }
    return text
  }

  @Test func `a rate that stops growing has its plateau in the network, and draws keep it`() throws {
    try withTemporaryFolder { folder in
      try Self.saturated().write(toFile: "\(folder)/log.csv", atomically: true, encoding: .utf8)
      let outcome = try fit(["log.csv"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      // One file with three days is three drives.
      #expect(outcome.text.contains("3 drives, 25."), "\(outcome.text.prefix(200))")
      #expect(outcome.text.contains("it holds 3 drives") && outcome.text.contains("log (2)"))
      let network = try Catalog(adding: "\(folder)/my").network("my-network")
      let knee = try #require(network.values["throughput.saturates_at"])
      let reference = try #require(network.values["throughput.reference"]).mean
      #expect(abs(knee.mean + 97) < 2 && knee.deviation > 0 && reference < knee.mean, "\(knee) \(reference)")
      var plateaus: [Double] = []
      var pairs: [(Double, Double)] = []
      for seed in 1...300 as ClosedRange<UInt64> {
        let values = try network.parameters(mode: .drawn(seed: seed))
        let throughput = try #require(values.throughput)
        let slope = throughput.downlinkSlope
        plateaus.append(
          log10(values.downlinkRate.siValue) + slope * ((throughput.saturation ?? 0) - reference) / 10)
        pairs.append((slope, throughput.saturation ?? 0))
      }
      let mean = plateaus.reduce(0, +) / 300
      #expect(abs(mean - 7.5) < 0.06, "\(mean)")
      // Slope and knee vary together as in the fit.
      let keys: Set = ["throughput.downlink_slope", "throughput.saturates_at"]
      let written = try #require(network.correlations.first { Set([$0.first, $0.second]) == keys })
      #expect(abs(written.value) > 0.2 && abs(Self.correlation(pairs) - written.value) < 0.15, "\(written)")
      let page = try String(contentsOfFile: "\(folder)/my/index.html", encoding: .utf8)
      #expect(page.contains("<h3>Received power along the way</h3>"))
      #expect(page.contains("<h3>Lengths of the stretches</h3>"))
      let holes = try String(contentsOfFile: "\(folder)/my/fit.csv", encoding: .utf8).split(separator: "\n")
        .first { $0.hasPrefix("Weak coverage: below -110 dBm,share_of_way,") }
      #expect(try #require(holes).split(separator: ",").count >= 6, "\(String(describing: holes))")
    }
  }

  @Test func `a log with one access has a share of 1 and no transitions`() throws {
    let rows = try Self.rows()
    let mode = try #require(rows[0].firstIndex(of: "NetworkMode"))
    try withTemporaryFolder { folder in
      try Self.text([rows[0]] + rows.dropFirst().filter { $0[mode] == "LTE" }).write(
        toFile: "\(folder)/lte.csv", atomically: true, encoding: .utf8)
      let outcome = try fit(["lte.csv"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.text.contains("LTE all the time: no transition was seen"), "\(outcome.text)")
      #expect(outcome.text.contains("Time by access: LTE 100 %."))
      let made = try String(contentsOfFile: "\(folder)/my/fit.csv", encoding: .utf8)
      #expect(made.contains("\nRadio access,way_share_lte,1,,,,"))
      #expect(made.contains("\nRadio access,changes_per_km,0,"))
      #expect(!made.contains("_to_") && !made.contains("way_stay"))
      let network = try Catalog(adding: "\(folder)/my").network("my-network")
      #expect(network.accesses.isEmpty && !network.values.keys.contains { $0.hasPrefix("access.") })
    }
  }

  @Test func `CSV and JSON go to files of one's own and to standard output too`() throws {
    try withTemporaryFolder { folder in
      let outcome = try fit([Self.sample.path, "--csv", "-", "--json", "own.json"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let made = try String(contentsOfFile: "\(folder)/my/fit.csv", encoding: .utf8)
      #expect(outcome.text == made)
      #expect(made.hasPrefix("section,parameter,value,standard_error,ci95_low,ci95_high,unit,method,note\n"))
      #expect(made.contains("handovers_per_km"))
      let own = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/own.json"))
      #expect(own == (try Data(contentsOf: URL(fileURLWithPath: "\(folder)/my/fit.json"))))
      #expect(try fit([Self.sample.path, "--csv", "-", "--json", "-"], in: folder).status == 64)
      // No output over an input.
      let log = "\(folder)/log.csv"
      try FileManager.default.copyItem(atPath: Self.sample.path, toPath: log)
      let before = try Data(contentsOf: URL(fileURLWithPath: log))
      #expect(try fit(["log.csv", "--csv", "log.csv"], in: folder).status != 0)
      #expect(try Data(contentsOf: URL(fileURLWithPath: log)) == before)
    }
  }

  /// Logs as other versions, phones and networks write them.
  @Test func `logs of other makes are fitted, or say what they do not inform`() throws {
    let rows = try Self.rows()
    let heading = rows[0]
    func column(_ name: String) -> Int { heading.firstIndex(of: name) ?? 0 }
    func setting(_ name: String, _ value: String) -> [[String]] {
      [heading]
        + rows.dropFirst().map { row in
          var row = row
          row[column(name)] = value
          return row
        }
    }
    func without(_ names: [String]) -> [[String]] {
      rows.map { row in row.enumerated().filter { !names.contains(heading[$0.offset]) }.map(\.element) }
    }
    let place = [column("Longitude"), column("Latitude")]
    let still =
      [heading]
      + rows.dropFirst().map { row in
        var row = row
        for index in place { row[index] = rows[1][index] }
        return row
      }
    let comma = rows.map { row in row.map { $0.contains("_") || Double($0) == nil ? $0 : $0.replacing(".", with: ",") }
    }
    let cases: [(name: String, text: String, words: String)] = [
      ("reversed", Self.text(rows.map { Array($0.reversed()) }), "downlink on LTE"),
      ("decimal commas", Self.text(comma, separator: ";"), "downlink on LTE"),
      ("tabs", Self.text(rows, separator: "\t"), "downlink on LTE"),
      ("capitals", Self.text([heading.map { $0.uppercased() }] + rows.dropFirst()), "downlink on LTE"),
      ("no test", Self.text(setting("DL_bitrate", "0")), "no transfer ran"),
      ("only NR", Self.text(setting("NetworkMode", "5G NSA")), "downlink on 5G NSA"),
      ("only SA", Self.text(setting("NetworkMode", "NR SA")), "downlink on 5G SA"),
      ("only 3G", Self.text(setting("NetworkMode", "HSPA+")), "faster than HSPA+ of two carriers"),
      ("only 2G", Self.text(setting("NetworkMode", "EDGE")), "2G"),
      ("no service", Self.text(setting("NetworkMode", "No service")), "no service"),
      ("no cells", Self.text(without(["CellID", "RAWCELLID"])), "no log names the serving cell"),
      ("no level", Self.text(setting("RSRP", "2147483647")), "no row has both a bit rate and a received power"),
      ("no access", Self.text(without(["NetworkMode", "Operatorname"])), "names no unit"),
      ("no positions", Self.text(without(["Longitude", "Latitude"])), "less than a minute of positions"),
      (
        "at 0,0",
        Self.text(
          still.map { row in
            row.map { Double($0) != nil && (Double($0) == 52.4723 || $0.hasPrefix("13.32")) ? "0" : $0 }
          }), "stands for not known"
      ),
      ("at rest", Self.text(still), "no log moves by 200 m"),
    ]
    try withTemporaryFolder { folder in
      for one in cases {
        try one.text.write(toFile: "\(folder)/log.csv", atomically: true, encoding: .utf8)
        let outcome = try BuiltTool.run(
          ["fit", "drive", "log.csv", "--output", "my"], in: folder, environment: ["COLUMNS": "400"])
        #expect(outcome.status == 0, "\(one.name): \(outcome.errors)")
        #expect(outcome.text.contains(one.words), "\(one.name): \(outcome.text)")
        let catalog = try Catalog(adding: "\(folder)/my")
        #expect(throws: Never.self) { try catalog.network("my-network") }
        try? FileManager.default.removeItem(atPath: "\(folder)/my")
      }
    }
  }

  @Test func `logs that inform nothing are bad input, and nothing is written`() throws {
    let rows = try Self.rows()
    let sameSecond = [rows[0]] + rows.dropFirst().map { [rows[1][0]] + $0.dropFirst() }
    for log in [Array(rows.prefix(2)), Array(rows.prefix(4)), sameSecond] {
      try withTemporaryFolder { folder in
        try Self.text(log).write(toFile: "\(folder)/log.csv", atomically: true, encoding: .utf8)
        let outcome = try fit(["log.csv"], in: folder)
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("log.csv: error: nothing is informed"), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/my"))
      }
    }
  }

  @Test(
    arguments: [
      ("", "empty"), ("a,b\n1,2\n", "'a', 'b'"), ("Timestamp,Longitude,Latitude,RSRP\n", "no rows"),
      ("%PDF-1.4\n1 0 obj\n", "no column is known as a time"),
    ])
  func `a file of another kind is bad input, and nothing is written`(text: String, words: String) throws {
    try withTemporaryFolder { folder in
      try text.write(toFile: "\(folder)/log.csv", atomically: true, encoding: .utf8)
      let outcome = try fit(["log.csv"], in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/my"))
    }
  }

  @Test func `wrong usage is told apart, and a log is never written over`() throws {
    try withTemporaryFolder { folder in
      #expect(try BuiltTool.run(["fit", "drive", "--output", "my"], in: folder).status == 64)
      #expect(try BuiltTool.run(["fit", "drive", Self.sample.path], in: folder).status == 64)
      #expect(try fit([Self.sample.path, "--voltage", "3.8V"], in: folder).status == 64)
      try FileManager.default.createDirectory(atPath: "\(folder)/my", withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: Self.sample.path, toPath: "\(folder)/my/index.html")
      #expect(try fit(["my/index.html"], in: folder).status == 64)
      #expect(
        try Data(contentsOf: URL(fileURLWithPath: "\(folder)/my/index.html")) == Data(contentsOf: Self.sample))
    }
  }

  @Test func `a true track informs the phone, and a log of satellites beside it the sky`() throws {
    try withTemporaryFolder { folder in
      var noise = FitCommandTests.Noise(state: 5)
      let rows = try Self.rows().dropFirst()
      var truth = "unix_s,latitude_deg,longitude_deg\n"
      var log =
        "# Fix,Provider,LatitudeDegrees,LongitudeDegrees,AccuracyMeters,UnixTimeMillis\n"
        + "# Status,UnixTimeMillis,SignalCount,Cn0DbHz\n"
      // 2024-05-14 08:10:05 in a zone two hours ahead of UTC.
      for (k, row) in rows.enumerated() {
        guard let longitude = Double(row[1]), let latitude = Double(row[2]) else { continue }
        let time = 1_715_667_005 + k
        truth += "\(time),\(latitude),\(longitude)\n"
        for level in [39, 38, 37, 36] { log += "Status,\(time)000,4,\(level)\n" }
        let (north, east) = (3 * noise.normal() / 111_226, 3 * noise.normal() / 67_800)
        log += "Fix,GPS,\(latitude + north),\(longitude + east),5,\(time)000\n"
      }
      try truth.write(toFile: "\(folder)/truth.csv", atomically: true, encoding: .utf8)
      try log.write(toFile: "\(folder)/gnss.txt", atomically: true, encoding: .utf8)
      let outcome = try fit([Self.sample.path, "gnss.txt", "--truth", "truth.csv"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.text.contains("clock moved by"), "\(outcome.text)")
      #expect(outcome.text.contains("1 drive"))
      let catalog = try Catalog(adding: "\(folder)/my")
      let phone = try catalog.device("my-phone")
      let base = try catalog.device("modern-phone")
      let changed = phone.values.filter { base.values[$0.key] != $0.value }
      #expect(changed.keys.allSatisfy { $0.hasPrefix("error.open_sky.") }, "\(changed.keys.sorted())")
      let parts = ["fast", "slow"].compactMap { phone.values["error.open_sky.\($0)"]?.mean }
      #expect(abs(parts.reduce(0) { $0 + $1 * $1 }.squareRoot() - 3) < 1)
      let scenario = try String(contentsOfFile: "\(folder)/my/scenarios/my-drive.yml", encoding: .utf8)
      #expect(scenario.contains("sky: open_sky") && !scenario.contains("sky: suburban"))
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: shared), "needs drive_tests of GEOJOULE_DATA"))
  func `the drives of the shared data are fitted together`() throws {
    try withTemporaryFolder { folder in
      let logs = try FileManager.default.contentsOfDirectory(atPath: Self.shared).filter { $0.hasSuffix(".csv") }
        .sorted()
      let outcome = try fit(logs.map { "\(Self.shared)/\($0)" }, in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.text.contains("5 drives"))
      #expect(outcome.text.contains("Each drive predicted from all others"))
      let catalog = try Catalog(adding: "\(folder)/my")
      #expect(try catalog.network("my-network").technology == .nrNSA)
      #expect(try catalog.network("my-network-lte").values["downlink_rate"]?.trust == .fitted)
      #expect(try catalog.network("my-network-3g").technology == .umts)
      let town = try catalog.network("my-network")
      #expect(Set(town.accesses.keys) == [.lte, .umts])
      #expect(
        outcome.text.contains("from 4 drives left out in turn")
          || outcome.text.contains("from 5 drives left out in turn"))
      let run = try BuiltTool.run(
        [
          "run", "--catalog", "my", "--network", "my-network", "--scenario", "my-drive-2", "--strategy", "continuous",
          "--quiet",
        ], in: folder)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.text.contains("time on main access"))
      for number in 2...5 { #expect(throws: Never.self) { try catalog.scenario("my-drive-\(number)") } }
    }
  }
}
