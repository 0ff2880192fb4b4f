import Core

/// A quantity that a drive log may have, with the headings under which apps write it.
enum DriveQuantity: String, CaseIterable, Sendable {
  case time, date
  case latitude = "lat"
  case longitude = "lon"
  case speed, accuracy, rsrp, rsrq, snr, downlink, uplink, access, cell, node, area, state
  case towerLatitude = "tower_lat"
  case towerLongitude = "tower_lon"
  case carrierToNoise = "cn0"
  case satellites

  /// Letters and digits of headings in lower case; those that come first are preferred.
  var aliases: [String] {
    switch self {
    case .time: PositionHeading.time.names
    case .date: PositionHeading.date.names
    case .latitude: PositionHeading.latitude.names
    case .longitude: PositionHeading.longitude.names
    case .speed: ["speed", "gpsspeed", "velocity"]
    case .accuracy: PositionHeading.accuracy.names
    case .rsrp:
      [
        "rsrp", "ltersrp", "servingrsrp", "ssrsrp", "nrssrsrp", "level", "signalstrength", "rxlev", "rscp", "dbm",
        "signal",
      ]
    case .rsrq: ["rsrq", "ltersrq", "servingrsrq", "ssrsrq", "qual", "quality"]
    case .snr: ["snr", "sinr", "rssnr", "ltesnr", "ltesinr", "sssinr"]
    case .downlink:
      [
        "dlbitrate", "downlink", "downlinkbitrate", "downlinkrate", "dlthroughput", "throughputdl", "dlrate",
        "downloadspeed", "downloadrate", "dlspeed", "rxrate", "testdownlink", "dl", "download", "down",
      ]
    case .uplink:
      [
        "ulbitrate", "uplink", "uplinkbitrate", "uplinkrate", "ulthroughput", "throughputul", "ulrate", "uploadspeed",
        "uploadrate", "ulspeed", "txrate", "testuplink", "ul", "upload", "up",
      ]
    case .access:
      [
        "networkmode", "networktech", "networktype", "technology", "tech", "rat", "radio", "radiotype", "mode",
        "access",
        "nettype", "networkgen",
      ]
    case .cell: ["rawcellid", "cgi", "ecgi", "eci", "cellid", "cid", "cell", "ci", "servingcell", "nci", "cellhex"]
    case .node: ["node", "enb", "enodeb", "enbid", "gnb", "gnbid", "rnc", "nodeid", "nodehex"]
    case .area: ["lac", "tac", "area", "lachex"]
    case .state: ["state", "datastate"]
    case .towerLatitude: ["towerlatitude", "towerlat", "celllat", "celllatitude", "sitelat"]
    case .towerLongitude: ["towerlongitude", "towerlon", "celllon", "celllong", "celllongitude", "sitelon"]
    case .carrierToNoise: ["cn0", "cn0dbhz", "avgcn0", "meancn0"]
    case .satellites: ["satellites", "sats", "numsats", "satellitesused", "satcount"]
    }
  }

  /// Units that headings and `--columns` may name, the one of the samples first; empty for words.
  var units: [UnitSymbol] {
    switch self {
    case .speed:
      [
        UnitSymbol("m/s", 1), UnitSymbol("km/h", 1 / 3.6), UnitSymbol("mph", 0.44704), UnitSymbol("kn", 1852.0 / 3600),
      ]
    case .accuracy: [UnitSymbol("m", 1), UnitSymbol("km", 1000), UnitSymbol("ft", 0.3048)]
    case .downlink, .uplink:
      [
        UnitSymbol("bit/s", 1), UnitSymbol("kbit/s", 1e3), UnitSymbol("Mbit/s", 1e6), UnitSymbol("Gbit/s", 1e9),
        UnitSymbol("B/s", 8), UnitSymbol("kB/s", 8e3), UnitSymbol("MB/s", 8e6),
      ]
    case .latitude, .longitude, .towerLatitude, .towerLongitude: [UnitSymbol("deg", 1)]
    case .rsrp: [UnitSymbol("dBm", 1)]
    case .rsrq, .snr: [UnitSymbol("dB", 1)]
    case .carrierToNoise: [UnitSymbol("dBHz", 1)]
    default: []
    }
  }

  /// What a phone can report; anything else stands for `not known`.
  var valid: ClosedRange<Double> {
    switch self {
    case .latitude, .towerLatitude: -90...90
    case .longitude, .towerLongitude: -180...180
    case .speed: 0...400
    case .accuracy: 0.001...1e6
    case .rsrp: -156 ... -25
    case .rsrq: -50...20
    case .snr: -40...60
    case .downlink, .uplink: 0...1e11
    case .carrierToNoise: 0.001...70
    case .satellites: 0...200
    default: -.greatestFiniteMagnitude ... .greatestFiniteMagnitude
    }
  }

  /// Units that are the usual ones where nothing names any; a number without such a unit is not guessed.
  var usualUnit: UnitSymbol? {
    switch self {
    case .speed, .downlink, .uplink: nil
    default: units.first
    }
  }

  /// The unit that a text names, in any of its spellings: `kbps`, `Mb/s`, `kmh`, `knots`.
  func unit(_ text: String) -> UnitSymbol? {
    let word = text.lowercased().filter { $0.isLetter }
    if self == .downlink || self == .uplink {
      // Capital B is bytes.
      let isBytes = text.contains("B") && !text.lowercased().contains("bit") && !text.lowercased().hasSuffix("bps")
      if isBytes, let found = units.first(where: { $0.symbol.filter(\.isLetter) == text.filter(\.isLetter) }) {
        return found
      }
      let spelled = [
        "bps": "bit/s", "bits": "bit/s", "bs": "bit/s", "kbps": "kbit/s", "kbits": "kbit/s", "kbs": "kbit/s",
        "mbps": "Mbit/s", "mbits": "Mbit/s", "mbs": "Mbit/s", "gbps": "Gbit/s", "gbits": "Gbit/s",
      ][word]
      return units.first { $0.symbol == spelled }
    }
    let spelled = [
      "kmh": "km/h", "kph": "km/h", "kmph": "km/h", "ms": "m/s", "mps": "m/s", "meterspersecond": "m/s", "mph": "mph",
      "kn": "kn", "kt": "kn", "kts": "kn", "knots": "kn", "meters": "m", "metres": "m", "feet": "ft", "degrees": "deg",
      "dbhz": "dBHz",
    ][word]
    return units.first { $0.symbol == spelled || $0.symbol.lowercased() == text.lowercased() }
  }
}

/// A quantity's column in a drive log that is being read.
struct DriveColumn {
  let quantity: DriveQuantity
  let index: Int
  /// As written.
  let heading: String
  /// `nil` where neither the heading nor the user names one.
  var unit: UnitSymbol?
}
