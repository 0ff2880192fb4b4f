import Testing
import World

@testable import FileFormats

extension RecorderStyleTests {
  static let others: [(String, String)] = [
    ("", "f: error: the file is empty; give a recording"),
    (" \n\u{0}", "f: error: the file is empty"),
    ("name: commute\nlegs: []\n", "f:1:1: error: this is no recording that can be read"),
    ("a,b\n", "f:1:1: error: this is no recording that can be read"),
    (
      "north,b c\n1,2\n",
      "f:1:1: error: no column is known as latitude and longitude; the columns are 'north', 'b c'; name them latitude"
    ),
    (
      "time,x,y,z\n2020-01-01T10:00:00Z,1,2,3\n",
      "f:1:1: error: no column is known as latitude and longitude; the columns are 'time', 'x', 'y', 'z'"
    ),
    (
      "time,lat,lon\n2020-01-01T10:00:00Z,,\n",
      "f: error: the file has no points; give a table with rows of positions; 1"
    ),
    (
      "{\"type\":\"Feature\",\"properties\":{\"times\":[0,7]},\"geometry\":{\"type\":\"LineString\","
        + "\"coordinates\":[[1,2],[1,3]]}}",
      "f:1:42: error: '0' is not a time; 2 of 2 points are unusable; write times such as"
    ),
    (
      "{\"type\":\"Feature\",\"properties\":{\"times\":[1577872800]},\"geometry\":{\"type\":\"LineString\","
        + "\"coordinates\":[[1,2],[1,3],[1,4]]}}",
      "f:1: error: a line has 1 times for 3 points; take it as a route"
    ),
    ("<html></html>", "f:1:1: error: this is not a GPX file: its outermost element is <html>"),
    ("{\"a\": [1, 2}", "f:1:12: error: this is not valid JSON: a comma or a closing bracket is missing"),
    ("{\n \"a\": tru}", "f:2:7: error: this is not valid JSON: a value is missing"),
    ("{\"a\": 1}", "f: error: the file has no points; give GeoJSON, Overland"),
    (
      "{\"_type\":\"encrypted\",\"data\":\"x\"}",
      "f: error: the file has no points; export the positions without encryption"
    ),
    (
      "{\"type\":\"Feature\",\"geometry\":{\"type\":\"LineString\",\n\"coordinates\":[[1,99],[2,98]]}}",
      "f:2:16: error: the latitude 99 is outside -90 to 90 degrees; 2 of 2 points"
    ),
    ("time,lat,lon\n", "f: error: the file has no points"),
    (
      "time,lat,lon\n5,1,2\n",
      "f:2:1: error: '5' is not a time; write times such as 2019-08-31T17:05:21Z, or name the unit"
    ),
    ("time,lat,lon\n2020-01-01T10:00:00Z,north,2\n", "f:2:22: error: the latitude 'north' is not a number"),
    ("<TrainingCenterDatabase/>", "f: error: the file has no points; export an activity with its track"),
    (
      "<TrainingCenterDatabase><Trackpoint><Time>2020-01-01T10:00:00Z</Time></Trackpoint></TrainingCenterDatabase>",
      "f: error: the file has no points; export an activity recorded outdoors"
    ),
    ("<kml><Document/></kml>", "f: error: the file has no points; export a gx:Track"),
    (FixReaderTests.sentence("GPRMC,123519,V,,,,,,,230394,,"), "f: error: the file has no points; give a log with RMC"),
    (
      "AAAAAAAA.FITAAAA",
      "f: error: the FIT file is damaged or cut off at byte 0: the header counts 1094795585 bytes of data; copy it again"
    ),
    (
      String(repeating: "[", count: 100_000),
      "f:1:66: error: this is not valid JSON: values are nested more than 64 deep"
    ),
    (
      "<!DOCTYPE gpx SYSTEM \"file:///etc/passwd\"><gpx/>",
      "f:1:1: error: the file has a document type declaration, which could define entities"
    ),
    (
      "<!DOCTYPE kml SYSTEM \"a.dtd\" [<!ENTITY a \"b\">]><kml/>",
      "f:1:1: error: the file has a document type declaration, which could define entities"
    ),
  ]

  @Test(arguments: others)
  func whatIsNoTrackIsRefusedWithARemedy(text: String, message: String) {
    let failure = Self.failure(text)
    #expect(failure.hasPrefix(message), "\(failure)")
    #expect(failure.contains("; "))
  }
}
