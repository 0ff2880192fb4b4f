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
    try? GnssLogRow.each(["Raw", "Status"], of: bytes) { row throws(InputError) in
      guard let time = row.number("unixtimemillis", "utctimemillis", "utctimeinms"), time > 1e11, time < 1e13,
        let level = row.number("cn0dbhz")
      else { return }
      // Records of one epoch lie a few milliseconds apart.
      let second = (time / 1000).rounded()
      if row.kind == "Status" { status.add(level, at: second) } else { raw.add(level, at: second) }
    }
    status.close()
    raw.close()
    return status.epochs.isEmpty ? raw : status
  }

  /// - Parameter times: of each line with a valid or invalid time, seconds since 1970.
  static func nmea(_ bytes: [UInt8], day: Double?) -> SatelliteReader {
    var reader = SatelliteReader()
    var now: Double?
    for sentence in NMEASentence.all(["RMC", "GGA", "GSV"], of: bytes) {
      let fields = sentence.fields
      if sentence.type != "GSV", let day, let clock = sentence.clock {
        var time = day + clock
        if let now, time < now - 43_200 { time += 86_400 }
        now = time
        if reader.start == nil { reader.start = time }
      } else if sentence.type == "GSV", let now {
        for index in stride(from: 7, to: fields.count, by: 4) {
          if let level = Double(fields[index]) { reader.add(level, at: now.rounded()) }
        }
      }
    }
    reader.close()
    return reader
  }
}
