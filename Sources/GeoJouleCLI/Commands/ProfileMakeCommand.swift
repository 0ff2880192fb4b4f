import ArgumentParser
import Foundation
import GeoJoule
import Measured
import Reports

struct ProfileMakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make",
    abstract: "Makes a device profile from measured days of one phone.",
    discussion: """
      Takes folders of 'geojoule import', each made with the --strategy that ran, and fits the phone's powers to all of them \
      at once. The base's values and deviations are the priors: values of which the days say little stay near them. A table \
      shows what was learned.

      Example:
        geojoule import night.txt --output night --strategy none
        geojoule import day.txt --output day --strategy continuous
        geojoule profile make night day --base modern-phone --output mine.yml
      """)

  @Argument(help: .value("folder", "Folders of measured days, each with its mapping.yml."), completion: .directory)
  var folders: [String] = []

  @Option(entryOf: .devices, help: "The device that the rest is taken from, of the same system.")
  var base = "modern-phone"

  @Option(help: .value("name", "The new profile's name. (default: that of the output file, else the base's)"))
  var name: String?

  @Option(help: .value("n", "Simulated days over which the times in states of each run are averaged."))
  var seeds = 8

  @Option(
    name: .shortAndLong, help: .value("file", "Where to write the profile; the table then goes to standard output."),
    completion: .file())
  var output = "-"

  @OptionGroup(title: "Output") var report: OutputOptions

  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  func validate() throws {
    guard !folders.isEmpty else { throw ValidationError("name a folder of 'geojoule import --output'") }
    guard (1...1000).contains(seeds) else { throw ValidationError("--seeds takes 1 to 1000") }
    try report.check([("--output", output)] + report.places)
  }

  mutating func run() throws {
    try report.prepare(output)
    let catalog = try catalogue.catalog()
    let (device, network) = try PhoneOptions.phone(base, network: nil, catalog)
    var mapping: RunMapping?
    var read: [MeasuredDataset] = []
    for folder in folders {
      let file = "\(folder)/mapping.yml"
      guard FileManager.default.fileExists(atPath: folder) else {
        throw InputError(
          file: folder, message: "there is no such folder",
          remedy: "make it with 'geojoule import LOG --output \(folder)'")
      }
      guard FileManager.default.fileExists(atPath: file) else {
        throw InputError(
          file: file, message: "the folder does not say which strategy ran",
          remedy: "import the log again with --strategy; 'none' where no app asked for positions")
      }
      let next = try RunMapping(path: file, catalog: catalog)
      guard next.strategies[device.system] != nil else {
        throw InputError(
          file: file,
          message: "the days are not of a phone with \(device.system.rawValue), which '\(device.name)' is",
          remedy: "give a --base of the same system")
      }
      mapping = mapping.map { $0.adding(next) } ?? next
      let dataset = try MeasuredDatasetReader(system: device.system).read(folder: folder)
      try next.checkOtherUse(among: dataset.timelines)
      read.append(dataset)
    }
    if !report.quiet { for warning in read.flatMap(\.placedWarnings) { StandardError.line("warning: \(warning)") } }
    guard let mapping else { return }
    let fit = try PhoneFitReport(
      base: device, network: network,
      name: name ?? (output == "-" ? device.name : ProfileImportAndroidCommand.name(of: output)), datasets: read,
      mapping: mapping, seeds: seeds, command: CommandEcho.words)
    let text = ShowCommand.trust(fit.device.values) + ProfileWriter.text(of: fit.device)
    try report.write(
      ReportRenderers(fit.report.naming(build: ProgramVersion.text)), companions: [(output, Array(text.utf8))])
  }
}
