/// An app's handle on Android's fused location provider, `FusedLocationProviderClient` on a simulated clock. Made by
/// `AppHost.makeFusedLocationClient()`.
///
/// Requests with a callback live as long as the process; the one that a `PendingIntent` receives outlives it.
package final class FusedLocationProviderClient {
  private var host: AppHost?

  init(host: AppHost) { self.host = host }

  /// Asks for positions; `callback` gets them oldest first, several at once where they were gathered.
  ///
  /// - Returns: an identifier for `removeLocationUpdates`.
  @discardableResult
  package func requestLocationUpdates(
    _ request: FusedLocationRequest, callback: @escaping ([Location]) -> Void
  ) -> Int {
    host?.requestFusedUpdates(request, callback) ?? 0
  }

  /// Receives what an earlier process has asked for by `PendingIntent`; set it before the process has finished launching.
  package func onPendingIntent(_ callback: @escaping ([Location]) -> Void) {
    host?.fusedCallbacks[FusedLocationRequest.pendingIntent] = callback
  }

  /// Asks for the newest position that the phone knows of, however old (`getLastLocation`); nothing is looked for.
  package func requestLastLocation(callback: @escaping ([Location]) -> Void) {
    var request = FusedLocationRequest(priority: .passive, interval: 1, duration: 0.001, maxUpdates: 1)
    request.maxUpdateAge = .infinity
    requestLocationUpdates(request, callback: callback)
  }

  package func removeLocationUpdates(_ identifier: Int) { host?.removeFusedUpdates(identifier) }

  /// Has positions that are gathered delivered at once.
  package func flushLocations() { host?.post(.flushFused) }
}
