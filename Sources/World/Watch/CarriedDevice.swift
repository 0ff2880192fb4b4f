import Core

/// Which of the user's two devices a realization of the world is for: what surrounds it, and the randomness of its receivers.
package enum CarriedDevice: Sendable, Hashable, CaseIterable {
  /// In the pocket, or where it was left.
  case phone
  /// On the wrist: always where the user is.
  case watch

  /// The name of a latent series of this device's own. A watch beside a phone hears the same sky with another receiver.
  func stream(_ name: String) -> String { self == .phone ? name : "watch-\(name)" }
}

extension Day {
  /// The day as one of the devices lives through it.
  ///
  /// The watch goes where the user goes. The phone does too while it is at hand; else it lies still where it was left,
  /// in the surroundings it had there.
  func seen(by carriedDevice: CarriedDevice, horizon: Instant) -> Day {
    var day = self
    day.script = script.compactMap { $0.seen(by: carriedDevice) }
    guard carriedDevice == .phone, phoneAtHand.steps.contains(where: { !$0.value }) else { return day }
    for (from, to) in Self.absences(phoneAtHand, horizon: horizon) { day.leavePhone(from: from, to: to, horizon) }
    return day
  }

  /// The spans in which the phone is not at hand.
  static func absences(_ atHand: StepFunction<Bool>, horizon: Instant) -> [(from: Instant, to: Instant)] {
    atHand.spans(until: horizon).filter { !$0.value }.map { ($0.span.lowerBound, $0.span.upperBound) }
  }

  private mutating func leavePhone(from: Instant, to: Instant, _ horizon: Instant) {
    let place = journey.position(at: from)
    var knots = journey.knots.filter { $0.instant < from }
    knots.append(Knot(instant: from, position: place))
    if to > from { knots.append(Knot(instant: to, position: place)) }
    knots += journey.knots.filter { $0.instant > to }
    journey = Journey(knots: knots)
    let lies = from == .start ? surroundings.value(at: from) : surroundings.value(at: from - .nanosecond)
    surroundings = surroundings.replacing(from, to, with: lies, horizon)
    motion = motion.replacing(from, to, with: .still, horizon)
  }
}

extension TimeSpan {
  fileprivate static let nanosecond = TimeSpan(nanoseconds: 1)
}

extension StepFunction {
  /// The same function with one value from `from` until `to`; past the horizon nothing comes back.
  fileprivate func replacing(_ from: Instant, _ to: Instant, with value: Value, _ horizon: Instant) -> StepFunction {
    var result = StepFunction(steps[0].start >= from ? value : steps[0].value)
    for step in steps.dropFirst() where step.start < from { result.append(step.value, from: step.start) }
    result.append(value, from: from)
    guard to < horizon else { return result }
    result.append(self.value(at: to), from: to)
    for step in steps where step.start > to { result.append(step.value, from: step.start) }
    return result
  }
}
