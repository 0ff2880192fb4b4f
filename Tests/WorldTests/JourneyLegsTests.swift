import Core
import Testing

@testable import World

@Suite struct JourneyLegsTests {
  private func motion(_ steps: [(Double, MotionClass)]) -> StepFunction<MotionClass> {
    var result = StepFunction(steps[0].1)
    for step in steps.dropFirst() { result.append(step.1, from: .seconds(step.0)) }
    return result
  }

  @Test func lightsAndShortWalksEndNoLeg() {
    let legs = JourneyLegs(
      motion: motion([
        (0, .still), (1_000, .walking), (1_100, .automotive), (1_500, .still), (1_570, .automotive), (1_700, .cycling),
        (1_790, .automotive), (3_000, .walking), (3_030, .running), (3_500, .still),
      ])
    ).steps
    // At home; the walk to the car is too short; the drive with its lights and jams; on foot, then running; at work.
    #expect(legs.steps.map(\.start) == [.start, .seconds(1_100), .seconds(3_000), .seconds(3_500)])
    #expect(legs.steps.map(\.value.number) == [0, 1, 2, 3])
    #expect(legs.steps.map(\.value.isRest) == [true, false, false, true])
  }

  @Test func sizesAreStandardNormalOneForALegAndCorrelatedBetweenPhoneAndWatch() {
    var (sum, squares, products) = (0.0, 0.0, 0.0)
    for seed: UInt64 in 0..<8_000 {
      func size(_ leg: Int, _ device: CarriedDevice = .phone) -> Double {
        JourneyLegs.size(of: leg, seed: seed, carriedDevice: device).satellites
      }
      let (phone, watch) = (size(3), size(3, .watch))
      #expect(phone == size(3) && phone != size(4))
      sum += phone
      squares += phone * phone
      products += phone * watch
    }
    // Five standard errors.
    #expect(abs(sum / 8_000) < 0.056)
    #expect(abs(squares / 8_000 - 1) < 0.08)
    #expect(abs(products / 8_000 - JourneyLegs.correlation) < 0.06)
  }

  @Test func theErrorsOfALegHaveOneSize() throws {
    let world = Sample.world(Sample.drive(9_000, speed: 15))
    let onTheWay = stride(from: 0.0, to: 500, by: 50).map { world.gnssError(at: .seconds($0)).legSize }
    #expect(Set(onTheWay).count == 1)
    #expect(world.gnssError(at: .seconds(2_000)).legSize != onTheWay[0])
    let (early, late) = (
      try #require(world.wifiTrip(at: .seconds(100))), try #require(world.wifiTrip(at: .seconds(400)))
    )
    #expect(early.failure == late.failure)
    #expect(early.length == late.length)
    #expect(early.failure != early.length)
    #expect(late.elapsed - early.elapsed == .seconds(300))
    #expect(world.wifiTrip(at: .seconds(2_000)) == nil)
  }

  /// Two seconds of a burst, far more often than by chance.
  @Test func outliersComeInBursts() {
    var (outliers, again) = (0, 0)
    for seed: UInt64 in 0..<3_000 {
      let world = Sample.world(Sample.drive(9_000, speed: 15), seed: seed)
      guard world.gnssError(at: .seconds(90)).outlier < 0.1 else { continue }
      outliers += 1
      if world.gnssError(at: .seconds(93)).outlier < 0.1 { again += 1 }
    }
    #expect(Double(again) / Double(outliers) > 0.45)
  }
}
