import DeviceModel
import Core

/// Reads the history of `adb shell dumpsys batterystats` (`Battery History`) and of its `--checkin` form (lines `9,h,...`).
///
/// A line says how long after the last reset it was written (checkin: after the line before), the level in percent, and what
/// changed: `+gps`, `-screen`, `volt=4131` (mV), `charge=184` (mAh), `status=discharging`, `plug=none`. Source: the Android
/// Open Source Project, `BatteryStats.java`, `HistoryPrinter` and the tables `HISTORY_STATE_DESCRIPTIONS`.
///
/// The power of the whole phone is the charge between two readings times the voltage. Some phones count the charge that is
/// left, others the charge that was taken; the level, or else the sign on battery, tells which.
enum BatteryHistoryReader {
  /// A charge is reported in whole mAh: shorter stretches would be rounding alone.
  static let leastCharge = 10.0
  /// Seconds; a stretch that brings less charge ends after this.
  static let longestStretch = 1_800.0

  private static let short: [String: String] = [
    "r": "running", "w": "wake_lock", "s": "sensor", "g": "gps", "Wl": "wifi_full_lock", "Ws": "wifi_scan",
    "Wr": "wifi_radio", "Pr": "mobile_radio", "Psc": "phone_scanning", "a": "audio", "S": "screen", "BP": "plugged",
    "v": "video", "Ww": "wifi_running", "W": "wifi", "di": "device_idle", "ch": "charging", "ca": "camera",
    "bles": "ble_scan", "b": "bluetooth", "fl": "flashlight", "Pcl": "phone_in_call", "Bl": "level", "Bs": "status",
    "Bp": "plug", "Bv": "volt", "Bcc": "charge",
  ]
  /// States that say something about power; wake locks of apps and jobs come by the thousand.
  private static let kept: Set<String> = [
    "running", "sensor", "gps", "wifi_scan", "wifi_radio", "mobile_radio", "audio", "screen", "video", "camera",
    "ble_scan", "phone_in_call", "flashlight", "device_idle",
  ]

  static func isHistory(_ head: String) -> Bool {
    head.contains("Battery History") || head.hasPrefix("9,0,i,vers") || head.contains("\n9,h,")
      || head.hasPrefix("9,h,")
      || head.hasPrefix("9,hsp,")
  }

  static func read(bytes: [UInt8], file: String) throws(InputError) -> ImportedRecording {
    let (text, note) = TextEncoding.utf8(bytes)
    let empty = ImportedRecording(bytes, file: file, format: "Android battery history", system: .android, note: note)
    var (long, checkin) = (Work(empty, file: file), Work(empty, file: file))
    var (isInside, sawHeading, isCheckinOver) = (false, false, false)
    for (number, line) in TextLines(text) {
      if line.starts(with: Array("9,h,".utf8)) {
        sawHeading = true
        if !isCheckinOver { checkin.checkin(String(decoding: line.dropFirst(4), as: UTF8.self), number) }
      } else if line.starts(with: Array("9,0,i,vers".utf8)) {
        isCheckinOver = checkin.rows > 0
      } else if line.starts(with: Array("Battery History".utf8)) {
        // A bug report may hold several copies of each form; the first one counts.
        (isInside, sawHeading) = (long.rows == 0, true)
      } else if isInside, line.first == 32 || line.first == 9 {
        long.history(String(decoding: line, as: UTF8.self), number)
      } else if let first = line.first, first >= 65, first <= 90 {
        // The next section has a title; details of the processor may wrap to the line's beginning.
        isInside = false
      }
    }
    guard sawHeading else {
      throw InputError(
        file: file, line: 1, column: 1, message: "there is no battery history",
        remedy: "give the output of 'adb shell dumpsys batterystats' or of 'adb shell dumpsys batterystats --checkin'")
    }
    return try Self.recording(long, checkin)
  }

  /// One of the two forms: the one with more lines. The times of the checkin form are UTC; those of the other are the phone's.
  private static func recording(_ long: Work, _ checkin: Work) throws(InputError) -> ImportedRecording {
    var (long, checkin) = (long, checkin)
    guard long.rows > 1, checkin.rows > 1 else {
      let isLong = long.rows > 1
      var recording = isLong ? try long.finish() : try checkin.finish()
      if !(isLong ? long.hasClock : checkin.hasClock) {
        recording.notes.append("no line says the clock time; times count from the history's start")
      } else if isLong {
        recording.notes.append(
          "clock times are those of the phone, whose time zone the history does not tell; taken as UTC")
      }
      return recording
    }
    let zone = zone(long.stamps, checkin.stamps)
    if let zone { long.shift(by: -zone) }
    var recording = checkin.rows >= long.rows ? try checkin.finish() : try long.finish()
    let said = zone.map { ": the phone's clock is \(TimeText.offset(seconds: Int($0)))" } ?? ""
    recording.notes.append("the history is there as text and as checkin; one was read\(said)")
    return recording
  }

  /// Seconds ahead of UTC, where both forms write the same moments, to 2 s.
  private static func zone(_ local: [Double], _ utc: [Double]) -> Double? {
    ZoneSearch.shift { shift in
      let same = local.prefix(50).count { a in utc.prefix(50).contains { abs(a - $0 - shift) < 2 } }
      return same > 0 ? -Double(same) : nil
    }?.seconds
  }

  /// Seconds of `+1h02m03s004ms`; `nil` for what is no such time.
  static func offset(_ text: Substring) -> Double? {
    if text == "0" { return 0 }
    guard text.first == "+" else { return nil }
    var (milliseconds, digits) = (0.0, "")
    var rest = text.dropFirst()
    while let character = rest.popFirst() {
      if character.isASCII, character.isNumber {
        digits.append(character)
        guard digits.count <= 9 else { return nil }
        continue
      }
      guard let value = Double(digits) else { return nil }
      digits = ""
      switch character {
      case "d": milliseconds += value * 86_400_000
      case "h": milliseconds += value * 3_600_000
      case "m":
        if rest.first == "s" {
          rest.removeFirst()
          milliseconds += value
        } else {
          milliseconds += value * 60_000
        }
      case "s": milliseconds += value * 1_000
      default: return nil
      }
    }
    return digits.isEmpty && milliseconds < 1e11 ? milliseconds / 1_000 : nil
  }

  /// Follows the changes line by line.
  private struct Work {
    var recording: ImportedRecording
    let file: String
    var tally = RowTally()
    var rows = 0
    /// Seconds since 1970 of the history's zero; 0 until a line says the clock time.
    private var origin = 0.0
    private(set) var hasClock = false
    /// Clock times that lines say, in seconds since 1970.
    private(set) var stamps: [Double] = []
    /// Since the history's zero, in seconds.
    private var elapsed = 0.0
    private var clock = 0.0
    var level: Double?
    var voltage: Double?
    var isOnBattery = true
    var since: [String: Double] = [:]
    var chargingSince: Double?
    /// Of the readings of the charge on battery: seconds, mAh, volts; `nil` where the charger was between.
    var charges: [(time: Double, charge: Double, volts: Double)?] = []

    init(_ recording: ImportedRecording, file: String) {
      self.recording = recording
      self.file = file
    }

    mutating func skip(_ line: Int, _ what: String) {
      let fault = FilePlace(file, line, 1).error("the line has \(what)", remedy: "take the history again")
      tally.skip(what, line: line, error: fault)
    }

    // MARK: The long form

    mutating func history(_ line: String, _ number: Int) {
      let words = Self.words(line)
      guard let first = words.first, first == "0" || first.first == "+" else { return }
      rows += 1
      guard let offset = BatteryHistoryReader.offset(first[...]) else { return skip(number, "no valid time") }
      // `(2)` counts bytes.
      let rest = words.dropFirst().drop { $0.hasPrefix("(") }
      elapsed = max(elapsed, offset)
      if rest.first?.hasPrefix("RESET:TIME:") == true || rest.first?.hasPrefix("TIME:") == true {
        let text = rest.first?.split(separator: ":").last.map(String.init) ?? ""
        let stamp = text.count > 8 ? text : rest.dropFirst().first ?? ""
        guard let time = Self.wallClock(stamp) else { return skip(number, "no valid clock time") }
        return set(clock: time)
      }
      advance()
      guard let level = rest.first.flatMap({ Int($0) }) else { return skip(number, "no level") }
      guard (0...100).contains(level) else { return skip(number, "a level outside 0 to 100 %") }
      read(level: Double(level), number)
      for word in rest.dropFirst() { change(word, number) }
      settle(number)
    }

    /// Words of a line; names in quotes may hold blanks.
    static func words(_ line: String) -> [String] {
      var words: [String] = []
      var (word, isQuoted) = ("", false)
      for character in line {
        if character == "\"" { isQuoted.toggle() }
        if !isQuoted, character == " " || character == "\t" {
          if !word.isEmpty { words.append(word) }
          word = ""
        } else if word.count < 300 {
          word.append(character)
        }
      }
      if !word.isEmpty { words.append(word) }
      return words
    }

    /// `2026-01-31-01-44-02`, in the phone's own time zone.
    static func wallClock(_ text: String) -> Double? {
      let parts = text.split(separator: "-").map(String.init)
      guard parts.count == 6 else { return nil }
      return TimeText.iso8601("\(parts[0])-\(parts[1])-\(parts[2])T\(parts[3]):\(parts[4]):\(parts[5])Z").map {
        Double($0) * 1e-9
      }
    }

    // MARK: The checkin form

    mutating func checkin(_ line: String, _ number: Int) {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      guard let first = cells.first else { return }
      rows += 1
      let head = first.split(separator: ":", maxSplits: 1)
      guard let milliseconds = head.first.flatMap({ Double($0) }), milliseconds.isFinite,
        (0...1e11).contains(milliseconds)
      else { return skip(number, "no valid time") }
      elapsed += milliseconds / 1_000
      if head.count > 1 {
        if let stamp = head[1].split(separator: ":").last.flatMap({ Double($0) }), (0...5e12).contains(stamp) {
          set(clock: stamp / 1_000)
        }
        return
      }
      advance()
      for cell in cells.dropFirst() {
        let sign = cell.first == "+" || cell.first == "-" ? String(cell.prefix(1)) : ""
        let parts = cell.dropFirst(sign.count).split(separator: "=", maxSplits: 1)
        guard let key = parts.first, let name = BatteryHistoryReader.short[String(key)] else { continue }
        if name == "level" {
          guard parts.count > 1, let level = Double(parts[1]), (0...100).contains(level) else {
            skip(number, "a level outside 0 to 100 %")
            continue
          }
          read(level: level, number)
        } else if parts.count > 1 {
          let words = [
            "d": "discharging", "c": "charging", "f": "full", "n": "none", "a": "ac", "u": "usb", "w": "wireless",
          ]
          let value = String(parts[1])
          change("\(name)=\(name == "status" || name == "plug" ? words[value] ?? value : value)", number)
        } else if !sign.isEmpty {
          change(sign + name, number)
        }
      }
      settle(number)
    }

    // MARK: The clock

    /// A larger step (s) is a clock that was set after the start: what came before is moved, too.
    private static let largestStep = 7 * 86_400.0
    /// Smaller steps (s) are those of a clock that is kept right.
    private static let smallestStep = 600.0
    /// A clock that has not been set counts from 1970 or from the system's making; Android is from 2008.
    private static let android = 1_220_000_000.0

    /// Takes a clock time that a line says. Forward steps are time that the phone was off; backward ones are none of ours.
    private mutating func set(clock time: Double) {
      guard time > Self.android else { return }
      stamps.append(time)
      let step = time - elapsed - origin
      if !hasClock || abs(step) > Self.largestStep {
        shift(by: step)
      } else if step > Self.smallestStep {
        origin += step
      }
      hasClock = true
      advance()
    }

    private mutating func advance() { clock = max(clock, origin + elapsed) }

    mutating func shift(by seconds: Double) {
      origin += seconds
      clock += seconds
      since = since.mapValues { $0 + seconds }
      chargingSince = chargingSince.map { $0 + seconds }
      recording.readings = recording.readings.map {
        BatteryLevels.Reading(time: $0.time + seconds, percent: $0.percent, line: $0.line)
      }
      recording.states = recording.states.map {
        .init(state: $0.state, start: $0.start + seconds, end: $0.end + seconds)
      }
      recording.charging = recording.charging.map { $0.lowerBound + seconds...$0.upperBound + seconds }
      charges = charges.map { $0.map { ($0.time + seconds, $0.charge, $0.volts) } }
    }

    // MARK: Changes

    private var charge: Double?

    mutating func read(level: Double, _ number: Int) {
      if self.level != level, isOnBattery || self.level == nil {
        recording.readings.append(BatteryLevels.Reading(time: clock, percent: level, line: number))
      }
      self.level = level
    }

    mutating func change(_ word: String, _ number: Int) {
      if let sign = word.first, sign == "+" || sign == "-" {
        let state = String(word.dropFirst().prefix { $0 != "=" })
        guard BatteryHistoryReader.kept.contains(state) else { return }
        if sign == "+" {
          since[state] = since[state] ?? clock
        } else if let start = since.removeValue(forKey: state), clock > start {
          recording.states.append(.init(state: state, start: start, end: clock))
        }
        return
      }
      let parts = word.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { return }
      switch parts[0] {
      case "volt": voltage = Double(parts[1]).flatMap { (1_000...20_000).contains($0) ? $0 / 1_000 : nil } ?? voltage
      case "charge": charge = Double(parts[1]).flatMap { abs($0) < 1e6 ? $0 : nil }
      case "plug": plug(isIn: parts[1] != "none", number)
      case "status" where parts[1] == "charging": plug(isIn: true, number)
      default: break
      }
    }

    private mutating func plug(isIn: Bool, _ number: Int) {
      guard isIn == isOnBattery else { return }
      isOnBattery = !isIn
      if isIn {
        chargingSince = clock
        charges.append(nil)
      } else if let start = chargingSince {
        if clock > start { recording.charging.append(start...clock) }
        chargingSince = nil
        if let level { recording.readings.append(BatteryLevels.Reading(time: clock, percent: level, line: number)) }
      }
    }

    /// Notes the charge when a line has said one.
    mutating func settle(_ number: Int) {
      if let charge, let voltage, isOnBattery { charges.append((clock, charge, voltage)) }
      charge = nil
    }

    // MARK: The end

    mutating func finish() throws(InputError) -> ImportedRecording {
      try tally.check(RowPolicy(), kept: rows - tally.total, file: file, takesPolicy: false)
      guard rows > 1 else {
        throw InputError(
          file: file, message: "the battery history holds no lines",
          remedy: "take it before the phone is charged to full, which resets it")
      }
      for (state, start) in since.sorted(by: { $0.key < $1.key }) where clock > start {
        recording.states.append(.init(state: state, start: start, end: clock))
      }
      if let start = chargingSince, clock > start { recording.charging.append(start...clock) }
      if let level, let last = recording.readings.last, last.time < clock, isOnBattery {
        recording.readings.append(BatteryLevels.Reading(time: clock, percent: level, line: last.line))
      }
      recording.states.sort { ($0.start, $0.state, $0.end) < ($1.start, $1.state, $1.end) }
      recording.skipped = tally.rows
      recording.power = power()
      return recording
    }

    /// Stretches between readings of the charge that took enough for its whole mAh.
    private mutating func power() -> [ImportedRecording.PowerSpan] {
      let known = charges.compactMap { $0 }
      guard known.count > 1 else { return [] }
      // What is left falls on battery; what was taken rises.
      var (rises, falls) = (0.0, 0.0)
      for (a, b) in zip(charges, charges.dropFirst()) {
        guard let a, let b else { continue }
        if b.charge > a.charge { rises += b.charge - a.charge } else { falls += a.charge - b.charge }
      }
      let sign = rises > falls ? 1.0 : -1.0
      if sign > 0 { recording.notes.append("the charge counter counts what was taken, not what is left") }
      var spans: [ImportedRecording.PowerSpan] = []
      var (start, energy, taken): (Double?, Double, Double) = (nil, 0, 0)
      var before: (time: Double, charge: Double, volts: Double)?
      for reading in charges {
        guard let reading else {
          (start, before, energy, taken) = (nil, nil, 0, 0)
          continue
        }
        defer { before = reading }
        guard let previous = before else {
          (start, energy, taken) = (reading.time, 0, 0)
          continue
        }
        let charge = sign * (reading.charge - previous.charge)
        taken += charge
        energy += charge * 3.6 * (reading.volts + previous.volts) / 2
        guard let begin = start, reading.time > begin else { continue }
        if taken >= BatteryHistoryReader.leastCharge || reading.time - begin >= BatteryHistoryReader.longestStretch {
          // A counter that jumps up and down at different voltages comes to charge taken and energy gained.
          if taken >= 0, energy >= 0 {
            spans.append(.init(start: begin, end: reading.time, watts: energy / (reading.time - begin)))
          }
          (start, energy, taken) = (reading.time, 0, 0)
        }
      }
      return spans
    }
  }
}
