import ArgumentParser
import GeoJoule
import Measured
import Reports

struct FitDriveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drive",
    abstract: "Turns logs of a drive test into a network, a phone and a scenario to compare with.",
    discussion: """
      Reads logs of G-NetTrack, GnssLogger (Raw, Status, Fix), NMEA, GPX, KML and tables, recognized by their content. \
      Writes a folder for --catalog: a network, a scenario of each drive, and a device where a log informs it. Its \
      index.html (fit.json and fit.csv for programs) has every fit and what was not informed.

      Examples:
        geojoule fit drive monday.csv tuesday.csv --base modern-phone --output my
        geojoule fit drive log.csv --truth reference.gpx --power monsoon.csv \\
          --output my
        geojoule fit drive log.csv \\
          --columns 'time=Stamp:dd.MM.yyyy HH:mm:ss,zone=+01:00,downlink=DL:Mbit/s' \\
          --output my
        geojoule compare --catalog my --network my-network --scenario my-drive
      """)

  @Argument(help: .value("log", "Logs; those recorded at the same time are put together."), completion: .file())
  var logs: [String]

  @Option(help: .value("file", "The true track of the drive: fits position errors."), completion: .file())
  var truth: String?

  @Option(
    help: .value(
      "file", "A power trace recorded during the drive, with Unix times: fits power against received power."),
    completion: .file())
  var power: String?

  @Option(
    help: .value("voltage", "The voltage of a power trace that has a current only, such as 3.8V."),
    transform: SupplyVoltage.init(parsing:))
  var voltage: SupplyVoltage?

  @Option(
    help: .value(
      "file",
      "Where towers stand: columns cell (as in the log), lat, lon. (default: estimated from the strongest samples)"),
    completion: .file())
  var towers: String?

  @Option(entryOf: .devices, help: "The device whose values are kept where the logs inform none.")
  var base = PhoneOptions.standard.device

  @Option(
    entryOf: .networks,
    help: "The network whose values are kept. (default: that of the access with the largest share of time)")
  var network: String?

  @Option(
    name: .shortAndLong, help: .value("dir", "The folder to write; its files are called after it."),
    completion: .directory)
  var output: String

  @OptionGroup(title: "Tables") var tables: FitTableOptions

  @Option(help: FitDataOption.help, completion: .file())
  var data: String?

  @OptionGroup(title: "Output") var report: OutputOptions

  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  func validate() throws {
    guard !logs.isEmpty else { throw ValidationError("name a log") }
    guard !output.isEmpty, output != "-" else { throw ValidationError("--output needs the name of a folder") }
    try report.check(report.places + [("--data", data)])
    if voltage != nil, power == nil { throw ValidationError("--voltage belongs to --power") }
  }

  private static let towerRoles = [
    ColumnRole("cell", .text, aliases: ["cell", "cellid", "cell id", "rawcellid", "eci", "cgi"], isRequired: true),
    ColumnRole(
      "lat", .number(units: [UnitSymbol("deg", 1)], valid: -90...90), aliases: ["latitude", "lat"], isRequired: true,
      defaultUnit: "deg"),
    ColumnRole(
      "lon", .number(units: [UnitSymbol("deg", 1)], valid: -180...180), aliases: ["longitude", "lon", "lng"],
      isRequired: true, defaultUnit: "deg"),
  ]

  mutating func run() throws {
    try report.prepare(data)
    let catalog = try catalogue.catalog()
    let device = try catalog.device(base)
    let policy = tables.policy
    var drives = try DriveData(logs, reader: DriveLogReader(mapping: try tables.mapping(), policy: policy))
    let truthTrack = try truth.map { file throws(InputError) in try FixReader(policy: policy).read(path: file) }
    let trace = try power.map { file throws(InputError) in
      try PowerRecordingReader(policy: policy, voltage: voltage?.value.volts).read(path: file)
    }
    if let towers {
      drives.add(towers: try TableReader(roles: Self.towerRoles, policy: policy).read(path: towers))
    }
    var drive = DriveResult(data: drives, folder: output, device: device)
    drive.add(truth: truthTrack)
    drive.add(power: trace)
    let chosen = try baseNetwork(drive.technology, device, catalog)
    var others: [RadioTechnology: NetworkProfile] = [:]
    for other in RadioTechnology.allCases where other != chosen.technology {
      others[other] = try standard(other, device, catalog)
    }
    drive.make(network: chosen, others: others)
    guard drive.informsAnything else {
      throw InputError(
        file: logs[0],
        message: "nothing is informed: no value of a network or a phone, and less than a minute of positions",
        remedy: "give a longer log, with positions or with bit rates and received power")
    }
    let page = drive.page(command: CommandEcho.words).naming(build: ProgramVersion.text)
    try write(drive, page)
  }

  /// The catalogue's network of the access that the drives were mostly on, as long as the device has a modem for it.
  private func baseNetwork(
    _ technology: RadioTechnology?, _ device: DeviceProfile, _ catalog: Catalog
  ) throws(InputError) -> NetworkProfile {
    if let network { return try PhoneOptions.phone(base, network: network, catalog).1 }
    if let technology, let found = try standard(technology, device, catalog) { return found }
    return try catalog.network(device.defaultNetwork)
  }

  /// The catalogue's network of a technology for which the device has a modem.
  private func standard(
    _ technology: RadioTechnology, _ device: DeviceProfile, _ catalog: Catalog
  ) throws(InputError) -> NetworkProfile? {
    let names: [RadioTechnology: String] = [.lte: "lte", .umts: "3g", .nrNSA: "nr-nsa", .nrSA: "nr-sa"]
    guard let name = names[technology],
      device.values.keys.contains(where: { $0.hasPrefix(technology.rawValue + ".") })
    else { return nil }
    return try catalog.network(name)
  }

  private func write(_ drive: DriveResult, _ page: FitReport) throws(InputError) {
    let files =
      drive.files + [
        ("index.html", DocumentHTML().render(page.document)), ("fit.json", page.json),
        ("fit.csv", DocumentCSV().render(page.document)),
      ]
    let folder = try FolderReplacement(output, files: files.map { ($0.path, Array($0.text.utf8)) })
    try report.write(
      ReportRenderers(page, below: "\nCompare with:\n\n  \(drive.nextCommand(base: base))\n\n\(drive.nextNote)\n"),
      companions: page.dataFile(data))
    try folder.finish()
    if !report.quiet { for file in files { StandardError.line("wrote \(output)/\(file.path)") } }
  }
}
