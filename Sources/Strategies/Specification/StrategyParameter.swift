public import LocationServices

/// A parameter's value, in SI units.
public enum StrategyValue: Sendable, Hashable {
  /// Metres, or `infinity` for no limit.
  case distance(Double)
  /// Seconds, or `infinity` for no limit.
  case time(Double)
  case flag(Bool)
  /// One of the schema's choices.
  case choice(String)
}

/// A parameter that a kind of strategy takes from its file.
public struct StrategyParameter: Sendable, Hashable {
  public enum Form: Sendable, Hashable {
    /// Metres; `unlimited` when `none` may be written.
    case distance(ClosedRange<Double>, orNone: Bool)
    /// Seconds.
    case time(ClosedRange<Double>, orNone: Bool)
    case flag
    case choice([String])
  }

  /// The key in the file.
  public let key: String
  public let form: Form
  public let standard: StrategyValue
  /// One line for `show` and for error messages.
  public let summary: String
  /// What the system must have for a value to mean anything.
  public let requires: [StrategyValue: SystemService]

  public init(
    _ key: String, _ form: Form, standard: StrategyValue, _ summary: String,
    requires: [StrategyValue: SystemService] = [:]
  ) {
    self.key = key
    self.form = form
    self.standard = standard
    self.summary = summary
    self.requires = requires
  }
}
