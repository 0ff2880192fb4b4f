/// The words under which recorders write a position and what belongs to it, as headings of tables and as keys of JSON.
enum PositionHeading: Int, CaseIterable, Sendable {
  case latitude, longitude, time, date, elevation, accuracy, battery

  /// As `key` writes them, the likeliest first.
  var names: [String] {
    switch self {
    case .latitude:
      [
        "latitude", "lat", "latitudedegrees", "gpslatitude", "gpslat", "locationlatitude", "positionlatitude",
        "positionlat", "latitudens", "latitud", "breitengrad", "breite",
      ]
    case .longitude:
      [
        "longitude", "lon", "lng", "long", "longitudedegrees", "gpslongitude", "gpslon", "gpslng", "locationlongitude",
        "positionlongitude", "positionlong", "positionlon",
        "longitudeew", "longitud", "längengrad", "länge", "laengengrad", "laenge",
      ]
    case .time:
      [
        "utctime", "timeutc", "timestamputc", "utctimestamp", "datetimeutc", "utcdatetime", "utc", "isotime", "iso8601",
        "fixtime", "gpstime", "gpstimestamp", "locationtime", "timestampms", "timestamp", "datetime", "dateandtime",
        "unixtime", "unixtimestamp", "unixtimemillis", "unix", "epoch", "epochtime", "epochms", "tst", "time",
        "recordedat",
        "createdat", "when", "devicetime", "localtime", "systemtime", "logtime", "servertime", "ts",
      ] + Self.elapsed + ["t", "uhrzeit", "zeit", "heure", "hora"]
    case .date: ["date", "utcdate", "dateutc", "gpsdate", "localdate", "day", "datum", "fecha"]
    case .elevation: ["elevation", "altitude", "ele", "alt", "height", "altitudemeters"]
    case .accuracy: ["horizontalaccuracy", "accuracy", "hacc", "acc", "gpsaccuracy", "accuracymeters"]
    case .battery: ["batterylevel", "battery", "batt", "batterypercent"]
    }
  }

  /// Headings of seconds since the start of a recording.
  static let elapsed = ["elapsed", "elapsedtime", "elapsedseconds", "secondselapsed", "seconds"]

  /// A heading's letters and digits in lower case.
  static func key(_ text: some StringProtocol) -> String {
    String(text.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}
