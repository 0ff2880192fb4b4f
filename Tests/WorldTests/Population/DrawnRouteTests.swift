import Testing

@testable import World

@Suite struct DrawnRouteTests {
  private let start = GeodeticPosition(latitude: 52.47, longitude: 13.33)

  @Test func aRouteHasTheLengthItWasAskedFor() {
    for (index, length) in [157.0, 1_213, 8_117, 47_003, 391_000].enumerated() {
      for detour in [1.0, 1.07, 1.31, 1.7] {
        let route = DrawnRoute(
          from: start, length: length, detour: detour, bearing: Double(index) / 7 + 0.03
        ) { Double(($0 * 37 + 11) % 97) / 97 }
        #expect(abs(route.path.length / length - 1) < 0.006, "\(length) \(detour): \(route.path.length)")
        let straight = route.path.points[0].distance(to: route.path.points[route.path.points.count - 1])
        #expect(abs(straight * detour / length - 1) < 0.006)
        #expect(route.reversed.points == route.points.reversed())
      }
    }
  }

  @Test func aCutRouteIsTheSameWay() {
    let route = DrawnRoute(from: start, length: 6_011, detour: 1.3, bearing: 0.4) { Double(($0 * 53 + 5) % 89) / 89 }
    let (access, ride, egress) = route.cut(433, 271)
    #expect(abs(access.path.length - 433) < 1 && abs(egress.path.length - 271) < 1)
    #expect(abs(access.path.length + ride.path.length + egress.path.length - route.path.length) < 1)
    #expect(access.end == ride.points[0] && ride.end == egress.points[0] && egress.end == route.end)
  }
}
