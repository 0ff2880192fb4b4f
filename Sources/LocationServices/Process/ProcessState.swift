/// Where an app's process is in its life.
package enum ProcessState: Sendable, Hashable {
  case notRunning, foreground, background, suspended

  /// Whether the app's code may run.
  package var isRunning: Bool { self == .foreground || self == .background }
}
