import Core

/// The words under which recorders write a position and what belongs to it, as headings of tables and as keys of JSON.
enum PositionHeading: Int, CaseIterable, Sendable {
  case latitude, longitude, time, date, elevation, accuracy, battery, speed

  /// As `key` writes them, the likeliest first.
  var names: [String] {
    switch self {
    case .latitude:
      [
        "latitude", "lat", "latitudedegrees", "gpslatitude", "gpslat", "locationlatitude", "positionlatitude",
        "positionlat", "locationlat", "currentlatitude", "latitudens", "latitud", "breitengrad", "breite", "latitudine",
        "breedtegraad",
        "szerokość", "szerokośćgeograficzna", "широта", "纬度", "緯度",
      ]
    case .longitude:
      [
        "longitude", "lon", "lng", "long", "longitudedegrees", "gpslongitude", "gpslon", "gpslng", "locationlongitude",
        "positionlongitude", "positionlong", "positionlon",
        "locationlong", "locationlon", "locationlng", "currentlongitude", "longitudeew", "longitud", "längengrad",
        "länge", "laengengrad",
        "laenge", "longitudine", "lengtegraad", "długość", "długośćgeograficzna", "долгота", "经度", "経度", "經度",
      ]
    case .time:
      [
        "utctime", "timeutc", "timestamputc", "utctimestamp", "datetimeutc", "utcdatetime", "utc", "isotime", "iso8601",
        "fixtime", "gpstime", "gpstimestamp", "locationtime", "locationtimestampsince1970", "timestampms", "timestamp",
        "datetime", "dateandtime",
        "timestampepoch", "unixtime", "unixtimestamp", "unixtimemillis", "unix", "epoch", "epochtime", "epochms", "tst",
        "time",
        "recordedat",
        "createdat", "when", "devicetime", "localtime", "systemtime", "logtime", "servertime", "ts", "basedatetime",
        "loggingtime", "starttime", "firstseen", "lcltime", "utct", "lastchanged", "lastupdated", "appleepoch",
        "gpsepoch", "lu", "lc",
      ] + Self.elapsed + ["t"] + Self.timeWords
    case .date:
      [
        "date", "utcdate", "dateutc", "gpsdate", "localdate", "lcldate", "utcd", "day", "datum", "fecha", "дата", "日期",
        "日付",
      ]
    case .elevation: ["elevation", "altitude", "ele", "alt", "height", "altitudemeters"]
    case .accuracy:
      [
        "horizontalaccuracy", "locationhorizontalaccuracy", "accuracy", "hacc", "acc", "gpsaccuracy",
        "locationaccuracy", "accuracymeters",
      ]
    case .battery: ["batterylevel", "battery", "batt", "batterypercent"]
    case .speed: ["speed", "locationspeed", "gpsspeed", "velocity"]
    }
  }

  /// `names`, and Italian, Polish and Portuguese words that mean something else elsewhere.
  var tableNames: [String] { self == .date ? names + ["data"] : names }

  /// Headings of times in other languages.
  static let timeWords = [
    "uhrzeit", "zeit", "heure", "hora", "zeitstempel", "horodatage", "datahora", "dataora", "ora", "tijd",
    "tijdstip", "czas", "datumzeit", "datumuhrzeit", "dateheure", "fechahora", "время", "датаивремя", "时间", "時間",
    "時刻", "日時",
  ]

  /// Headings of seconds since the start of a recording.
  static let elapsed = ["elapsed", "elapsedtime", "elapsedseconds", "secondselapsed", "seconds"]

  private static let roles = allCases.map { column -> ColumnRole in
    let units: [UnitSymbol]? =
      switch column {
      case .latitude, .longitude: UnitTable.angle
      case .time, .date: nil
      case .elevation, .accuracy: UnitTable.length
      case .battery: UnitTable.percent
      case .speed: UnitTable.speed
      }
    // The speed of a heading that names no unit is not guessed.
    return ColumnRole(
      "\(column)", units.map { .number(units: $0, valid: anything) } ?? .time, aliases: column.tableNames,
      isRequired: false, defaultUnit: column == .speed ? nil : units?.first?.symbol)
  }

  private static let anything = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude

  var role: ColumnRole { Self.roles[rawValue] }
}
