import DeviceModel
import Core

/// Reads the statistics of `adb shell dumpsys location`: between `GNSS_KPI_START` and `GNSS_KPI_END`, and the power metrics
/// that follow; and the energies since the start of the phone under `Last Power Stats:`. Source: the Android Open Source Project,
/// `GnssMetrics.java`, `GnssPowerStats.java` (its first energy follows the time without a break of line) and `GnssPowerStats.aidl`.
enum GNSSDumpReader {
  private static let lines: [(text: String, name: String, unit: String, key: String?)] = [
    ("Number of location reports", "location reports", "", nil),
    ("Percentage location failure", "location failures", "%", nil),
    ("Number of TTFF reports", "first fixes", "", nil),
    ("TTFF mean (sec)", "time to first fix, mean", "s", "gnss.ttff"),
    ("TTFF standard deviation (sec)", "time to first fix, deviation", "s", "gnss.ttff"),
    ("Position accuracy mean (m)", "reported radius, mean", "m", "error.gnss"),
    ("Position accuracy standard deviation (m)", "reported radius, deviation", "m", nil),
    ("Top 4 Avg CN0 mean (dB-Hz)", "signal of the four best satellites, mean", "dB-Hz", nil),
    ("Top 4 Avg CN0 standard deviation (dB-Hz)", "signal of the four best satellites, deviation", "dB-Hz", nil),
    ("Time on battery (min)", "time on battery", "min", nil),
    (strongTime, "time with satellites of 20 dB-Hz and more", "min", nil),
    (weakTime, "time with weaker satellites", "min", nil),
    ("Energy consumed while on battery (mAh)", "charge taken by the receiver", "mAh", "gnss.tracking_strong"),
  ]

  private static let strongTime = "Amount of time (while on battery) Top 4 Avg CN0 > 20.0 dB-Hz (min)"
  private static let weakTime = "Amount of time (while on battery) Top 4 Avg CN0 <= 20.0 dB-Hz (min)"

  private static let energies: [(text: String, name: String)] = [
    ("total power", "energy of the receiver"), ("single-band tracking power", "energy, tracking one band"),
    ("multi-band tracking power", "energy, tracking several bands"),
    ("single-band acquisition power", "energy, acquiring one band"),
    ("multi-band acquisition power", "energy, acquiring several bands"),
  ]

  /// What a dump has that holds anything to read.
  static let beginnings = ["GNSS_KPI_START", "Last Power Stats:"]

  static func read(bytes: [UInt8], file: String) throws(InputError) -> ImportedRecording {
    let (text, note) = TextEncoding.utf8(bytes)
    var recording = ImportedRecording(
      bytes, file: file, format: "Android location statistics", system: .android, note: note)
    var (isInside, isPower, seconds) = (false, false, Double?.none)
    var powers: [ImportedRecording.Fact] = []
    for (_, line) in TextLines(text) {
      let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if words.contains("GNSS_KPI_START") { isInside = recording.facts.isEmpty }
      if isPower {
        seconds = seconds ?? time(words)
        if let fact = energy(words) { powers.append(fact) } else { isPower = false }
      } else if powers.isEmpty {
        isPower = words == "Last Power Stats:"
      }
      guard isInside, let colon = words.lastIndex(of: ":"),
        let known = lines.first(where: { words[..<colon] == $0.text }),
        let value = Double(words[words.index(after: colon)...].drop { $0 == " " }), value.isFinite
      else { continue }
      recording.facts.append(.init(name: known.name, value: value, unit: known.unit, key: known.key))
    }
    recording.facts += receiverCurrent(recording.facts)
    recording.facts += powers
    if let seconds, let total = powers.first(where: { $0.name == energies[0].name }) {
      recording.facts.append(.init(name: "time since the phone started", value: seconds / 3600, unit: "h"))
      recording.facts.append(
        .init(name: "receiver, mean over this time", value: total.value / seconds * 1e3, unit: "mW"))
    }
    guard !recording.facts.isEmpty else {
      throw InputError(
        file: file, line: 1, column: 1, message: "there are no statistics of satellites",
        remedy: "give the output of 'adb shell dumpsys location', after some fixes outdoors")
    }
    return recording
  }

  /// What the receiver drew while it was on: its charge over its minutes, of a profile's `gps.on` or `gps.signalqualitybased`.
  private static func receiverCurrent(_ facts: [ImportedRecording.Fact]) -> [ImportedRecording.Fact] {
    func value(_ text: String) -> Double? {
      let name = lines.first { $0.text == text }?.name
      return facts.first { $0.name == name }?.value
    }
    let minutes = (value(strongTime) ?? 0) + (value(weakTime) ?? 0)
    guard minutes > 0, let charge = value("Energy consumed while on battery (mAh)"), charge > 0 else { return [] }
    return [
      .init(
        name: "current of the receiver while on", value: charge * 60 / minutes, unit: "mA", key: "gnss.tracking_strong")
    ]
  }

  /// A line that ends such as `single-band tracking power: 1234.5mJ`, in joules.
  private static func energy(_ words: String) -> ImportedRecording.Fact? {
    guard words.hasSuffix("mJ"), let colon = words.lastIndex(of: ":"),
      let value = Double(words[words.index(after: colon)...].dropLast(2).drop { $0 == " " }), value.isFinite, value >= 0
    else { return nil }
    let text = words[..<colon]
    var name = energies.first { text.hasSuffix($0.text) }?.name
    if name == nil, text.hasSuffix("] power"), let bracket = text.lastIndex(of: "[") {
      name = "energy, other mode \(text[bracket...].dropLast(6))"
    }
    return name.map { .init(name: $0, value: value / 1e3, unit: "J") }
  }

  /// Seconds, of a line that begins such as `time: 7200000 (3 ms ago)`.
  private static func time(_ words: String) -> Double? {
    guard words.hasPrefix("time: "), let time = Double(words.dropFirst(6).prefix { $0.isNumber }), time > 0 else {
      return nil
    }
    return time / 1e3
  }
}
