/// A change of a condition: `CLMonitor.Event`.
public struct MonitorEvent: Sendable, Hashable {
  /// Whether the condition holds: `CLMonitor.Event.State`.
  public enum State: Sendable, Hashable {
    case unknown, satisfied, unsatisfied
    /// Not watched: too many conditions, or no right to.
    case unmonitored
  }

  /// The name under which the condition was added.
  public let identifier: String
  /// The new state.
  public let state: State
  /// Seconds from the run's start.
  public let date: Double
  /// The app has as many conditions and regions as it may have.
  public let conditionLimitExceeded: Bool
  /// The app may not use location.
  public let authorizationDenied: Bool

  package init(
    identifier: String, state: State, date: Double, conditionLimitExceeded: Bool = false,
    authorizationDenied: Bool = false
  ) {
    self.identifier = identifier
    self.state = state
    self.date = date
    self.conditionLimitExceeded = conditionLimitExceeded
    self.authorizationDenied = authorizationDenied
  }
}
