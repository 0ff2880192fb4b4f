import Core
import Testing
import World

@testable import FileFormats

extension RecorderStyleTests {
  @Test func aRouteWithoutTimesTakesASpeed() throws {
    // A degree of latitude here is 111.26 km; 0.01 of it at 5 km/h takes 801 s.
    let text = "<gpx><rte><name>r</name><rtept lat='52.5' lon='13.25'/><rtept lat='52.51' lon='13.25'/></rte></gpx>"
    #expect(Self.failure(text).hasPrefix("f:1:25: error: no point has a time; take it as a route with --mode walk"))
    let track = try Self.read(text, pace: .kilometresPerHour(5))
    #expect(track.startUnixSeconds == 28_800 && track.name == "r")
    #expect(abs((track.points.last?.instant.seconds ?? 0) - 801.1) < 0.2)
    #expect(track.points.count == 15, "at most a minute apart")
    #expect(
      track.notes == ["route points taken as a track", "a route without times, taken at 5 km/h from 08:00"])
    let speeds = zip(track.points, track.points.dropFirst()).map { a, b in
      GeodeticPosition(latitude: a.latitude, longitude: a.longitude).earthVector().distance(
        to: GeodeticPosition(latitude: b.latitude, longitude: b.longitude).earthVector())
        / (b.instant - a.instant).seconds
    }
    for speed in speeds { #expect(abs(speed - 5 / 3.6) < 1e-3) }
  }

  @Test(arguments: [
    ("<gpx><rte><rtept lat='52.5' lon='13.25'/><rtept lat='52.5' lon='13.25'/></rte></gpx>", "the route has no length"),
    (
      "<gpx><rte><rtept lat='52.5' lon='13.25'/><rtept lat='-52.5' lon='-166'/></rte></gpx>",
      "at this speed the route takes longer than 31 days"
    ),
    ("<gpx><trk><trkseg>\(trkpts())</trkseg></trk></gpx>", "the track has times of its own"),
    ("<gpx><rte><rtept lat='52.5' lon='13.25'/></rte></gpx>", "the route has no length"),
  ])
  func routesThatAreNone(text: String, message: String) {
    #expect(
      Self.failure(text, pace: .kilometresPerHour(5)).contains(message),
      "\(Self.failure(text, pace: .kilometresPerHour(5)))")
  }

  @Test(arguments: [
    "<gpx><rte><rtept lat='52.5' lon='13.25'><extensions><x:rpt lat='52.5003' lon='13.2504'/></extensions></rtept>"
      + "<rtept lat='52.5006' lon='13.251'/></rte></gpx>",
    "<kml><Document><Placemark><LineString><coordinates>\n13.25,52.5,0 13.2504,52.5003,0 13.251,52.5006\n"
      + "</coordinates></LineString></Placemark></Document></kml>",
    "{\"type\":\"LineString\",\"coordinates\":[[13.25,52.5],[13.2504,52.5003],[13.251,52.5006]]}",
    "lat,lon\n52.5,13.25\n52.5003,13.2504\n52.5006,13.251\n",
    "{\"type\":\"MultiPoint\",\"coordinates\":[[13.25,52.5],[13.2504,52.5003],[13.251,52.5006]]}",
  ])
  func routesOfEachFormat(text: String) throws {
    let track = try Self.read(text, pace: .kilometresPerHour(5))
    #expect(track.points.count == 3)
    for (point, place) in zip(track.points, Self.places) {
      #expect(abs(point.latitude - place.0) < 1e-9 && abs(point.longitude - place.1) < 1e-9)
    }
  }
}
