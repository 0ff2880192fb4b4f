import ArgumentParser
import FileFormats
import Quantities

/// Battery levels of several runs, and what simulates them.
struct DrainFitArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Battery levels: time, level, and phone.", valueName: "file"), completion: .file())
  var levels: String?

  @Option(
    help: ArgumentHelp(
      "Runs: phone, strategy (a name or file of the catalogue), start and end in Unix seconds.", valueName: "file"),
    completion: .file())
  var runs: String?

  @Option(
    help: ArgumentHelp("The runs' strategy names in the catalogue: THEIRS=OURS; may be repeated.", valueName: "pair"))
  var strategy: [KeyAssignment] = []

  @Option(help: ArgumentHelp("Only runs whose phone begins so.", valueName: "text"))
  var phones = ""

  @Option(
    help: ArgumentHelp("The phone of the runs.", valueName: "name|file"),
    completion: CatalogOptions.completion(.devices))
  var device = "iphone-6"

  @Option(
    help: ArgumentHelp("Its network. (default: the device's own)", valueName: "name|file"),
    completion: CatalogOptions.completion(.networks))
  var network: String?

  @Option(
    help: ArgumentHelp("The day of the runs; a phone at rest.", valueName: "name|file"),
    completion: CatalogOptions.completion(.scenarios))
  var scenario = "desk-day"

  @Option(
    name: .customLong("fit"),
    help: ArgumentHelp(
      "A power of the device that is estimated, such as base.drain; may be repeated. All others stay as they are.",
      valueName: "key"))
  var keys: [String] = []

  @Flag(help: "Estimates from the data alone, without the profile's deviations as priors.")
  var noPriors = false

  @Flag(help: "Phones of one kind differ by a factor of their own (needs 3).")
  var devicesDiffer = false

  @Option(help: ArgumentHelp("Resampled fits for the intervals; 0 takes the likelihood.", valueName: "n"))
  var resamples = 0

  func validate() throws {
    guard (levels == nil) == (runs == nil) else { throw ValidationError("--levels and --runs belong together") }
    if levels != nil, keys.isEmpty {
      throw ValidationError("say what to estimate with --fit, such as --fit base.drain")
    }
  }

  var arguments: [String] {
    var words: [String] = []
    if let levels { words += ["--levels", levels] }
    if let runs { words += ["--runs", runs] }
    for pair in strategy { words += ["--strategy", "\(pair.key)=\(pair.parameter)"] }
    if !phones.isEmpty { words += ["--phones", phones] }
    words += ["--device", device]
    if let network { words += ["--network", network] }
    words += ["--scenario", scenario]
    for key in keys { words += ["--fit", key] }
    if noPriors { words.append("--no-priors") }
    if devicesDiffer { words.append("--devices-differ") }
    if resamples > 0 { words += ["--resamples", "\(resamples)"] }
    return words
  }
}
