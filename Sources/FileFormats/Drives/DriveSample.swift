package import World

/// What a drive log says of one second. Every quantity is `nil` where the log does not know it.
package struct DriveSample: Sendable, Hashable {
  /// Seconds since 1970; of the log's local time where it names no zone.
  package var time: Double
  package var position: GeodeticPosition?
  /// In m/s.
  package var speed: Double?
  /// The reported radius in metres.
  package var accuracy: Double?
  /// Received power of the serving cell in dBm: RSRP, RSCP on 3G.
  package var rsrp: Double?
  /// In dB.
  package var rsrq: Double?
  /// In dB.
  package var snr: Double?
  /// In bit/s.
  package var downlink: Double?
  /// In bit/s.
  package var uplink: Double?
  package var access: DriveAccess?
  /// Identity of the serving cell.
  package var cell: String?
  /// Whether the app says that no data flow.
  package var isIdle: Bool?
  /// Where the serving cell's tower stands, where the log says.
  package var tower: GeodeticPosition?
  /// Mean carrier-to-noise density of the four strongest satellites in dB-Hz.
  package var carrierToNoise: Double?
  /// Satellites in the fix, or heard where that is not told.
  package var satellites: Int?
  /// The file's line, counted from 1.
  package var line: Int

  package init(time: Double, line: Int) {
    self.time = time
    self.line = line
  }

  /// Several rows of one time as one: numbers are averaged, the last name holds.
  static func merged(_ rows: ArraySlice<DriveSample>) -> DriveSample {
    guard let first = rows.first, rows.count > 1 else { return rows.first ?? DriveSample(time: 0, line: 0) }
    var result = first
    func mean(_ key: KeyPath<DriveSample, Double?>) -> Double? {
      let values = rows.compactMap { $0[keyPath: key] }
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
    for key in [\DriveSample.speed, \.accuracy, \.rsrp, \.rsrq, \.snr, \.downlink, \.uplink, \.carrierToNoise] {
      result[keyPath: key] = mean(key)
    }
    for row in rows.dropFirst() {
      result.position = row.position ?? result.position
      result.access = row.access ?? result.access
      result.cell = row.cell ?? result.cell
      result.tower = row.tower ?? result.tower
      result.satellites = row.satellites ?? result.satellites
      // One row with traffic makes a second with traffic.
      if let idle = row.isIdle { result.isIdle = idle && (result.isIdle ?? true) }
    }
    return result
  }
}
