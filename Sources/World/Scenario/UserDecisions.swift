public import Quantities

/// What the user of a scenario decides: whether apps may have the location, and when to save power.
public struct UserDecisions: Sendable, Hashable {
  /// What the user lets an app do that asks for the first time.
  public enum Access: String, CaseIterable, Sendable {
    /// As much as the prompt offers.
    case always
    case whileUsing = "while_using"
    case once
    case never
  }

  public var access: Access
  /// Whether Precise stays on in the first prompt (iOS 14).
  public var precise: Bool
  /// Whether the user agrees when asked to change to always.
  public var changeToAlways: Bool
  /// Whether the user agrees to full accuracy for as long as the app is in use.
  public var temporaryFullAccuracy: Bool
  /// From the moment a prompt is shown to the answer; `nil` when the user never answers.
  public var answersAfter: TimeSpan?
  /// Below which share of the charge Low Power Mode or Battery Saver is switched on, 0 to 1; `nil` for never.
  public var savesPowerBelow: Double?

  /// While the phone charges the mode ends at this share: 80 % on iOS (Apple, "Use Low Power Mode"), taken for both.
  public static let savesPowerUntil = 0.8

  /// - Parameter answersAfter: 5 s without one: an estimate, the time to read two lines and tap.
  public init(
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
  public static let standard = UserDecisions()
}
