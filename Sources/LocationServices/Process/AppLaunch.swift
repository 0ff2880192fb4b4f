/// How the processes of one app begin.
struct AppLaunch {
  /// What a process that is not there is to be started for.
  var pending: LaunchReason?
  /// The user removed the app from the switcher and has not opened it since.
  var wasForceQuit = false
  /// The user left again before the launch was done.
  var leftBefore = false
  /// Processes of this app so far.
  private(set) var count = 0

  /// A process begins.
  ///
  /// - Returns: its number.
  mutating func begin() -> Int {
    count += 1
    pending = nil
    return count
  }

  mutating func processEnded() {
    pending = nil
    leftBefore = false
  }
}
