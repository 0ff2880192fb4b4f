import ArgumentParser
import GeoJoule

/// Battery levels of several runs, and what simulates them.
struct DrainFitArguments: ParsableArguments {
  @Option(help: .value("file", "Battery levels: time, level, and phone; may be repeated."), completion: .file())
  var levels: [String] = []

  @Option(
    help: .value(
      "file", "Runs: phone, strategy (a name or file of the catalogue), start and end in Unix seconds; may be repeated."
    ), completion: .file())
  var runs: [String] = []

  @Option(
    help: .value(
      "folder",
      "A folder of measured days, at rest or on the move; may be repeated. All runs are fitted at once, what was on taken "
        + "from their fixes and legs."), completion: .directory)
  var joint: [String] = []

  @Option(help: .value("text", "With --joint: leaves out runs whose timeline begins so; may be repeated."))
  var without: [String] = []

  @Option(
    help: .value("file", "With --joint: which strategy stands for each configuration. (default: that of MobilityNet)"),
    completion: .file(extensions: ["yml", "yaml"]))
  var mapping: String?

  @Option(help: .value("pair", "The runs' strategy names in the catalogue: THEIRS=OURS; may be repeated."))
  var strategy: [KeyAssignment] = []

  @Option(help: .value("text", "Only runs whose phone begins so."))
  var phones = ""

  @Option(help: .value("text", "Only runs whose timeline begins so; may be repeated."))
  var timeline: [String] = []

  @Option(
    help: .value(
      "file", "Labelled legs (leg, start, end): a run with legs that have a route is simulated on its own day."),
    completion: .file())
  var legs: String?

  @Option(
    name: .customLong("route"),
    help: .value("file", "The routes of legs, as GeoJSON lines with a property 'leg'; may be repeated."),
    completion: .file())
  var routes: [String] = []

  @Option(entryOf: .devices, help: "The phone of the runs.")
  var device = "iphone-6"

  @Option(entryOf: .networks, help: "Its network. (default: the device's own)")
  var network: String?

  @Option(entryOf: .scenarios, help: "The day of the runs without legs; a phone at rest.")
  var scenario = "still"

  @Option(
    name: .customLong("fit"),
    help: .value(
      "key",
      "A power of the device that is estimated, such as base.drain; may be repeated. All others stay as they are."))
  var keys: [String] = []

  @Flag(
    help: "Estimates also what runs on the move draw beside the simulated phone, such as a screen: 'trip.overhead'.")
  var tripOverhead = false

  @Option(help: .value("n", "Draws of each day that times in states are averaged over."))
  var seeds = 32

  @Option(
    help: .value(
      "kind",
      "What the battery gauge does after a full charge: plateau (stays at 100 %) or first-drop (falls at once, then "
        + "follows the drain)."))
  var gauge: Gauge = .plateau

  @Option(help: .value("h", "How long a first drop lasts, in hours."))
  var settling = 1.0

  enum Gauge: String, ExpressibleByArgument, CaseIterable {
    case plateau
    case firstDrop = "first-drop"
  }

  @Flag(help: "Estimates from the data alone, without the profile's deviations as priors.")
  var noPriors = false

  @Flag(help: "Phones of one kind differ by a factor of their own (needs 3).")
  var devicesDiffer = false

  @Flag(help: "Runs that lay side by side, started within an hour, share a factor of their own (needs 3 occasions).")
  var occasionsDiffer = false

  func validate() throws {
    guard levels.isEmpty == runs.isEmpty else { throw ValidationError("--levels and --runs belong together") }
    guard (legs == nil) == routes.isEmpty else { throw ValidationError("--legs and --route belong together") }
    guard (1...1000).contains(seeds) else { throw ValidationError("--seeds takes 1 to 1000") }
    guard (0...48).contains(settling) else { throw ValidationError("--settling takes 0 to 48") }
    if joint.isEmpty, !without.isEmpty { throw ValidationError("--without belongs to --joint") }
    if joint.isEmpty, mapping != nil { throw ValidationError("--mapping belongs to --joint") }
    if !joint.isEmpty, !levels.isEmpty { throw ValidationError("--joint reads the levels of its folders itself") }
    if !levels.isEmpty, keys.isEmpty {
      throw ValidationError("say what to estimate with --fit, such as --fit base.drain")
    }
  }
}
