/// An app's handle on Android's fused location provider, `FusedLocationProviderClient` on a simulated clock. Made by
/// `AppHost.makeFusedLocationClient()`.
///
/// Requests live as long as the process: those that Android delivers to a pending intent, which outlive it, are not
/// modelled.
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

  package func removeLocationUpdates(_ identifier: Int) { host?.removeFusedUpdates(identifier) }

  /// Has positions that are gathered delivered at once.
  package func flushLocations() { host?.post(.flushFused) }
}
