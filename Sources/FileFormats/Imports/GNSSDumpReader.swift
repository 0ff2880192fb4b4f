import DeviceModel
import Quantities

/// Reads the statistics of `adb shell dumpsys location`: between `GNSS_KPI_START` and `GNSS_KPI_END`, and the power metrics
/// that follow. Source: the Android Open Source Project, `GnssMetrics.java`.
enum GNSSDumpReader {
  static let format = "Android location statistics"

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
    ("Energy consumed while on battery (mAh)", "charge taken by the receiver", "mAh", "gnss.tracking_strong"),
  ]

  static func read(bytes: [UInt8], file: String) throws(InputError) -> ImportedRecording {
    let (text, note) = TextEncoding.utf8(bytes)
    var recording = ImportedRecording(file: file, digest: SHA256.hexadecimal(of: bytes), format: format)
    recording.system = .android
    if let note { recording.notes.append(note) }
    var isInside = false
    for (_, line) in TextLines(text) {
      let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if words.contains("GNSS_KPI_START") { isInside = recording.facts.isEmpty }
      guard isInside, let colon = words.lastIndex(of: ":"),
        let known = lines.first(where: { words[..<colon] == $0.text }),
        let value = Double(words[words.index(after: colon)...].drop { $0 == " " }), value.isFinite
      else { continue }
      recording.facts.append(.init(name: known.name, value: value, unit: known.unit, key: known.key))
    }
    guard !recording.facts.isEmpty else {
      throw InputError(
        file: file, line: 1, column: 1, message: "there are no statistics of satellites",
        remedy: "give the output of 'adb shell dumpsys location', after some fixes outdoors")
    }
    return recording
  }
}
