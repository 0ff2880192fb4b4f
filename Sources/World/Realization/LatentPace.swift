import Quantities

/// The pace of the error processes, second by second of a run.
struct LatentPace {
  struct Stretch {
    /// The first second.
    let start: Int
    let fast: GaussMarkovStep
    let slow: GaussMarkovStep
    /// `nil` at rest.
    let wifi: GaussMarkovStep?
    let outlier: GaussMarkovStep
    /// Of the leg's satellite errors: a standard normal.
    let size: Double
  }

  /// In order of start; the first starts at 0.
  let stretches: [Stretch]

  init(
    surroundings: StepFunction<Surroundings>, motion: StepFunction<MotionClass>, legs: JourneyLegs,
    sizeOfLeg: (Int) -> Double
  ) {
    var stretches: [Stretch] = []
    let starts = Set(surroundings.steps.map { Self.second($0.start) } + motion.steps.map { Self.second($0.start) })
    for start in starts.sorted() {
      // What is in force when the second ends; at its beginning the old value may still be.
      let instant = Instant(nanoseconds: Int64(start + 1) * 1_000_000_000 - 1)
      let times = CorrelationTimes(sky: surroundings.value(at: instant).sky, motion: motion.value(at: instant))
      stretches.append(
        Stretch(
          start: start, fast: GaussMarkovStep(correlationTime: times.fast),
          slow: GaussMarkovStep(correlationTime: times.slow),
          wifi: times.wifi.map(GaussMarkovStep.init(correlationTime:)),
          outlier: GaussMarkovStep(correlationTime: CorrelationTimes.outlier),
          size: sizeOfLeg(legs.steps.value(at: instant).number)))
    }
    self.stretches = stretches
  }

  /// The stretch in force at `second`; `hint` is the caller's place, which only moves forward.
  @inline(__always)
  func stretch(at second: Int, hint: inout Int) -> Stretch {
    while hint + 1 < stretches.count, stretches[hint + 1].start <= second { hint += 1 }
    return stretches[hint]
  }

  /// The first second after the stretch at `hint`.
  func end(hint: Int) -> Int { hint + 1 < stretches.count ? stretches[hint + 1].start : .max }

  private static func second(_ instant: Instant) -> Int { Int(max(0, instant.nanoseconds) / 1_000_000_000) }
}
