import ArgumentParser
import DeviceModel
import FileFormats

struct ProfileImportAndroidCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import-android",
    abstract: "Makes a device profile of an Android power_profile.xml.",
    discussion: """
      Reads the old layout (gps.on, wifi.active, radio.on) and the new one (gps.signalqualitybased, controllers, clusters). \
      What the file lacks, and placeholders, stay as in another device; each such value is named on standard error.

        geojoule profile import-android power_profile.xml --name my-phone \\
          --output my-phone.yml
        geojoule compare --device my-phone.yml
      """)

  @Argument(help: ArgumentHelp("A power_profile.xml.", valueName: "file"), completion: .file(extensions: ["xml"]))
  var file: String

  @Option(entryOf: .devices, help: "The device that gives what the file does not.")
  var like = "modern-phone"

  @Option(help: ArgumentHelp("The profile's name. (default: that of the output file, else android)", valueName: "name"))
  var name: String?

  @Option(name: .shortAndLong, help: ArgumentHelp("Where to write the profile.", valueName: "file"))
  var output = "-"

  @Flag(help: "Does not name what the file lacks; placeholders are still named.")
  var quiet = false

  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  mutating func run() throws {
    let base = try catalogue.catalog().device(like)
    let source = try AndroidPowerProfileReader.profile(path: file)
    let imported = AndroidProfileImport(source, base: base, name: name ?? Self.name(of: output))
    for remark in imported.remarks where !quiet || remark.kind == .warning {
      StandardError.line(remark.description)
    }
    try imported.check(file: file)
    let text = ShowCommand.trust(imported.profile.values) + ProfileWriter.text(of: imported.profile)
    try AtomicFile.write(text, to: output)
  }

  /// `my-phone` of `out/my-phone.yml`.
  static func name(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let stem = file.split(separator: ".").first.map(String.init) ?? ""
    return stem.isEmpty || stem == "-" ? "android" : stem
  }
}

extension AndroidProfileImport {
  /// - Throws: `InputError` with the place of a value that makes the profile impossible.
  func check(file: String) throws(InputError) {
    guard let (fault, line) = fault else { return }
    throw InputError(file: file, line: line, message: fault.message, remedy: fault.remedy)
  }
}
