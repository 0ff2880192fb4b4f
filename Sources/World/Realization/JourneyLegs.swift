import Core
import RealModule

/// The legs of a day as positioning errors know them: rests, and ways of travelling, whatever stops at lights lie between.
///
/// What lasts less than `shortest` belongs to the leg before it. A phone lies in one place through a leg, under one roof or
/// in one pocket, so the size of its satellite errors goes with the leg.
struct JourneyLegs {
  struct Leg: Equatable {
    /// From 0 on, in order of time.
    let number: Int
    /// Nobody travels.
    let isRest: Bool
  }

  /// Lights and queues are shorter, trips longer (estimate).
  static let shortest = TimeSpan.minutes(3)
  /// Correlation of the error's size between two devices that travel together: 0.32 over 32 pairs of phones on the same legs of
  /// MobilityNet, 0.39 over the 26 pairs of iPhones (`reports/validation/position-errors.md`).
  static let correlation = 0.37

  let steps: StepFunction<Leg>

  private enum Manner { case rest, onFoot, cycling, riding }

  init(motion: StepFunction<MotionClass>) {
    var current = Self.manner(motion.steps[0].value)
    var steps = StepFunction(Leg(number: 0, isRest: current == .rest))
    var number = 0
    // Neighbouring motion classes may be one manner: a walk and a run.
    var merged: [(start: Instant, manner: Manner)] = []
    for step in motion.steps where merged.last?.manner != Self.manner(step.value) {
      merged.append((step.start, Self.manner(step.value)))
    }
    for (index, step) in merged.enumerated().dropFirst() where step.manner != current {
      let lasts = index + 1 == merged.count || merged[index + 1].start - step.start >= Self.shortest
      guard lasts else { continue }
      current = step.manner
      number += 1
      steps.append(Leg(number: number, isRest: current == .rest), from: step.start)
    }
    self.steps = steps
  }

  /// How large the leg's errors are on this device: of satellites a standard normal, and how far positions from Wi-Fi scatter
  /// through a rest, over their error's deviation.
  typealias Size = (satellites: Double, scatter: Double)

  static func size(of leg: Int, seed: UInt64, carriedDevice: CarriedDevice) -> Size {
    func score(_ name: String) -> Double {
      NormalDistribution.quantile(
        StableHash.unit(StableHash.combine(seed, StableHash.name(name), UInt64(bitPattern: Int64(leg)))))
    }
    let wifi = CorrelationTimes.wifiAtRest
    return (
      correlation.squareRoot() * score("satellite-leg")
        + (1 - correlation).squareRoot() * score(carriedDevice.stream("satellite-leg-of-device")),
      wifi.share * Double.exp(wifi.logDeviation * score(carriedDevice.stream("wifi-scatter")))
    )
  }

  private static func manner(_ motion: MotionClass) -> Manner {
    switch motion {
    case .still: .rest
    case .walking, .running: .onFoot
    case .cycling: .cycling
    case .automotive, .rail, .airborne: .riding
    }
  }
}
