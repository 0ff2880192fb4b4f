package import Quantities

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
