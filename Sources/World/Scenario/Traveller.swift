package import Core
import RealModule

/// Moves along a leg in steps of a second: towards the wanted speed at the kind's acceleration, braking for stops.
///
/// The wanted speed is the leg's speed times (1 + variation x), with x a unit Ornstein-Uhlenbeck process, times the
/// traffic's factor. Braking from v takes v²/(2a), so the speed at a distance d from a stop is at most sqrt(2 a d).
struct Traveller {
  /// How long a driver or walker keeps a pace: an estimate, between a block and a stretch of road.
  private static let paceTime = 30.0

  private(set) var elapsed = 0.0
  private(set) var distance = 0.0
  private var speed = 0.0
  private var pace: Double
  private var slow = false
  private var phaseLeft: Double
  private var nextStop: Double
  private var stopsPassed = 0

  private let leg: Leg
  private let length: Double
  private var fixed: Xoshiro256PlusPlus
  private var randomness: Xoshiro256PlusPlus
  private let normals = ZigguratNormal.standard
  private let keep = Double.exp(-1 / Self.paceTime)
  private let renew = (1 - Double.exp(-2 / Self.paceTime)).squareRoot()

  /// - Parameters:
  ///   - fixed: seeds what the world has fixed.
  ///   - randomness: seeds what differs from day to day.
  init(leg: Leg, length: Double, fixed: UInt64, randomness: UInt64) {
    self.leg = leg
    self.length = length
    self.fixed = Xoshiro256PlusPlus(seed: fixed)
    self.randomness = Xoshiro256PlusPlus(seed: randomness)
    pace = ZigguratNormal.standard.next(&self.randomness)
    phaseLeft = .infinity
    nextStop = .infinity
    if let traffic = leg.traffic, traffic.share > 0 {
      slow = self.randomness.uniform() < traffic.share
      phaseLeft = phaseLength(traffic)
    }
    advanceStop()
  }

  var hasArrived: Bool { distance >= length }

  /// One second on, less on reaching a stop or the end, or the whole time held at a stop.
  mutating func step() {
    if distance >= nextStop {
      speed = 0
      elapsed += hold()
      advanceStop()
      return
    }
    let acceleration = leg.kind.acceleration
    let goal = min(nextStop, length)
    let left = goal - distance
    let reachable = min(wantedSpeed(), speed + acceleration)
    // Nobody brakes harder than twice the comfortable value for mere traffic.
    let next = min(max(reachable, speed - 2 * acceleration), (2 * acceleration * left).squareRoot())
    let mean = max(0.5 * (speed + next), 0.1)
    if mean >= left {
      elapsed += left / mean
      distance = goal
    } else {
      elapsed += 1
      distance += mean
    }
    speed = next
    pace = keep * pace + renew * normals.next(&randomness)
    passTraffic()
  }

  private func wantedSpeed() -> Double {
    let free = leg.speed.metresPerSecond * max(0.3, 1 + leg.speedVariation * pace)
    let factor = slow ? leg.traffic?.factor ?? 1 : 1
    return min(free * factor, leg.kind.topSpeed)
  }

  private mutating func passTraffic() {
    guard let traffic = leg.traffic else { return }
    phaseLeft -= 1
    while phaseLeft <= 0 {
      slow.toggle()
      phaseLeft += phaseLength(traffic)
    }
  }

  private mutating func phaseLength(_ traffic: TrafficPattern) -> Double {
    let mean = slow ? traffic.spell.seconds : traffic.spell.seconds * (1 - traffic.share) / traffic.share
    return max(1, -mean * Double.log(randomness.uniform()))
  }

  private mutating func hold() -> Double {
    guard let stops = leg.stops else { return 0 }
    return stops.hold.seconds * (0.5 + randomness.uniform())
  }

  // The next place where this day has to stop; places are jittered by a quarter of their distance.
  private mutating func advanceStop() {
    nextStop = .infinity
    guard let stops = leg.stops, stops.every.metres > 0, stops.chance > 0 else { return }
    while true {
      let place = (Double(stopsPassed) + 0.75 + 0.5 * fixed.uniform()) * stops.every.metres
      stopsPassed += 1
      guard place < length else { return }
      if randomness.uniform() < stops.chance, place > distance {
        nextStop = place
        return
      }
    }
  }
}

/// What the user of a scenario decides: whether apps may have the location, and when to save power.
package struct UserDecisions: Sendable, Hashable {
  /// What the user lets an app do that asks for the first time.
  package enum Access: String, CaseIterable, Sendable {
    /// As much as the prompt offers.
    case always
    case whileUsing = "while_using"
    case once
    case never
  }

  package var access: Access
  /// Whether Precise stays on in the first prompt (iOS 14).
  package var precise: Bool
  /// Whether the user agrees when asked to change to always.
  package var changeToAlways: Bool
  /// Whether the user agrees to full accuracy for as long as the app is in use.
  package var temporaryFullAccuracy: Bool
  /// From the moment a prompt is shown to the answer; `nil` when the user never answers.
  package var answersAfter: TimeSpan?
  /// Below which share of the charge Low Power Mode or Battery Saver is switched on, 0 to 1; `nil` for never.
  package var savesPowerBelow: Double?

  /// While the phone charges the mode ends at this share: 80 % on iOS (Apple, "Use Low Power Mode"), taken for both.
  package static let savesPowerUntil = 0.8

  /// - Parameter answersAfter: 5 s without one: an estimate, the time to read two lines and tap.
  package init(
    access: Access = .always, precise: Bool = true, changeToAlways: Bool = true, temporaryFullAccuracy: Bool = true,
    answersAfter: TimeSpan? = .seconds(5)
  ) {
    self.access = access
    self.precise = precise
    self.changeToAlways = changeToAlways
    self.temporaryFullAccuracy = temporaryFullAccuracy
    self.answersAfter = answersAfter
  }

  /// Agrees to everything after 5 s.
  package static let standard = UserDecisions()
}
