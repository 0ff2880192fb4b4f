import ArgumentParser
import FileFormats
import Foundation

/// Where a report is written to: the same options for every command that reports.
struct OutputOptions: ParsableArguments {
  @Option(help: .value("format", "What standard output shows."))
  var format: TextFormat = .table

  @OptionGroup var files: FormatOptions

  @Flag(name: .shortAndLong, help: "Says nothing on standard error but errors.")
  var quiet = false

  func validate() throws { try check(places) }

  var places: [(option: String, path: String?)] { files.places }

  /// Refuses what `OutputPlaces` does, and a format for standard output that a file takes.
  ///
  /// - Throws: `ValidationError`.
  func check(_ places: [(option: String, path: String?)]) throws {
    try OutputPlaces.check(places)
    if places.contains(where: { $0.path == "-" }), format != .table {
      throw ValidationError("--format and '-' both write to standard output; leave out one of them")
    }
  }

  /// Whether a page is written; it needs more than the table's figures.
  var writesPage: Bool { files.html != nil || format == .html }

  /// Checks every place, those of a command's own as well.
  func prepare(_ own: String?...) throws(InputError) {
    try files.prepare()
    for path in own.compactMap(\.self) { try AtomicFile.check(path) }
  }

  /// Writes standard output and the files, all or none of them.
  ///
  /// - Parameter companions: written first.
  func write(_ report: ReportRenderers, companions: [OutputFile] = []) throws(InputError) {
    try files.write(report, standard: format, companions: companions, quiet: quiet)
  }
}

/// The places that the file options of one command name.
enum OutputPlaces {
  /// Refuses empty names, standard output twice, and one file for two outputs, of which only the last would be left.
  ///
  /// - Parameter places: the options with their values, those that were not given included.
  /// - Throws: `ValidationError`.
  static func check(_ places: [(option: String, path: String?)]) throws {
    let given = places.compactMap { place in place.path.map { (option: place.option, path: $0) } }
    if let empty = given.first(where: { $0.path.isEmpty }) {
      throw ValidationError("\(empty.option) needs the name of a file, or '-' for standard output")
    }
    guard given.filter({ $0.path == "-" }).count <= 1 else {
      throw ValidationError("only one of \(list(places.map(\.option))) can be '-', standard output")
    }
    var seen: [String: String] = [:]
    for place in given where place.path != "-" && !isDevice(place.path) {
      if let other = seen.updateValue(place.option, forKey: resolved(place.path)) {
        throw ValidationError("\(other) and \(place.option) name the same file '\(place.path)'; give each its own")
      }
    }
  }

  /// `--csv, --json and --html`.
  private static func list(_ options: [String]) -> String {
    guard let last = options.last, options.count > 1 else { return options.joined() }
    return "\(options.dropLast().joined(separator: ", ")) and \(last)"
  }

  /// Several outputs may go to `/dev/null`.
  private static func isDevice(_ path: String) -> Bool {
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    return type == .typeCharacterSpecial || type == .typeBlockSpecial
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }
}
