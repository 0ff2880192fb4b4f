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

/// The radio access that a drive log names for a row.
package enum DriveAccess: String, Sendable, Hashable, CaseIterable {
  case none
  case gsm = "2g"
  case umts, lte
  case nrNSA = "nr_nsa"
  case nrSA = "nr_sa"

  /// As reports call it.
  package var title: String {
    switch self {
    case .none: "no service"
    case .gsm: "2G"
    case .umts: "3G"
    case .lte: "LTE"
    case .nrNSA: "5G NSA"
    case .nrSA: "5G SA"
    }
  }

  /// Received powers in dBm that a phone can report: RXLEV (3GPP TS 45.008), RSCP (TS 25.133), RSRP (TS 36.133) and SS-RSRP
  /// (TS 38.133). The ends of Android's ranges, such as -24 dBm for 3G, stand for `not known`.
  var levels: ClosedRange<Double> {
    switch self {
    case .none: -156 ... -25
    case .gsm: -113 ... -48
    case .umts: -121 ... -25
    case .lte: -140 ... -43
    case .nrNSA, .nrSA: -156 ... -31
    }
  }

  /// The words of apps: G-NetTrack's `NetworkMode` and `NetworkTech`, Android's names of network types.
  ///
  /// 5G without `SA` is taken as non-standalone: the logs name the LTE anchor's cell beside it.
  init?(_ text: String) {
    let word = text.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "+" }
    guard !word.isEmpty else { return nil }
    if ["none", "noservice", "outofservice", "nosignal", "off", "emergency", "emergencyonly", "iwlan"].contains(word) {
      self = .none
    } else if word.contains("nsa") || word.contains("endc") {
      self = .nrNSA
    } else if word.contains("5gsa") || word.contains("nrsa") || word == "sa" {
      self = .nrSA
    } else if word.hasPrefix("5g") || word.hasPrefix("nr") {
      self = .nrNSA
    } else if word.hasPrefix("lte") || word.hasPrefix("4g") {
      self = .lte
    } else if word.contains("hs") || word.contains("umts") || word.contains("wcdma") || word.hasPrefix("3g") {
      self = .umts
    } else if ["gsm", "gprs", "edge", "2g", "egprs"].contains(word) {
      self = .gsm
    } else {
      return nil
    }
  }
}

/// How far along the way each sample of a drive lies.
///
/// Positions of a phone at rest scatter by some metres: the way goes on once a position lies 10 m from where it last did.
/// Positions that no vehicle could have reached (more than 100 m/s) are passed over.
package struct DrivePath: Sendable {
  static let step = 10.0
  static let topSpeed = 100.0

  /// Metres since the start, for each sample.
  package let distances: [Double]
  /// Of the samples whose positions were passed over.
  package let outliers: Set<Int>

  package var length: Double { distances.last ?? 0 }

  /// - Parameter samples: in order of time.
  package init(_ samples: [DriveSample]) {
    var distances: [Double] = []
    distances.reserveCapacity(samples.count)
    var outliers: Set<Int> = []
    var total = 0.0
    var anchor: (place: EarthVector, time: Double)?
    var last: (place: EarthVector, time: Double)?
    var strays = 0
    for (index, sample) in samples.enumerated() {
      if let place = sample.position?.earthVector() {
        if let before = last, strays < 5,
          before.place.distance(to: place) > 200 + Self.topSpeed * (sample.time - before.time)
        {
          outliers.insert(index)
          // Several in a row are where the phone is; the ones before were wrong.
          strays += 1
        } else {
          strays = 0
          last = (place, sample.time)
          if let from = anchor {
            let gap = from.place.distance(to: place)
            if gap >= Self.step {
              total += gap
              anchor = (place, sample.time)
            }
          } else {
            anchor = (place, sample.time)
          }
        }
      }
      distances.append(total)
    }
    self.distances = distances
    self.outliers = outliers
  }
}
