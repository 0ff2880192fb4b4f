/// What tells a phone, without any positioning, that its user has probably moved.
///
/// From WWDC 2011 session 500: in iOS 4 only the serving cell; since iOS 5 also the access points that the radio hears, the
/// network it joins or leaves, and the screen.
package enum MovementTrigger: CaseIterable, Sendable {
  /// Another cell serves the phone.
  case servingCell
  /// The scans for known networks hear other access points than before.
  case accessPoints
  /// The phone has joined or left a Wi-Fi network.
  case association
  /// The user has switched the screen on.
  case screenOn

  /// Whether a system takes this hint.
  package func counts(on platform: Platform) -> Bool {
    self == .servingCell || platform.version >= Platform.ios5.version
  }
}
