import Analysis
import DeviceModel
import Documents
package import FileFormats
import Foundation
import Core
import World

/// One reader, with valid files to damage.
package struct FuzzedReader: Sendable {
  /// What happened to a file that ended as it should.
  package enum Outcome {
    case accepted
    case refused(InputError)
  }

  package let name: String
  /// The file's name, which every message has to name.
  package let file: String
  package let seeds: @Sendable () -> [[UInt8]]
  private let body: @Sendable ([UInt8], String) throws -> Void

  init(
    _ name: String, _ file: String, _ seeds: @escaping @Sendable () -> [[UInt8]],
    _ body: @escaping @Sendable ([UInt8], String) throws -> Void
  ) {
    (self.name, self.file, self.seeds, self.body) = (name, file, seeds, body)
  }

  /// - Throws: what a reader must not throw: another error, or one that does not name the file.
  package func read(_ bytes: [UInt8]) throws -> Outcome {
    do {
      try body(bytes, file)
      return .accepted
    } catch let error as InputError {
      // A file that names another file may be right about that one.
      guard let named = error.file, !named.isEmpty, !error.message.isEmpty, !error.remedy.isEmpty else {
        throw Nameless(error: error)
      }
      return .refused(error)
    }
  }

  struct Nameless: Error { let error: InputError }
}

/// Every reader of the program.
package enum ReaderTable {
  package static let all: [FuzzedReader] =
    CatalogKind.allCases.map { kind in
      FuzzedReader(kind.rawValue, "a.yml", { catalog.entries(kind).map { Array($0.text.utf8) } }) { bytes, file in
        let entry = CatalogEntry(kind: kind, path: file, text: try TextFile.text(bytes, file: file))
        switch kind {
        case .devices: _ = try catalog.device(entry).parameters(mode: .drawn(seed: 7))
        case .networks: _ = try catalog.network(entry).parameters(mode: .drawn(seed: 7))
        case .scenarios: _ = try catalog.scenario(entry)
        case .populations: _ = try catalog.population(entry)
        case .strategies: _ = try catalog.strategy(entry)
        }
      }
    } + [
      FuzzedReader(
        "gpx", "a.gpx", { [text(SeedFiles.gpx), sample("Examples/samples/ride.gpx")] + shared("tracks", "gpx") }
      ) {
        bytes, file in
        let track = try TrackReader().track(bytes: bytes, file: file)
        if track.points.count < 300, (track.points.last?.instant ?? .start) < .start + .hours(30) {
          _ = Scenario(track: track, name: "a", noise: .metres(5))
        }
      },
      FuzzedReader(
        "fixes", "a.txt",
        {
          ([SeedFiles.gpx, SeedFiles.nmea, SeedFiles.gnssLogger, SeedFiles.fixes] + SeedFiles.tracks
            + SeedFiles.recorders).map(text)
        }
      ) { bytes, file in _ = try FixReader().read(bytes: bytes, file: file) },
      FuzzedReader(
        "drives", "a.csv", { [SeedFiles.drive, SeedFiles.nmea, SeedFiles.gnssLogger, SeedFiles.gpx].map(text) }
      ) { bytes, file in _ = try DriveLogReader().read(bytes: bytes, file: file) },
      FuzzedReader(
        "track", "a.txt",
        {
          ([SeedFiles.gpx, SeedFiles.nmea, SeedFiles.gnssLogger, SeedFiles.fixes] + SeedFiles.tracks
            + SeedFiles.recorders).map(text)
        }
      ) { bytes, file in
        _ = TrackReader.isTrack(bytes)
        let track: RawTrack
        do throws(InputError) { track = try TrackReader().track(bytes: bytes, file: file) } catch {
          guard error.message == "no point has a time" || error.remedy.hasPrefix("take it as a route") else {
            throw error
          }
          track = try TrackReader(pace: .kilometresPerHour(500)).track(bytes: bytes, file: file)
        }
        if track.points.count < 300, (track.points.last?.instant ?? .start) < .start + .hours(30) {
          _ = Scenario(track: track, name: "a", noise: .metres(5))
        }
      },
      FuzzedReader(
        "import", "a.txt",
        {
          SeedFiles.imports.map(text) + [SeedFiles.zip, SeedFiles.powerlog, SeedFiles.perfetto]
            + shared("batterystats", "history.txt")
        }
      ) {
        bytes, file in
        let recording = try RecordingImport.read(bytes: bytes, file: file)
        for span in recording.power { precondition(span.end > span.start && span.watts.isFinite && span.watts >= 0) }
        for state in recording.stateNames { precondition(recording.seconds(of: state) >= 0) }
        for rail in recording.rails { precondition(rail.meanPower.isFinite && rail.meanPower >= 0) }
        for series in recording.series {
          precondition(series.minimum <= series.median && series.median <= series.maximum)
        }
        _ = recording.span
      },
      FuzzedReader("power", "a.csv", { [SeedFiles.power, SeedFiles.joulescope].map(text) }) { bytes, file in
        _ = try PowerRecordingReader(voltage: 3.8).read(bytes: bytes, file: file)
      },
      FuzzedReader("battery", "a.csv", { [text(SeedFiles.battery)] }) { bytes, file in
        _ = try BatteryLevels(bytes: bytes, file: file)
      },
      FuzzedReader("geojson", "a.geojson", { [text(SeedFiles.geojson)] }) { bytes, file in
        _ = try RouteReader.routes(text: try TextFile.text(bytes, file: file), file: file)
      },
      FuzzedReader("metrickit", "a.json", { [sample("Examples/samples/metrickit.json")] }) { bytes, file in
        _ = try MetricKitReader.activity(text: try TextFile.text(bytes, file: file), file: file)
      },
      FuzzedReader(
        "android", "power_profile.xml",
        { [sample("Examples/samples/power_profile.xml")] + shared("power_profiles", "xml") }
      ) { bytes, file in
        let source = try AndroidPowerProfileReader.profile(bytes: bytes, file: file)
        for base in bases {
          let made = AndroidProfileImport(source, base: base, name: "a")
          if made.fault == nil { _ = try made.profile.parameters(mode: .fixed) }
        }
      },
      FuzzedReader("budgets", "a.yml", { [sample("Examples/budgets/budgets.yml"), text(SeedFiles.budgets)] }) {
        bytes, file in
        _ = try BudgetFileReader.read(try TextFile.text(bytes, file: file), file: file, catalog: catalog)
      },
      FuzzedReader("baseline", "a.json", { [text(BaselineWriter.text(of: baseline))] }) { bytes, file in
        _ = try BaselineReader.read(try TextFile.text(bytes, file: file), file: file)
      },
      FuzzedReader("sweep-plan", "a.yml", { [text(SeedFiles.sweep)] }) { bytes, file in
        _ = try SweepPlanReader.read(try TextFile.text(bytes, file: file), file: file, catalog: catalog)
      },
      FuzzedReader("optimization-plan", "a.yml", { [text(SeedFiles.optimization)] }) { bytes, file in
        _ = try OptimizationPlanReader.read(try TextFile.text(bytes, file: file), file: file, catalog: catalog)
      },
      FuzzedReader("sweep-part", "a.jsonl", { [text(SeedFiles.sweepPart)] }) { bytes, _ in
        for line in bytes.split(separator: 10) {
          _ = SweepPartReader.header(Array(line))
          _ = SweepPartReader.item(Array(line))
        }
      },
      FuzzedReader("run-mapping", "a.yml", { [text(SeedFiles.mapping)] }) { bytes, file in
        _ = try RunMapping(text: try TextFile.text(bytes, file: file), file: file, catalog: catalog)
      },
      FuzzedReader("yaml", "a.yml", { [SeedFiles.sweep, SeedFiles.geojson, SeedFiles.budgets].map(text) }) {
        bytes, file in
        _ = try YAMLDocument(text: try TextFile.text(bytes, file: file), file: file)
      },
      FuzzedReader("numbers", "a.txt", { [text(SeedFiles.numbers)] }) { bytes, file in
        for word in try TextFile.text(bytes, file: file).split(separator: "\n", omittingEmptySubsequences: false) {
          NumberCheck.check(String(word))
        }
      },
      FuzzedReader("measured-days", "a", { [text(SeedFiles.days)] }, MeasuredFolder.read),
    ]

  static let catalog = Catalog()

  private static let baseline: Baseline = {
    func input(_ name: String) -> Baseline.Input { Baseline.Input(name: name, hash: String(repeating: "a", count: 64)) }
    let conditions = Baseline.Conditions(
      scenario: input("a"), device: input("b"), network: input("c"), parameters: .drawn)
    let values = ["energy_J": [7.1, nil, 0.3], "base_J": [-0.07, 1e-12, 12_345]]
    return Baseline(
      toolVersion: "0.0.7",
      entries: [Baseline.Entry(conditions: conditions, strategy: input("d"), seeds: [3, 4, 17], values: values)])
  }()
  private static let bases = ["modern-phone", "nexus-one"].compactMap { try? catalog.device($0) }

  static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// A file of the repository, whose root is some folders above this file; empty where it is not.
  private static func sample(_ name: String) -> [UInt8] { bytes("\(root)/\(name)") }

  /// Small files of the shared data, when they are there.
  private static func shared(_ folder: String, _ ending: String) -> [[UInt8]] {
    let data = ProcessInfo.processInfo.environment["GEOJOULE_DATA"] ?? "\(root)/../shared/data"
    let path = "\(data)/\(folder)"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted().map { bytes("\(path)/\($0)") }.filter { $0.count < 50_000 }
  }

  private static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized.path

  private static func bytes(_ path: String) -> [UInt8] {
    FileManager.default.contents(atPath: path).map { Array($0) } ?? []
  }
}

/// A folder of measured days in one file: its files follow each other, with a line of `=== NAME` before each.
package enum MeasuredFolder {
  @Sendable static func read(_ bytes: [UInt8], _ file: String) throws {
    let folder = "\(place)/geojoule-fuzz-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try unfold(bytes, into: folder)
    _ = try MeasuredDatasetReader(system: .ios).read(folder: folder)
  }

  /// In memory where the system has such a place.
  private static let place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()

  /// Makes the folder.
  package static func unfold(_ bytes: [UInt8], into folder: String) throws {
    let folder = URL(fileURLWithPath: folder)
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("fixes"), withIntermediateDirectories: true)
    let allowed = ["runs.csv", "battery.csv", "legs.csv", "mapping.yml", "fixes/a.one.1600000000.csv"]
    var name: String?
    var content: [UInt8] = []
    func store() throws {
      if let name { try Data(content).write(to: folder.appendingPathComponent(name)) }
      content = []
    }
    for line in bytes.split(separator: 10, omittingEmptySubsequences: false) {
      if let next = allowed.first(where: { line.elementsEqual(Array("=== \($0)".utf8)) }) {
        try store()
        name = next
      } else {
        content += line + [10]
      }
    }
    try store()
  }
}

/// What holds for every number that is read or written.
enum NumberCheck {
  static func check(_ text: String) {
    for units in [Power.units, Energy.units, Distance.units, Speed.units, DataSize.units, TimeSpan.units, Angle.units] {
      guard let value = try? UnitText.parse(text, quantity: "number", units: units) else { continue }
      precondition(value.isFinite, "a number that is not finite was read")
      let written = UnitText.describe(value, units: units)
      guard let again = try? UnitText.parse(written, quantity: "number", units: units) else {
        preconditionFailure("\(written) does not read back")
      }
      precondition(abs(again - value) <= 1e-5 * abs(value) + .leastNormalMagnitude, "\(text) became \(written)")
    }
    _ = (try? TimeSpan(parsing: text))?.description
    _ = (try? TimeSpan(parsing: text))?.clockText
    _ = ClockTime(text)?.description
    _ = DecimalComma.mended(text)
    _ = try? ColumnMapping(argument: text + "=")
    _ = try? OptimizationConstraint(parsing: text)
    guard let number = Double(text) else { return }
    precondition(Double(DecimalText.exact(number)) == number || number.isNaN, "\(number) is not written exactly")
    for digits in 0...15 {
      _ = DecimalText.fixed(number, digits: digits)
      _ = DecimalText.significant(number, digits: digits)
    }
  }
}
