import Foundation

/// Small valid files of the formats that neither the catalogue nor the examples have.
enum SeedFiles {
  static let gpx = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="a" xmlns="http://www.topografix.com/GPX/1/1"><metadata><name>b</name></metadata>
    <trk><name>Café &amp; c</name><trkseg>
    <trkpt lat="52.5" lon="13.25"><ele>34.5</ele><time>2020-01-01T10:00:00.5Z</time></trkpt>
    <trkpt lat="52.5001" lon="13.2503"><time>2020-01-01T10:00:07+01:00</time></trkpt>
    <trkpt lat="52.5003" lon="13.2509"><time>2020-01-01T10:01:00+01:00</time></trkpt>
    </trkseg></trk></gpx>

    """
  static let kml = """
    <?xml version="1.0" encoding="ISO-8859-1"?>
    <kml xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><Placemark><gx:Track>
    <when>2020-01-01T00:00:00Z</when><when>2020-01-01T00:00:09Z</when>
    <gx:coord>13.25 52.5 30</gx:coord><gx:coord>13.26 52.51 31</gx:coord>
    <ExtendedData><SchemaData><gx:SimpleArrayData name="accuracy"><gx:value>5</gx:value><gx:value>7</gx:value>
    </gx:SimpleArrayData></SchemaData></ExtendedData></gx:Track></Placemark></Document></kml>

    """
  /// Tracks in the formats that only recorders write.
  static let tracks = [
    kml,
    """
    <kml><Document><name>d</name><Placemark><TimeStamp><when>2020-01-01T00:00:00Z</when></TimeStamp><Point>
    <coordinates>13.25,52.5,30</coordinates></Point></Placemark><Placemark><TimeSpan><begin>2020-01-01T00:01:00Z</begin>
    <end>2020-01-01T00:09:00+01:00</end></TimeSpan><LineString><coordinates>13.25,52.5 13.26,52.51,3 13.27,52.52
    </coordinates></LineString></Placemark></Document></kml>

    """,
    """
    <?xml version="1.0"?><TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap><Track>
    <Trackpoint><Time>2020-01-01T10:00:00Z</Time><Position><LatitudeDegrees>52.5</LatitudeDegrees>
    <LongitudeDegrees>13.25</LongitudeDegrees></Position><AltitudeMeters>3.1</AltitudeMeters></Trackpoint>
    <Trackpoint><Time>2020-01-01T10:00:03Z</Time><Position><LatitudeDegrees>52.5001</LatitudeDegrees>
    <LongitudeDegrees>13.2501</LongitudeDegrees></Position></Trackpoint>
    </Track></Lap></Activity></Activities></TrainingCenterDatabase>

    """,
    """
    {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": "a", "coordTimes":
    ["2020-01-01T10:00:00Z", "2020-01-01T10:00:09.5Z", 1577872815000]}, "geometry": {"type": "LineString", "coordinates":
    [[13.25, 52.5, 3], [13.2501, 52.5001], [13.2502, 52.5002]]}}]}

    """,
    """
    {"locations": [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [13.25, 52.5]}, "properties":
    {"timestamp": "2020-01-01T08:00:00-0700", "battery_level": 0.93, "horizontal_accuracy": 5, "motion": ["driving"]}},
    {"type": "Feature", "geometry": {"type": "Point", "coordinates": [13.2501, 52.5]}, "properties":
    {"timestamp": "2020-01-01T08:00:07-0700", "battery_level": -1}}], "current": {"lat": 1}, "trip": null}

    """,
    """
    {"_type":"location","lat":52.5,"lon":13.25,"tst":1577872800,"acc":11,"batt":77,"vel":36}
    {"_type":"transition","tst":1577872805}
    {"_type":"location","lat":52.5001,"lon":13.25,"tst":1577872807}

    """,
    """
    2020-01-01T10:00:00Z\t*                 \t{"_type":"location","lat":52.5,"lon":13.25,"tst":1577872800}
    2020-01-01T10:00:09Z\t*                 \t{"_type":"location","lat":52.5,"lon":13.2501,"tst":1577872809}

    """,
    """
    {"semanticSegments": [{"startTime": "2020-01-01T10:00:00.000+01:00", "timelinePath": [{"point": "52.5°, 13.25°",
    "time": "2020-01-01T10:00:00.000+01:00"}, {"point": "geo:52.501,13.25", "durationMinutesOffsetFromStartTime": "7"}]}],
    "locations": [{"latitudeE7": 525000000, "longitudeE7": 132500000, "timestampMs": "1577872800000"}]}

    """,
    """
    Date;Time;Latitude;Longitude;Altitude
    31/12/2019;17:05:21;52,5;13,25;34
    31/12/2019;17:05:27;52,5001;13,2501;

    """,
    "lat,lon,ele\n52.5,13.25,3\n52.6,13.25,\n52.6,13.27,4\n",
  ]
  /// Those that are no logs of phones.
  static let recorders = [
    """
    AXXX001
    HFDTEDATE:010120,01
    I013637LAD
    B2359505230000N01315000EA000300003112
    B0000075230018N01315024EV-001200000

    """,
    """
    OziExplorer Track Point File Version 2.1
    WGS 84
    Altitude is in Feet
    Reserved 3
    0,2,255,a walk,0,0,2,8421376
    2
      52.500000,  13.250000,1,    98.4,43831.4166667, 01-Jan-20, 10:00:00
      52.500300,  13.250400,0,  -777.0,43831.4167477, 01-Jan-20, 10:00:07

    """,
    "Time,Latitude,Longitude\n43831.4166667,52°30'N,13.25\n43831.4167477,5230.018N,13.2504\n",
    "$GPGLL,5230.0000,N,01315.0000,E,100000.00,A,A\n$GPGNS,100007.00,5230.0180,N,01315.0240,E,AN,8,1.0,,,,\n",
  ]
  /// Logs of phones.
  static let imports =
    [
      """
      Battery History (0% used, 1 used of 512KB, 1 strings using 1):
                          0 (10) RESET:TIME: 2026-01-31-01-44-02
                          0 (2) 100 status=discharging plug=none volt=4000 charge=3000 +running top=1000:"a b"
                   +10s000ms (2) 100 +gps +screen
                +10m00s000ms (2) 099 volt=3900 charge=2950 -gps
                +30m00s000ms (2) 098 plug=usb status=charging
                +40m00s000ms (2) 099 plug=none status=discharging charge=2990 -screen
                +50m00s000ms (2) 098 charge=2970

      """,
      """
      9,0,i,vers,36,220,UP1A.1,UP1A.1
      9,h,0:RESET:TIME:1769823842000
      9,h,0,Bl=100,Bs=d,Bp=n,Bv=4000,Bcc=3000,+r
      9,h,10000,+g,+S
      9,h,590000,Bl=99,Bv=3900,Bcc=2950,-g

      """,
      """
      timestamp,current_now,voltage_now,level,is_charging
      1577872800000,-350000,3900000,80,0
      1577872860000,-250000,3900000,79,0
      1577872920000,900000,4100000,79,1

      """,
      """
      GNSS_KPI_START
        Number of location reports: 1234
        TTFF mean (sec): 12.75
      GNSS_KPI_END
        Last Power Stats:
          time: 7200000 (35 ms ago)total power: 1.08E7mJ
          other mode [3] power: 12.5mJ

      """,
      "unix_s,accumulated_system_load_mWs,current_mA,voltage_mV,level_percent,is_charging\n1577872800,5,-9,3800,50,0\n"
        + "1577873100,90000,-9,3800,49,0\n",
      """
      {"context": {"build": {"brand": "a", "model": "b"}}, "benchmarks": [{"name": "track[gps]", "totalRunTimeNs": 60000000000,
      "metrics": {"energyTotalUws": {"minimum": 1.6e6, "maximum": 1.9e6, "median": 1.75e6, "runs": [1.9e6, 1.6e6]},
      "powerTotalUw": {"minimum": 380, "maximum": 400, "median": 390, "runs": [380.0, 400.0]},
      "batteryDiffMah": {"runs": [2.0, -1.0]}}}]}

      """,
    ] + Array(tracks.suffix(6))
  /// A zip archive with one stored file: a bug report's beginning.
  static let zip: [UInt8] = {
    let name = Array("bugreport-a.txt".utf8)
    let text = Array("== dumpstate: 2026\n\(imports[0])".utf8)
    func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
    let sizes = number(0, 4) + number(text.count, 4) + number(text.count, 4)
    let local: [UInt8] =
      [0x50, 0x4B, 3, 4] + number(20, 2) + number(0, 8) + sizes + number(name.count, 2) + number(0, 2)
    let data = local + name + text
    let middle: [UInt8] = [0x50, 0x4B, 1, 2] + number(20, 2) + number(20, 2) + number(0, 8) + sizes
    let entry = middle + number(name.count, 2) + number(0, 12) + number(0, 4) + name
    let end: [UInt8] = [0x50, 0x4B, 5, 6] + number(0, 4) + number(1, 2) + number(1, 2)
    return data + entry + end + number(entry.count, 4) + number(data.count, 4) + number(0, 2)
  }()
  /// A powerlog with six rows of its battery's table.
  static let powerlog: [UInt8] = {
    let text =
      "U1FMaXRlIGZvcm1hdCAzAAIAAQEAQCAgAAAAAgAAAAIAAAAAAAAAAAAAAAEAAAAEAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAACAC5jAQ0AAAABAQUAAQUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAgXgBBxdVVQGCU3RhYmxlUExCYXR0ZXJ5QWdlbnRfRXZlbnRCYWNrd2FyZF9CYXR0ZXJ5UExCYXR0ZXJ5QWdl"
      + "bnRfRXZlbnRCYWNrd2FyZF9CYXR0ZXJ5AkNSRUFURSBUQUJMRSBQTEJhdHRlcnlBZ2VudF9FdmVudEJhY2t3YXJkX0JhdHRlcnkoSUQgSU5U"
      + "RUdFUiBQUklNQVJZIEtFWSwgdGltZXN0YW1wIFJFQUwsIExldmVsIFJFQUwsIEluc3RhbnRBbXBlcmFnZSBJTlRFR0VSLCBWb2x0YWdlIElO"
      + "VEVHRVIsIElzQ2hhcmdpbmcgSU5URUdFUikNAAAABgF8AAHqAdQBvgGoAZIBfAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "ABQGBwAHAQICCEHXgtXHIAAAS/9lDzwUBQcABwECAghB14LVfCAAAEz/Zg88FAQHAAcBAgIIQdeC1TEgAABN/2cPPBQDBwAHAQICCEHXgtTm"
      + "IAAATv9oDzwUAgcABwECAghB14LUmyAAAE//aQ88FAEHAAcBAgIIQdeC1FAgAABQ/2oPPA=="
    return Data(base64Encoded: text).map { Array($0) } ?? []
  }()
  /// A trace with two rails, three readings of the battery, and a packed packet.
  static let perfetto: [UInt8] = {
    let text =
      "ChsyGQoJCAYQgKCUpY0dCgwIARCAgMSj9LOTyBgKSUCAoJSljR3CAj8KEQgAEghMMlNfR05TUxoDR1BTChAIARIHUzJNX0NQVRoDQ1BVEgsI"
      + "ABDAhD0YwJaxAhILCAEQwIQ9GMCfqwMKJECA6MPFsh3CAhoSCwgAENDSPRjAxPUCEgsIARDQ0j0YwLGfBQokQICglKWNHbICGgjAjbcBFQAA"
      + "oEIYwOXz////////ATjghO4BCiRAgNCx5+wesgIaCLvztgEVAACgQhjw3vD///////8BOOCE7gEKUJIDTXic41JxaNjw+el12UNMUkLcHAwC"
      + "DxbYSRyYv5oZyGGEcHbNZOMCqmo4v/KMwiYmKY4vl7YxijIwzHOS+HDvw38wYLR40PKOEQBaiiD8"
    return Data(base64Encoded: text).map { Array($0) } ?? []
  }()
  static let nmea = """
    $GPRMC,092725.00,A,4717.11399,N,00833.91590,E,0.004,77.52,091202,,,A*57
    $GPGGA,092725.00,4717.11399,N,00833.91590,E,1,8,1.01,499.6,M,48.0,M,,0*5B
    $GPGGA,092726.00,4717.11399,N,00833.91590,E,0,8,1.01,499.6,M,48.0,M,,0*59

    """
  static let gnssLogger = """
    # Version: v2.0.0.1
    # Fix,Provider,Latitude,Longitude,Altitude,Speed,Accuracy,(UTC)TimeInMs
    Fix,gps,52.5,13.25,40.1,0.3,3.9,1577872800000
    Raw,1,2
    Fix,network,52.501,13.251,40.1,,31,1577872807000

    """
  static let fixes = """
    unix_s,latitude_deg,longitude_deg,horizontal_accuracy_m,speed_m_per_s,provider
    1577872800,52.5,13.25,5,1.2,gps
    1577872801.5,52.5001,13.2501,-1,-1,"a ""b"" c"

    """
  static let drive = """
    Timestamp,Longitude,Latitude,Speed,Operatorname,CellID,NetworkMode,RSRP,SNR,DL_bitrate,UL_bitrate,State,RAWCELLID
    2019.12.16_12.27.05,-8.388209,51.935592,36,B,12,5G,-100,5.0,30,8,D,11016972
    2019.12.16_12.27.06,-8.388363,51.93558,36,B,12,HSPA+,-98,-,3000,2147483647,I,11016973
    2019.12.16_12.27.06,0,0,36,B,12,LTE,-96,7.5,5000,90,D,-

    """
  static let power = """
    Time (s),Main Avg Current (mA),Main Avg Voltage (V),state
    0,12.1,3.81,idle
    0.0002,412,3.79,busy
    0.0004,13,3.8,idle

    """
  static let joulescope = "#time,current,voltage,power\n0,0.012,3.8,0.0456\n0.001,0.4,3.7,1.48\n"
  static let battery = """
    unix_s,level_pct,phone,timeline
    1577872800,97,one,a
    1577880000,93.5,one,a

    """
  static let geojson = """
    {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"leg": "a", "role": "route_coords",
    "mode": "car", "name": "Caf\\u00e9 \\ud83d\\ude00"}, "geometry": {"type": "MultiLineString", "coordinates":
    [[[13.25, 52.5], [13.26, 52.51]], [[-0.5, 0.25], [1e-3, 0]]]}}, {"type": "Feature", "geometry": null}]}

    """
  static let budgets = """
    baseline: base.json
    defaults: {scenarios: [commute], devices: [modern-phone], seeds: 4}
    budgets:
      - name: background
        strategies: [significant-change]
        limits:
          - {metric: drain_percent_per_hour, max: 3}
          - metric: energy_J
            max_increase: {percent: 5, absolute: 21}
            level: warn
            decide_on: ci_upper
            waiver: {owner: Ada, reason: "old chip", expires: "2026-12-31"}

    """
  static let sweep = """
    scenarios: [commute]
    devices: [modern-phone]
    networks: [lte, nr-sa]
    strategies: [distance-filter]
    axes:
      - {parameter: distance_filter, values: [10 m, 30 m, none]}
      - {device_value: gnss.tracking_strong, from: 50 mW, to: 150 mW, points: 3}
      - {parameter: upload.batch_interval, from: 1 min, to: 1 h, points: 5, scale: log}
    design: grid
    seeds: 5
    metrics: [energy_J, error_p95_m]

    """
  static let optimization = """
    scenario: commute
    device: modern-phone
    strategies: [continuous, one-shot]
    axes:
      - {parameter: desired_accuracy, values: [best, hundred_meters, kilometer]}
      - {parameter: distance_filter, from: 7 m, to: 0.5 km, scale: log, or_none: true}
      - {parameter: upload.batch_count, from: 1, to: 500, scale: log}
    subject_to: [error_p95_m <= 50 m, moving_age_p95_s <= 3 min]
    runs: 700
    first_seed: 13

    """
  static let sweepPart = """
    {"geojoule_sweep":1,"version":"1.0.0","plan":{"name":"p","sha256":"00"},"inputs":[{"kind":"device","name":"a",\
    "sha256":"00"}],"rows":"cells","metrics":["energy_J"],"first_seed":1,"cells":2,"seeds":5,"cells_per_item":8,\
    "seeds_per_item":64,"id":"0123456789abcdef"}
    {"item":0,"sweep":"0123456789abcdef","rows":[{"cell":0}],"check":"0123456789abcdef"}

    """
  static let mapping = """
    ios:
      ACCURACY_CONTROL:
        strategy: {summary: "Best accuracy, 1 m", kind: standard, system: ios-12, parameters: {distance_filter: 1 m}}
      POWER_CONTROL: {strategy: kilometer}
    modes:
      subway: {sky: underground, access_points: some, cells: urban, coverage: weak, on_wifi: false}

    """
  static let numbers =
    "150 mW\n1.5km\n-0.25 h\n1e-3 J\n07:55:30\n30,5 m\n1e300 W\nerror_p95_m <= 50 m\n0.1\n1e15\n5 nJ\n"
  static let days = """
    === runs.csv
    run,timeline,os,phone,config,start_s,end_s
    a1,a,ios,one,ACCURACY_CONTROL,1600000000,1600020000
    === battery.csv
    unix_s,level_pct,phone,timeline
    1600000100,97,one,a
    1600009000,93.5,one,a
    === legs.csv
    timeline,leg,recorded by,start_s,end_s
    a,ride,one,1600001000,1600004000
    === fixes/a.one.1600000000.csv
    unix_s,lat,lon
    1600000200,52.5,13.25

    """
}
