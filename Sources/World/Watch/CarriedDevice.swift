import EventKernel

/// Which of the user's two devices a realization of the world is for: what surrounds it, and the randomness of its receivers.
package enum CarriedDevice: Sendable, Hashable, CaseIterable {
  /// In the pocket, or where it was left.
  case phone
  /// On the wrist: always where the user is.
  case watch

  /// The name of a latent series of this device's own. A watch beside a phone hears the same sky with another receiver.
  func stream(_ name: String) -> String { self == .phone ? name : "watch-\(name)" }
}
