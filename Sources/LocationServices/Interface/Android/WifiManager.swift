/// An app's handle on Wi-Fi scans of its own, Android's `WifiManager` on a simulated clock. Made by
/// `AppHost.makeWifiManager()`.
///
/// From: developer.android.com, "Wi-Fi scanning overview": the app registers a receiver for the broadcast of results, asks
/// for a scan, and reads what was found. The broadcast reaches a receiver of a process that runs, and starts none. A
/// refused request brings the broadcast at once, with nothing new.
package final class WifiManager {
  private var host: AppHost?

  init(host: AppHost) { self.host = host }

  /// Has scans told that were asked for by any app, since Android 10 every full scan of the phone
  /// (`SCAN_RESULTS_AVAILABLE_ACTION`).
  package func registerScanResultsReceiver(_ receiver: @escaping (ScanResults) -> Void) {
    host?.scanReceiver = receiver
    host?.post(.listenForScans(true))
  }
  package func unregisterScanResultsReceiver() {
    host?.scanReceiver = nil
    host?.post(.listenForScans(false))
  }

  /// Asks for a scan of all channels. That it is refused (`false` on a phone) the receiver is told.
  package func startScan() { host?.post(.startScan) }

  /// What the phone's owner has set: the developer option "Wi-Fi scan throttling" (since Android 10), which no app can
  /// change. It holds for the whole phone.
  package func setScanThrottleEnabled(_ isEnabled: Bool) { host?.post(.setScanThrottle(isEnabled)) }

  /// Where the phone was when it heard these access points.
  ///
  /// - Parameters:
  ///   - overNetwork: a positioning service is asked, which takes a network; otherwise the app looks in a data base of its
  ///     own, which knows all access points.
  ///   - completion: gets the position, or `nil` where nothing was heard or no network was at hand.
  package func locate(_ results: ScanResults, overNetwork: Bool, completion: @escaping (Location?) -> Void) {
    host?.locate(results, overNetwork: overNetwork, completion)
  }
}
