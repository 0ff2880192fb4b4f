import LocationServices

/// The watch's half: asks the phone to begin, and shows what it gets.
final class WatchDisplayApp: SimulatedApp {
  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) { askToBegin(host) }
  func willEnterForeground(_ host: AppHost) { askToBegin(host) }

  private func askToBegin(_ host: AppHost) {
    host.watchSession?.sendMessage(WatchMessage(PhoneForWatchApp.start))
  }
}
