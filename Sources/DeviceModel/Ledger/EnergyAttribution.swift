/// Why a component is in a state, and for whom: an app and a purpose in one small integer.
///
/// A tail inherits the cause of its last activity. App 0 is the system itself; apps count from 1.
@usableFromInline package struct EnergyAttribution: Sendable, Hashable {
  /// What the energy is for.
  @usableFromInline package enum Purpose: UInt8, CaseIterable, Sendable {
    /// What the phone does without any app.
    case system
    /// Getting a position.
    case fix
    /// Sending positions to a server.
    case upload
    /// Asking a server: access-point look-ups, assistance data, geocoding, map data.
    case lookup
    /// A location service that watches in the background.
    case service
    /// The app's own code: launches, callbacks, background tasks.
    case app
    /// The app is on the screen.
    case foreground
    /// A Bluetooth accessory or the watch link.
    case accessory
  }

  /// How many apps can be told apart, the system included.
  @usableFromInline package static let appLimit = 8
  /// One more than the largest `index`.
  package static let count = appLimit * Purpose.allCases.count

  /// App and purpose in one number, 0 to 63.
  @usableFromInline package let index: UInt8

  /// - Parameter app: 0 for the system, 1 to 7 for apps.
  @usableFromInline package init(_ purpose: Purpose, app: Int = 0) {
    precondition((0..<Self.appLimit).contains(app), "a run has at most 7 apps")
    index = UInt8(app) << 3 | purpose.rawValue
  }

  /// - Parameter index: as `index` gave it; `nil` when out of range.
  package init?(index: UInt8) {
    guard Int(index) < Self.count else { return nil }
    self.index = index
  }

  /// What the phone does without any app.
  @usableFromInline package static var system: EnergyAttribution { EnergyAttribution(.system) }
  package var app: Int { Int(index >> 3) }
  /// What the energy is for.
  package var purpose: Purpose { Purpose(rawValue: index & 7) ?? .system }
}
