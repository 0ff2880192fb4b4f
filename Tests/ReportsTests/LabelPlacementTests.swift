@testable import Reports
import Testing

@Suite struct LabelPlacementTests {
  typealias Box = LabelPlacement.Box

  /// Two markers side by side: the left one's label must not be led across the right one.
  @Test func leadersKeepClearOfOtherMarkers() throws {
    let points = [(x: 300.0, y: 200.0), (x: 308.0, y: 200.0)]
    let markers = points.map { Box(x: $0.x - 7, y: $0.y - 7, width: 14, height: 14) }
    let wide = Box(x: 200, y: 192, width: 220, height: 16)
    var placement = LabelPlacement(bounds: Box(x: 0, y: 0, width: 780, height: 400), markers: markers, lines: [wide])
    let left = placement.place(x: 300, y: 200, width: 96, height: 15)
    let right = placement.place(x: 308, y: 200, width: 96, height: 15)
    #expect(left.box.x + 48 < right.box.x + 48)
  }

  @Test func placesThatAreTakenStayFree() {
    let taken = Box(x: 310, y: 150, width: 200, height: 100)
    var placement = LabelPlacement(
      bounds: Box(x: 0, y: 0, width: 780, height: 400), markers: [Box(x: 293, y: 193, width: 14, height: 14)],
      lines: [], labels: [taken])
    #expect(placement.place(x: 300, y: 200, width: 96, height: 15).box.overlap(taken) == 0)
  }

  @Test(arguments: 0..<20)
  func labelsHideNeitherMarkersNorEachOther(seed: Int) {
    var state = UInt64(seed + 1)
    func next(_ limit: Double) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24) * limit
    }
    let points = (0..<12).map { _ in (x: 80 + next(560), y: 40 + next(320)) }
    let markers = points.map { Box(x: $0.x - 7, y: $0.y - 7, width: 14, height: 14) }
    let bounds = Box(x: 0, y: 0, width: 780, height: 400)
    var placement = LabelPlacement(bounds: bounds, markers: markers, lines: [])
    var placed: [Box] = []
    for point in points {
      let box = placement.place(x: point.x, y: point.y, width: 96, height: 15).box
      #expect(abs(bounds.overlap(box) - 96 * 15) < 1e-9)
      for other in placed + markers { #expect(other.overlap(box) == 0) }
      placed.append(box)
    }
  }
}
