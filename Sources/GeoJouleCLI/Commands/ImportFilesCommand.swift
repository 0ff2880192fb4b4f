import ArgumentParser
import GeoJoule
import Reports

struct ImportFilesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "files",
    abstract: "Makes measured days of a phone's own log: battery, power, what was on, and where it was.",
    usage: "geojoule import files [<options>] <file> ...",
    discussion: """
      Recognizes outputs of adb by their content: shell dumpsys batterystats (history or --checkin), bugreport as zip, and \
      shell dumpsys location. Also reads Perfetto traces with power rails, results of macrobenchmarks, tables of Monsoon, \
      BatteryManager and an iPhone's powerlog, and logs of Overland, OwnTracks, Traccar and GnssLogger. Without --output it \
      says what is in them.

      The folder has the layout of 'validate' and 'fit power --joint': runs.csv, battery.csv, legs.csv and fixes; beside \
      them power.csv, states.csv and rails.csv, which 'fit power' takes, and exposures.csv, with the share of time that each \
      part was on.

      Examples:
        geojoule import batterystats.txt
        geojoule import bugreport.zip overland.json --output mine --phone pixel \\
          --strategy fused-high-accuracy
      """)

  @Argument(help: .value("file", "Logs of phones."), completion: .file())
  var files: [String]

  @Option(help: .value("folder", "A folder to write to; it is made where it is not there."))
  var output: String?

  @Option(help: .value("name", "What the phone is called in the tables."))
  var phone = "phone"

  @Option(help: .value("system", "ios or android, where the files do not say."))
  var system: PhoneSystem?

  @Option(
    help: .value("name|file", "The strategy that ran while the log was taken; mapping.yml names it for 'validate'."))
  var strategy: String?

  @OptionGroup(title: "Output") var report: OutputOptions

  func validate() throws {
    guard !files.isEmpty else { throw ValidationError("name a log of a phone") }
    guard !phone.isEmpty, phone.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) }) else {
      throw ValidationError("--phone takes letters, digits, '-' and '_'")
    }
    if strategy != nil, output == nil { throw ValidationError("--strategy belongs to --output") }
  }

  mutating func run() throws {
    try report.prepare()
    var recordings: [ImportedRecording] = []
    for file in files { recordings.append(try RecordingImport.read(path: file)) }
    let joined = ImportFolder.joined(&recordings)
    if let output {
      let folder = ImportFolder(recordings: joined, phone: phone, system: system, strategy: strategy)
      try folder.check()
      let names = Catalog().names(.strategies)
      if !report.quiet, let strategy, !strategy.contains(where: { "./".contains($0) }), !names.contains(strategy) {
        let remedy = Suggestion.remedy(for: strategy, among: names, what: "strategies")
        StandardError.line("warning: no strategy '\(strategy)' is built in; \(remedy)")
      }
      let files = folder.files
      try FolderReplacement(output, files: files.map { ($0.name, Array($0.text.utf8)) }).finish()
      if !report.quiet { for file in files { StandardError.line("wrote \(output)/\(file.name)") } }
    }
    try report.write(ReportRenderers(ImportReport(recordings, command: CommandEcho.text)))
  }
}
