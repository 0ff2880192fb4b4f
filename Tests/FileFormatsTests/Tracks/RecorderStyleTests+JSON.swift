import Core
import Testing
import World

@testable import FileFormats

extension RecorderStyleTests {
  static let json: [String: String] = {
    var all: [String: String] = [:]
    all["GeoJSON with times of a line"] =
      [
        "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":{\"name\":\"a\",\"coordTimes\":[",
        clocks.map { "\"2020-01-01T\($0)Z\"" }.joined(separator: ","),
        "]},\"geometry\":{\"type\":\"LineString\",",
        "\"coordinates\":[",
        places.map { "[\($0.1),\($0.0),3]" }.joined(separator: ","),
        "]}}]}",
      ].joined()
    all["GeoJSON with times of lines"] =
      [
        "{\"type\":\"Feature\",\"properties\":{\"coordinateProperties\":{\"times\":[[1577872800000,1577872807000],",
        "[\"1577872820000\"]]}},\"geometry\":{\"type\":\"MultiLineString\",\"coordinates\":[[[13.25,52.5],[13.2504,52.5003]],",
        "[[13.251,52.5006]]]}}",
      ].joined()
    all["GeoJSON with times as fourth numbers"] =
      "{\"type\":\"LineString\",\"coordinates\":[[13.25,52.5,0,1577872800],[13.2504,52.5003,0,1577872807],"
      + "[13.251,52.5006,0,1577872820]]}"
    all["GeoJSON of points, out of order"] =
      [
        "[",
        zip(places, clocks).reversed().map {
          "{\"type\":\"Feature\",\"properties\":{\"id\":7,\"time\":\"2020/01/01 \($1)+00\"},"
            + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[\($0.1),\($0.0)]}}"
        }.joined(separator: ","),
        "]",
      ].joined()
    all["moving point"] =
      "{\"type\":\"MovingPoint\",\"datetimes\":[\"2020-01-01T10:00:00Z\",\"2020-01-01T10:00:07Z\",\"2020-01-01T10:00:20Z\"],"
      + "\"coordinates\":[[13.25,52.5],[13.2504,52.5003],[13.251,52.5006]]}"
    all["Overland"] =
      [
        "{\"locations\":[",
        zip(places, clocks).map {
          "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[\($0.1),\($0.0)]},\"properties\":{"
            + "\"timestamp\":\"2020-01-01T\($1)Z\",\"battery_level\":0.75,\"battery_state\":\"unplugged\",\"wifi\":\"\"}}"
        }.joined(separator: ","),
        "],\"current\":{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}},",
        "\"trip\":{\"start_location\":{\"lat\":1,\"lon\":2}}}",
      ].joined()
    all["OwnTracks, one a line"] =
      zip(places, [0, 7, 20]).map {
        "{\"_type\":\"location\",\"lat\":\($0.0),\"lon\":\($0.1),\"tst\":\(Int(start) + $1),\"batt\":61,\"vel\":0}"
      }.joined(separator: "\n") + "\n{\"_type\":\"lwt\",\"tst\":1}\n"
    all["OwnTracks' log"] =
      zip(places, [0, 7, 20]).map {
        "2020-01-01T10:00:21Z\t*                 \t{\"_type\":\"location\",\"lat\":\($0.0),\"lon\":\($0.1),"
          + "\"tst\":\(Int(start) + $1)}"
      }.joined(separator: "\r\n") + "\r\n"
    all["OwnTracks by its server"] =
      [
        "{\"count\":3,\"status\":200,\"data\":[",
        zip(places, [0, 7, 20]).map {
          "{\"_type\":\"location\",\"lat\":\($0.0),\"lon\":\($0.1),\"tst\":\(Int(start) + $1),\"isotst\":\"x\"}"
        }.joined(separator: ","),
        "]}",
      ].joined()
    all["Google's records"] =
      [
        "{\"locations\":[",
        zip(places, [0, 7, 20]).map {
          "{\"latitudeE7\":\(Int(($0.0 * 1e7).rounded())),\"longitudeE7\":\(Int(($0.1 * 1e7).rounded())),"
            + "\"accuracy\":13,\"timestampMs\":\"\((Int(start) + $1) * 1000)\",\"activity\":[{\"timestampMs\":\"1\"}]}"
        }.joined(separator: ","),
        "]}",
      ].joined()
    all["Google's timeline of a phone"] =
      [
        "{\"semanticSegments\":[{\"startTime\":\"2020-01-01T11:00:00.000+01:00\",\"endTime\":\"2020-01-01T12:00:00.000+01:00\",",
        "\"timelinePath\":[{\"point\":\"52.5°, 13.25°\",\"time\":\"2020-01-01T11:00:00.000+01:00\"}]},{\"visit\":",
        "{\"topCandidate\":{\"placeLocation\":{\"latLng\":\"1°, 2°\"}}}}],\"rawSignals\":[{\"position\":{\"LatLng\":",
        "\"52.5003°, 13.2504°\",\"accuracyMeters\":9,\"timestamp\":\"2020-01-01T11:00:07.000+01:00\"}},{\"position\":",
        "{\"LatLng\":\"52.5006°, 13.251°\",\"timestamp\":\"2020-01-01T11:00:20.000+01:00\"}}]}",
      ].joined()
    all["Overland's batches, one after the other over many lines"] =
      places.indices.map {
        "{\"locations\": [\n{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\n\"coordinates\":[\(places[$0].1),"
          + "\(places[$0].0)]},\"properties\":{\"timestamp\":\"2020-01-01T\(clocks[$0])Z\"}}\n]\n}"
      }.joined(separator: "\n")
    all["a sequence of GeoJSON texts"] =
      zip(places, [0, 7, 20]).map {
        "\u{1E}{\"type\":\"Feature\",\"properties\":{\"timestamp\":\(Int(start) + $1)},\"geometry\":{\"type\":\"Point\","
          + "\"coordinates\":[\($0.1),\($0.0)]}}"
      }.joined(separator: "\n")
    all["Google's monthly history"] =
      [
        "{\"timelineObjects\":[{\"activitySegment\":{\"startLocation\":{\"latitudeE7\":525000000,\"longitudeE7\":132500000},",
        "\"endLocation\":{\"latitudeE7\":525006000,\"longitudeE7\":132510000},\"duration\":{\"startTimestamp\":",
        "\"2020-01-01T10:00:00Z\",\"endTimestamp\":\"2020-01-01T10:00:20.000Z\"},\"simplifiedRawPath\":{\"points\":[",
        "{\"latE7\":525003000,\"lngE7\":132504000,\"timestamp\":\"2020-01-01T10:00:07Z\"}]}}},{\"placeVisit\":{\"location\":",
        "{\"latitudeE7\":525006000,\"longitudeE7\":132510000},\"duration\":{\"startTimestampMs\":\"1577872820000\",",
        "\"endTimestampMs\":\"1577872820000\"}}}]}",
      ].joined()
    all["Google's visits and ways"] =
      [
        "[{\"startTime\":\"2020-01-01T11:00:00.000+01:00\",\"endTime\":\"2020-01-01T11:00:07.000+01:00\",\"activity\":",
        "{\"start\":\"geo:52.5,13.25\",\"end\":\"geo:52.5003,13.2504\"}},{\"startTime\":\"2020-01-01T11:00:20.000+01:00\",",
        "\"endTime\":\"2020-01-01T11:00:20.000+01:00\",\"visit\":{\"topCandidate\":{\"placeLocation\":{\"latLng\":",
        "\"52.5006°, 13.251°\"}}}}]",
      ].joined()
    all["rows of a server"] =
      [
        "[",
        zip(places, clocks).map {
          "{\"id\":1,\"deviceId\":9,\"serverTime\":\"2021-01-01T00:00:00Z\",\"fixTime\":\"2020-01-01T\($1).000+0000\","
            + "\"latitude\":\($0.0),\"longitude\":\"\($0.1)\",\"attributes\":{\"batteryLevel\":77}}"
        }.joined(separator: ",\n"),
        "]",
      ].joined()
    return all
  }()

  @Test(arguments: json.keys.sorted())
  func readsJSON(style: String) throws {
    Self.check(try Self.read(try #require(Self.json[style])), "\(style)")
  }

  /// Without positions on the way, one goes past its points at a steady pace.
  @Test func aWayOfTheMonthlyHistoryIsFollowed() throws {
    let text =
      "{\"timelineObjects\":[{\"activitySegment\":{\"startLocation\":{\"latitudeE7\":525000000,\"longitudeE7\":132500000},"
      + "\"endLocation\":{\"latitudeE7\":525400000,\"longitudeE7\":132500000},\"duration\":{\"startTimestamp\":"
      + "\"2020-01-01T10:00:00Z\",\"endTimestamp\":\"2020-01-01T10:40:00Z\"},\"waypointPath\":{\"waypoints\":["
      + "{\"latE7\":525100000,\"lngE7\":132500000}]}}}]}"
    let track = try Self.read(text)
    #expect(track.points.map { $0.instant.seconds.rounded() } == [0, 600, 2_400])
    #expect(track.notes == ["beginnings and ends of stays and ways taken as a track"])
  }
}
