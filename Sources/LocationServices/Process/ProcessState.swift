/// Where an app's process is in its life.
public enum ProcessState: Sendable, Hashable {
  case notRunning, foreground, background, suspended

  /// Whether the app's code may run.
  public var isRunning: Bool { self == .foreground || self == .background }
}
