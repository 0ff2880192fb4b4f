/// What a log of satellites shows beside the positions: strength, number, and how long the first fix took.
///
/// - NMEA: GSV has the carrier-to-noise density of each satellite, GGA the number in use; times come from the RMC and GGA
///   around them.
/// - GnssLogger: `Status` rows, else `Raw` rows, by the columns that its comment lines name.
struct SatelliteReader {
  struct Epoch {
    let time: Double
    /// Mean of the four strongest in dB-Hz.
    let carrierToNoise: Double
    let count: Int
  }

  private(set) var epochs: [Epoch] = []
  /// The log's first record that has a time.
  private(set) var start: Double?
  private var open: (time: Double, levels: [Double])?

  private mutating func add(_ level: Double, at time: Double) {
    if start == nil { start = time }
    guard level > 0, level < 70 else { return }
    if open?.time != time {
      close()
      open = (time, [])
    }
    open?.levels.append(level)
  }

  private mutating func close() {
    guard let open, !open.levels.isEmpty else { return }
    let best = open.levels.sorted(by: >).prefix(4)
    epochs.append(
      Epoch(
        time: open.time, carrierToNoise: best.reduce(0, +) / Double(best.count), count: open.levels.count))
    self.open = nil
  }

  static func gnssLogger(_ bytes: [UInt8]) -> SatelliteReader {
    var (status, raw) = (SatelliteReader(), SatelliteReader())
    var columns: [String: (time: Int, level: Int)] = [:]
    for (_, line) in TextLines(bytes) {
      let isComment = line.first == UInt8(ascii: "#")
      guard isComment || line.starts(with: Array("Raw,".utf8)) || line.starts(with: Array("Status,".utf8)) else {
        continue
      }
      let text = String(decoding: line, as: UTF8.self)
      let cells = text.drop { $0 == "#" || $0 == " " }.split(separator: ",", omittingEmptySubsequences: false).map {
        $0.trimmingBlanks()
      }
      guard let kind = cells.first, kind == "Raw" || kind == "Status" else { continue }
      if isComment {
        let names = cells.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }
        let time = names.firstIndex { ["unixtimemillis", "utctimemillis", "utctimeinms"].contains($0) }
        if let time, let level = names.firstIndex(of: "cn0dbhz") { columns[kind] = (time, level) }
        continue
      }
      guard let places = columns[kind], places.time < cells.count, places.level < cells.count,
        let time = Double(cells[places.time]), let level = Double(cells[places.level]), time > 1e11, time < 1e13
      else { continue }
      // Records of one epoch lie a few milliseconds apart.
      let second = (time / 1000).rounded()
      if kind == "Status" { status.add(level, at: second) } else { raw.add(level, at: second) }
    }
    status.close()
    raw.close()
    return status.epochs.isEmpty ? raw : status
  }

  /// - Parameter times: of each line with a valid or invalid time, seconds since 1970.
  static func nmea(_ bytes: [UInt8], day: Double?) -> SatelliteReader {
    var reader = SatelliteReader()
    var now: Double?
    for (_, line) in TextLines(bytes) {
      guard let dollar = line.firstIndex(of: UInt8(ascii: "$")) else { continue }
      let body = line[dollar...].prefix { $0 != UInt8(ascii: "*") }
      let fields = String(decoding: body, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false)
      guard let type = fields.first?.suffix(3) else { continue }
      if type == "RMC" || type == "GGA", fields.count > 1, let day, let clock = TimeText.clock(digits: fields[1]) {
        var time = day + clock
        if let now, time < now - 43_200 { time += 86_400 }
        now = time
        if reader.start == nil { reader.start = time }
      } else if type == "GSV", let now {
        for index in stride(from: 7, to: fields.count, by: 4) {
          if let level = Double(fields[index]) { reader.add(level, at: now.rounded()) }
        }
      }
    }
    reader.close()
    return reader
  }
}
