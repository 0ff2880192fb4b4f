import DeviceModel
import Core
import RealModule
import Testing

@testable import World

@Suite struct AcquisitionTests {
  private func model(failure: Double = 0) throws -> GNSSPositioning {
    let phone = try Places.phone()
    var receiver = try #require(phone.gnss)
    let range = TimeSpan.seconds(0.01)...TimeSpan.hours(1)
    receiver.hot = LogNormalTime(median: .seconds(1.3), logDeviation: 0.47, range: range)
    receiver.assisted = LogNormalTime(median: .seconds(4.1), logDeviation: 0.61, range: range)
    receiver.warm = LogNormalTime(median: .seconds(27), logDeviation: 0.29, range: range)
    receiver.cold = LogNormalTime(median: .seconds(31), logDeviation: 0.37, range: range)
    receiver.firstFixMultiplier = SkyTable(openSky: 1, suburban: 1.3, urban: 1.7, canyon: 2.1, indoor: 4.3)
    receiver.failureProbability = SkyTable(
      openSky: failure, suburban: failure, urban: failure, canyon: failure, indoor: failure)
    return GNSSPositioning(errors: try #require(phone.error.gnss), receiver: receiver)
  }

  @Test(arguments: [
    (GNSSReceiver.StartType.hot, 1.3, 0.47), (.assisted, 4.1, 0.61), (.warm, 27, 0.29), (.cold, 31, 0.37),
  ])
  func itTakesTheMedianTimesTheRandomnessTimesTheMultiplierOfTheSky(
    _ start: GNSSReceiver.StartType, median: Double, sigma: Double
  ) throws {
    let model = try model()
    for seed: UInt64 in 1...20 {
      let world = Places.stay(seed: seed, seconds: 300)
      let z = world.acquisition(at: .seconds(150)).z
      for (sky, multiplier) in [
        (SkyView.openSky, 1.0), (.suburban, 1.3), (.urban, 1.7), (.canyon, 2.1), (.indoor, 4.3),
      ] {
        let attempt = model.attempt(start, at: .seconds(150), sky: sky, world: world)
        let time = try #require(attempt.timeToFirstFix)
        #expect(abs(time.seconds - median * Double.exp(sigma * z) * multiplier) < 1e-6)
        #expect(attempt.start == start)
      }
    }
  }

  @Test func aPhoneOnANetworkStartsWithWhateverServesFirst() throws {
    let phone = try Places.phone()
    var receiver = try #require(phone.gnss)
    let range = TimeSpan.seconds(0.01)...TimeSpan.hours(1)
    receiver.assisted = LogNormalTime(median: .seconds(4.1), logDeviation: 1.31, range: range)
    receiver.extended = LogNormalTime(median: .seconds(6.7), logDeviation: 0.53, range: range)
    receiver.failureProbability = SkyTable(openSky: 0, suburban: 0, urban: 0, canyon: 0, indoor: 0)
    let model = GNSSPositioning(errors: try #require(phone.error.gnss), receiver: receiver)
    var cut = 0
    for seed: UInt64 in 1...60 {
      let world = Places.stay(seed: seed)
      let z = world.acquisition(at: .seconds(2)).z
      let (assisted, orbits) = (4.1 * Double.exp(1.31 * z), 6.7 * Double.exp(0.53 * z))
      if orbits < assisted { cut += 1 }
      let attempt = model.attempt(.assisted, at: .seconds(2), sky: .openSky, world: world)
      #expect(abs(try #require(attempt.timeToFirstFix).seconds - min(assisted, orbits)) < 1e-3 * orbits)
    }
    #expect((5...40).contains(cut))
  }

  @Test func itFailsWhenTheLatentNumberIsBelowTheProbability() throws {
    for seed: UInt64 in 1...50 {
      let world = Places.stay(seed: seed)
      let u = world.acquisition(at: .seconds(2)).u
      func time(_ failure: Double) throws -> TimeSpan? {
        try model(failure: failure).attempt(.cold, at: .seconds(2), sky: .canyon, world: world).timeToFirstFix
      }
      #expect(try time(u) != nil)
      #expect(try time(u.nextUp) == nil)
    }
  }

  @Test func undergroundItAlwaysFails() throws {
    let model = try model()
    for seed: UInt64 in 1...50 {
      let attempt = model.attempt(.hot, at: .start, sky: .underground, world: Places.stay(seed: seed))
      #expect(attempt.timeToFirstFix == nil)
    }
  }

  @Test func attemptsOfOneInstantShareTheirRandomnessWhoeverAsks() throws {
    let model = try model()
    let (one, other) = (Places.stay(seed: 8, seconds: 5_000), Places.stay(seed: 8, seconds: 5_000))
    _ = other.acquisition(at: .seconds(4_999))
    _ = model.attempt(.hot, at: .seconds(100), sky: .urban, world: other)
    let (a, b) = (
      model.attempt(.cold, at: .seconds(200), sky: .indoor, world: one),
      model.attempt(.cold, at: .seconds(200), sky: .indoor, world: other)
    )
    #expect(a == b)
  }
}
