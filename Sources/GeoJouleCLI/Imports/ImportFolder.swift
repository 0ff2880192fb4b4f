import GeoJoule

/// What was imported, as a folder of measured days (docs/validation.md) with tables of power and exposure beside.
struct ImportFolder {
  let recordings: [ImportedRecording]
  let phone: String
  let system: PhoneSystem?
  /// What ran; `nil` where nobody says.
  let strategy: String?

  /// The name of the only configuration: that of the strategy, so that folders can be read together.
  var configuration: String {
    guard let strategy else { return "recorded" }
    let name = strategy.split(separator: "/").last.map(String.init) ?? strategy
    return String(name.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "_" })
  }

  /// Times that count from a log's own start say nothing of another's.
  private static func isUndated(_ recording: ImportedRecording) -> Bool { (recording.span?.lowerBound ?? 1e8) < 1e8 }

  /// Logs of one phone over the same time as one: a battery's log and an app's log of positions. Notes say what stays apart.
  static func joined(_ recordings: inout [ImportedRecording]) -> [ImportedRecording] {
    var result: [ImportedRecording] = []
    let hasEnergy = { (recording: ImportedRecording) in
      !recording.readings.isEmpty || !recording.power.isEmpty || !recording.rails.isEmpty
    }
    let places = recordings.indices
    for index in places.filter({ hasEnergy(recordings[$0]) }) + places.filter({ !hasEnergy(recordings[$0]) }) {
      let recording = recordings[index]
      func note(_ text: String) { recordings[index].notes.append(text) }
      guard let span = recording.span, !isUndated(recording) else {
        if recording.span != nil, recordings.contains(where: { $0.span != nil && !isUndated($0) }) {
          note(
            "its times count from its own start, so it is a run apart, without levels and positions of the other logs; "
              + "join them with times since 1970 (unix_s)")
        }
        result.append(recording)
        continue
      }
      let spans = result.map { $0.span.flatMap { $0.overlaps(span) ? $0.clamped(to: span) : nil } }
      guard let place = spans.firstIndex(where: { ($0.map(length) ?? 0) > 0 }), let shared = spans[place] else {
        if !hasEnergy(recording), result.contains(where: hasEnergy) {
          note("no log of the battery is of its time, so it is a run apart; \(zone)")
        }
        result.append(recording)
        continue
      }
      let shorter = min(length(span), result[place].span.map(length) ?? 0)
      if length(shared) < 0.75 * shorter {
        let times = [length(shared), shorter].map { TimeSpan.seconds($0).clockText }
        note("it shares \(times[0]) of \(times[1]) with \(result[place].file); \(zone)")
      }
      func take<Part>(_ part: WritableKeyPath<ImportedRecording, [Part]>, _ what: String, _ isBetter: Bool = false) {
        let (own, other) = (recording[keyPath: part], result[place][keyPath: part])
        guard !own.isEmpty else { return }
        let file = result[place].file
        if !other.isEmpty {
          note("of two \(what) \(isBetter ? "its own, not those of \(file)," : "those of \(file)") are taken")
        }
        if other.isEmpty || isBetter { result[place][keyPath: part] = own }
      }
      take(\.readings, "levels", recording.levelStep < result[place].levelStep)
      take(\.power, "powers", recording.power.meter == .monitor && result[place].power.meter == .gauge)
      take(\.states, "states")
      result[place].system = result[place].system ?? recording.system
      result[place].fixes = (result[place].fixes + recording.fixes).sorted { $0.unixSeconds < $1.unixSeconds }
      result[place].rails += recording.rails
      result[place].charging = (result[place].charging + recording.charging).sorted { $0.lowerBound < $1.lowerBound }
    }
    return result
  }

  private static let zone = "where they should be one, check the time zones"

  private static func length(_ span: ClosedRange<Double>) -> Double { span.upperBound - span.lowerBound }

  private func system(of recording: ImportedRecording) -> PhoneSystem? { recording.system ?? system ?? onlySystem }

  /// That of the other logs, which are of the same phone.
  private var onlySystem: PhoneSystem? {
    let known = Set(recordings.compactMap(\.system))
    return known.count == 1 ? known.first : nil
  }

  func check() throws(InputError) {
    for recording in recordings where recording.span != nil {
      guard system(of: recording) != nil else {
        throw InputError(
          file: recording.file, message: "the file does not say the phone's system",
          remedy: "add --system ios or android",
          isUsage: true)
      }
    }
    let undated = recordings.filter { Self.isUndated($0) && !$0.power.isEmpty }
    if undated.count > 1 {
      throw InputError(
        file: undated[1].file,
        message: "its times count from its own start, as those of \(undated[0].file) do: both are at one time",
        remedy: "import each into a folder of its own, or give them times since 1970 (unix_s)")
    }
    guard recordings.contains(where: { $0.span != nil }) else {
      throw InputError(
        file: recordings.first?.file,
        message: "there is nothing to write: no level, power, state or position has a time",
        remedy: "leave --output out to see what is in the file")
    }
  }

  /// Stretches off the charger, longest first gone: a run is what is judged at once.
  private var runs: [(name: String, timeline: String, number: Int, span: ClosedRange<Double>)] {
    var runs: [(name: String, timeline: String, number: Int, span: ClosedRange<Double>)] = []
    for (number, recording) in recordings.enumerated() {
      guard let span = recording.span else { continue }
      var start = span.lowerBound
      var pieces: [ClosedRange<Double>] = []
      for charge in recording.charging.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if charge.lowerBound > start { pieces.append(start...charge.lowerBound) }
        start = max(start, charge.upperBound)
      }
      if start < span.upperBound { pieces.append(start...span.upperBound) }
      for (piece, part) in pieces.enumerated() where Self.length(part) >= 60 {
        let timeline = "import\(number + 1)"
        runs.append(("\(timeline)-\(piece + 1)", timeline, number, part))
      }
    }
    return runs
  }

  /// What a recording has within a run, found by halves: a log may have as many runs as readings.
  private struct Spans {
    let power: [ImportedRecording.PowerSpan]
    let fixes: [MeasuredFix]
    /// Of each state its spans, and the latest end up to each.
    let states: [(name: String, spans: [ImportedRecording.StateSpan], ends: [Double])]

    init(_ recording: ImportedRecording) {
      power = recording.power.sorted { $0.start < $1.start }
      fixes = recording.fixes.sorted { $0.unixSeconds < $1.unixSeconds }
      let byState = Dictionary(grouping: recording.states, by: \.state)
      states = recording.stateNames.map { name in
        let spans = (byState[name] ?? []).sorted { $0.start < $1.start }
        var last = -Double.infinity
        let ends = spans.map { span in
          last = max(last, span.end)
          return last
        }
        return (name, spans, ends)
      }
    }

    func power(in run: ClosedRange<Double>) -> [ImportedRecording.PowerSpan] {
      power[power.partitioningIndex { $0.start >= run.lowerBound }...].prefix { $0.start <= run.upperBound }
        .filter { $0.end <= run.upperBound }
    }

    func fixes(in run: ClosedRange<Double>) -> [MeasuredFix] {
      Array(
        fixes[fixes.partitioningIndex { $0.unixSeconds >= run.lowerBound }...]
          .prefix { $0.unixSeconds <= run.upperBound })
    }

    func seconds(ofState place: Int, in run: ClosedRange<Double>) -> Double {
      let (_, spans, ends) = states[place]
      return ImportedRecording.seconds(
        spans[ends.partitioningIndex { $0 > run.lowerBound }...].prefix { $0.start < run.upperBound }, within: run)
    }
  }

  private static func number(_ value: Double) -> String { DecimalText.exact(value) }

  /// Names of the files below the folder, and their texts.
  var files: [(name: String, text: String)] {
    let (runs, spans) = (runs, recordings.map(Spans.init))
    var table = "run,timeline,os,phone,config,start_s,end_s\n"
    var battery = "unix_s,level_pct,phone,timeline\n"
    var exposures = "run,start_s,end_s,power_W,state,on_s,share\n"
    var legs = "timeline,leg,recorded_by,start_s,end_s\n"
    var states = "state,start_s,end_s\n"
    var files: [(name: String, text: String)] = []
    for run in runs {
      let os = system(of: recordings[run.number])?.rawValue ?? ""
      let times = [run.span.lowerBound, run.span.upperBound].map(Self.number).joined(separator: ",")
      table += "\(run.name),\(run.timeline),\(os),\(phone),\(configuration),\(times)\n"
      let own = spans[run.number]
      let powered = own.power(in: run.span)
      let mean = powered.meanPower.map(Self.number) ?? ""
      let frame = "\(run.name),\(times),\(mean)"
      for (place, state) in own.states.enumerated() {
        let on = own.seconds(ofState: place, in: run.span)
        exposures += "\(frame),\(state.name),\(Self.number(on)),\(Self.number(on / Self.length(run.span)))\n"
      }
      if own.states.isEmpty { exposures += "\(frame),,,\n" }
      let fixes = own.fixes(in: run.span)
      guard !fixes.isEmpty else { continue }
      var text = "unix_s,latitude_deg,longitude_deg,horizontal_accuracy_m,speed_mps\n"
      for fix in fixes {
        let numbers = [fix.unixSeconds, fix.position.latitude, fix.position.longitude, fix.accuracy, fix.speed]
        text += numbers.map { $0.map(Self.number) ?? "" }.joined(separator: ",") + "\n"
      }
      files.append(("fixes/\(run.timeline).\(phone).\(Int(run.span.lowerBound)).csv", text))
      let trips = ImportedTrips(fixes, run: run.name)
      guard !trips.legs.isEmpty else { continue }
      for leg in trips.legs {
        legs += "\(run.timeline),\(leg.name),\(phone),\(Self.number(leg.start)),\(Self.number(leg.end))\n"
      }
      files.append(("routes/\(run.timeline)/\(run.name).geojson", trips.geoJSON))
    }
    for (number, recording) in recordings.enumerated() {
      for reading in recording.readings {
        battery += "\(Self.number(reading.time)),\(Self.number(reading.percent)),\(phone),import\(number + 1)\n"
      }
      for span in Self.exclusive(recording.states) {
        states += "\(span.state),\(Self.number(span.start)),\(Self.number(span.end))\n"
      }
    }
    files += [
      ("runs.csv", table), ("battery.csv", battery), ("legs.csv", legs),
      ("exposures.csv", exposures), ("power.csv", PowerSpanTable.text(recordings.flatMap(\.power))),
      ("states.csv", states),
    ]
    if let rails = RailTable(recordings.map(\.rails)) { files.append(("rails.csv", rails.text)) }
    if let strategy {
      let systems = Set(recordings.compactMap { system(of: $0)?.rawValue }).sorted()
      let line = "\(ProfileWriter.quoted(configuration)): {strategy: \(ProfileWriter.quoted(strategy))}"
      files.append(("mapping.yml", systems.map { "\($0):\n  \(line)\n" }.joined()))
    }
    return files
  }

  /// What was on at each time in one word, such as `gps+screen`; `idle` where nothing was.
  static func exclusive(_ states: [ImportedRecording.StateSpan]) -> [ImportedRecording.StateSpan] {
    // These cost next to nothing by themselves, or are on all the time.
    let kept = states.filter { !["running", "device_idle", "wifi_radio", "sensor"].contains($0.state) }
    let edges = Set(kept.flatMap { [$0.start, $0.end] }).sorted()
    guard let first = edges.first else { return [] }
    var changes: [Double: [(state: String, step: Int)]] = [:]
    for span in kept {
      changes[span.start, default: []].append((span.state, 1))
      changes[span.end, default: []].append((span.state, -1))
    }
    var counts: [String: Int] = [:]
    var result: [ImportedRecording.StateSpan] = []
    var start = first
    for edge in edges {
      let word = counts.filter { $0.value > 0 }.keys.sorted().joined(separator: "+")
      let name = word.isEmpty ? "idle" : word
      if edge > start {
        if let last = result.last, last.state == name, last.end == start {
          result[result.count - 1] = .init(state: name, start: last.start, end: edge)
        } else {
          result.append(.init(state: name, start: start, end: edge))
        }
      }
      for change in changes[edge] ?? [] { counts[change.state, default: 0] += change.step }
      start = edge
    }
    return result
  }
}
