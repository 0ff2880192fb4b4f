package import Core

/// A granted `allowDeferredLocationUpdates`: fixes wait in the GNSS chip until the user has travelled far enough or long
/// enough, while the processor sleeps.
///
/// From: Guide, "Defer Location Updates"; 2015 session; sources C1. The chip's buffer can fill: then the phone wakes,
/// delivers and goes on deferring (sources A1, WWDC 2013).
package struct Deferral: Sendable {
  let distanceLimit: Double
  /// When the time limit ends the deferral.
  package let expiry: Instant
  private var travelled = 0.0
  private var lastTimestamp: Double?
  private(set) var buffer: [Location] = []

  package init(distance: Double, timeout: Double, at now: Instant) {
    distanceLimit = distance
    expiry = timeout >= 1e9 ? .never : now + .seconds(max(0, timeout))
  }

  package enum Outcome: Sendable { case holding, bufferFull, limitReached }

  /// Takes a fix into the buffer. Distance travelled is speed times time, which noise does not inflate.
  package mutating func hold(_ location: Location, capacity: Int) -> Outcome {
    if let last = lastTimestamp { travelled += max(0, location.speed) * (location.timestamp - last) }
    lastTimestamp = location.timestamp
    buffer.append(location)
    if travelled >= distanceLimit { return .limitReached }
    return buffer.count >= max(1, capacity) ? .bufferFull : .holding
  }

  /// Empties the buffer, which then has room for as many again.
  package mutating func drain() -> [Location] {
    var held: [Location] = []
    swap(&held, &buffer)
    buffer.reserveCapacity(held.count)
    return held
  }

  /// Why a request for deferral is refused, or `nil` (sources C1 and C2): also where there is no fix to go on from.
  static func refusal(
    isUpdating: Bool, configuration: ManagerConfiguration, isAvailable: Bool, hasFix: Bool
  ) -> LocationError? {
    if !isAvailable { return .deferredFailed }
    if !isUpdating { return .deferredNotUpdatingLocation }
    if configuration.desiredAccuracy.rawValue > DesiredAccuracy.best.rawValue { return .deferredAccuracyTooLow }
    if configuration.distanceFilter > 0 { return .deferredDistanceFiltered }
    return hasFix ? nil : .deferredFailed
  }
}
