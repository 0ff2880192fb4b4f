import Foundation
import GeoJouleCoreLocation
import Testing

/// Core Location's values.
@Suite struct CLValueTests {
  @Test func constantsAreCoreLocations() {
    #expect(kCLLocationAccuracyBestForNavigation == -2)
    #expect(kCLLocationAccuracyBest == -1)
    #expect(kCLLocationAccuracyThreeKilometers == 3_000)
    #expect(kCLDistanceFilterNone == -1)
    #expect(CLAuthorizationStatus.authorizedWhenInUse.rawValue == 4)
    #expect(CLActivityType.airborne.rawValue == 5)
    #expect(CLError.Code.promptDeclined.rawValue == 18)
    #expect(CLError(.denied).errorCode == 1)
    #expect((CLError(.network) as NSError).domain == "kCLErrorDomain")
    #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
    #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(90, -180)))
  }

  /// A degree of latitude at the equator: pi / 180 x 6 335 439 m, the ellipsoid's radius of curvature there. From New York to
  /// London: 5 585 km on the ellipsoid.
  @Test func distancesFollowTheGround() {
    let degree = CLLocation(latitude: -0.5, longitude: 0).distance(from: CLLocation(latitude: 0.5, longitude: 0))
    #expect(abs(degree - 110_574) < 3)
    let ocean = CLLocation(latitude: 40.6413, longitude: -73.7781).distance(
      from: CLLocation(latitude: 51.47, longitude: -0.4543))
    #expect(abs(ocean / 5_555_000 - 1) < 0.01)
  }

  @Test func aCircleContainsWhatIsInIt() {
    let center = CLLocationCoordinate2D(latitude: 52.5, longitude: 13.3)
    let circle = CLCircularRegion(center: center, radius: 121, identifier: "a")
    // 0.001 degrees of latitude are 111.3 m there.
    #expect(circle.contains(CLLocationCoordinate2D(latitude: 52.501, longitude: 13.3)))
    #expect(!circle.contains(CLLocationCoordinate2D(latitude: 52.5011, longitude: 13.3)))
    #expect(circle == CLCircularRegion(center: center, radius: 5, identifier: "a"))
  }
}
