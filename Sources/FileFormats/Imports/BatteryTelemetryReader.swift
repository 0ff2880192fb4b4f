import DeviceModel
import Core

/// Reads what `pymobiledevice3 diagnostics battery` says of an iPhone over a cable: JSON objects, one after the other or one a line.
///
/// `PowerTelemetryData` counts the load of the whole phone, on a cable too: the difference of `AccumulatedSystemLoad` over that of
/// `SystemLoadAccumulatorCount` is the mean in mW between two readings, `SystemLoad` the last value. Without it, current times
/// voltage off the charger counts (mA and mV). Source of the names: the registry entry `AppleSmartBattery`. Its time is
/// `UpdateTime`, unless the object or the one around it has a `timestamp`.
enum BatteryTelemetryReader {
  private struct Reading {
    let time: Double
    /// In mW.
    var load: Double?
    /// In mW by counts, and counts.
    var sum: Double?
    var count: Double?
    var level: Double?
    /// In watts; of the battery.
    var battery: Double?
    var isOnCable = false
    let line: Int
  }

  static func isTelemetry(_ text: [UInt8]) -> Bool {
    guard text.first(where: { $0 > 32 }).map({ $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }) == true else {
      return false
    }
    let head = String(decoding: text.prefix(65_536), as: UTF8.self)
    return head.contains("\"PowerTelemetryData\"")
      || (head.contains("\"InstantAmperage\"") && head.contains("\"Voltage\""))
  }

  static func read(bytes: [UInt8], file: String) throws(InputError) -> ImportedRecording {
    let (text, note) = TextEncoding.utf8(bytes)
    let places = LinePlaces(text, file: file)
    var roots = try JSONDocument.sequence(text, places: places)
    if roots.count == 1, let list = roots[0].array { roots = list }
    var recording = ImportedRecording(bytes, file: file, format: "iPhone battery telemetry", system: .ios, note: note)
    var tally = RowTally()
    var readings: [Reading] = []
    for root in roots {
      let line = places.line(of: root.offset)
      guard let reading = reading(root, line) else {
        tally.skip(
          "without a time", line: line,
          error: InputError(
            file: file, line: line, message: "the reading has neither UpdateTime nor timestamp",
            remedy: "write the time beside each reading, as in {\"timestamp\": 1714896000, \"battery\": {...}}"))
        continue
      }
      // The registry is renewed every 10 to 60 s; a reading of the same time is the same one.
      if readings.last?.time != reading.time { readings.append(reading) }
    }
    try tally.check(RowPolicy(), kept: readings.count, file: file, takesPolicy: false)
    guard readings.count > 1 else {
      throw InputError(
        file: file, message: "there are fewer than two readings at different times", remedy: "record for some minutes")
    }
    readings.sort { ($0.time, $0.line) < ($1.time, $1.line) }
    recording.skipped = tally.rows
    addPower(readings, to: &recording)
    // A level on a cable says nothing of the phone's use.
    for reading in readings where !reading.isOnCable {
      recording.add(
        level: reading.level, at: reading.time, line: reading.line, isLast: reading.line == readings.last?.line)
    }
    addInterval(to: &recording)
    return recording
  }

  private static func reading(_ root: JSONDocument.Node, _ line: Int) -> Reading? {
    let battery =
      ["battery", "IORegistry", "Diagnostics", "info", "data"].lazy.compactMap { root[$0] }.first { $0.object != nil }
      ?? root
    let stamp = ["timestamp", "time", "unix_s", "date"].lazy.compactMap { root[$0] ?? battery[$0] }.first
    let time = stamp.flatMap { $0.string.map { TimeText.nanoseconds($0) } ?? $0.number.flatMap(TimeText.count) }.map {
      Double($0) * 1e-9
    }
    guard let time = time ?? battery["UpdateTime"]?.number, time > 1e8 else { return nil }
    var reading = Reading(time: time, line: line)
    let telemetry = battery["PowerTelemetryData"]
    reading.load = telemetry?["SystemLoad"]?.number.flatMap { (0...mostLoad).contains($0) ? $0 : nil }
    reading.sum = telemetry?["AccumulatedSystemLoad"]?.number
    reading.count = telemetry?["SystemLoadAccumulatorCount"]?.number
    let isOn = { (node: JSONDocument.Node?) -> Bool in
      if case .bool(let value)? = node?.content { return value }
      return (node?.number ?? 0) != 0
    }
    reading.isOnCable = isOn(battery["ExternalConnected"]) || isOn(battery["IsCharging"])
    reading.level = battery["CurrentCapacity"]?.number.flatMap { (0...100).contains($0) ? $0 : nil }
    if let current = battery["InstantAmperage"]?.number, let voltage = battery["Voltage"]?.number {
      // Registers of 64 bits hold negative numbers from above.
      let signed = current > 9e18 ? current - 18_446_744_073_709_551_616 : current
      reading.battery = signed <= 0 ? -signed * voltage * 1e-6 : nil
    }
    return reading
  }

  /// In mW; no phone draws as much.
  private static let mostLoad = 60_000.0
  /// Longer than this (s) between two readings, nothing is known of the time between.
  private static let longestGap = 600.0

  private static func addPower(_ readings: [Reading], to recording: inout ImportedRecording) {
    var (byCounter, byLoad, byCurrent) = (0, 0, 0)
    for (a, b) in zip(readings, readings.dropFirst()) where b.time > a.time && b.time - a.time <= longestGap {
      var watts: Double?
      if let from = a.sum, let to = b.sum, let first = a.count, let last = b.count, last > first, to >= from,
        (to - from) / (last - first) <= mostLoad
      {
        watts = (to - from) / (last - first) / 1_000
        byCounter += 1
      } else if let load = a.load {
        watts = load / 1_000
        byLoad += 1
      } else if !a.isOnCable, !b.isOnCable, let power = a.battery {
        watts = power
        byCurrent += 1
      }
      if let watts { recording.power.append(.init(start: a.time, end: b.time, watts: watts)) }
    }
    if byCounter > 0 { recording.notes.append("power of the whole phone by the accumulated load, on the cable too") }
    if byLoad > 0 { recording.notes.append("\(byLoad) spans by the last load alone: it stands for up to a minute") }
    if byCurrent > 0 { recording.notes.append("\(byCurrent) spans by current times voltage, off the charger") }
    if recording.power.isEmpty {
      recording.notes.append("no reading has the load of the phone, and none is off the charger")
    }
  }

  /// As tight as a drain of one day is known from the gauge: what more minutes would add is small.
  private static let tightEnough = 0.05
  private static let blocks = 10

  /// The 95 % interval of the mean from ten blocks of the recording (Student's t of 9 degrees of freedom), whose neighbours hardly
  /// depend on one another.
  private static func addInterval(to recording: inout ImportedRecording) {
    guard let mean = recording.meanPower, mean > 0, let first = recording.power.first?.start,
      let last = recording.power.last?.end,
      recording.power.count >= 2 * blocks
    else {
      if !recording.power.isEmpty {
        recording.notes.append("too few spans for an interval of the mean power: record for some minutes more")
      }
      return
    }
    var sums = [(time: Double, energy: Double)](repeating: (0, 0), count: blocks)
    for span in recording.power {
      let block = min(blocks - 1, Int((span.start - first) / (last - first) * Double(blocks)))
      sums[block].time += span.end - span.start
      sums[block].energy += (span.end - span.start) * span.watts
    }
    let means = sums.filter { $0.time > 0 }.map { $0.energy / $0.time }
    guard means.count > 2 else { return }
    let middle = means.reduce(0, +) / Double(means.count)
    let variance = means.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / Double(means.count - 1)
    // To a millionth: what lies below is the rounding of sums.
    let share = (2.262 * (variance / Double(means.count)).squareRoot() / mean * 1e6).rounded() / 1e6
    recording.facts.append(.init(name: "mean power of the phone", value: mean * 1e3, unit: "mW"))
    recording.facts.append(.init(name: "95 % interval of the mean, either way", value: share * 100, unit: "%"))
    let minutes = (last - first) / 60 * (share * share / (tightEnough * tightEnough) - 1)
    let text = DecimalText.significant(share * 100, digits: 2)
    recording.notes.append(
      share <= tightEnough
        ? "the mean power is known to \(text) %: enough, the recording may stop"
        : "the mean power is known to \(text) %: about \(DecimalText.significant(minutes, digits: 2)) min more bring 5 %"
    )
  }
}
