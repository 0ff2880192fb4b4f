import ArgumentParser
import Estimation
import GeoJoule

struct TruthOptions: ParsableArguments {
  @Argument(
    help: .value(
      "fixes", "Fixes: CSV, GPX, TCX, KML, NMEA, GnssLogger text or JSON; several files are several independent runs."),
    completion: .file())
  var fixes: [String]

  @Option(help: .value("file", "The true track, in any of these formats; interpolated in time."), completion: .file())
  var truth: String?

  @Option(
    help: .value("file", "The route that was followed (GeoJSON); errors are across the track, a lower bound."),
    completion: .file())
  var route: String?

  @Option(help: .value("lat,lon", "Where the phone lay, in degrees."))
  var place: String?

  @Flag(help: "The phone lay somewhere unknown: errors are scatter around the fixes' centre, a lower bound.")
  var scatter = false

  @Option(
    help: .value(
      "auto|s", "'auto' estimates how far the clocks of fixes and truth differ; a number of seconds fixes it."))
  var clockOffset = "auto"

  @Option(help: .value("s", "How far the clocks may differ either way, in seconds."))
  var clockRange = 30.0

  @Option(help: .value("s", "Longer gaps of the true track are not interpolated, in seconds."))
  var truthGap = 10.0

  @Option(
    help: .value(
      "rule",
      "Leaves out errors that are the truth's fault: those above a distance (100m) or the largest share (1%). "
        + "(default: none)"))
  var trim: String?

  @OptionGroup var selection: FixSelectionOptions

  func validate() throws {
    guard !fixes.isEmpty else { throw ValidationError("name a file with fixes") }
    guard [truth != nil, route != nil, place != nil, scatter].filter({ $0 }).count == 1 else {
      throw ValidationError("give one of --truth, --route, --place and --scatter to compare the fixes with")
    }
    guard clockOffset == "auto" || Double(clockOffset) != nil else {
      throw ValidationError("--clock-offset takes auto or a number of seconds")
    }
    guard (0.1...3600).contains(clockRange), truthGap > 0 else {
      throw ValidationError("--clock-range takes 0.1 to 3600, --truth-gap more than 0")
    }
    if let place, Self.position(place) == nil {
      throw ValidationError("'\(place)' is not a place: write --place 37.391,-122.0865, in degrees")
    }
    if trim != nil, trimRule == nil {
      throw ValidationError("'\(trim ?? "")' is not a rule for --trim: write a distance (100m) or a share (1%)")
    }
    if truth != nil, trim != nil {
      throw ValidationError("--trim belongs to --route, --place and --scatter: a true track has no detours")
    }
  }

  static func position(_ text: String) -> GeodeticPosition? {
    let parts = text.split(separator: ",").map { Double($0) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1], abs(latitude) <= 90,
      abs(longitude) <= 180
    else { return nil }
    return GeodeticPosition(latitude: latitude, longitude: longitude)
  }

  var trimRule: ErrorTrim? {
    guard let trim else { return ErrorTrim.none }
    if trim.hasSuffix("%"), let share = Double(trim.dropLast()), share >= 0, share < 100 {
      return .largest(share: share / 100)
    }
    if let distance = (try? TrackNoise(parsing: trim))?.value { return .beyond(metres: distance.metres) }
    return nil
  }
}
