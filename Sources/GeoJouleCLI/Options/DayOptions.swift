import ArgumentParser
import FileFormats
import GeoJoule

/// Which day is simulated.
struct DayOptions: ParsableArguments {
  @Option(entryOf: .scenarios, help: "A scenario of the catalogue, or a scenario file. (default: commute)")
  var scenario: String?

  @Option(
    help: ArgumentHelp("A GPX track that becomes the day, instead of a scenario.", valueName: "file"),
    completion: .file(extensions: ["gpx"]))
  var track: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How far the track's positions are off, as a standard deviation per axis; 0 takes them as they are. "
        + "(default: 5 m)",
      valueName: "distance"),
    transform: TrackNoise.init(parsing:))
  var trackNoise: TrackNoise?

  @Option(
    help: ArgumentHelp(
      "What surrounds the track all the way. (default: inferred from rests and speed)",
      valueName: "class"),
    completion: .list(SurroundingsPreset.allCases.map(\.rawValue)))
  var surroundings: SurroundingsPreset?

  func validate() throws {
    if scenario != nil, track != nil {
      throw ValidationError("--scenario and --track exclude each other; give one of them")
    }
    if track == nil, surroundings != nil {
      throw ValidationError("--surroundings belongs to --track; scenarios have their own")
    }
    if track == nil, trackNoise != nil {
      throw ValidationError("--track-noise belongs to --track; the positions of a scenario have no noise")
    }
  }

  /// Whether nothing is named.
  var isStandard: Bool { scenario == nil && track == nil }

  private var noise: TrackNoise { trackNoise ?? .standard }

  /// What the user would type to get this day again.
  var arguments: [String] {
    guard let track else { return ["--scenario", scenario ?? "commute"] }
    return ["--track", track, "--track-noise", noise.description]
      + (surroundings.map { ["--surroundings", $0.rawValue] } ?? [])
  }

  func day(_ catalog: Catalog) throws(InputError) -> Scenario {
    guard let track else { return try catalog.scenario(scenario ?? "commute") }
    let file = track.split(separator: "/").last.map(String.init) ?? track
    let name = file.hasSuffix(".gpx") ? String(file.dropLast(4)) : file
    return Scenario(
      track: try GPXReader.track(path: track), name: name, noise: noise.distance,
      surroundings: surroundings?.surroundings)
  }
}
