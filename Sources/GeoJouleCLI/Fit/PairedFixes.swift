import Estimation
import GeoJoule
import Measured
import Reports

/// All errors of a fit, from every file and leg, with their provenance.
struct PairedFixes {
  struct Sample {
    let time: Double
    /// One number per file and leg; those of different legs are independent.
    let leg: Int
    let error: PairedError
    /// The reported radius in metres.
    let accuracy: Double?
  }

  let samples: [Sample]
  let geometry: ErrorGeometry
  let inputs: [FitReport.Input]
  let warnings: [String]
  /// Sentences about the clock.
  let findings: [String]
  /// The file of the fixes, where it is one.
  let file: String?
  /// Of the selected fixes, how many could not be compared with the truth, and how many were trimmed.
  let unpaired: Int
  let trimmed: Int

  init(_ options: TruthOptions, _ tables: FitTableOptions) throws(InputError) {
    file = options.fixes.count == 1 ? options.fixes.first : nil
    let reader = FixReader(mapping: try tables.mapping(), policy: tables.policy)
    let windows = try options.selection.windows()
    let truth = try Truth(options, tables)
    var samples: [Sample] = []
    var inputs: [FitReport.Input] = []
    var warnings: [String] = []
    var findings: [String] = []
    var (allUnpaired, allTrimmed) = (0, 0)
    var leg = 0
    for file in options.fixes {
      let recording = try reader.read(path: file)
      let pieces = options.selection.select(recording.fixes, windows)
      var (used, unpaired, trimmed) = (0, 0, 0)
      // One clock for a whole file; its legs are separated afterwards.
      let flat = pieces.flatMap(\.self)
      if !flat.isEmpty {
        let paired = try FitFailure.naming(file) { () throws(EstimationError) in
          try truth.pair(flat.map(TimedPlace.init))
        }
        var legs: [Int] = []
        for piece in pieces {
          legs += piece.map { _ in leg }
          leg += 1
        }
        for error in paired.errors {
          samples.append(
            Sample(time: error.time, leg: legs[error.index], error: error, accuracy: flat[error.index].accuracy))
        }
        (used, unpaired, trimmed) = (paired.errors.count, paired.unpaired, paired.trimmed)
        for text in paired.warnings.map(\.description) where !warnings.contains(text) { warnings.append(text) }
        if let clock = paired.clock, let error = clock.standardError {
          findings.append(
            "\(file): the truth's clock is \(FitNumber.text(clock.seconds, error: error)) s ahead of the fixes' "
              + "(standard error \(FitNumber.text(error)) s, \(clock.movingFixes) fixes in motion); a delay of the time "
              + "stamps looks the same and is taken out with it.")
        }
      }
      var notes = RecordingExtent.lines(recording.fixes) + recording.notes + options.selection.words
      allUnpaired += unpaired
      allTrimmed += trimmed
      if unpaired > 0 { notes.append("\(unpaired) outside the truth") }
      if trimmed > 0 { notes.append("\(trimmed) trimmed") }
      inputs.append(
        FitReport.Input(
          role: "fixes", file: file, digest: recording.digest,
          count:
            "\(DecimalText.grouped(recording.fixes.count)) \(recording.format.rawValue) fixes, \(DecimalText.grouped(used)) used",
          skipped: recording.skipped, notes: notes))
    }
    guard !samples.isEmpty else {
      throw InputError(
        file: file, message: "no fix is left after the selection",
        remedy: "widen --legs, --max-accuracy and the like")
    }
    if let input = truth.input { inputs.append(input) }
    self.samples = samples
    geometry = truth.geometry
    (self.inputs, self.warnings, self.findings) = (inputs, warnings, findings)
    (unpaired, self.trimmed) = (allUnpaired, allTrimmed)
  }

  /// Runs a fit of them and says why there is none.
  func naming<Fit>(_ fit: () throws(EstimationError) -> Fit) throws(InputError) -> Fit {
    do { return try fit() } catch { throw failure(error) }
  }

  /// Too few samples are the pairing's fault where it left fixes out.
  private func failure(_ error: EstimationError) -> InputError {
    guard case .tooFewSamples = error, unpaired + trimmed > 0 else { return FitFailure.input(error, file: file) }
    let selected = samples.count + unpaired + trimmed
    let remedy: String
    if unpaired >= trimmed {
      remedy =
        geometry == .crossTrack
        ? "give a route that covers them" : "give a truth that covers their time, or a longer --truth-gap"
    } else {
      remedy = "loosen --trim"
    }
    return InputError(
      file: file,
      message: "no fit: \(error.description); of \(selected) selected fixes \(unpaired) lie outside the truth and "
        + "\(trimmed) were trimmed", remedy: remedy)
  }

  var magnitudes: [TimeSeries.Point] {
    samples.map { TimeSeries.Point(time: $0.time, value: $0.error.magnitude, leg: $0.leg) }
  }

  /// Signed errors of one axis; east and north of a leg are separate legs.
  func axes() throws(EstimationError) -> TimeSeries {
    let count = geometry == .distance ? 2 : 1
    return try TimeSeries(
      samples.flatMap { sample in
        sample.error.axes.enumerated().map { axis, value in
          TimeSeries.Point(time: sample.time, value: value, leg: sample.leg * count + axis)
        }
      })
  }

  private struct Truth {
    let pair: ([TimedPlace]) throws(EstimationError) -> PairedErrors
    let geometry: ErrorGeometry
    let input: FitReport.Input?

    init(_ options: TruthOptions, _ tables: FitTableOptions) throws(InputError) {
      let trim = options.trimRule ?? .none
      if let file = options.truth {
        let recording = try FixReader(mapping: try tables.mapping(), policy: tables.policy).read(path: file)
        var points: [TimedPlace] = []
        for place in recording.fixes.map(TimedPlace.init) where place.time > points.last?.time ?? -.infinity {
          points.append(place)
        }
        let pairing = TrackPairing(
          clock: Double(options.clockOffset).map { .fixed(seconds: $0) } ?? .estimated(range: options.clockRange),
          longestGap: options.truthGap)
        pair = { (fixes) throws(EstimationError) in try pairing.pair(fixes: fixes, truth: points) }
        geometry = .distance
        input = FitReport.Input(
          role: "truth", file: file, digest: recording.digest,
          count: "\(DecimalText.grouped(recording.fixes.count)) points", skipped: recording.skipped,
          notes: RecordingExtent.lines(recording.fixes) + recording.notes)
      } else if let file = options.route {
        let routes = try RouteReader.routes(path: file)
        let lines = routes.map { $0.positions.map { Self.vector($0) } }
        let pairing = RoutePairing(trim: trim)
        pair = { (fixes) throws(EstimationError) in try pairing.pair(fixes: fixes, routes: lines) }
        geometry = .crossTrack
        let count = routes.reduce(0) { $0 + $1.positions.count }
        input = try FitReport.Input(route: file, "\(routes.count) lines of \(count) places")
      } else {
        let known = options.place.flatMap(TruthOptions.position).map(Self.vector)
        let pairing = PointPairing(reference: known.map { .known($0) } ?? .centre, trim: trim)
        pair = { (fixes) throws(EstimationError) in try pairing.pair(fixes: fixes) }
        geometry = .distance
        input = nil
      }
    }

    private static func vector(_ position: GeodeticPosition) -> SIMD3<Double> {
      let vector = position.earthVector()
      return SIMD3(vector.x, vector.y, vector.z)
    }
  }
}
