package import Core

/// When the significant-change location service measures for one app, and which positions it tells it of.
///
/// A hint (`MovementTrigger`) says that the user has probably moved; the system then determines one position and notifies the
/// app if it lies far enough from the last one. Positions that other sessions get anyway are looked at as well and cost
/// nothing (WWDC 2010 session 115). Since iOS 5 a cell's position is a move only if neither of the two lies in the other's
/// radius: cells serve a phone at one place in turn, and lie kilometres apart (estimate: Apple's rule is not known). From:
/// 2011 session (iOS 5 triggers); sources C1 and E: at least 500 m and at least five minutes since the last notification; the
/// first event is usually a cached position.
package struct SignificantChangeMonitor: Sendable {
  /// Metres between notifications.
  package static let distance = 500.0
  /// Time between notifications.
  package static let interval = TimeSpan.minutes(5)

  package private(set) var isMonitoring = false
  private var lastNotified: Location?
  private var lastNotification: Instant?
  private var hasPendingTrigger = false

  package init() {}

  package mutating func start() {
    guard !isMonitoring else { return }
    isMonitoring = true
    lastNotified = nil
    lastNotification = nil
    hasPendingTrigger = true
  }

  package mutating func stop() {
    isMonitoring = false
    hasPendingTrigger = false
  }

  /// A hint that the user has moved.
  package mutating func trigger() { if isMonitoring { hasPendingTrigger = true } }

  /// When a position should be determined: at once, at the end of the five minutes, or `never`.
  package func measurementDue(at now: Instant) -> Instant {
    guard hasPendingTrigger else { return .never }
    guard let last = lastNotification else { return now }
    return max(now, last + Self.interval)
  }

  /// A measurement was started for the pending trigger.
  package mutating func beginMeasurement() { hasPendingTrigger = false }

  /// The app has received no position yet.
  package var awaitsFirst: Bool { isMonitoring && lastNotification == nil }

  /// Whether a position that somebody else got is far and late enough to tell the app of. Unlike one that was measured
  /// for the service, it leaves nothing behind otherwise.
  package func wants(_ location: Location, at now: Instant) -> Bool {
    guard isMonitoring, let last = lastNotified, let previous = lastNotification else { return false }
    return now - previous >= Self.interval && last.distance(from: location) >= Self.distance
  }

  /// Whether the app is to be told of this position.
  ///
  /// - Parameter comparesRadii: whether a position worse than `distance` must lie beyond both radii.
  package mutating func admits(_ location: Location, comparesRadii: Bool, at now: Instant) -> Bool {
    guard isMonitoring else { return false }
    if let last = lastNotified {
      let isCoarse = location.horizontalAccuracy > Self.distance
      let radius = comparesRadii && isCoarse ? max(location.horizontalAccuracy, last.horizontalAccuracy) : Self.distance
      guard last.distance(from: location) >= radius else { return false }
    }
    if let previous = lastNotification, now - previous < Self.interval {
      hasPendingTrigger = true
      return false
    }
    lastNotified = location
    lastNotification = now
    return true
  }
}
