import Core

/// Surroundings and motion class of a track that says nothing about either: from rest and speed alone.
///
/// The rule, in order: at least 10 min at rest are indoors with many access points; faster than 20 m/s is a road
/// outside towns, open sky with few access points; anything else is a suburb with some. Cells are a suburb's, coverage
/// is good, and no Wi-Fi network is known. The place of the longest such rest from 2 to 4 a.m. is the user's home, with all
/// rests within 100 m. A track's times are UTC: the local time is an hour later for each 15 degrees to the east. A guess,
/// stated in the notes of a run; name the surroundings to replace it.
struct TrackInference {
  /// Shorter rests are lights, stops and queues, in the open (s).
  static let indoorRest = 600.0
  /// Who rests from the first to the last of these hours of the local day sleeps there.
  static let night = 2.0...4.0
  /// Rests at one place are no farther apart (m).
  static let homeRadius = 100.0
  /// Above the limits within towns, 50 to 60 km/h (m/s).
  static let countrySpeed = 20.0
  /// Limits between classes (m/s): what errors alone can move a phone, a brisk walk, a fast run, what a cyclist seldom reaches in traffic, and what no
  /// train but an aeroplane does. Rail cannot be told from a car by speed.
  static let walkingSpeed = 0.3
  static let runningSpeed = 2.2
  static let cyclingSpeed = 4.0
  static let automotiveSpeed = 8.0
  static let airborneSpeed = 110.0
  /// A class stands for the fastest within this long before and after (s), so that a red light does not end a drive.
  static let reach = 45.0
  /// A class that would last less long (s) does not begin.
  static let shortestClass = 60.0
  /// Speed is taken from chords of this length (s), long enough for the smoothed error not to count.
  private static let chord = 10.0
  private static let step = 5.0

  let surroundings: StepFunction<Surroundings>
  let motion: StepFunction<MotionClass>
  let notes: [String]

  private struct Guess: Equatable, Sendable {
    var motion: MotionClass
    var country: Bool
    var indoors: Bool
  }

  /// - Parameter start: of the track, in seconds since 1970.
  init(truth: TrackTruth, start: Double) {
    let speeds = Self.speeds(truth.journey)
    let fastest = Self.slidingMaximum(speeds, reach: Int(Self.reach / Self.step))
    var guesses = [(start: Double, guess: Guess)]()
    for (index, speed) in fastest.enumerated() {
      let guess = Guess(motion: Self.motion(speed), country: speed > Self.countrySpeed, indoors: false)
      if guesses.last?.guess != guess { guesses.append((Double(index) * Self.step, guess)) }
    }
    guesses = Self.indoors(Self.withoutShort(guesses), end: truth.journey.duration.seconds)
    // Rests are exact, so they come last.
    var steps = StepFunction(guesses[0].guess)
    for entry in guesses { steps.append(entry.guess, from: .seconds(entry.start)) }
    let moving = steps
    for rest in truth.rests {
      let long = (rest.upperBound - rest.lowerBound).seconds >= Self.indoorRest
      steps = Self.overlay(
        steps, rest: rest, guess: Guess(motion: .still, country: false, indoors: long), moving: moving)
    }
    let homes = Self.homes(steps, truth.journey, start: start)
    notes =
      homes.isEmpty
      ? [] : ["home inferred from a rest at night; \(homes.count) rest\(homes.count == 1 ? "" : "s") there"]
    func inferred(_ step: StepFunction<Guess>.Step) -> Surroundings {
      Self.surroundings(step.value, isHome: homes.contains(step.start))
    }
    var around = StepFunction(inferred(steps.steps[0]))
    var motion = StepFunction(steps.steps[0].value.motion)
    for step in steps.steps.dropFirst() {
      around.append(inferred(step), from: step.start)
      motion.append(step.value.motion, from: step.start)
    }
    self.surroundings = around
    self.motion = motion
  }

  private static func motion(_ speed: Double) -> MotionClass {
    if speed > airborneSpeed { return .airborne }
    if speed > automotiveSpeed { return .automotive }
    if speed > cyclingSpeed { return .cycling }
    if speed > runningSpeed { return .running }
    return speed > walkingSpeed ? .walking : .still
  }

  private static func surroundings(_ guess: Guess, isHome: Bool) -> Surroundings {
    if guess.indoors {
      return Surroundings(
        sky: .indoor, accessPoints: .many, cells: .suburban, indoorHold: isHome ? .home : .unknown)
    }
    if guess.country { return Surroundings(sky: .openSky, accessPoints: .few, cells: .suburban) }
    return Surroundings(sky: .suburban, accessPoints: .some, cells: .suburban)
  }

  /// When rests indoors begin at the place of the longest one that holds all of a night; empty without such a rest.
  private static func homes(
    _ steps: StepFunction<Guess>, _ journey: Journey, start: Double
  ) -> [Instant] {
    let end = journey.knots[journey.knots.count - 1].instant
    var cursor = JourneyCursor(journey)
    var rests: [(span: ClosedRange<Instant>, place: EarthVector)] = []
    for (span, guess) in steps.spans(until: end) where guess.indoors {
      let middle = Instant.seconds((span.lowerBound.seconds + span.upperBound.seconds) / 2)
      rests.append((span, cursor.position(at: middle)))
    }
    let nights = rests.filter { rest in
      // Hours of the local day, counted on over midnights.
      let offset = start / 3600 + GeodeticPosition(rest.place).longitude / 15
      let (from, to) = (rest.span.lowerBound.seconds / 3600 + offset, rest.span.upperBound.seconds / 3600 + offset)
      let first = ((from - night.lowerBound) / 24).rounded(.up) * 24
      return first + night.upperBound <= to
    }
    guard
      let home = nights.max(by: {
        $0.span.upperBound - $0.span.lowerBound < $1.span.upperBound - $1.span.lowerBound
      })
    else { return [] }
    return rests.filter { $0.place.distance(to: home.place) <= homeRadius }.map(\.span.lowerBound)
  }

  // The mean of three chords around each sample.
  private static func speeds(_ journey: Journey) -> [Double] {
    let count = Int(journey.duration.seconds / step) + 1
    var cursor = JourneyCursor(journey)
    let pad = Int(1.5 * chord / step)
    let positions = (-pad...count + pad).map { cursor.position(at: .seconds(Double($0) * step)) }
    let stride = Int(chord / step)
    return (0..<count).map { index in
      var sum = 0.0
      for part in 0..<3 { sum += positions[index + part * stride].distance(to: positions[index + (part + 1) * stride]) }
      return sum / (3 * chord)
    }
  }

  private static func slidingMaximum(_ values: [Double], reach: Int) -> [Double] {
    values.indices.map { index in
      values[max(0, index - reach)...min(values.count - 1, index + reach)].max() ?? values[index]
    }
  }

  private static func withoutShort(_ guesses: [(start: Double, guess: Guess)]) -> [(start: Double, guess: Guess)] {
    var kept = [guesses[0]]
    for (index, entry) in guesses.enumerated().dropFirst() {
      let end = index + 1 < guesses.count ? guesses[index + 1].start : .infinity
      if end - entry.start >= shortestClass, kept[kept.count - 1].guess != entry.guess { kept.append(entry) }
    }
    return kept
  }

  private static func indoors(_ guesses: [(start: Double, guess: Guess)], end: Double) -> [(
    start: Double, guess: Guess
  )] {
    var result = guesses
    for index in guesses.indices where guesses[index].guess.motion.isStill {
      let next = index + 1 < guesses.count ? guesses[index + 1].start : end
      result[index].guess.indoors = next - guesses[index].start >= indoorRest
    }
    return result
  }

  private static func overlay(
    _ steps: StepFunction<Guess>, rest: ClosedRange<Instant>, guess: Guess, moving: StepFunction<Guess>
  ) -> StepFunction<Guess> {
    var result = StepFunction(rest.lowerBound <= .start ? guess : steps.steps[0].value)
    for step in steps.steps where step.start < rest.lowerBound { result.append(step.value, from: step.start) }
    result.append(guess, from: rest.lowerBound)
    result.append(moving.value(at: rest.upperBound), from: rest.upperBound)
    for step in moving.steps where step.start > rest.upperBound { result.append(step.value, from: step.start) }
    return result
  }
}
