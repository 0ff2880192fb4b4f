import ArgumentParser
import FileFormats
import Reports

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a strategy, a day and a power budget to start from.",
    discussion: """
      Writes strategy.yml, day.yml and budgets.yml into a folder, which is made where it is missing. Each has a comment for \
      every line to change; the first line names a schema for editors ('geojoule schema'). No file is written over.

      Examples:
        geojoule init
        geojoule init mine --android
        geojoule compare day.yml strategy.yml continuous live-updates
        geojoule check
      """)

  @Argument(help: .value("folder", "The folder; this one when left out."), completion: .directory)
  var folder = "."

  @Flag(help: "Writes files for an app on Android; else for iOS.")
  var android = false

  @Flag(name: .shortAndLong, help: "Says nothing on standard error but errors.")
  var quiet = false

  private var device: String { android ? "pixel-9" : PhoneOptions.standard.device }

  mutating func run() throws {
    // Strategies of two folders are told apart in one table.
    let last = String(folder.split(separator: "/").last ?? ".")
    let own = last.allSatisfy { $0.isLetter || $0 == "-" } ? "name: \(last)\n" : ""
    let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    let files = [
      (
        "strategy.yml", InputSchema.strategy,
        android ? PackageResources.android_strategy_yml : PackageResources.strategy_yml
      ), ("day.yml", .scenario, PackageResources.day_yml), ("budgets.yml", .budgets, PackageResources.budgets_yml),
    ].map { name, schema, template in
      let text =
        schema.modeline
        + String(decoding: template, as: UTF8.self).replacing("DEVICE", with: device)
        .replacing("name: NAME\n", with: own)
      return (name: name, bytes: Array(text.utf8))
    }
    try FolderReplacement(folder, files: files).finish()
    guard !quiet else { return }
    for (name, _) in files { StandardError.line("wrote \(prefix)\(name)") }
    StandardError.line("for editors: geojoule schema budgets > \(prefix)\(InputSchema.budgets.fileName)")
    let others = android ? [device, "fused-high-accuracy", "fused-balanced"] : ["continuous", "live-updates"]
    let words = ["geojoule", "compare", "\(prefix)day.yml", "\(prefix)strategy.yml"] + others
    StandardError.line("next: \(CommandEcho.text(words))")
  }
}
