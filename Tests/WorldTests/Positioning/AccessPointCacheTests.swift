import Testing

@testable import World

/// What a phone knows of access points: answers until iOS 5, tiles since iOS 6.
@Suite struct AccessPointCacheTests {
  private func downloads(era: AccessPointCache.Era, along metres: Int, from start: EarthVector) -> Int {
    var cache = AccessPointCache(era: era, startingAt: start)
    var count = 0
    for step in 0..<metres / 20 {
      let place = start.moved(east: Double(step) * 20, north: 0)
      if !cache.knows(place) {
        cache.learn(place)
        count += 1
      }
    }
    return count
  }

  @Test func aTileHoldsTenTimesTheAccessPointsOfAnAnswerOfTheSameSizeForSixtyTimesTheArea() {
    let (answer, tile) = (AccessPointCache.Era.answers, AccessPointCache.Era.tiles)
    #expect(tile.accessPoints == 10 * answer.accessPoints)
    #expect(abs(tile.area / answer.area - 60) < 1e-9)
    #expect(tile.area == 25e6)
  }

  @Test func aTileIsFiveKilometresWide() {
    // 60 km eastward cross 12 borders, one more or less by where the start lies in its tile.
    #expect((11...13).contains(downloads(era: .tiles, along: 60_000, from: Places.berlin)))
    // And a fifth more on the equator, at the date line and far north, where longitudes run close.
    for (latitude, longitude) in [(0.3, 12.7), (-17.1, 179.9), (69.6, 18.9)] {
      let start = GeodeticPosition(latitude: latitude, longitude: longitude).earthVector()
      #expect((10...15).contains(downloads(era: .tiles, along: 60_000, from: start)))
    }
  }

  @Test func anAnswerCoversSomeHundredMetresAroundThePlaceAskedAbout() {
    // A circle of 25/60 km² reaches 364 m.
    var cache = AccessPointCache(era: .answers, startingAt: Places.berlin)
    #expect(cache.knows(Places.berlin.moved(east: 363, north: 0)))
    #expect(!cache.knows(Places.berlin.moved(east: 366, north: 0)))
    cache.learn(Places.berlin.moved(east: 500, north: 0))
    #expect(cache.knows(Places.berlin.moved(east: 366, north: 0)))
    #expect(cache.knows(Places.berlin))
    // A new one every 364 m: 164 on 60 km.
    #expect((155...165).contains(downloads(era: .answers, along: 60_000, from: Places.berlin)))
  }

  @Test func theTilesAroundAreEightAndThenNothingIsMissing() {
    var cache = AccessPointCache(startingAt: Places.berlin)
    let corner = Places.berlin.moved(east: 4000, north: 4000)
    #expect(cache.missingNeighbours(of: Places.berlin) == 8)
    cache.learnNeighbours(of: Places.berlin)
    #expect(cache.missingNeighbours(of: Places.berlin) == 0)
    #expect(cache.knows(corner))
    #expect(!cache.knows(Places.berlin.moved(east: 13_000, north: 0)))
    // Answers were never fetched ahead.
    var old = AccessPointCache(era: .answers, startingAt: Places.berlin)
    #expect(old.missingNeighbours(of: Places.berlin) == 0)
    old.learnNeighbours(of: Places.berlin)
    #expect(!old.knows(corner))
  }
}
