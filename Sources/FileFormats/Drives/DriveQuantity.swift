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

  static let roles = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.role) })

  /// The columns of the identity of a cell, and those of times, are read by themselves.
  var isMeasured: Bool { ![.time, .date, .cell, .node, .area].contains(self) }

  /// A speed and a rate without a unit are not guessed; other numbers have the usual one. What a phone cannot report stands for
  /// `not known`.
  private var role: ColumnRole {
    func number(
      _ units: [UnitSymbol], _ valid: ClosedRange<Double>, isUsual: Bool = true
    ) -> ColumnRole {
      ColumnRole(
        rawValue, .number(units: units, valid: valid), aliases: names, isRequired: false,
        defaultUnit: isUsual ? units.first?.symbol : nil)
    }
    return switch self {
    case .time, .date: ColumnRole(rawValue, .time, aliases: names, isRequired: false)
    case .access, .cell, .node, .area, .state: ColumnRole(rawValue, .text, aliases: names, isRequired: false)
    case .latitude, .towerLatitude: number(UnitTable.angle, -90...90)
    case .longitude, .towerLongitude: number(UnitTable.angle, -180...180)
    case .speed: number(UnitTable.speed, 0...400, isUsual: false)
    case .accuracy: number(UnitTable.length, 0.001...1e6)
    case .rsrp: number(UnitTable.level, -156 ... -25)
    case .rsrq: number(UnitTable.ratio, -50...20)
    case .snr: number(UnitTable.ratio, -40...60)
    case .downlink, .uplink: number(UnitTable.rate, 0...1e11, isUsual: false)
    case .carrierToNoise: number(UnitTable.density, 0.001...70)
    case .satellites: number([], 0...200)
    }
  }

  /// Those that come first are preferred.
  private var names: [String] {
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
        "access", "nettype", "networkgen",
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
}

/// Cells that stand for `not known`.
enum Sentinel {
  private static let words: Set<String> = [
    "", "-", "--", "n/a", "na", "nan", "null", "none", "unknown", "2147483647", "2147483647.0", "-2147483648",
    "2147483648", "9223372036854775807", "inf", "infinity", "-inf",
  ]

  /// Of identities of cells.
  static let cells: Set<String> = ["0", "-1", "65535", "268435455", "2147483647", "FFFFFFF", "7FFFFFFF"]

  static func isMissing(_ text: String) -> Bool {
    words.contains(text) || (text.utf8.count < 12 && words.contains(text.lowercased()))
  }
}
