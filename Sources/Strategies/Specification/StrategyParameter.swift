package import LocationServices

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
package struct StrategyParameter: Sendable, Hashable {
  package enum Form: Sendable, Hashable {
    /// Metres; `unlimited` when `none` may be written.
    case distance(ClosedRange<Double>, orNone: Bool)
    /// Seconds.
    case time(ClosedRange<Double>, orNone: Bool)
    case flag
    case choice([String])
  }

  /// The values among which `geojoule optimize` looks where a plan names none. They are choices: what an app might well do.
  package enum Search: Sendable, Hashable {
    /// Metres or seconds, on a logarithmic scale; `orNone` also tries no limit, or 0 where a limit of 0 is none.
    case range(ClosedRange<Double>, orNone: Bool)
    /// In an order in which neighbours resemble each other.
    case choices([String])
    /// Both.
    case flag
  }

  package let key: String
  package let form: Form
  package let standard: StrategyValue
  /// One line for `show` and for error messages.
  package let summary: String
  /// What the system must have for a value to mean anything.
  package let requires: [StrategyValue: SystemService]
  /// `nil` for what the app's purpose decides rather than its price.
  package let search: Search?

  package init(
    _ key: String, _ form: Form, standard: StrategyValue, _ summary: String,
    requires: [StrategyValue: SystemService] = [:], search: Search? = nil
  ) {
    self.key = key
    self.form = form
    self.standard = standard
    self.summary = summary
    self.requires = requires
    self.search = search
  }
}
