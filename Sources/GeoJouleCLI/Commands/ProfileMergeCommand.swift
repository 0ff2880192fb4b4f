import ArgumentParser
import GeoJoule

struct ProfileMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Puts values of a fit or of another piece into a device profile.",
    usage: "geojoule profile merge [<options>] <device> <piece> ...",
    discussion: """
      A piece has sections of a device file, such as 'geojoule fit' writes. Its values replace those of the device; later \
      pieces replace earlier ones. The result is a whole device file.

      Example:
        geojoule profile merge modern-phone tail.yml --name my-phone \\
          --output my-phone.yml
      """)

  @Argument(
    help: .value("device", "A device of the catalogue, or a device file."),
    completion: CatalogOptions.completion(.devices))
  var device: String

  @Argument(help: .value("piece", "Files with values for it."), completion: .file())
  var pieces: [String]

  @Option(help: .value("name", "The new profile's name. (default: that of the output file, else the device's)"))
  var name: String?

  @Option(name: .shortAndLong, help: .value("file", "Where to write the profile."))
  var output = "-"

  @Flag(name: .shortAndLong, help: "Says nothing on standard error but errors.")
  var quiet = false

  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  mutating func run() throws {
    let base = try catalogue.catalog().device(device)
    var (merged, changes): (DeviceProfile, [String]) = (base, [])
    for piece in pieces {
      let old = merged.values
      merged = try Self.merging(try TextFile.read(piece), file: piece, into: merged)
      let keys = merged.values.filter { old[$0.key] != $0.value }.keys.sorted()
      let count = keys.count == 1 ? "1 value" : "\(keys.count) values"
      changes.append("\(piece): \(count) changed\(keys.isEmpty ? "" : ": \(keys.joined(separator: ", "))")")
    }
    merged.name = name ?? (output == "-" ? base.name : ProfileImportAndroidCommand.name(of: output))
    try AtomicFile.write(
      InputSchema.device.modeline + ShowCommand.trust(merged.values) + ProfileWriter.text(of: merged), to: output)
    if quiet { return }
    changes.forEach(StandardError.line)
    if output != "-" { StandardError.line("wrote \(output)") }
  }

  /// The device with the values of a piece, which is read as a file that inherits from it.
  static func merging(_ piece: String, file: String, into base: DeviceProfile) throws(InputError) -> DeviceProfile {
    let keys = try YAMLDocument(text: piece, file: file).root.mapping().keys
    // What it lacks stands behind it, so that the lines of a fault are the file's own.
    var text = piece.hasSuffix("\n") ? piece : piece + "\n"
    if !keys.contains("inherits") { text += "inherits: device\n" }
    if !keys.contains("summary") { text += "summary: device\n" }
    var merged = try DeviceProfileReader.read(text, file: file, name: EntryName(base.name, mayDiffer: true)) { _ in base
    }
    if !keys.contains("summary") { merged.summary = base.summary }
    return merged
  }
}
