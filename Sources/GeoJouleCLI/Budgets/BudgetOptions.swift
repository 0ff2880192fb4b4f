import ArgumentParser
import Documents
import FileFormats
import Foundation

/// Which budget file and baseline, and how the work is shared.
struct BudgetOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The budget file. (default: budgets.yml)", valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var file: String?

  private static let usualFile = "budgets.yml"

  var path: String { file ?? Self.usualFile }

  @Option(
    help: ArgumentHelp("The baseline, instead of the one that the budget file names.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var baseline: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many seeds run at once; the result does not depend on it. (default: one per core)", valueName: "n"))
  var jobs: Int?

  @Flag(name: .shortAndLong, help: "Says nothing on standard error but errors.")
  var quiet = false

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs takes 1 to 1024") }
  }

  var jobCount: Int { jobs ?? max(1, ProcessInfo.processInfo.activeProcessorCount) }

  /// The budget file. Build servers show remarks beside lines only where the path starts at the checkout, so an
  /// absolute one below the current folder is shortened.
  func read(_ catalog: Catalog) throws(InputError) -> BudgetFile {
    if path == Self.usualFile, !FileManager.default.fileExists(atPath: path) {
      throw InputError(
        file: path, message: "there is no such file in this folder",
        remedy: "write one with 'geojoule check --init', or name one: 'geojoule check FILE'")
    }
    let folder = FileManager.default.currentDirectoryPath + "/"
    let shown = path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    return try BudgetFileReader.read(path: shown, catalog: catalog)
  }
}
