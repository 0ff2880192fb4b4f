import Core
import Testing
import World

@testable import FileFormats

extension RecorderStyleTests {
  static let xml: [String: String] = {
    var all: [String: String] = [:]
    all["TCX"] =
      [
        "<?xml version=\"1.0\"?><TrainingCenterDatabase xmlns=\"x\"><Activities><Activity Sport=\"Biking\"><Id>2020</Id><Lap>",
        "<Track>",
        points {
          "<Trackpoint><Time>\($2)</Time><Position><LatitudeDegrees>\($0)</LatitudeDegrees><LongitudeDegrees>\($1)"
            + "</LongitudeDegrees></Position><AltitudeMeters>3</AltitudeMeters></Trackpoint>"
            + "<Trackpoint><Time>\($2)</Time><HeartRateBpm><Value>99</Value></HeartRateBpm></Trackpoint>"
        },
        "</Track></Lap></Activity></Activities></TrainingCenterDatabase>",
      ].joined()
    all["KML track"] =
      [
        "<kml xmlns:gx='x'><Placemark><gx:Track>",
        points { "<when>\($2)</when><gx:coord>\($1) \($0) 3</gx:coord>" },
        "</gx:Track></Placemark></kml>",
      ].joined()
    all["KML tracks in one"] =
      [
        "<kml xmlns:gx='x'><Placemark><gx:MultiTrack><gx:Track>",
        points { "<when>\($2)</when><gx:coord>\($1) \($0)</gx:coord>" },
        "</gx:Track><gx:Track></gx:Track></gx:MultiTrack></Placemark></kml>",
      ].joined()
    all["KML placemarks of a converter, and their path"] =
      [
        "<kml><Document><LookAt><gx:TimeSpan><begin>2001-01-01T00:00:00Z</begin><end>2031-01-01T00:00:00Z</end></gx:TimeSpan>",
        "</LookAt><Folder>",
        points {
          "<Placemark><LookAt><longitude>1</longitude></LookAt><TimeStamp><when>\($2)</when></TimeStamp>"
            + "<Point><coordinates>\($1),\($0),3.0</coordinates></Point></Placemark>"
        },
        "<Placemark><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark></Folder></Document></kml>",
      ].joined()
    return all
  }()

  @Test(arguments: xml.keys.sorted())
  func readsOtherXML(style: String) throws {
    Self.check(try Self.read(try #require(Self.xml[style])), "\(style)")
  }

  @Test func aTimelineOfPlacemarksIsFollowedAtASteadyPace() throws {
    let text = """
      <kml><Document><Placemark><TimeSpan><begin>2020-01-01T10:00:00Z</begin><end>2020-01-01T10:20:00Z</end></TimeSpan>
      <LineString><coordinates>13.25,52.5 13.25,52.51 13.25,52.54</coordinates></LineString></Placemark>
      <Placemark><TimeSpan><begin>2020-01-01T10:20:00Z</begin><end>2020-01-01T11:00:00Z</end></TimeSpan>
      <Point><coordinates>13.25,52.54,0</coordinates></Point></Placemark></Document></kml>
      """
    let track = try Self.read(text)
    #expect(track.points.map { ($0.instant.seconds / 10).rounded() * 10 } == [0, 300, 1_200, 3_600])
    #expect(track.points.last?.latitude == 52.54)
  }
}
