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

  init(_ recordings: [ImportedRecording], phone: String, system: PhoneSystem?, strategy: String?) {
    self.recordings = Self.joined(recordings)
    (self.phone, self.system, self.strategy) = (phone, system, strategy)
  }

  /// Times that count from a log's own start say nothing of another's.
  private static func isUndated(_ recording: ImportedRecording) -> Bool { (recording.span?.lowerBound ?? 1e8) < 1e8 }

  /// Says of logs without dates, beside others that have them, that they stay apart.
  static func noteUndated(_ recordings: inout [ImportedRecording]) {
    guard recordings.contains(where: { $0.span != nil && !isUndated($0) }) else { return }
    for place in recordings.indices where isUndated(recordings[place]) {
      recordings[place].notes.append(
        "its times count from its own start, so it is a run apart from the other logs; join them with times since 1970 (unix_s)"
      )
    }
  }

  /// Logs of one phone over the same time as one: a battery's log and an app's log of positions.
  private static func joined(_ recordings: [ImportedRecording]) -> [ImportedRecording] {
    var result: [ImportedRecording] = []
    let hasEnergy = { (recording: ImportedRecording) in
      !recording.readings.isEmpty || !recording.power.isEmpty || !recording.rails.isEmpty
    }
    for recording in recordings.filter(hasEnergy) + recordings.filter({ !hasEnergy($0) }) {
      let place = (isUndated(recording) ? nil : recording.span).flatMap { span in
        result.firstIndex {
          $0.span.map { $0.lowerBound < span.upperBound && span.lowerBound < $0.upperBound } ?? false
        }
      }
      guard let place else {
        result.append(recording)
        continue
      }
      result[place].system = result[place].system ?? recording.system
      result[place].fixes = (result[place].fixes + recording.fixes).sorted { $0.unixSeconds < $1.unixSeconds }
      if result[place].readings.isEmpty { result[place].readings = recording.readings }
      if result[place].power.isEmpty { result[place].power = recording.power }
      if result[place].states.isEmpty { result[place].states = recording.states }
      result[place].rails += recording.rails
      result[place].charging = (result[place].charging + recording.charging).sorted { $0.lowerBound < $1.lowerBound }
    }
    return result
  }

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
      for (piece, part) in pieces.enumerated() where part.upperBound - part.lowerBound >= 60 {
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
        return (
          name, spans,
          spans.map { span in
            last = max(last, span.end)
            return last
          }
        )
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
      table +=
        "\(run.name),\(run.timeline),\(os),\(phone),\(configuration),\(Self.number(run.span.lowerBound)),"
        + "\(Self.number(run.span.upperBound))\n"
      let length = run.span.upperBound - run.span.lowerBound
      let own = spans[run.number]
      let powered = own.power(in: run.span)
      let mean = powered.meanPower.map(Self.number) ?? ""
      let frame = "\(run.name),\(Self.number(run.span.lowerBound)),\(Self.number(run.span.upperBound)),\(mean)"
      for (place, state) in own.states.enumerated() {
        let on = own.seconds(ofState: place, in: run.span)
        exposures += "\(frame),\(state.name),\(Self.number(on)),\(Self.number(on / length))\n"
      }
      if own.states.isEmpty { exposures += "\(frame),,,\n" }
      let fixes = own.fixes(in: run.span)
      guard !fixes.isEmpty else { continue }
      var text = "unix_s,latitude_deg,longitude_deg,horizontal_accuracy_m,speed_mps\n"
      for fix in fixes {
        text +=
          "\(Self.number(fix.unixSeconds)),\(Self.number(fix.position.latitude)),\(Self.number(fix.position.longitude)),"
          + "\(fix.accuracy.map(Self.number) ?? ""),\(fix.speed.map(Self.number) ?? "")\n"
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
      files.append(
        (
          "mapping.yml",
          systems.map { "\($0):\n  \(Self.quoted(configuration)): {strategy: \(Self.quoted(strategy))}\n" }.joined()
        ))
    }
    return files
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
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
