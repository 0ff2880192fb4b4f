import ArgumentParser
import GeoJoule
import Measured

struct DayOptions: ParsableArguments {
  /// The scenario that is meant where nothing is named.
  static let standard = "commute"

  @Option(entryOf: .scenarios, help: "A scenario of the catalogue, or a scenario file. (default: commute)")
  var scenario: String?

  @Option(
    help: .value(
      "file",
      "A recording that becomes the day: GPX, TCX, FIT, KML, KMZ, GeoJSON, CSV, NMEA, GnssLogger, Overland, OwnTracks, "
        + "IGC, PLT or zip."), completion: .file())
  var track: String?

  @Option(help: .value("date", "The day of a long recording to take, such as 2019-08-31, in UTC."))
  var trackDay: CalendarDay?

  @Option(help: .value("name", "Which recording of a file with several to take, by its name or number."))
  var trackRecording: String?

  @Option(
    parsing: .unconditional, help: .value("speed", "How fast one goes along a track without times, such as 5km/h."),
    transform: RouteSpeed.init(parsing:))
  var speed: RouteSpeed?

  @Option(
    help: .value("mode", "How one goes along a track without times, instead of --speed."),
    completion: .list(RouteMode.allCases.map(\.rawValue)))
  var mode: RouteMode?

  @Option(
    parsing: .unconditional,
    help: .value(
      "distance",
      "How far the track's positions are off, as a standard deviation per axis; 0 takes them as they are. "
        + "(default: 5 m)"), transform: TrackNoise.init(parsing:))
  var trackNoise: TrackNoise?

  @Option(
    help: .value("class", "What surrounds the track all the way. (default: inferred from rests and speed)"),
    completion: .list(SurroundingsPreset.allCases.map(\.rawValue)))
  var surroundings: SurroundingsPreset?

  @Option(
    name: .customLong("failure"),
    help: .value("name", "Something that goes wrong on the day; may be repeated. (values: \(Failure.names))"),
    completion: .list(Failure.allCases.map(\.rawValue)), transform: Failure.init(named:))
  var failures: [Failure] = []

  func validate() throws {
    if scenario != nil, track != nil {
      throw ValidationError("--scenario and --track exclude each other; give one of them")
    }
    if speed != nil, mode != nil { throw ValidationError("--speed and --mode exclude each other; give one of them") }
  }

  /// Checks options that say how a track is taken, once it is known whether one of the words is a track.
  ///
  /// - Throws: `ValidationError` for such an option without a track.
  func checkTrack() throws {
    let belonging = [
      (surroundings == nil, "--surroundings belongs to --track; scenarios have their own"),
      (trackNoise == nil, "--track-noise belongs to --track; the positions of a scenario have no noise"),
      (speed == nil, "--speed belongs to --track; scenarios have their own speeds, such as 'city-run'"),
      (mode == nil, "--mode belongs to --track; scenarios have their own speeds, such as 'city-run'"),
      (trackRecording == nil, "--track-recording belongs to --track; a scenario is one day"),
      (trackDay == nil, "--track-day belongs to --track; scenarios have their own length"),
    ]
    if track == nil, let wrong = belonging.first(where: { !$0.0 }) { throw ValidationError(wrong.1) }
  }

  /// Whether nothing is named.
  var isStandard: Bool { scenario == nil && track == nil && failures.isEmpty }

  private var pace: Speed? { speed?.value ?? mode?.speed }

  /// A route was not recorded, so that it has no noise.
  private var noise: TrackNoise { trackNoise ?? (pace == nil ? .standard : TrackNoise(.zero)) }

  /// The options for what differs from the standard day.
  var given: [String] {
    let failures = failures.flatMap { ["--failure", $0.rawValue] }
    guard let track else { return (scenario.map { ["--scenario", $0] } ?? []) + failures }
    // A name that begins as an option does goes with its own.
    return (track.hasPrefix("-") ? ["--track=\(track)"] : ["--track", track]) + ["--track-noise", noise.description]
      + (trackDay.map { ["--track-day", $0.description] } ?? [])
      + (trackRecording.map { ["--track-recording", $0] } ?? [])
      + (speed.map { ["--speed", $0.description] } ?? []) + (mode.map { ["--mode", $0.rawValue] } ?? [])
      + (surroundings.map { ["--surroundings", $0.rawValue] } ?? []) + failures
  }

  func day(_ catalog: Catalog) throws(InputError) -> Scenario {
    let day = try wholeDay(catalog).with(failures)
    try Failure.check(day.failures, on: catalog.phone)
    return day
  }

  private func wholeDay(_ catalog: Catalog) throws(InputError) -> Scenario {
    guard let track else { return try catalog.scenario(scenario ?? Self.standard) }
    let file = track.split(separator: "/").last.map(String.init) ?? track
    var recorded = try TrackReader(pace: pace, day: trackDay, recording: trackRecording).track(path: track)
    recorded.notes = RecordingExtent.lines(recorded) + recorded.notes
    return Scenario(
      track: recorded, name: TrackReader.stem(of: file) ?? file, noise: noise.value,
      surroundings: surroundings?.surroundings)
  }
}

extension Failure {
  /// - Throws: `InputError` for one that happens on Android alone, and another phone.
  static func check(_ failures: [Failure], on phone: PhoneSystem?) throws(InputError) {
    guard phone != .android, let failure = failures.first(where: \.isOfAndroid) else { return }
    throw InputError(
      file: nil, message: "'\(failure.rawValue)' happens on phones with Android alone",
      remedy: "leave it out, or choose a phone such as '--device pixel-9'")
  }

  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  @Sendable init(named name: String) throws {
    guard let failure = Failure(rawValue: name) else {
      throw ValidationError(
        "write one of \(Self.names); with 'geojoule check --limit', all tries each on a day of its own")
    }
    self = failure
  }
}

/// Surroundings by one word, for tracks that say nothing about them.
enum SurroundingsPreset: String, CaseIterable, ExpressibleByArgument {
  case openSky = "open-sky"
  case suburban, urban, canyon, indoor, underground

  /// Access points and towers as they usually are under such a sky.
  var surroundings: Surroundings {
    switch self {
    case .openSky: Surroundings(sky: .openSky, accessPoints: .few, cells: .rural)
    case .suburban: Surroundings(sky: .suburban, accessPoints: .some, cells: .suburban)
    case .urban: Surroundings(sky: .urban, accessPoints: .many, cells: .urban)
    case .canyon: Surroundings(sky: .canyon, accessPoints: .many, cells: .urban)
    case .indoor: Surroundings(sky: .indoor, accessPoints: .many, cells: .urban)
    case .underground: Surroundings(sky: .underground, accessPoints: .none, cells: .urban, coverage: .none)
    }
  }
}
