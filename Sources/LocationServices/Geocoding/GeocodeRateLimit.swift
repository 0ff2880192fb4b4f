package import Core

/// How often one app may geocode.
///
/// Apple asks apps for one request per user action, and for one a minute at most while the user moves; requests beyond an
/// unpublished limit fail with the network's error (documentation of CLGeocoder). The limit modelled here is the advice
/// itself, an estimate on the strict side: a request passes when a minute has passed since the last one that did, or when
/// the user has brought the app to the screen since.
package struct GeocodeRateLimit: Sendable {
  package static let interval = TimeSpan.minutes(1)

  private var lastAdmitted: Instant?

  package init() {}

  /// The user has brought the app to the screen: the next request is theirs.
  package mutating func userActed() { lastAdmitted = nil }

  /// Whether a request at this instant passes.
  package mutating func admits(at now: Instant) -> Bool {
    if let last = lastAdmitted, now - last < Self.interval { return false }
    lastAdmitted = now
    return true
  }
}
